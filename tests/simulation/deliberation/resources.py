"""The comparer and the reviewer of simulated sessions: they do what the session's course has them do."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from collections.abc import Set as AbstractSet

from typing_extensions import override

from deliberation.contracts.messages import ComparePositions, ContentReviewed, PositionsCompared, ReviewContent
from deliberation.host.comparer_port import PositionComparer
from deliberation.host.content_reviewer import SUBSTITUTE, ContentReviewer
from deliberation.host.scripted_comparer import ScriptedPositionComparer
from tests.simulation.deliberation.courses import SessionScript, Similarity, Verdict
from tests.simulation.deliberation.history import DeliberationHistory
from tests.simulation.deliberation.words import words_in

LATE = 5.0
"""Seconds after which an answer comes that was to come sooner."""

CourseOf = Callable[[str], SessionScript]
"""Session id → its course."""


def break_down(history: DeliberationHistory) -> None:
    """Fail in a way nobody knows."""
    history.failures += 1
    raise RuntimeError("the adapter is broken")


class CourseComparer(PositionComparer):
    """Comparer whose similarities are those of the course."""

    def __init__(self, course: CourseOf, history: DeliberationHistory) -> None:
        self._course = course
        self._history = history

    @override
    async def compare(self, body: ComparePositions) -> PositionsCompared:
        similarity = self._similarity(body)
        if similarity == "broken":
            break_down(self._history)
        if similarity == "late":
            await asyncio.sleep(LATE)
            similarity = 0.8
        known = {} if similarity == "error" else {body.round: float(similarity)}
        return await ScriptedPositionComparer(known).compare(body)

    def _similarity(self, body: ComparePositions) -> Similarity:
        values = self._course(body.session_id).similarity
        return values[min(body.round, len(values)) - 1]


class CourseReviewer(ContentReviewer):
    """Reviewer with the verdicts of the course. What it did not like once, it never likes again, whoever quotes it."""

    def __init__(self, course: CourseOf, history: DeliberationHistory) -> None:
        self._course = course
        self._history = history
        self._passed: defaultdict[str, set[str]] = defaultdict(set)
        """Session id → the words of answers that it has let pass."""

    @override
    async def review(self, request: ReviewContent) -> ContentReviewed:
        planned = self._planned(request)
        if planned == "broken":
            break_down(self._history)
        if planned == "late":
            await asyncio.sleep(LATE)
        if planned == "block" and request.agent == "host":
            self._history.blocked_rounds[request.session_id].add(request.round)
        banned, passed = self._history.banned[request.session_id], self._passed[request.session_id]
        words = set(words_in(request.text))
        if planned in ("block", "redact"):
            banned |= words - passed
        found = words & banned
        if planned == "block" or (found and planned != "redact"):
            return self._verdict(request, "block")
        passed |= words - banned
        return self._verdict(request, "redact" if found else "allow", found)

    def _planned(self, request: ReviewContent) -> Verdict | None:
        verdicts = self._course(request.session_id).verdicts
        return next((verdict for key, verdict in verdicts.items() if f"{request.key}/".startswith(f"{key}/")), None)

    def _verdict(self, request: ReviewContent, verdict: str, words: AbstractSet[str] = frozenset()) -> ContentReviewed:
        return ContentReviewed.model_validate(
            {
                "session_id": request.session_id,
                "key": request.key,
                "verdict": verdict,
                "replacements": [(word, SUBSTITUTE) for word in sorted(words)],
            }
        )
