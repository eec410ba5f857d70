"""The requester's part: answer questions about their demand and its limits, change what was understood.

All are messages to the demand's channel, which decides whether they come in time (INTERFACES § 7, *Interactive*).
"""

import asyncio
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from gateway.http.accept_language import render_text
from gateway.http.idempotency import RETENTION_MS, claim_idempotency_key
from gateway.http.store_timeout import call_store, store_deadline
from gateway.negotiation.api_models import UnderstandingResponse
from gateway.negotiation.submission_service import FIRST_POLL_DELAY_S, MAX_POLL_DELAY_S, understanding_response
from gateway.negotiation.views.cache import DemandViewCache
from gateway.negotiation.views.payload_schema import Json
from gateway.negotiation.views.schema import DemandView
from negotiation.contracts.demand import UnderstandingChanges
from negotiation.contracts.events import DemandClosed, DemandRevised, FilterCompleted, NegotiationFailed
from negotiation.contracts.messages import AnswerQuestion, ReviseUnderstanding
from shared.core.address import Address
from shared.core.api_error import ApiError, ConflictDetails, FieldError, PlatformErrorCode
from shared.core.clock import Clock
from shared.core.decision import Send
from shared.core.ids import digest, event_id, message_id
from shared.core.language import Language
from shared.core.timestamps import parse_iso8601
from shared.runtime.ingress import Ingress
from shared.store.port import LoggedEvent, Store
from shared.store.retry import retry_until_available

CHANGE_TIMEOUT_S = 10.0
"""Seconds that the response to a change waits for its event."""

TIMER_DELAY_MS = 3000
"""Time after the end of the review within which the channel may not have noticed it yet (STATE_CHECK_INTERVAL)."""

MAX_EVENTS = 3
"""Events of one step of the channel that changes the understanding, and one more."""

TOO_LATE_EVENTS = frozenset({FilterCompleted.type, NegotiationFailed.type, DemandClosed.type})


@dataclass(frozen=True, slots=True)
class RequesterChange:
    """A requester's change of the understanding; `key` and `scope`: the Idempotency-Key header and its owner."""

    changes: UnderstandingChanges = field(default_factory=UnderstandingChanges)
    go: bool = False
    key: str | None = None
    scope: str = ""


