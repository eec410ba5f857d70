"""What tests of tasks need: requests, a fixed clock, and models that answer by a function or not at all."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from negotiation.contracts.demand import DemandContext, DemandUnderstanding, SubmissionContext
from negotiation.registry.profile import Profile
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.language import Language
from shared.core.message_base import Message, ReceivedMessage
from shared.llm.port import Answer, BudgetExceeded, ModelUnavailable, Prompt
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.actor import TaskContext

T = TypeVar("T", bound=BaseModel)

NOW = 1_000_000
LATER = NOW + 60_000
CHANNEL = Address("channel", "collab-a")


@dataclass(frozen=True)
class FixedClock:
    """A clock that does not move."""

    def now(self) -> int:
        return NOW


@dataclass(frozen=True)
class UnavailableModel:
    """A model whose endpoint gives no answer."""

    retry_at: int | None = None
    name: str = "down"

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        return 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        raise ModelUnavailable("down", self.retry_at)


@dataclass(frozen=True)
class OverBudgetModel:
    """A model that nobody may pay any more."""

    name: str = "broke"

    def estimate_tokens(self, prompt: Prompt[T]) -> int:
        return 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        raise BudgetExceeded


class TaskRun(Protocol):
    """Anything with `perform`."""

    async def perform(self, task: ReceivedMessage[Any], tools: TaskContext) -> Sequence[Send]: ...


def by(**rules: Callable[[Any], BaseModel]) -> TaskContext:
    """Tools whose model answers by these rules, one per prompt key."""
    return TaskContext(RuleBasedModel(rules), FixedClock())


def without_model(retry_at: int | None = None) -> TaskContext:
    """Tools whose model is down."""
    return TaskContext(UnavailableModel(retry_at), FixedClock())


def without_money() -> TaskContext:
    """Tools whose budget is spent."""
    return TaskContext(OverBudgetModel(), FixedClock())


def ask(actor: TaskRun, body: Message, tools: TaskContext, *, agent: str = "agent_bob") -> Any:
    """The one answer to `body`, which must go to whoever asked."""
    task = ReceivedMessage(body, CHANNEL, Address("user_agent", agent), "m1", "d-a")
    (send,) = asyncio.run(actor.perform(task, tools))  # pyright: ignore[reportArgumentType]
    assert send.to == CHANNEL
    return send.body


def submission_context(language: Language = "zh", user_id: str = "user_alice") -> SubmissionContext:
    """What was fixed at submission: Thursday, 22 January 2026."""
    return SubmissionContext(user_id=user_id, language=language, today="2026-01-22", timezone="Asia/Shanghai")


def demand(*tags: str, **context: object) -> DemandUnderstanding:
    """A demand for these skills."""
    return DemandUnderstanding(
        surface_demand="办一场读书会", capability_tags=tags, context=DemandContext.model_validate(context)
    )


def person(agent_id: str = "agent_bob", **fields: object) -> Profile:
    """A profile; what is not said is empty."""
    return Profile.model_validate({"agent_id": agent_id, "display_name": agent_id.removeprefix("agent_"), **fields})
