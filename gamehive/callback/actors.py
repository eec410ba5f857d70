"""Callback: the actor that delivers decisions to the game server before their deadline (GH-160, GH-161)."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Literal

from gamehive.callback.client import CallbackClient, CallbackFailed, InvalidCallbackUrl
from gamehive.contracts.messages import DecisionDelivered, DeliverDecision
from gamehive.settings import GameSettings
from shared.core.decision import Send
from shared.core.message_base import Message, ReceivedMessage
from shared.runtime.actor import TaskContext

MESSAGES: tuple[type[Message], ...] = (DeliverDecision,)

CALLBACK_PATH = "/api/pk/receive/LMM/move/"
"""Path of the game server, below the base URL of the setting."""

MODEL_NAME = "towow"
"""Value of the field `model_name`, by which the game server shows who plays."""

RETRY_PAUSES_S = (0.5, 1.0, 2.0, 4.0)
"""Pauses before the further attempts; the last one repeats."""

RETRIED_STATUSES = frozenset((408, 429))
"""Client errors after which another attempt may succeed."""


LATE = TimeoutError.__name__
"""Detail of an attempt that had no response within its time."""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """Result of one attempt; None as outcome: another one may succeed."""

    outcome: Literal["delivered", "rejected"] | None
    detail: str


class DecisionCallback:
    """Task actor for DeliverDecision."""

    def __init__(self, settings: GameSettings, client: CallbackClient) -> None:
        self._client = client
        self._base_url = settings.game_callback_url.rstrip("/")
        self._timeout_s = settings.game_callback_timeout

    async def perform(self, task: ReceivedMessage[DeliverDecision], tools: TaskContext) -> list[Send]:
        """Deliver a decision and return one `DecisionDelivered` to its sender.

        A status of 2xx is a delivery. After a failed connection, a time limit, 5xx, 408 or 429 it is tried again, after
        RETRY_PAUSES_S, until the decision's deadline or the game's next request; the server may so get it twice. Any
        other status is a rejection.
        Details name statuses and kinds of errors only, since the URL may hold a password.
        """
        order = task.body
        if not self._base_url:
            return [_reply(task, "no_callback_url", 0, "")]
        attempts, detail = 0, ""
        for pause in _pauses():
            if _left_s(order, tools) <= pause:
                break
            await asyncio.sleep(pause)
            if await _is_superseded(task, tools):
                return [_reply(task, "superseded", attempts, detail)]
            left_s = _left_s(order, tools)
            if left_s <= 0:  # the process was stopped meanwhile, or the store took its time
                break
            attempts += 1
            attempt = await self._post(order, min(self._timeout_s, left_s))
            # An attempt that the deadline has cut short says less about the server than the one before it.
            if not (detail and attempt.detail == LATE and left_s < self._timeout_s):
                detail = attempt.detail
            if attempt.outcome is not None:
                return [_reply(task, attempt.outcome, attempts, detail)]
        return [_reply(task, "expired", attempts, detail)]

    async def _post(self, order: DeliverDecision, timeout_s: float) -> _Attempt:
        decision = order.decision
        fields = {
            "user_id": str(order.user_id),
            "x": str(decision.x),
            "y": str(decision.y),
            "model_name": MODEL_NAME,
            "reason": decision.reason,
        }
        try:
            status = await self._client.post_form(self._base_url + CALLBACK_PATH, fields, timeout_s)
        except InvalidCallbackUrl as error:
            return _Attempt("rejected", str(error))
        except CallbackFailed as error:
            return _Attempt(None, str(error))
        return _Attempt(_outcome(status), f"HTTP {status}")


def _left_s(order: DeliverDecision, tools: TaskContext) -> float:
    return (order.deadline - tools.clock.now()) / 1000


async def _is_superseded(task: ReceivedMessage[DeliverDecision], tools: TaskContext) -> bool:
    """Return whether the game has a newer request: the server may have moved on, and a late move would lose there."""
    end = task.body.notes_end
    return end is not None and bool(await tools.read_notes(task.sender, end, end + 1))


def _pauses() -> Iterator[float]:
    """Yield the pauses before all attempts; there is none before the first."""
    return chain((0.0,), RETRY_PAUSES_S, repeat(RETRY_PAUSES_S[-1]))


def _outcome(status: int) -> Literal["delivered", "rejected"] | None:
    if 200 <= status < 300:
        return "delivered"
    return None if status >= 500 or status in RETRIED_STATUSES else "rejected"


def _reply(
    task: ReceivedMessage[DeliverDecision],
    outcome: Literal["delivered", "expired", "rejected", "no_callback_url", "superseded"],
    attempts: int,
    detail: str,
) -> Send:
    body = DecisionDelivered(
        game_id=task.body.game_id,
        request_id=task.body.decision.request_id,
        outcome=outcome,
        attempts=attempts,
        detail=detail,
    )
    return Send(task.sender, body)