class ClarificationService:
    """Use cases of the requester of an interactive demand. Permissions are not checked."""

    def __init__(self, store: Store, ingress: Ingress, views: DemandViewCache, clock: Clock) -> None:
        self._store = store
        self._ingress = ingress
        self._views = views
        self._clock = clock

    async def revise(self, demand_id: str, change: RequesterChange, language: Language) -> UnderstandingResponse:
        """Change the understanding of a demand, or end the time for changes, and return the whole of it.

        A change returns once its event is in the log; `go` at once, but an open question is answered by its default
        first. Of two changes at the same time both count, one after the other, and each replaces whole fields.

        Args:
            demand_id: Id of an existing demand.
            change: What to change; the same key twice is one change.
            language: Language of error messages.

        Raises:
            ApiError: E014 if the time for changes is over or has not begun, with the demand's phase, or its status once
                it has an outcome; E015 if the key was used with another change; E018 if the event is not there within
                CHANGE_TIMEOUT_S: the change is stored and may take effect later.
            StoreUnavailable: If the store does not answer in time; the change may be stored.
            StoreMisconfigured: If the store rejects a call.
        """
        view = await self._views.get(demand_id)
        body = f"{change.go} {change.changes.model_dump_json()}"
        async with store_deadline():
            request = await claim_idempotency_key(self._store, change.key, f"{change.scope} {demand_id}", body)
        if not request.is_repeated:
            _check_reviewing(view, self._clock.now())
        cause = digest("revise", demand_id, request.unique_token)
        async with store_deadline():
            await revise_understanding(self._ingress, demand_id, change, cause)
        if change.go and view.get("question") is None:
            return understanding_response(view["understanding"] or {})
        after = 0 if request.is_repeated else view["last_seq"]
        revised = await self._wait_for_effect(demand_id, after, _expected_events(cause), language)
        if revised is None:  # the default changed nothing
            return understanding_response((await self._views.get(demand_id))["understanding"] or {})
        fallback = bool((view["understanding"] or {}).get("fallback"))
        return understanding_response({**revised, "fallback": fallback})

    async def answer(
        self, demand_id: str, question_id: str | None, answer: "RequesterAnswer", language: Language
    ) -> str:
        """Send an answer to a question about a demand and return the question's id; it takes effect later.

        Only the first answer counts, also of several at the same time; the same answer may be repeated.

        Args:
            demand_id: Id of an existing demand.
            question_id: Id of the question; None: the only one that is open.
            answer: An option or own words.
            language: Language of error messages.

        Raises:
            ApiError: E001 if there is no such option, if the question is about a limit and the answer in own words, or
                if several questions are open and none is named; E019 if there is no such question, E014 if it is over.
            StoreUnavailable: If the store does not answer in time; the answer may be stored.
            StoreMisconfigured: If the store rejects a call.
        """
        view = await self._views.get(demand_id)
        question = find_question(view, question_id, answer, language)
        if question is not None:
            _check_answer(question, answer, language)
            async with store_deadline():
                await self._send_first_answer(demand_id, question["question_id"], answer)
        return question["question_id"] if question is not None else question_id or ""

    async def _send_first_answer(self, demand_id: str, question_id: str, answer: "RequesterAnswer") -> None:
        """Send the first answer that was given to a question. Raises ApiError (E014) if this is another one.

        The first one is stored before it is sent, so that whoever comes later sends it again if that failed.
        """
        name = f"question/{digest(demand_id, question_id)}"
        given = json.dumps([answer.option, answer.text]).encode()
        put = partial(self._store.put_if_absent, name, given, RETENTION_MS)
        first = RequesterAnswer(*json.loads(await retry_until_available(put)))
        await answer_question(self._ingress, demand_id, question_id, first)
        if first != answer:
            raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=question_id, status="answered"))

    async def _wait_for_effect(
        self, demand_id: str, after: int, expected: Collection[str], language: Language
    ) -> dict[str, Any] | None:
        """Poll the log for the events of a change; return the understanding after them, None if they have none."""
        loop = asyncio.get_running_loop()
        end, delay_s = loop.time() + CHANGE_TIMEOUT_S, FIRST_POLL_DELAY_S
        while True:
            events = await call_store(partial(self._store.read_log, demand_id, after))
            effects = [event for event in events if event.event_id in expected]
            if effects:
                revised = [event for event in effects if event.type == DemandRevised.type]
                return _payload(revised[-1])["understanding"] if revised else None
            if any(event.type in TOO_LATE_EVENTS for event in events):
                raise _too_late(await self._views.get(demand_id))
            after = events[-1].seq if events else after
            if loop.time() + delay_s > end:
                details = render_text("change_pending", language, seconds=f"{CHANGE_TIMEOUT_S:g}")
                raise ApiError(PlatformErrorCode.E018, details, language, after=1)
            await asyncio.sleep(delay_s)
            delay_s = min(1.5 * delay_s, MAX_POLL_DELAY_S)


@dataclass(frozen=True, slots=True)
class RequesterAnswer:
    """Answer to a question: the id of an option, or own words."""

    option: str | None = None
    text: str | None = None


async def revise_understanding(ingress: Ingress, demand_id: str, change: RequesterChange, cause: str) -> None:
    """Send `ReviseUnderstanding` to the demand's channel, which applies it if it comes in time.

    Args:
        ingress: Entry into the runtime.
        demand_id: Id of an existing demand.
        change: What to change.
        cause: Text that no other request has; a repeated call with the same one has no further effect.

    Raises:
        StoreUnavailable: If the store does not answer within 30 s. The message may be committed: repeat the call
            unchanged.
        StoreMisconfigured: If the store rejects the call.
    """
    channel_id = "collab-" + demand_id.removeprefix("d-")
    body = ReviseUnderstanding(demand_id=demand_id, channel_id=channel_id, changes=change.changes, go=change.go)
    await ingress.submit(demand_id, cause=cause, sends=[Send(Address("channel", channel_id), body)], send_timeout_s=0)


