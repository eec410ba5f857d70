"""How does the adapter ask an endpoint, and what does it make of each thing that one can answer? Over real HTTP."""

import asyncio
import json
import logging
import time
from email.utils import formatdate

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


async def test_a_tool_is_forced_and_the_stable_part_marked_for_the_cache() -> None:
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
async def test_every_form_of_a_valid_reply_is_parsed(turn: ScriptedReply) -> None:
    async with anthropic_harness(turn) as asked:
        answer = await asked.answer()
        assert (answer.output.word, answer.usage) == ("hello", ONE)
        assert len(asked.api.asked) == 1


async def test_a_reply_without_token_counts_has_zero_usage() -> None:
    for turn in (
        ScriptedReply(tool={"word": "a"}, tokens=None),
        ScriptedReply(tool={"word": "a"}, tokens=None, whole=True),
    ):
        async with anthropic_harness(turn) as asked:
            assert (await asked.answer()).usage == Usage()


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
async def test_a_permanent_error_is_not_retried_and_logs_a_hint(status: int, hint: str) -> None:
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
async def test_a_temporary_failure_is_tried_three_times(name: str, turn: ScriptedReply) -> None:
    """An endpoint that is silent has timed out (E004), any other is unavailable (E003)."""
    async with anthropic_harness(turn) as asked:
        with pytest.raises(ModelUnavailable) as raised:
            await asked.answer()
        assert len(asked.api.asked) == 3
        assert raised.value.code.name == ("E004" if name.startswith("silent") else "E003")


@pytest.mark.parametrize("turn", FAILING.values(), ids=FAILING)
async def test_a_reply_after_a_temporary_failure_is_returned(turn: ScriptedReply) -> None:
    async with anthropic_harness(turn, GOOD) as asked:
        assert (await asked.answer()).output.word == "hello"
        assert len(asked.api.asked) > 1


async def test_a_refused_connection_is_model_unavailable_after_three_attempts() -> None:
    async with anthropic_harness(GOOD, anthropic_base_url="http://127.0.0.1:9") as asked:
        with pytest.raises(ModelUnavailable):
            await asked.answer()
        assert asked.log.count("model_gave_no_answer") == 3


async def test_a_truncated_reply_is_charged_with_its_known_tokens() -> None:
    async with anthropic_harness(ScriptedReply(tool={"word": "hello"}, cut_after=5), GOOD) as asked:
        assert (await asked.answer()).usage == TWICE


@pytest.mark.parametrize(
    ("header", "value", "least"),
    [("retry-after-ms", "400", 0.4), ("retry-after", "1", 1.0), ("retry-after", "date", 0.9)],
)
async def test_the_retry_waits_as_long_as_retry_after_says(header: str, value: str, least: float) -> None:
    said = formatdate(time.time() + 2, usegmt=True) if value == "date" else value
    async with anthropic_harness(ScriptedReply(status=429, headers={header: said}), GOOD) as asked:
        await asked.answer()
        first, second = asked.api.asked
    assert least <= second.at - first.at < least + 1.5


@pytest.mark.alone
async def test_an_endpoint_that_wants_to_be_asked_too_late_is_not_waited_for() -> None:
    async with anthropic_harness(ScriptedReply(status=429, headers={"retry-after": "60"}), GOOD) as asked:
        begun = time.monotonic()
        with pytest.raises(ModelUnavailable, match="429"):
            await asked.answer(time_limit=5)
        assert time.monotonic() - begun < 1
        assert len(asked.api.asked) == 1


@pytest.mark.alone
async def test_the_time_limit_holds_for_all_attempts_together() -> None:
    async with anthropic_harness(ScriptedReply(silent_after=0), llm_timeout=5) as asked:
        begun = time.monotonic()
        with pytest.raises(ModelUnavailable, match=r"within 0\.3 s") as raised:
            await asked.answer(time_limit=0.3)
        assert time.monotonic() - begun < 1
        assert raised.value.code.name == "E004"


async def test_a_repair_turn_that_takes_too_long_leaves_nothing_to_use() -> None:
    """The endpoint is up: it is the answer that is missing."""
    async with anthropic_harness(
        ScriptedReply(text="well", stop="end_turn"), ScriptedReply(silent_after=0), llm_timeout=5
    ) as asked:
        with pytest.raises(UnusableAnswer, match=r"within 0\.5 s") as error:
            await asked.answer(time_limit=0.5)
        assert error.value.usage == ONE


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
async def test_an_unreadable_answer_is_shown_to_the_model_for_one_repair(
    turn: ScriptedReply, shown: str, problem: str
) -> None:
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


