"""Reducers of the understanding and of the questions to the requester (INTERFACES § 6, § 7).

Each takes a channel's view and the payload of one event of the channel, and returns a changed copy of the view. Neither
argument is modified.
"""

from collections.abc import Callable, Mapping

from gateway.negotiation.views.payload_schema import Json, event_fields
from gateway.negotiation.views.schema import AnsweredQuestion, ChannelView

PHASES_BEFORE_INVITATION = ("understanding", "reviewing", "filtering")


def apply_demand_understood(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.demand.understood`, given its payload.

    `understanding` becomes the payload without COMMON_FIELDS and `review_until`. The phase becomes `reviewing` with a
    `review_until`, else `filtering`.
    """
    return _set_review({**channel, "understanding": event_fields(payload, "review_until")}, payload)


def apply_question_asked(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.question.asked`, with the open question.

    One about a limit is appended to `questions`, and the phase becomes `asking`. Any other is set as `question`, and
    the phase becomes `reviewing`.
    """
    question = event_fields(payload)
    if payload.get("about") == "limit":
        return {**channel, "questions": [*channel.get("questions", []), question], "phase": "asking"}
    return {**channel, "question": question, "phase": "reviewing"}


def apply_question_answered(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.question.answered`, with question and answer in `answered_questions`.

    A question about a limit leaves `questions`; after the last one the phase `asking` becomes `negotiating`. Otherwise
    `question` becomes null: an answer in own words changes the phase to `understanding`, any other to `reviewing` with
    a `review_until`, else to `filtering`. An answer to no open question changes nothing once agents are invited.
    """
    opened = channel.get("questions", [])
    about_limit = next((each for each in opened if each.get("question_id") == payload.get("question_id")), None)
    if about_limit is not None:
        left = [question for question in opened if question is not about_limit]
        answered: ChannelView = {**_add_answer(channel, about_limit, payload), "questions": left}
        return {**answered, "phase": "negotiating"} if channel["phase"] == "asking" and not left else answered
    if channel.get("question") is None and channel["phase"] not in PHASES_BEFORE_INVITATION:
        return channel
    changed: ChannelView = {**_add_answer(channel, channel.get("question") or {}, payload), "question": None}
    return {**changed, "phase": "understanding"} if "text" in payload else _set_review(changed, payload)


def apply_demand_revised(channel: ChannelView, payload: Json) -> ChannelView:
    """Return a copy of the channel after `towow.demand.revised`, with the new `understanding`.

    Its `fallback` stays. The changes and who made them are appended to `revisions`. While `question` is open, and once
    agents are invited, the phase stays, else it becomes `reviewing` with a `review_until`, or `filtering`.
    """
    before: Json = channel["understanding"] or {}
    changed: ChannelView = {
        **channel,
        "understanding": {**payload.get("understanding", before), "fallback": before.get("fallback", False)},
        "revisions": [*channel.get("revisions", []), event_fields(payload, "understanding", "review_until")],
    }
    is_settled = changed.get("question") is None and channel["phase"] in PHASES_BEFORE_INVITATION
    return _set_review(changed, payload) if is_settled else changed


def end_review(channel: ChannelView) -> ChannelView:
    """Return a copy of the channel without open questions, and without a time for changes of the understanding.

    `question` and `review_until` become null, `questions` empty; what is absent stays absent. Phase and status stay.
    """
    changed: ChannelView = {**channel, "questions": []} if "questions" in channel else channel
    changed = {**changed, "question": None} if "question" in changed else changed
    return {**changed, "review_until": None} if "review_until" in changed else changed


def _add_answer(channel: ChannelView, question: Json, payload: Json) -> ChannelView:
    answered: AnsweredQuestion = {"question": question, "answer": event_fields(payload, "review_until")}
    return {**channel, "answered_questions": [*channel.get("answered_questions", []), answered]}


def _set_review(channel: ChannelView, payload: Json) -> ChannelView:
    until = payload.get("review_until")
    if until is None:
        return {**end_review(channel), "phase": "filtering"}
    return {**channel, "review_until": until, "phase": "reviewing"}


CLARIFICATION_REDUCERS: Mapping[str, Callable[[ChannelView, Json], ChannelView]] = {
    "towow.demand.understood": apply_demand_understood,
    "towow.question.asked": apply_question_asked,
    "towow.question.answered": apply_question_answered,
    "towow.demand.revised": apply_demand_revised,
}
"""Reducers by event type."""