async def answer_question(ingress: Ingress, demand_id: str, question_id: str, answer: RequesterAnswer) -> None:
    """Send `AnswerQuestion` to the demand's channel, which takes it if the question is still open.

    Repeated calls with the same answer have no further effect. Raises as `revise_understanding` does.
    """
    channel_id = "collab-" + demand_id.removeprefix("d-")
    body = AnswerQuestion(
        demand_id=demand_id, channel_id=channel_id, question_id=question_id, option=answer.option, text=answer.text
    )
    await ingress.submit(
        demand_id,
        cause=digest("answer", demand_id, question_id, answer.option, answer.text),
        sends=[Send(Address("channel", channel_id), body)],
        send_timeout_s=0,
    )


def find_question(
    view: DemandView, question_id: str | None, answer: RequesterAnswer, language: Language = "en"
) -> Json | None:
    """Return the open question that an answer is for; None if the requester has given this very answer before.

    Args:
        view: Current view of the demand.
        question_id: Id of the question; None: the only one that is open.
        answer: The answer, which is not checked.
        language: Language of error messages.

    Raises:
        ApiError: E001 if several questions are open and none is named; E019 if there is no such question, E014 if it is
            over.
    """
    opened = list_open_questions(view)
    matches = [question for question in opened if question_id in (None, question["question_id"])]
    if len(matches) > 1:
        names = [f"{each['question_id']} ({each.get('aspect') or each.get('about', '')})" for each in matches]
        problem = render_text("several_questions", language, ids=", ".join(names))
        raise ApiError(PlatformErrorCode.E001, [FieldError(field="question_id", problem=problem)], language)
    if matches:
        return matches[0]
    asked = view.get("answered_questions", ())
    past = [each for each in asked if question_id in (None, each["question"].get("question_id"))]
    if not past:
        if question_id is None or view["phase"] in ("after", "closed"):
            raise _too_late(view)
        raise ApiError(PlatformErrorCode.E019)
    given = past[-1]["answer"]
    by_person = given.get("answered_by") == "person"
    if by_person and (given.get("option"), given.get("text")) == (answer.option, answer.text):
        return None
    status: Literal["answered", "over"] = "answered" if by_person else "over"
    question = past[-1]["question"].get("question_id", question_id or "")
    raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=question, status=status))


def list_open_questions(view: DemandView) -> Sequence[Json]:
    """Return the open questions to the requester: the one about the understanding, then those about limits."""
    question = view.get("question")
    return [*([] if question is None else [question]), *view.get("questions", ())]


def _check_answer(question: Json, answer: RequesterAnswer, language: Language) -> None:
    if answer.text is not None and question.get("about") == "limit":
        raise _invalid("text", "options_only", question, language)
    if answer.option is not None and answer.option not in _option_ids(question):
        raise _invalid("option", "unknown_option", question, language)


def _option_ids(question: Json) -> Sequence[str]:
    return [option["id"] for option in question["options"]]


def _invalid(field_name: str, text: str, question: Json, language: Language) -> ApiError:
    problem = render_text(text, language, options=", ".join(_option_ids(question)))
    return ApiError(PlatformErrorCode.E001, [FieldError(field=field_name, problem=problem)], language)


def _check_reviewing(view: DemandView, now: int) -> None:
    """Raise E014 unless changes are possible `now` (ms since 1970): no event says that the time for them has passed."""
    until = view.get("review_until")
    if until is not None and view["phase"] == "reviewing" and now > parse_iso8601(until) + TIMER_DELAY_MS:
        raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=view["demand_id"], status="filtering"))
    if view["phase"] != "reviewing":
        raise _too_late(view)


def _too_late(view: DemandView) -> ApiError:
    status = view["phase"] if view["status"] == "processing" else view["status"]
    return ApiError(PlatformErrorCode.E014, ConflictDetails(id=view["demand_id"], status=status))


def _expected_events(cause: str) -> frozenset[str]:
    """Return the ids of the events of the step that the first message of a request causes."""
    message = message_id(cause, 0)
    return frozenset(event_id(message, place) for place in range(MAX_EVENTS))


def _payload(event: LoggedEvent) -> dict[str, Any]:
    return json.loads(event.data)["payload"]