@pytest.mark.parametrize("turn", [turn for turn, _, _ in WRONG.values()], ids=WRONG)
async def test_an_answer_that_stays_wrong_after_repair_is_unusable_and_paid_for(turn: ScriptedReply) -> None:
    async with anthropic_harness(turn) as asked:
        with pytest.raises(UnusableAnswer, match="invalid after a repair turn") as error:
            await asked.answer()
        assert len(asked.api.asked) == 2
        assert error.value.usage.calls == 2
        assert "model_answer_unusable" in asked.log


@pytest.mark.parametrize("reason", ["refusal", "model_context_window_exceeded"])
async def test_a_reply_that_refuses_is_unusable_and_not_repaired(reason: str) -> None:
    async with anthropic_harness(ScriptedReply(text="No.", stop=reason)) as asked:
        with pytest.raises(UnusableAnswer, match=reason) as error:
            await asked.answer()
        assert len(asked.api.asked) == 1
        assert error.value.usage == ONE


@pytest.mark.parametrize(
    "turn",
    [ScriptedReply(status=529), ScriptedReply(status=401), ScriptedReply(cut_after=0)],
    ids=["529", "401", "cut"],
)
async def test_an_unusable_reply_is_repaired_at_most_once(turn: ScriptedReply) -> None:
    async with anthropic_harness(ScriptedReply(text="well", stop="end_turn"), turn) as asked:
        with pytest.raises(UnusableAnswer) as error:
            await asked.answer()
        assert len(asked.api.asked) == 2
        assert error.value.usage == ONE


async def test_the_cache_is_counted_and_priced() -> None:
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


async def test_a_model_without_a_price_costs_nothing_and_that_is_said_once() -> None:
    async with anthropic_harness(GOOD, llm_model="somebody-elses") as asked:
        for _ in range(2):
            usage = (await asked.answer()).usage
            assert (usage.input_tokens, usage.cost_usd) == (120, 0.0)
        assert asked.log.count("price_unknown") == 1
        assert "TOWOW_LLM_PRICES" in asked.log


async def test_a_configured_price_replaces_the_known_one() -> None:
    mine = {"mine": {"input": 1_000_000, "output": 0, "cache_write": 0, "cache_read": 0}}
    async with anthropic_harness(GOOD, llm_model="mine", llm_prices=mine) as asked:
        assert (await asked.answer()).usage.cost_usd == 120


@pytest.mark.parametrize(
    ("model", "choice", "thinking", "tokens"),
    [
        ("claude-sonnet-5-5", "auto", {"type": "between_tools"}, 50),
        ("claude-opus-5-5-20260922", "auto", None, 50 + 4096),
        ("claude-haiku-5-5", "tool", None, 50),
        ("claude-sonnet-5", "tool", {"type": "disabled"}, 50),
    ],
)
async def test_the_request_parameters_follow_the_models_capabilities(
    model: str, choice: str, thinking: object, tokens: int
) -> None:
    async with anthropic_harness(GOOD, llm_model=model) as asked:
        await asked.answer()
        (request,) = asked.api.asked
    body = request.body
    assert "temperature" not in body
    assert (body["tool_choice"]["type"], body.get("thinking"), body["max_tokens"]) == (choice, thinking, tokens)


async def test_waiting_for_a_concurrency_slot_does_not_count_as_timeout() -> None:
    """Four questions of 0.4 s or more, one after the other, each of which must be answered within a second."""
    slow = ScriptedReply(status=429, headers={"retry-after-ms": "400"})
    async with anthropic_harness(*(slow, GOOD) * 4, llm_max_concurrent_calls=1) as asked:
        begun = time.monotonic()
        answers = await asyncio.gather(*(asked.answer(time_limit=1) for _ in range(4)))
        assert [answer.output.word for answer in answers] == ["hello"] * 4
        assert time.monotonic() - begun > 1.6


async def test_a_cancelled_call_releases_its_concurrency_slot() -> None:
    async with anthropic_harness(
        ScriptedReply(silent_after=0), GOOD, llm_timeout=5, llm_max_concurrent_calls=1
    ) as asked:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await asked.answer()
        assert len(asked.api.asked) == 1
        assert (await asked.answer()).output.word == "hello"


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
async def test_the_api_key_appears_in_no_log_error_or_repr(
    turn: ScriptedReply, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with anthropic_harness(turn) as asked:
        met = await _meet(asked)
        assert KEY not in met
        assert KEY not in repr(asked.model)
        assert turn is GOOD or met.endswith("None True")
        assert KEY not in asked.log  # at debug
    assert KEY not in caplog.text
