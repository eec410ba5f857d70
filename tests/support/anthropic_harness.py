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
from tests.services.fake_messages_api import FakeMessagesApi, ScriptedReply, replies_in_order
from tests.unit.shared.llm.scripted_model import Facts, Reply
from towow.config.demand_logger import build_logger

KEY = "sk-ant-canary-0123456789"
SECRET = "the words of somebody"
ONE = Usage(calls=1, input_tokens=120, output_tokens=40, cost_usd=0.00096)
"""A request at the price of claude-sonnet-4-6."""


def prompt(*, time_limit: float = 10, key: str = "greeting") -> Prompt[Reply]:
    return Prompt(
        key=key,
        version="1",
        system="You greet.",
        user=f"Greet: {SECRET}",
        facts=Facts(),
        output=Reply,
        max_tokens=50,
        temperature=0.5,
        time_limit_s=time_limit,
    )


@dataclass
class AnthropicHarness:
    """The adapter, as it is and as a process asks it, the endpoint behind it, and what it logged."""

    api: FakeMessagesApi
    model: AnthropicModel
    placed: Model
    lines: StringIO

    async def answer(self, **about: Any) -> Answer[Reply]:
        return await self.placed.answer(prompt(**about))

    @property
    def log(self) -> str:
        return self.lines.getvalue()


@asynccontextmanager
async def anthropic_harness(*turns: ScriptedReply, **settings: Any) -> AsyncGenerator[AnthropicHarness]:
    """An adapter that meets `turns`, and soon gives up the silent ones."""
    lines = StringIO()
    async with FakeMessagesApi(replies_in_order(*turns)) as api:
        patience = 0.2 if any(turn.silent_after is not None for turn in turns) else 5
        own: dict[str, Any] = {
            "llm": "anthropic",
            "anthropic_api_key": SecretStr(KEY),
            "anthropic_base_url": api.url,
            "llm_timeout": patience,
        }
        read = ModelSettings.model_validate(own | settings)
        model = AnthropicModel(read, build_logger("debug", "json", lines))
        try:
            yield AnthropicHarness(api, model, limit_concurrency(model, read), lines)
        finally:
            await model.close()
    assert KEY not in lines.getvalue()
    assert SECRET not in lines.getvalue()
