"""How does the adapter ask an endpoint, and what does it make of each thing that one can answer? Over real HTTP."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine
from email.utils import formatdate
from typing import Any

import pytest

from shared.core.usage import Usage
from shared.llm.anthropic import retry
from shared.llm.port import ModelUnavailable, UnusableAnswer
from tests.services.fake_messages_api import TOKENS, ScriptedReply
from tests.support.anthropic_harness import KEY, ONE, SECRET, AnthropicHarness, anthropic_harness

GOOD = ScriptedReply(tool={"word": "hello"})
TWICE = ONE + ONE


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses between attempts have tests of their own."""
    monkeypatch.setattr(retry, "_JITTERED_BACKOFF", lambda _: 0.01)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def test_a_tool_is_forced_and_the_stable_part_marked_for_the_cache() -> None:
    async def main() -> None:
        async with anthropic_harness(GOOD) as asked:
            answer = await asked.answer()
            assert (answer.output.word, answer.usage, answer.fallback) == ("hello", ONE, False)
            (request,) = asked.api.asked
            body = request.body
        assert (request.method, request.path) == ("POST", "/v1/messages")
        assert KEY in "".join(request.headers.values())
        assert (body["model"], body["max_tokens"], body["temperature"]) == ("claude-sonnet-4-6", 50, 0.5)
        assert body["stream"] is True
        assert body["tool_choice"] == {"type": "tool", "name": "greeting"}
        (tool,) = body["tools"]
        assert tool["name"] == "greeting"
        assert tool["input_schema"]["properties"] == {"word": {"default": "yes", "type": "string"}}
        (system,) = body["system"]
        assert system["text"] == "You greet."
        assert tool["cache_control"] == system["cache_control"] == {"type": "ephemeral"}
        assert body["messages"] == [{"role": "user", "content": f"Greet: {SECRET}"}]

    run(main)


@pytest.mark.parametrize(
    "turn",
    [
        ScriptedReply(text='{"word": "hello"}', stop="end_turn"),
        ScriptedReply(text='```json\n{"word": "hello"}\n```', stop="end_turn"),
        ScriptedReply(text="Here you are:", tool={"word": "hello"}),
        ScriptedReply(tool={"word": "hello"}, whole=True),
        ScriptedReply(text='{"word": "hello"}', stop="end_turn", whole=True),
        ScriptedReply(tool={"word": "hello"}, whole=True, stop=None),
    ],
    ids=["text", "fenced", "words before the tool", "whole", "whole text", "whole, without its reason"],
)
def test_every_form_of_an_answer_is_taken(turn: ScriptedReply) -> None:
    async def main() -> None:
        async with anthropic_harness(turn) as asked:
            answer = await asked.answer()
            assert (answer.output.word, answer.usage) == ("hello", ONE)
            assert len(asked.api.asked) == 1

    run(main)


def test_an_endpoint_that_counts_nothing_costs_nothing() -> None:
    async def main() -> None:
        for turn in (
            ScriptedReply(tool={"word": "a"}, tokens=None),
            ScriptedReply(tool={"word": "a"}, tokens=None, whole=True),
        ):
            async with anthropic_harness(turn) as asked:
                assert (await asked.answer()).usage == Usage()

    run(main)


@pytest.mark.parametrize(
    ("status", "hint"),
    [
        (400, "LLM_MODEL"),
        (401, "ANTHROPIC_API_KEY"),
        (402, "credit"),
        (403, "may not do this"),
        (404, "ANTHROPIC_BASE_URL"),
        (413, "too large"),
    ],
)
def test_a_refusal_is_not_asked_again_and_says_what_to_do(status: int, hint: str) -> None:
    async def main() -> None:
        async with anthropic_harness(ScriptedReply(status=status, said=f"not with {KEY}")) as asked:
            with pytest.raises(UnusableAnswer, match=str(status)) as refused:
                await asked.answer()
            assert refused.value.usage == Usage()
            assert len(asked.api.asked) == 1
            assert KEY not in str(refused.value)
            told = [json.loads(line) for line in asked.log.splitlines()]
        assert [line["event"] for line in told] == ["model_refused"]
        assert hint in told[0]["hint"]
        assert told[0]["request_id"] == "req_1"

    run(main)


