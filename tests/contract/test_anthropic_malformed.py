"""What does the adapter make of an endpoint that says what nobody expects? An answer or one of two errors, no other."""

import asyncio
import json

import pytest

from shared.llm.anthropic import retry
from shared.llm.port import ModelUnavailable, UnusableAnswer
from tests.services.fake_messages_api import TOKENS, FakeMessagesApi, ScriptedReply, replies_in_order
from tests.support.anthropic_harness import KEY, ONE, anthropic_harness

GOOD = ScriptedReply(tool={"word": "hello"})


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pauses between attempts have tests of their own."""
    monkeypatch.setattr(retry, "_JITTERED_BACKOFF", lambda _: 0.01)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]


def streamed(*events: str) -> ScriptedReply:
    """These data, each as it stands, as events of a stream."""
    rows = "".join(f"event: content_block_delta\ndata: {data}\n\n" for data in events)
    return ScriptedReply(body=rows.encode("utf-8", "surrogateescape"), kind="text/event-stream")


DEEP = "[" * 200_000
NONSENSE = {
    "whole, not UTF-8": ScriptedReply(body=b'{"content": "\xff\xfe"}'),
    "whole, nested without end": ScriptedReply(body=DEEP.encode()),
    "whole, null": ScriptedReply(body=b"null"),
    "whole, nothing": ScriptedReply(body=b""),
    "whole, an error": ScriptedReply(body=b'{"type": "error", "error": {"type": "api_error", "message": "no"}}'),
    "whole, no message": ScriptedReply(body=b"{}"),
    "a page": ScriptedReply(body=b"<html>log in</html>", kind="text/html"),
    "stream, not UTF-8": streamed('{"type": "\udcff"}'),
    "stream, nested without end": streamed(DEEP),
    "stream, a number": streamed("5"),
    "stream, null": streamed("null"),
    "stream, a list": streamed("[]"),
    "stream, no JSON": streamed("hello"),
    "stream, an error that is a list": ScriptedReply(body=b"event: error\ndata: []\n\n", kind="text/event-stream"),
    "stream, an error that is a word": ScriptedReply(body=b"event: error\ndata: no\n\n", kind="text/event-stream"),
    "stream, an error in an error": ScriptedReply(
        body=b'event: error\ndata: {"error": "no"}\n\n', kind="text/event-stream"
    ),
    "500, nested without end": ScriptedReply(status=500, body=DEEP.encode()),
    "500, a list": ScriptedReply(status=500, body=b"[]"),
    "500, not UTF-8": ScriptedReply(status=500, body=b"\xff\xfe"),
    "500, an error in an error": ScriptedReply(status=500, body=b'{"error": "no"}'),
    "429, a date from nowhere": ScriptedReply(status=429, headers={"retry-after": "Fri, 31 Dec 99999 23:59:59 GMT"}),
    "429, a day from nowhere": ScriptedReply(status=429, headers={"retry-after": "Fri, 99 Dec 2026 99:99:99 GMT"}),
    "429, an hour": ScriptedReply(status=429, headers={"retry-after": "3600"}),
}


@pytest.mark.parametrize("turn", NONSENSE.values(), ids=NONSENSE)
async def test_a_malformed_reply_is_model_unavailable(turn: ScriptedReply) -> None:
    async with anthropic_harness(turn) as asked:
        with pytest.raises(ModelUnavailable):
            await asked.answer()


@pytest.mark.parametrize("name", ["text", "partial_json"])
@pytest.mark.parametrize(("bits", "word"), [(("\ud83d", "\ude00"), "\U0001f600"), (("\ud83d", ""), "\ufffd")])
async def test_a_surrogate_pair_split_over_two_deltas_is_joined(bits: tuple[str, str], word: str, name: str) -> None:
    """JSON can say half of a pair of code units, and an endpoint may cut there; nothing can write it as UTF-8."""
    block = {"type": "tool_use", "name": "greeting"} if name == "partial_json" else {"type": "text"}
    halves = streamed(
        json.dumps({"type": "content_block_start", "index": 0, "content_block": block}),
        json.dumps({"type": "content_block_delta", "index": 0, "delta": {name: '{"word": "' + bits[0]}}),
        json.dumps({"type": "content_block_delta", "index": 0, "delta": {name: bits[1] + '"}'}}),
        json.dumps({"type": "message_delta", "delta": {"stop_reason": "end_turn"}}),
    )
    async with anthropic_harness(halves) as asked:
        assert (await asked.answer()).output.word == word
        assert len(asked.api.asked) == 1


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("count", [-5, 10**400])
async def test_invalid_token_counts_count_as_zero(count: int, *, whole: bool) -> None:
    turn = ScriptedReply(tool={"word": "a"}, tokens={**TOKENS, "input_tokens": count}, whole=whole)
    async with anthropic_harness(turn) as asked:
        usage = (await asked.answer()).usage
    assert (usage.calls, usage.input_tokens, usage.output_tokens) == (1, 0, 40)


async def test_a_reply_interrupted_by_a_stream_error_is_charged() -> None:
    broken = ScriptedReply(tool={"word": "hello"}, error="overloaded_error", error_after=5)
    async with anthropic_harness(broken, GOOD) as asked:
        assert (await asked.answer()).usage == ONE + ONE


async def test_a_reply_interrupted_by_the_time_limit_is_charged() -> None:
    slow = ScriptedReply(tool={"word": "hello"}, silent_after=5)
    async with anthropic_harness(ScriptedReply(text="well", stop="end_turn"), slow, llm_timeout=5) as asked:
        with pytest.raises(UnusableAnswer) as error:
            await asked.answer(time_limit=0.5)
        assert error.value.usage == ONE + ONE


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_of_the_endpoint_is_not_followed(status: int) -> None:
    async with FakeMessagesApi(replies_in_order(GOOD)) as other:
        away = ScriptedReply(status=status, headers={"location": f"{other.url}/v1/messages"})
        async with anthropic_harness(away) as asked:
            with pytest.raises(UnusableAnswer, match=str(status)):
                await asked.answer()
            assert len(asked.api.asked) == 1
            assert "ANTHROPIC_BASE_URL" in asked.log
        assert other.asked == []


async def test_calls_that_are_cancelled_leave_no_connection_open() -> None:
    for turn in (ScriptedReply(silent_after=0), ScriptedReply(tool={"word": "hello"}, silent_after=5)):
        async with anthropic_harness(turn, llm_timeout=5, llm_max_concurrent_calls=2) as asked:
            for _ in range(6):
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.05):
                        await asked.answer()
            await asyncio.sleep(0.1)
            assert asked.api.lines == 0


async def test_a_whole_answer_without_end_is_cut_off() -> None:
    async with anthropic_harness(ScriptedReply(tool={"word": "word " * 50_000}, whole=True), GOOD) as asked:
        assert (await asked.answer()).output.word == "hello"


async def test_no_malformed_reply_error_contains_the_api_key() -> None:
    for turn in NONSENSE.values():
        async with anthropic_harness(turn) as asked:
            with pytest.raises((ModelUnavailable, UnusableAnswer)) as error:
                await asked.answer()
            assert KEY not in repr(error.value)
            assert error.value.__suppress_context__
