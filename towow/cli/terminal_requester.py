"""Requester at a terminal: is shown the questions about their demand and answers them, or invites at once."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from gateway.negotiation.api_models import SubmissionResponse, UnderstandingResponse
from gateway.negotiation.clarification_service import RequesterAnswer, RequesterChange
from gateway.negotiation.submission_service import understanding_response
from negotiation.contracts.events import (
    DemandCancelled,
    DemandClosed,
    DemandRevised,
    DemandUnderstoodEvent,
    ForceFinalized,
    NegotiationFailed,
    ProposalFinalized,
    QuestionAnswered,
    QuestionOpened,
)
from shared.core.api_error import ApiError
from shared.core.timestamps import EPOCH, MILLISECOND, parse_iso8601
from shared.store.port import LoggedEvent
from towow.cli.exit import CommandError
from towow.cli.output import print_note
from towow.client.port import SystemClient
from towow.narration.sanitize import sanitize_text

ENDING_EVENTS = frozenset(
    {ProposalFinalized.type, ForceFinalized.type, NegotiationFailed.type, DemandCancelled.type, DemandClosed.type}
)
"""Events after which no question to the requester is open."""


class TerminalRequester:
    """Asks at the terminal what the events of a demand ask for; what is not answered there is left to its deadline.

    One question is asked at a time, in their order. Those about limits of the demand come while a plan is reviewed.

    Attributes:
        understanding: The last understanding of the demand, None before the first.
    """

    def __init__(self, client: SystemClient, submitted: SubmissionResponse) -> None:
        self.understanding = submitted.understanding
        self._client = client
        self._demand_id = submitted.demand_id
        self._channel_id = submitted.channel_id
        self._task: asyncio.Task[None] | None = None
        self._review_until: str | None = None
        self._limit_questions: list[dict[str, Any]] = []

    async def react(self, event: LoggedEvent) -> None:
        """Ask for what the event opens, in the background; a question that is over is withdrawn.

        Call it for every event of the demand, in order; those of subnets are ignored.
        """
        entry: dict[str, Any] = json.loads(event.data)
        payload: dict[str, Any] = entry["payload"]
        if payload["channel_id"] != self._channel_id:
            return
        if event.type == DemandUnderstoodEvent.type:
            self.understanding = understanding_response(payload)
        elif event.type == DemandRevised.type:
            self.understanding = understanding_response(payload["understanding"])
        if event.type in ENDING_EVENTS:
            self._limit_questions.clear()
            await self.stop()
        elif event.type == QuestionOpened.type and payload["about"] == "limit":
            if parse_iso8601(payload["until"]) > parse_iso8601(entry["timestamp"]):
                await self._add_limit_question(payload)
        elif self._limit_questions:
            await self._remove_limit_question(event.type, payload)
        else:
            await self._react_before_invitations(event.type, payload)

    async def stop(self) -> None:
        """Stop asking."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._task = None

    async def _react_before_invitations(self, event_type: str, payload: dict[str, Any]) -> None:
        review_until = payload.get("review_until")
        if event_type == QuestionOpened.type:
            await self._start(self._ask(payload))
        elif review_until is not None and review_until != self._review_until:
            self._review_until = review_until
            await self._start(self._offer_go())
        elif review_until is None and event_type != DemandRevised.type:
            await self.stop()

    async def _add_limit_question(self, asked: dict[str, Any]) -> None:
        self._limit_questions.append(asked)
        if len(self._limit_questions) == 1:
            await self._start(self._ask(asked))

    async def _remove_limit_question(self, event_type: str, payload: dict[str, Any]) -> None:
        """Withdraw the question that the event answers, and ask the next one if it was the one that is asked."""
        if event_type != QuestionAnswered.type:
            return
        current = self._limit_questions[0]
        self._limit_questions = [
            each for each in self._limit_questions if each["question_id"] != payload["question_id"]
        ]
        if current["question_id"] == payload["question_id"]:
            await self.stop()
            if self._limit_questions:
                await self._start(self._ask(self._limit_questions[0]))

    async def _start(self, question: Coroutine[Any, Any, None]) -> None:
        await self.stop()
        self._task = asyncio.create_task(question)

    async def _ask(self, asked: dict[str, Any]) -> None:
        """Ask until an answer is understood; one about a limit is answered by an option only."""
        options, is_about_limit = [option["id"] for option in asked["options"]], asked["about"] == "limit"
        print_note(sanitize_text(asked["text"]))
        for number, option in enumerate(asked["options"], start=1):
            mark = " (default)" if option["id"] == asked["default"] else ""
            print_note(f"  {number}  {sanitize_text(option['text'])}{mark}")
        words = "" if is_about_limit else " or your own words"
        print_note(f"Type a number{words}; Enter takes the default, and so does no answer until {_clock(asked)}.")
        answer = _parse_answer(await _read_line(), options, asked["default"])
        while is_about_limit and answer.option is None:
            print_note(f"Type a number from 1 to {len(options)}.")
            answer = _parse_answer(await _read_line(), options, asked["default"])
        await _report_refusal(self._client.answer(self._demand_id, asked["question_id"], answer))

    async def _offer_go(self) -> None:
        if self.understanding is not None:
            print_note(f"Understood: {_summary(self.understanding)}")
        print_note("Enter invites now; otherwise the invitations go out by themselves.")
        await _read_line()
        await _report_refusal(self._client.revise(self._demand_id, RequesterChange(go=True)))


def _parse_answer(line: str, options: Sequence[str], default: str) -> RequesterAnswer:
    """Return what a line answers: an option by its number or id, the default if it is blank, else own words."""
    line = line.strip()
    if line.isascii() and line.isdecimal() and 1 <= int(line) <= len(options):
        return RequesterAnswer(option=options[int(line) - 1])
    if line in ("", *options):
        return RequesterAnswer(option=line or default)
    return RequesterAnswer(text=line)


def _clock(asked: dict[str, Any]) -> str:
    """Return the end of the time for an answer as local time, HH:MM:SS."""
    return (EPOCH + parse_iso8601(asked["until"]) * MILLISECOND).astimezone().strftime("%H:%M:%S")


async def _report_refusal(request: Awaitable[object]) -> None:
    """Await a request; print its error instead of raising it, since the demand goes on without it."""
    try:
        await request
    except (ApiError, CommandError) as error:
        print_note(sanitize_text(str(error)))


def _summary(understanding: UnderstandingResponse) -> str:
    needs = ", ".join(f"{need.need} ×{need.count}" if need.count > 1 else need.need for need in understanding.needs)
    unread = ", ".join(part.text for part in understanding.not_understood)
    parts = [understanding.title or understanding.surface_demand, needs and f"needs {needs}"]
    parts.append(unread and f"not understood: {unread}")
    return sanitize_text(" · ".join(filter(None, parts)))


async def _read_line() -> str:
    """Return the next line of the terminal, which is complete when the terminal hands it over; "" at its end."""
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    descriptor = sys.stdin.fileno()
    loop.add_reader(descriptor, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(descriptor)
    line = sys.stdin.readline()
    if not line:
        await asyncio.Event().wait()  # the end of input is no answer
    return line