FAILING = {
    "408": ScriptedReply(status=408),
    "409": ScriptedReply(status=409),
    "429": ScriptedReply(status=429, headers={"retry-after": "0"}),
    "500": ScriptedReply(status=500),
    "529": ScriptedReply(status=529),
    "silent before": ScriptedReply(silent_after=0),
    "silent after the first event": ScriptedReply(tool={"word": "hello"}, silent_after=1),
    "silent between tokens": ScriptedReply(tool={"word": "hello"}, silent_after=5),
    "cut before": ScriptedReply(cut_after=0),
    "cut between tokens": ScriptedReply(tool={"word": "hello"}, cut_after=5),
    "ends between tokens": ScriptedReply(tool={"word": "hello"}, stop=None),
    "overloaded in the stream": ScriptedReply(error="overloaded_error"),
    "no message": ScriptedReply(whole=True, tokens={}, headers={"content-encoding": "gzip"}),
}


@pytest.mark.parametrize(("name", "turn"), FAILING.items(), ids=FAILING)
def test_a_temporary_failure_is_tried_three_times(name: str, turn: ScriptedReply) -> None:
    """An endpoint that is silent has timed out (E004), any other is unavailable (E003)."""

    async def main() -> None:
        async with anthropic_harness(turn) as asked:
            with pytest.raises(ModelUnavailable) as raised:
                await asked.answer()
            assert len(asked.api.asked) == 3
            assert raised.value.code.name == ("E004" if name.startswith("silent") else "E003")

    run(main)


@pytest.mark.parametrize("turn", FAILING.values(), ids=FAILING)
def test_once_it_has_gone_away_there_is_an_answer(turn: ScriptedReply) -> None:
    async def main() -> None:
        async with anthropic_harness(turn, GOOD) as asked:
            assert (await asked.answer()).output.word == "hello"
            assert len(asked.api.asked) > 1

    run(main)


def test_nobody_listens_where_the_endpoint_should_be() -> None:
    async def main() -> None:
        async with anthropic_harness(GOOD, anthropic_base_url="http://127.0.0.1:9") as asked:
            with pytest.raises(ModelUnavailable):
                await asked.answer()
            assert asked.log.count("model_gave_no_answer") == 3

    run(main)


def test_what_was_cut_is_paid_for_as_far_as_it_is_known() -> None:
    async def main() -> None:
        async with anthropic_harness(ScriptedReply(tool={"word": "hello"}, cut_after=5), GOOD) as asked:
            assert (await asked.answer()).usage == TWICE

    run(main)


@pytest.mark.parametrize(
    ("header", "value", "least"),
    [("retry-after-ms", "400", 0.4), ("retry-after", "1", 1.0), ("retry-after", "date", 0.9)],
)
def test_an_endpoint_that_says_when_is_asked_then(header: str, value: str, least: float) -> None:
    async def main() -> None:
        said = formatdate(time.time() + 2, usegmt=True) if value == "date" else value
        async with anthropic_harness(ScriptedReply(status=429, headers={header: said}), GOOD) as asked:
            await asked.answer()
            first, second = asked.api.asked
        assert least <= second.at - first.at < least + 1.5

    run(main)


@pytest.mark.alone
def test_an_endpoint_that_wants_to_be_asked_too_late_is_not_waited_for() -> None:
    async def main() -> None:
        async with anthropic_harness(ScriptedReply(status=429, headers={"retry-after": "60"}), GOOD) as asked:
            begun = time.monotonic()
            with pytest.raises(ModelUnavailable, match="429"):
                await asked.answer(time_limit=5)
            assert time.monotonic() - begun < 1
            assert len(asked.api.asked) == 1

    run(main)


@pytest.mark.alone
def test_the_time_limit_holds_for_all_attempts_together() -> None:
    async def main() -> None:
        async with anthropic_harness(ScriptedReply(silent_after=0), llm_timeout=5) as asked:
            begun = time.monotonic()
            with pytest.raises(ModelUnavailable, match=r"within 0\.3 s") as raised:
                await asked.answer(time_limit=0.3)
            assert time.monotonic() - begun < 1
            assert raised.value.code.name == "E004"

    run(main)


def test_a_repair_turn_that_takes_too_long_leaves_nothing_to_use() -> None:
    """The endpoint is up: it is the answer that is missing."""

    async def main() -> None:
        async with anthropic_harness(
            ScriptedReply(text="well", stop="end_turn"), ScriptedReply(silent_after=0), llm_timeout=5
        ) as asked:
            with pytest.raises(UnusableAnswer, match=r"within 0\.5 s") as error:
                await asked.answer(time_limit=0.5)
            assert error.value.usage == ONE

    run(main)


