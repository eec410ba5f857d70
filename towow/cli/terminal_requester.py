"""Requester at a terminal: is shown the question about their demand and answers it, or invites at once."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Coroutine
from contextlib import suppress
from typing import Any

from gateway.negotiation.api_models import SubmissionResponse, UnderstandingResponse
from gateway.negotiation.clarification_service import RequesterAnswer, RequesterChange
from gateway.negotiation.submission_service import understanding_response
from negotiation.contracts.events import DemandRevised, DemandUnderstoodEvent, QuestionOpened
from shared.core.api_error import ApiError
from shared.store.port import LoggedEvent
from towow.cli.exit import CommandError
from towow.cli.output import print_note
from towow.client.port import SystemClient
from towow.narration.sanitize import sanitize_text


def is_terminal() -> bool:
    """Return whether somebody can be asked: standard input is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


class TerminalRequester:
    """Asks at the terminal what the events of a demand ask for; what is not answered there is left to its deadline.

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

    async def react(self, event: LoggedEvent) -> None:
        """Ask for what the event opens, in the background; an earlier question of the terminal is withdrawn.

        Call it for every event of the demand, in order; those of subnets are ignored.
        """
        payload: dict[str, Any] = json.loads(event.data)["payload"]
        if payload["channel_id"] != self._channel_id:
            return
        if event.type == DemandUnderstoodEvent.type:
            self.understanding = understanding_response(payload)
        elif event.type == DemandRevised.type:
            self.understanding = understanding_response(payload["understanding"])
        review_until = payload.get("review_until")
        if event.type == QuestionOpened.type:
            await self._start(self._ask(payload))
        elif review_until is not None and review_until != self._review_until:
            self._review_until = review_until
            await self._start(self._offer_go())
        elif review_until is None and event.type != DemandRevised.type:
            await self.stop()

    async def stop(self) -> None:
        """Stop asking."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._task = None

    async def _start(self, question: Coroutine[Any, Any, None]) -> None:
        await self.stop()
        self._task = asyncio.create_task(question)

    async def _ask(self, asked: dict[str, Any]) -> None:
        options = [option["id"] for option in asked["options"]]
        print_note(sanitize_text(asked["text"]))
        for number, option in enumerate(asked["options"], start=1):
            mark = " (default)" if option["id"] == asked["default"] else ""
            print_note(f"  {number}  {sanitize_text(option['text'])}{mark}")
        print_note("Type a number or your own words; Enter takes the default.")
        line = (await _read_line()).strip()
        if line.isascii() and line.isdecimal() and 1 <= int(line) <= len(options):
            answer = RequesterAnswer(option=options[int(line) - 1])
        elif line in ("", *options):
            answer = RequesterAnswer(option=line or asked["default"])
        else:
            answer = RequesterAnswer(text=line)
        await _report_refusal(self._client.answer(self._demand_id, asked["question_id"], answer))

    async def _offer_go(self) -> None:
        if self.understanding is not None:
            print_note(f"Understood: {_summary(self.understanding)}")
        print_note("Enter invites now; otherwise the invitations go out by themselves.")
        await _read_line()
        await _report_refusal(self._client.revise(self._demand_id, RequesterChange(go=True)))


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
