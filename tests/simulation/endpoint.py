"""The model of a simulated world: it answers as the scene says."""

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from shared.core.usage import Usage
from shared.llm.port import Answer, Prompt, UnusableAnswer
from tests.simulation.faulty_adapters import IN_HAND
from tests.simulation.history import Call
from tests.simulation.process import PROCESS

if TYPE_CHECKING:
    from tests.simulation.cluster import Cluster

T = TypeVar("T", bound=BaseModel)

TOKENS = 100
"""What an answer costs."""

COST = Usage(calls=1, input_tokens=TOKENS)


class Endpoint:
    """The Model port. Every call is remembered, and may be the last thing its process does."""

    name = "endpoint"

    def __init__(self, world: "Cluster") -> None:
        self._world = world

    def estimate_tokens(self, prompt: Prompt[Any]) -> int:
        """Exactly what it costs."""
        return TOKENS

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Answer as the course goes. Raises ModelUnavailable, UnusableAnswer, and sometimes something unheard of."""
        world, scene, process = self._world, self._world.scene, PROCESS.get()
        assert process is not None
        asked = prompt.identity(self.name)
        call = Call(scene.correlation_of(prompt), asked, process.name, world.clock.now(), TOKENS)
        world.history.calls.append(call)
        try:
            await asyncio.sleep(scene.latency(prompt))
            process.may_die("killed at the model", IN_HAND.get())
            scene.fail(prompt)
        except UnusableAnswer:
            call.outcome = "answered"
            raise
        except BaseException as error:
            call.outcome = "failed" if isinstance(error, Exception) else "cancelled"
            raise
        call.outcome = "answered"
        said = scene.answer(prompt, len(world.history.calls))
        return Answer(prompt.output.model_validate(said.model_dump(by_alias=True)), COST)
