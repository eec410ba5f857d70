"""A question, and a model that does with each one in turn as a test says."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic import BaseModel

from shared.core.frozen_model import FrozenModel
from shared.core.usage import Usage
from shared.llm.port import Answer, ModelUnavailable, Prompt

COST = Usage(calls=1, input_tokens=100)


class Reply(BaseModel):
    word: str = "yes"


class Facts(FrozenModel):
    name: str = "amy"


def question(name: str = "amy", *, time_limit: float = 90) -> Prompt[Reply]:
    return Prompt(
        key="greeting",
        version="1",
        system="",
        user="",
        facts=Facts(name=name),
        output=Reply,
        time_limit_s=time_limit,
        budget_headroom=0,
    )


Behaviour = Callable[[], Awaitable[Usage]]


def says(after: float = 0, usage: Usage = COST) -> Behaviour:
    """An answer after so many seconds."""

    async def behave() -> Usage:
        await asyncio.sleep(after)
        return usage

    return behave


def fails(error: Exception | None = None, after: float = 0) -> Behaviour:
    """No answer, after so many seconds."""

    async def behave() -> Usage:
        await asyncio.sleep(after)
        raise error or ModelUnavailable("503")

    return behave


class ScriptedReplies:
    """A model that takes its course: the n-th question meets the n-th behaviour. `cut` counts the cancelled ones."""

    name = "course"

    def __init__(self, *behaviours: Behaviour) -> None:
        self._behaviours = list(behaviours)
        self.cut = 0

    @property
    def left(self) -> int:
        return len(self._behaviours)

    def estimate_tokens(self, prompt: Prompt[Any]) -> int:
        return 100

    async def answer(self, prompt: Prompt[Any]) -> Answer[Any]:
        behave = self._behaviours.pop(0)
        try:
            return Answer(prompt.output(), await behave())
        except asyncio.CancelledError:
            self.cut += 1
            raise
