"""The adapter as the tests of its contract ask it: over real HTTP, impatiently, with a key that must show nowhere."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import StringIO
from typing import Any

from pydantic import SecretStr

from shared.core.usage import Usage
from shared.llm.anthropic.adapter import AnthropicModel
from shared.llm.concurrency_limit import limit_concurrency
from shared.llm.port import Answer, Model, Prompt
from shared.llm.settings import ModelSettings
from shared.telemetry.log import make_log
from tests.services.fake_messages_api import MessagesApi, Turn, in_turn
from tests.unit.shared.llm.scripted_model import Facts, Said

KEY = "sk-ant-canary-0123456789"
SECRET = "the words of somebody"
ONE = Usage(calls=1, input_tokens=120, output_tokens=40, cost_usd=0.00096)
"""A request at the price of claude-sonnet-4-6."""


def prompt(*, time_limit: float = 10, key: str = "greeting") -> Prompt[Said]:
    return Prompt(
        key=key,
        version="1",
        system="You greet.",
        user=f"Greet: {SECRET}",
        facts=Facts(),
        output=Said,
        max_tokens=50,
        temperature=0.5,
        time_limit_s=time_limit,
    )


@dataclass
class Claude:
    """The adapter, as it is and as a process asks it, the endpoint behind it, and what it logged."""

    api: MessagesApi
    model: AnthropicModel
    placed: Model
    lines: StringIO

    async def answer(self, **about: Any) -> Answer[Said]:
        return await self.placed.answer(prompt(**about))

    @property
    def log(self) -> str:
        return self.lines.getvalue()


@asynccontextmanager
async def claude(*turns: Turn, **settings: Any) -> AsyncGenerator[Claude]:
    """An adapter that meets `turns`, and soon gives up the silent ones."""
    lines = StringIO()
    async with MessagesApi(in_turn(*turns)) as api:
        patience = 0.2 if any(turn.silent_after is not None for turn in turns) else 5
        own: dict[str, Any] = {
            "llm": "anthropic",
            "anthropic_api_key": SecretStr(KEY),
            "anthropic_base_url": api.url,
            "llm_timeout": patience,
        }
        read = ModelSettings.model_validate(own | settings)
        model = AnthropicModel(read, make_log("debug", "json", lines))
        try:
            yield Claude(api, model, limit_concurrency(model, read), lines)
        finally:
            await model.close()
    assert KEY not in lines.getvalue()
    assert SECRET not in lines.getvalue()