LONG = "word " * 10_000
WRONG = {
    "prose": (
        ScriptedReply(text="I think hello would do.", stop="end_turn"),
        "I think hello",
        "There is no JSON object in it",
    ),
    "truncated JSON": (ScriptedReply(raw='{"word": "hel'), '{"word": "hel', "EOF while parsing"),
    "cut off": (ScriptedReply(raw='{"word": "hel', stop="max_tokens"), '{"word": "hel', "at most 50 tokens"),
    "wrong schema": (ScriptedReply(tool={"word": 7}), '{"word": 7}', "word: Input should be a valid string"),
    "another tool": (
        ScriptedReply(tool={"word": "a"}, name="farewell"),
        '{"word": "a"}',
        "There is no tool of that name",
    ),
    "nothing": (ScriptedReply(stop="end_turn"), "…", "There is no JSON object in it"),
    "ten thousand words": (ScriptedReply(text=LONG, stop="max_tokens"), "word word", "at most 50 tokens"),
    "ten thousand words in a field": (ScriptedReply(raw=f'{{"word": ["{LONG}"]}}'), '{"word": ["word', "valid string"),
    "without end": (ScriptedReply(text=LONG * 5, stop="end_turn"), "word word", "at most 50 tokens"),
}


@pytest.mark.parametrize(("turn", "shown", "problem"), WRONG.values(), ids=WRONG)
def test_an_unreadable_answer_is_shown_to_the_model_for_one_repair(
    turn: ScriptedReply, shown: str, problem: str
) -> None:
    async def main() -> None:
        async with anthropic_harness(turn, GOOD) as asked:
            answer = await asked.answer()
            assert (answer.output.word, answer.usage.calls) == ("hello", 2)
            question, repair = (request.body["messages"] for request in asked.api.asked)
        assert repair[:1] == question
        assert [said["role"] for said in repair] == ["user", "assistant", "user"]
        assert repair[1]["content"].startswith(shown)
        assert problem in repair[2]["content"]
        assert len(repair[1]["content"]) < 4_100
        assert len(repair[2]["content"]) < 1_500

    run(main)


@pytest.mark.parametrize("turn", [turn for turn, _, _ in WRONG.values()], ids=WRONG)
def test_an_answer_that_stays_wrong_after_repair_is_unusable_and_paid_for(turn: ScriptedReply) -> None:
    async def main() -> None:
        async with anthropic_harness(turn) as asked:
            with pytest.raises(UnusableAnswer, match="invalid after a repair turn") as error:
                await asked.answer()
            assert len(asked.api.asked) == 2
            assert error.value.usage.calls == 2
            assert "model_answer_unusable" in asked.log

    run(main)


@pytest.mark.parametrize("reason", ["refusal", "model_context_window_exceeded"])
def test_a_model_that_will_not_is_not_asked_again(reason: str) -> None:
    async def main() -> None:
        async with anthropic_harness(ScriptedReply(text="No.", stop=reason)) as asked:
            with pytest.raises(UnusableAnswer, match=reason) as error:
                await asked.answer()
            assert len(asked.api.asked) == 1
            assert error.value.usage == ONE

    run(main)


@pytest.mark.parametrize(
    "turn",
    [ScriptedReply(status=529), ScriptedReply(status=401), ScriptedReply(cut_after=0)],
    ids=["529", "401", "cut"],
)
def test_a_repair_turn_is_asked_once(turn: ScriptedReply) -> None:
    async def main() -> None:
        async with anthropic_harness(ScriptedReply(text="well", stop="end_turn"), turn) as asked:
            with pytest.raises(UnusableAnswer) as error:
                await asked.answer()
            assert len(asked.api.asked) == 2
            assert error.value.usage == ONE

    run(main)


