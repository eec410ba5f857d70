"""The scripted model: an answer, no answer, silence, and how long each takes."""

import asyncio
from typing import Any

import pytest
from pydantic import BaseModel

from shared.core.frozen_model import FrozenModel
from shared.llm.port import Answer, ModelUnavailable, Prompt, UnusableAnswer
from shared.llm.scripted_model import ScriptedAnswer, ScriptedModel
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from tests.support.async_tests import START


class Said(BaseModel):
    word: str
    times: int = 1


class Facts(FrozenModel):
    name: str


class Book:
    """A script with one entry per name."""

    def __init__(self, **entries: ScriptedAnswer) -> None:
        self._entries = entries

    def get_answer(self, prompt: Prompt[Any]) -> ScriptedAnswer:
        assert isinstance(prompt.facts, Facts)
        return self._entries[prompt.facts.name]


def asked(name: str) -> Prompt[Said]:
    return Prompt(key="greeting", version="1", system="", user="", facts=Facts(name=name), output=Said)


def answered(model: ScriptedModel, name: str) -> tuple[Answer[Said], int]:
    """The answer, and after how many ms it came."""

    async def main(clock: VirtualClock) -> tuple[Answer[Said], int]:
        return await model.answer(asked(name)), clock.now()

    return run_virtually(main, 0)


def test_scripted_fields_become_an_answer_of_the_prompts_type() -> None:
    model = ScriptedModel(Book(ann=ScriptedAnswer(fields={"word": "hi"})), tokens_per_call=12)
    answer, _ = answered(model, "ann")
    assert answer.output == Said(word="hi", times=1)
    assert (answer.usage.calls, answer.usage.input_tokens, answer.usage.output_tokens) == (1, 12, 0)
    assert not answer.fallback
    assert model.estimate_tokens(asked("ann")) == 12
    assert model.name == "scenario"


def test_a_scripted_answer_comes_after_latency_plus_delay() -> None:
    model = ScriptedModel(
        Book(ann=ScriptedAnswer(fields={"word": "hi"}, delay_s=2), bob=ScriptedAnswer(fields={"word": "ho"})),
        latency_ms=50,
    )
    assert answered(model, "ann")[1] == 2050
    assert answered(model, "bob")[1] == 50


def test_a_scripted_error_raises_model_unavailable() -> None:
    with pytest.raises(ModelUnavailable, match="greeting"):
        answered(ScriptedModel(Book(ann=ScriptedAnswer("error"))), "ann")


async def test_scripted_silence_ends_only_by_cancellation(clock: VirtualClock) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(86_400):
            await ScriptedModel(Book(ann=ScriptedAnswer("silent"))).answer(asked("ann"))
    assert clock.now() - START == 86_400_000


def test_an_unusable_reply_is_paid_for_and_says_what_is_wrong() -> None:
    model = ScriptedModel(
        Book(ann=ScriptedAnswer("unusable", delay_s=2, detail="the answer is no JSON")), tokens_per_call=12
    )
    with pytest.raises(UnusableAnswer, match="the answer is no JSON") as caught:
        answered(model, "ann")
    assert (caught.value.usage.calls, caught.value.usage.input_tokens) == (1, 12)
