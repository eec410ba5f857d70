"""What no question about a limit may do: I11 of FAULTS § 2, DESIGN § 7, *The requester's limits*.

It is asked with the plan that leaves the limit, and answered once, before the verdict on that plan; without an answer only
if the demand is cancelled first.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from negotiation.contracts.events import (
    DemandCancelled,
    DemandRevised,
    FeedbackEvaluated,
    ProposalDistributed,
    QuestionAnswered,
    QuestionOpened,
)
from shared.core.timestamps import parse_iso8601
from shared.store.port import LoggedEvent
from tests.simulation.violation import Violation

Told = tuple[str, Mapping[str, Any]]

NOTHING: Told = ("", {})


def limit_question_violations(log: Sequence[LoggedEvent]) -> Iterator[Violation]:
    """Yield everything of this kind in the log of one demand."""
    channels: dict[str, list[Told]] = {}
    for event in log:
        payload = json.loads(event.data)["payload"]
        channels.setdefault(payload["channel_id"], []).append((event.type, payload))
    for place, (channel, told) in enumerate(channels.items()):
        for problem in (*_asked(told), *_answered(told), *_allowed(told), *(_in_subnet(told) if place else ())):
            yield Violation("I11", f"{channel}: {problem}")


def _is_question(kind: str, payload: Mapping[str, Any]) -> bool:
    return kind == QuestionOpened.type and payload["about"] == "limit"


def _in_subnet(told: Sequence[Told]) -> Iterator[str]:
    yield from (f"a subnet asks {payload['text']}" for kind, payload in told if _is_question(kind, payload))


def _asked(told: Sequence[Told]) -> Iterator[str]:
    """One question for each limit that a new version leaves, in the step that sends it, until its review is over."""
    sent: Mapping[str, Any] | None = None
    seen: set[str] = set()
    asked: set[str] = set()
    for kind, payload in told:
        if kind == ProposalDistributed.type and not payload["resent"]:
            sent, asked = payload, set()
        elif _is_question(kind, payload):
            aspect = payload["aspect"]
            findings = [f for f in sent["proposal"]["findings"] if f.get("aspect") == aspect] if sent else []
            if sent is None or payload["proposal_version"] != sent["version"] or not findings or aspect in asked:
                yield f"asks about {aspect} of version {payload['proposal_version']}, with the findings {findings}"
            elif parse_iso8601(payload["until"]) > parse_iso8601(sent["deadline"]):
                yield f"asks about {aspect} until {payload['until']}, after the review"
            if payload["question_id"] in seen:
                yield f"asks {payload['question_id']} twice"
            asked.add(aspect)
            seen.add(payload["question_id"])
        elif not (kind in (QuestionAnswered.type, DemandRevised.type) and asked):
            sent = None  # a question stands right behind its plan, or behind another one


def _answered(told: Sequence[Told]) -> Iterator[str]:
    """Each question is answered once, before the verdict on its version; if not, the demand was cancelled."""
    versions = {p["question_id"]: p["proposal_version"] for k, p in told if _is_question(k, p)}
    opened, judged = set[str](), set[int]()
    for kind, payload in told:
        if _is_question(kind, payload):
            opened.add(payload["question_id"])
        elif kind == QuestionAnswered.type and payload["question_id"] in versions:
            question = payload["question_id"]
            if question not in opened:
                yield f"answers {question} twice, or before it is asked"
            if versions[question] in judged:
                yield f"answers {question} after the verdict on version {versions[question]}"
            if payload.get("option") not in ("keep", "allow") or "text" in payload:
                yield f"answers {question} with {payload}"
            opened.discard(question)
        elif kind == FeedbackEvaluated.type:
            judged.add(payload["proposal_version"])
            if opened:
                yield f"judges version {payload['proposal_version']} with {sorted(opened)} open"
        elif kind == DemandCancelled.type:
            opened.clear()
    if opened and any(kind == "towow.demand.closed" for kind, _ in told):
        yield f"ends with {sorted(opened)} open"


def _allowed(told: Sequence[Told]) -> Iterator[str]:
    """What is allowed changes exactly that limit, at once; what is kept changes nothing."""
    aspects = {p["question_id"]: p["aspect"] for k, p in told if _is_question(k, p)}
    for place, (kind, payload) in enumerate(told):
        if kind != QuestionAnswered.type or payload["question_id"] not in aspects:
            continue
        after, revised = told[place + 1] if place + 1 < len(told) else NOTHING
        is_revised = after == DemandRevised.type and revised["changed_by"] == "answer"
        if is_revised != (payload.get("option") == "allow"):
            yield f"{payload['question_id']} is answered by {payload.get('option')}, then comes {after}"
        elif is_revised:
            yield from _changed(aspects[payload["question_id"]], revised["changes"])


def _changed(aspect: str, changes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for change in changes:
        before, after = change["before"], change["after"]
        names = {name for name in {*before, *after} if before.get(name) != after.get(name)}
        days = {"dates", "weekdays", "not_on"}
        if change["field"] != "limits" or not names <= (days if aspect in days else {aspect}):
            yield f"allowing {aspect} changes {change['field']}: {sorted(names)}"
