"""Correction of a turn: the model is told once of each requirement that it does not meet (DL-43, DL-133, DL-153)."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from deliberation.contracts.turns import ReporterFacts, TurnFacts
from deliberation.core.language_check import is_in_language
from deliberation.turn.conversation import TurnConversation, TurnFailure
from shared.core.language import Language
from shared.llm.port import BudgetExceeded

T = TypeVar("T", bound=BaseModel)
F = TypeVar("F", bound=TurnFacts | ReporterFacts)


@dataclass(frozen=True, slots=True)
class TurnFault:
    """Requirement that a turn does not meet.

    Attributes:
        kind: Name of the requirement.
        text: What is wrong, in the words that the model is told.
    """

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class CheckedTurn(Generic[T]):
    """Turn of an agent, and the requirements that it does not meet in spite of the complaints."""

    turn: T
    faults: tuple[TurnFault, ...] = ()

    def has_fault(self, kind: str) -> bool:
        """Return whether the requirement `kind` is not met."""
        return kind in self.fault_kinds

    @property
    def fault_kinds(self) -> frozenset[str]:
        """Names of the requirements that are not met."""
        return frozenset(fault.kind for fault in self.faults)


async def correct_turn(
    conversation: TurnConversation,
    facts: F,
    answer: Callable[[F], Awaitable[T]],
    check: Callable[[T], Sequence[TurnFault]],
) -> CheckedTurn[T]:
    """Return a turn after at most one complaint about each kind of fault.

    Of several attempts the one with the fewest kinds of faults is returned, of equal ones the last. If a correction
    fails, lasts too long or exceeds the budget, the earlier attempts stand.

    Args:
        conversation: Conversation in which `answer` asks; it knows how much time is left.
        facts: Facts of the turn.
        answer: Asks the model for a turn by the facts, whose complaints say what was wrong before.
        check: Returns the faults of a turn.

    Raises:
        TurnFailure: The first attempt failed.
        BudgetExceeded: The session's budget does not allow the first attempt.
        RetryAt: Another caller is asking the same question.
        CorrelationClosed: The session ended meanwhile.
    """

    async def attempt(attempt_facts: F) -> CheckedTurn[T]:
        turn = await answer(attempt_facts)
        return CheckedTurn(turn, tuple(check(turn)))

    best = last = await attempt(facts)
    told = frozenset[str]()
    while last.fault_kinds - told and (time_s := conversation.correction_time_s):
        told |= last.fault_kinds
        complaints = (*facts.complaints, *(fault.text for fault in last.faults))
        try:
            async with asyncio.timeout(time_s):
                last = await attempt(facts.model_copy(update={"complaints": complaints}))
        except (TurnFailure, BudgetExceeded, TimeoutError):
            break
        if len(last.fault_kinds) <= len(best.fault_kinds):
            best = last
    return best


def find_language_faults(text: str, language: Language) -> Iterator[TurnFault]:
    """Yield the fault `language` if a text is in another language than the session."""
    if not is_in_language(text, language):
        yield TurnFault("language", _WRITE_IN[language])


_WRITE_IN: Mapping[Language, str] = {"zh": "请用中文书写。", "en": "Write in English."}
