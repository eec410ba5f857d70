"""What no demand may show between its understanding and its candidates: I11 of FAULTS § 2, INTERFACES § 7."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from negotiation.contracts.events import (
    DemandRevised,
    DemandSubmitted,
    DemandUnderstoodEvent,
    FilterCompleted,
    QuestionAnswered,
    QuestionOpened,
)
from negotiation.contracts.messages import ChooseCandidates
from shared.core.envelope import decode_envelope
from shared.core.timestamps import parse_iso8601
from shared.store.port import LoggedEvent, OutboxEntry
from tests.simulation.violation import Violation

Told = tuple[str, dict[str, Any]]

CLARIFYING = (QuestionOpened.type, QuestionAnswered.type, DemandRevised.type)
WAITING = (DemandUnderstoodEvent.type, *CLARIFYING)


def clarification_violations(
    log: Sequence[LoggedEvent], requests: Sequence[OutboxEntry], overall_ms: int
) -> Iterator[Violation]:
    """Everything of this kind in one log.

    Args:
        log: The log of a demand.
        requests: All commands of the demand that were to be sent.
        overall_ms: The time that a negotiation has in all.
    """
    channels: dict[str, list[Told]] = {}
    began = parse_iso8601(json.loads(log[0].data)["timestamp"]) if log else 0
    for event in log:
        payload = json.loads(event.data)["payload"]
        channels.setdefault(payload["channel_id"], []).append((event.type, payload))
    for channel, everything in channels.items():
        told = _without_limits(everything)
        problems = (*_order(told), *_answers(told), *_revisions(everything), *_ends(everything, began + overall_ms))
        for problem in (*problems, *_requests(channel, told, requests)):
            yield Violation("I11", f"{channel}: {problem}")


def _without_limits(told: Sequence[Told]) -> Sequence[Told]:
    """Return the events without questions about limits that plans leave, their answers and what these change."""
    questions = {p["question_id"] for kind, p in told if kind == QuestionOpened.type and p["about"] == "limit"}
    kept: list[Told] = []
    is_allowed = False
    for kind, payload in told:
        is_limit = payload.get("question_id") in questions
        if not is_limit and not (is_allowed and kind == DemandRevised.type):
            kept.append((kind, payload))
        is_allowed = is_limit and kind == QuestionAnswered.type
    return kept


def _order(told: Sequence[Told]) -> Iterator[str]:
    kinds = [kind for kind, _ in told if kind != DemandSubmitted.type]
    places = [place for place, kind in enumerate(kinds) if kind in CLARIFYING]
    if places != list(range(1, 1 + len(places))):
        yield f"question, answer and change stand at {places} of {kinds}"


def _answers(told: Sequence[Told]) -> Iterator[str]:
    asked = [payload["question_id"] for kind, payload in told if kind == QuestionOpened.type]
    answered = [payload["question_id"] for kind, payload in told if kind == QuestionAnswered.type]
    if len(asked) > 1 or len(answered) > len(asked) or not set(answered) <= set(asked):
        yield f"asked {asked}, answered {answered}"
    if asked and not answered and any(kind == FilterCompleted.type for kind, _ in told):
        yield "candidates were chosen with the question open"


def _revisions(told: Sequence[Told]) -> Iterator[str]:
    """No change is lost: each begins with what the one before made, and says all that it makes different."""
    current: Mapping[str, Any] = {}
    for kind, payload in told:
        if kind == DemandUnderstoodEvent.type:
            current = payload
        elif kind == DemandRevised.type:
            revised = payload["understanding"]
            for change in payload["changes"]:
                field = change["field"]
                if change["before"] != current.get(field) or change["after"] != revised.get(field):
                    yield f"a change of {field} does not follow from the one before"
            current = revised


def _ends(told: Sequence[Told], deadline: int) -> Iterator[str]:
    """Nobody is waited for longer than the negotiation may last."""
    for kind, payload in told:
        waits = [payload[key] for key in ("until", "review_until") if key in payload] if kind in WAITING else []
        for until in waits:
            if parse_iso8601(until) > deadline:
                yield f"{kind} waits until {until}, after the deadline"


def _requests(channel: str, told: Sequence[Told], requests: Sequence[OutboxEntry]) -> Iterator[str]:
    """Candidates are chosen for the last understanding, whatever the requester said later."""
    last: Mapping[str, Any] = {}
    for kind, payload in told:
        if kind == DemandUnderstoodEvent.type:
            last = payload
        elif kind == DemandRevised.type:
            last = payload["understanding"]
    for entry in requests:
        if entry.message.type != ChooseCandidates.type:
            continue
        body = decode_envelope(entry.message.data).body
        if body["channel_id"] == channel:
            wrong = [key for key, value in body["demand"].items() if key != "question" and last.get(key) != value]
            if wrong:
                yield f"candidates are chosen for another {', '.join(wrong)}"