def test_the_cache_is_counted_and_priced() -> None:
    async def main() -> None:
        counts = {**TOKENS, "cache_creation_input_tokens": 1000, "cache_read_input_tokens": 2000}
        async with anthropic_harness(ScriptedReply(tool={"word": "hello"}, tokens=counts)) as asked:
            usage = (await asked.answer()).usage
            (line,) = [json.loads(line) for line in asked.log.splitlines()]
        assert (usage.input_tokens, usage.output_tokens) == (3120, 40)
        assert usage.cost_usd == pytest.approx((120 * 3 + 40 * 15 + 1000 * 3.75 + 2000 * 0.30) / 1e6)
        told = {"event": "model_answered", "prompt": "greeting", "model": "claude-sonnet-4-6", "attempt": 1}
        counted = {"cache_written": 1000, "cache_read": 2000, "input_tokens": 3120, "request_id": "req_1"}
        assert line.items() >= {**told, **counted}.items()
        assert line["duration_ms"] >= 0

    run(main)


def test_a_model_without_a_price_costs_nothing_and_that_is_said_once() -> None:
    async def main() -> None:
        async with anthropic_harness(GOOD, llm_model="somebody-elses") as asked:
            for _ in range(2):
                usage = (await asked.answer()).usage
                assert (usage.input_tokens, usage.cost_usd) == (120, 0.0)
            assert asked.log.count("price_unknown") == 1
            assert "TOWOW_LLM_PRICES" in asked.log

    run(main)


def test_a_price_of_ones_own_holds() -> None:
    async def main() -> None:
        mine = {"mine": {"input": 1_000_000, "output": 0, "cache_write": 0, "cache_read": 0}}
        async with anthropic_harness(GOOD, llm_model="mine", llm_prices=mine) as asked:
            assert (await asked.answer()).usage.cost_usd == 120

    run(main)


@pytest.mark.parametrize(
    ("model", "choice", "thinking", "tokens"),
    [
        ("claude-sonnet-5-5", "auto", {"type": "between_tools"}, 50),
        ("claude-opus-5-5-20260922", "auto", None, 50 + 4096),
        ("claude-haiku-5-5", "tool", None, 50),
        ("claude-sonnet-5", "tool", {"type": "disabled"}, 50),
    ],
)
def test_newer_models_are_asked_as_they_want_to_be(model: str, choice: str, thinking: object, tokens: int) -> None:
    async def main() -> None:
        async with anthropic_harness(GOOD, llm_model=model) as asked:
            await asked.answer()
            (request,) = asked.api.asked
        body = request.body
        assert "temperature" not in body
        assert (body["tool_choice"]["type"], body.get("thinking"), body["max_tokens"]) == (choice, thinking, tokens)

    run(main)


def test_so_many_are_asked_at_once_and_waiting_for_that_is_no_silence() -> None:
    """Four questions of 0.4 s or more, one after the other, each of which must be answered within a second."""

    async def main() -> None:
        slow = ScriptedReply(status=429, headers={"retry-after-ms": "400"})
        async with anthropic_harness(*(slow, GOOD) * 4, llm_max_concurrent_calls=1) as asked:
            begun = time.monotonic()
            answers = await asyncio.gather(*(asked.answer(time_limit=1) for _ in range(4)))
            assert [answer.output.word for answer in answers] == ["hello"] * 4
            assert time.monotonic() - begun > 1.6

    run(main)


def test_a_call_that_is_cancelled_ends_and_leaves_its_place() -> None:
    async def main() -> None:
        async with anthropic_harness(
            ScriptedReply(silent_after=0), GOOD, llm_timeout=5, llm_max_concurrent_calls=1
        ) as asked:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.5):
                    await asked.answer()
            assert len(asked.api.asked) == 1
            assert (await asked.answer()).output.word == "hello"

    run(main)


async def _meet(asked: AnthropicHarness) -> str:
    try:
        return str(await asked.answer())
    except (ModelUnavailable, UnusableAnswer) as error:
        # What a traceback would show: the error, and whatever it says it came from.
        return f"{error!r} {error.__cause__!r} {error.__suppress_context__}"


ECHO = {
    "401 with the key": ScriptedReply(status=401, said=f"bad key {KEY}"),
    "500 with the key": ScriptedReply(status=500, said=KEY),
}


@pytest.mark.parametrize("turn", [*FAILING.values(), *ECHO.values(), GOOD], ids=[*FAILING, *ECHO, "good"])
def test_the_key_shows_nowhere(turn: ScriptedReply, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        caplog.set_level(logging.DEBUG)
        async with anthropic_harness(turn) as asked:
            met = await _meet(asked)
            assert KEY not in met
            assert KEY not in repr(asked.model)
            assert turn is GOOD or met.endswith("None True")
            assert KEY not in asked.log  # at debug
        assert KEY not in caplog.text

    run(main)
