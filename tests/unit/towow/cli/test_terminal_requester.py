"""Which question is asked at the terminal, one after the other, and what is sent as its answer?"""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from gateway.negotiation.api_models import SubmissionResponse
from gateway.negotiation.clarification_service import RequesterAnswer, RequesterChange
from shared.store.port import LoggedEvent
from towow.cli import terminal_requester
from towow.cli.terminal_requester import TerminalRequester
from towow.client.port import SystemClient

CHANNEL = "collab-abc"
NOW, UNTIL = "2026-01-22T10:00:00.000Z", "2026-01-22T10:01:00.000Z"


class Terminal:
    """The lines that are typed, and what the system got by them."""

    def __init__(self) -> None:
        self.lines: asyncio.Queue[str] = asyncio.Queue()
        self.given: list[tuple[str | None, RequesterAnswer]] = []
        self.went = 0

    async def read_line(self) -> str:
        """The next line that is typed."""
        return await self.lines.get()

    async def answer(self, _: str, question_id: str | None, answer: RequesterAnswer) -> str:
        """An answer that arrives."""
        self.given.append((question_id, answer))
        return question_id or ""

    async def revise(self, _: str, change: RequesterChange) -> None:
        """A change that arrives."""
        self.went += change.go

    async def type(self, line: str) -> None:
        """Type a line and let it be read."""
        await self.lines.put(line)
        for _ in range(5):
            await asyncio.sleep(0)


@asynccontextmanager
async def at_the_terminal(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[tuple[Terminal, TerminalRequester]]:
    """A terminal and its requester, who stops at the end."""
    terminal = Terminal()
    monkeypatch.setattr(terminal_requester, "_read_line", terminal.read_line)
    submitted = SubmissionResponse(
        demand_id="d-abc", channel_id=CHANNEL, understanding=None, model="simulated", requester_token="t"
    )
    requester = TerminalRequester(cast("SystemClient", terminal), submitted)
    try:
        yield terminal, requester
    finally:
        await requester.stop()


async def happen(requester: TerminalRequester, kind: str, **payload: Any) -> None:
    """One event of the demand."""
    entry = {"timestamp": NOW, "payload": {"channel_id": CHANNEL, **payload}}
    await requester.react(LoggedEvent(1, "evt-1", f"towow.{kind}", json.dumps(entry).encode()))
    await asyncio.sleep(0)


def question(question_id: str, about: str = "limit", until: str = UNTIL) -> dict[str, Any]:
    options = [{"id": "keep", "text": "No, keep to it"}, {"id": "allow", "text": "Yes"}]
    text = f"May {question_id} be?"
    return {
        "question_id": question_id, "about": about, "text": text, "options": options, "default": "keep", "until": until
    }  # fmt: skip


@pytest.mark.parametrize(("line", "option"), [("2", "allow"), ("allow", "allow"), ("1", "keep"), ("", "keep")])
async def test_a_question_about_a_limit_is_answered_by_an_option(
    line: str, option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with at_the_terminal(monkeypatch) as (terminal, requester):
        await happen(requester, "question.asked", **question("q-1"))
        assert "May q-1 be?" in capsys.readouterr().err
        await happen(requester, "proposal.feedback", agent_id="bob")  # the review goes on meanwhile
        await terminal.type(line)
    assert terminal.given == [("q-1", RequesterAnswer(option=option))]


async def test_own_words_do_not_answer_a_question_about_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_the_terminal(monkeypatch) as (terminal, requester):
        await happen(requester, "question.asked", **question("q-1"))
        await terminal.type("perhaps")
        assert terminal.given == []
        await terminal.type("2")
        assert terminal.given == [("q-1", RequesterAnswer(option="allow"))]
        await happen(requester, "question.answered", question_id="q-1", option="allow", answered_by="person")
        await happen(requester, "question.asked", **question("q-0", "understanding"))
        await terminal.type("in the old mill")
    assert terminal.given[1:] == [("q-0", RequesterAnswer(text="in the old mill"))]


async def test_several_questions_are_asked_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with at_the_terminal(monkeypatch) as (terminal, requester):
        for question_id in ("q-1", "q-2", "q-3"):
            await happen(requester, "question.asked", **question(question_id))
        assert "May q-2 be?" not in capsys.readouterr().err
        await happen(requester, "question.answered", question_id="q-2", option="keep", answered_by="person")
        assert capsys.readouterr().err == ""  # it was answered elsewhere, before it was asked
        await happen(requester, "question.answered", question_id="q-1", option="keep", answered_by="timeout")
        assert "May q-3 be?" in capsys.readouterr().err
        await terminal.type("1")
    assert terminal.given == [("q-3", RequesterAnswer(option="keep"))]


@pytest.mark.parametrize("ending", ["proposal.finalized", "negotiation.failed", "demand.cancelled", "demand.closed"])
async def test_nothing_is_asked_after_the_end(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_the_terminal(monkeypatch) as (terminal, requester):
        await happen(requester, "question.asked", **question("q-1"))
        await happen(requester, ending)
        await terminal.type("2")
    assert terminal.given == []


async def test_a_question_whose_default_is_taken_at_once_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with at_the_terminal(monkeypatch) as (_, requester):
        await happen(requester, "question.asked", **question("q-1", until=NOW))
        assert capsys.readouterr().err == ""


async def test_enter_invites_while_the_understanding_can_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_the_terminal(monkeypatch) as (terminal, requester):
        await happen(requester, "demand.revised", understanding=UNDERSTANDING, changes=[], review_until=UNTIL)
        await terminal.type("")
    assert terminal.went == 1


UNDERSTANDING: dict[str, Any] = {"surface_demand": "a party"}
