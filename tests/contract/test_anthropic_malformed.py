"""What does the adapter make of an endpoint that says what nobody expects? An answer or one of two errors, no other."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

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


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


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
def test_nonsense_is_no_answer(turn: ScriptedReply) -> None:
    async def main() -> None:
        async with anthropic_harness(turn) as asked:
            with pytest.raises(ModelUnavailable):
                await asked.answer()

    run(main)


@pytest.mark.parametrize("name", ["text", "partial_json"])
@pytest.mark.parametrize(("bits", "word"), [(("\ud83d", "\ude00"), "\U0001f600"), (("\ud83d", ""), "\ufffd")])
def test_a_sign_that_comes_in_halves_is_whole_again(bits: tuple[str, str], word: str, name: str) -> None:
    """JSON can say half of a pair of code units, and an endpoint may cut there; nothing can write it as UTF-8."""

    async def main() -> None:
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

    run(main)


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("count", [-5, 10**400])
def test_counts_from_nowhere_count_nothing(count: int, *, whole: bool) -> None:
    async def main() -> None:
        turn = ScriptedReply(tool={"word": "a"}, tokens={**TOKENS, "input_tokens": count}, whole=whole)
        async with anthropic_harness(turn) as asked:
            usage = (await asked.answer()).usage
        assert (usage.calls, usage.input_tokens, usage.output_tokens) == (1, 0, 40)

    run(main)


def test_what_an_error_in_the_stream_broke_off_is_paid_for() -> None:
    async def main() -> None:
        broken = ScriptedReply(tool={"word": "hello"}, error="overloaded_error", error_after=5)
        async with anthropic_harness(broken, GOOD) as asked:
            assert (await asked.answer()).usage == ONE + ONE

    run(main)


def test_what_the_time_limit_broke_off_is_paid_for() -> None:
    async def main() -> None:
        slow = ScriptedReply(tool={"word": "hello"}, silent_after=5)
        async with anthropic_harness(ScriptedReply(text="well", stop="end_turn"), slow, llm_timeout=5) as asked:
            with pytest.raises(UnusableAnswer) as error:
                await asked.answer(time_limit=0.5)
            assert error.value.usage == ONE + ONE

    run(main)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_key_and_no_words_are_carried_to_where_an_endpoint_redirects(status: int) -> None:
    async def main() -> None:
        async with FakeMessagesApi(replies_in_order(GOOD)) as other:
            away = ScriptedReply(status=status, headers={"location": f"{other.url}/v1/messages"})
            async with anthropic_harness(away) as asked:
                with pytest.raises(UnusableAnswer, match=str(status)):
                    await asked.answer()
                assert len(asked.api.asked) == 1
                assert "ANTHROPIC_BASE_URL" in asked.log
            assert other.asked == []

    run(main)


def test_calls_that_are_cancelled_leave_no_connection_open() -> None:
    async def main() -> None:
        for turn in (ScriptedReply(silent_after=0), ScriptedReply(tool={"word": "hello"}, silent_after=5)):
            async with anthropic_harness(turn, llm_timeout=5, llm_max_concurrent_calls=2) as asked:
                for _ in range(6):
                    with pytest.raises(TimeoutError):
                        async with asyncio.timeout(0.05):
                            await asked.answer()
                await asyncio.sleep(0.1)
                assert asked.api.lines == 0

    run(main)


def test_a_whole_answer_without_end_is_cut_off() -> None:
    async def main() -> None:
        async with anthropic_harness(ScriptedReply(tool={"word": "word " * 50_000}, whole=True), GOOD) as asked:
            assert (await asked.answer()).output.word == "hello"

    run(main)


def test_nothing_that_is_odd_shows_the_key() -> None:
    async def main() -> None:
        for turn in NONSENSE.values():
            async with anthropic_harness(turn) as asked:
                with pytest.raises((ModelUnavailable, UnusableAnswer)) as error:
                    await asked.answer()
                assert KEY not in repr(error.value)
                assert error.value.__suppress_context__

    run(main)
