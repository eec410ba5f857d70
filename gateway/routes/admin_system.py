"""How an administrator looks at what hangs: dead letters, the breaker, open channels (TW-109, TWQ-05; DESIGN § 3)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import Field
from starlette.responses import Response

from gateway.access import Access
from gateway.answering import answered
from gateway.answers import BreakerState, Letter, Letters, OpenChannels, Resent
from gateway.callers import Asker
from gateway.documenting import CHANGES, STORED, WHOLE, refusals
from gateway.house import House
from gateway.opened import Opened
from gateway.patience import asked, in_time
from gateway.views import Views
from shared.contracts.errors import ApiError, ErrorCode
from shared.core.envelope import InvalidEnvelope, decode
from shared.llm.breaker import breaker_of, close_breaker
from shared.llm.breaker_record import CircuitBreakerState
from shared.store.port import DeadLetter

Most = Annotated[int, Field(ge=1, le=1000), WHOLE, Query(description="at most so many")]


class AdminSystem:
    """The routes."""

    def __init__(self, house: House, access: Access, views: Views) -> None:
        self._house = house
        self._access = access
        self._opened = Opened(house.store, views)

    def router(self) -> APIRouter:
        """The routes, as a table."""
        routes = APIRouter(tags=["admin"], prefix="/admin", dependencies=[Depends(self._check)])
        look = (ErrorCode.E013, *STORED)
        routes.add_api_route(
            "/dead-letters", self.letters, methods=["GET"], operation_id="listDeadLetters", response_model=Letters,
            summary="List what nobody could handle", responses=refusals(ErrorCode.E001, *look),
        )  # fmt: skip
        routes.add_api_route(
            "/dead-letters/{letter_id}/resend", self.resend, methods=["POST"], operation_id="resendDeadLetter",
            response_model=Resent, summary="Send a dead letter again",
            responses=refusals(ErrorCode.E019, *CHANGES, *STORED),
        )  # fmt: skip
        routes.add_api_route(
            "/channels", self.channels, methods=["GET"], operation_id="listOpenChannels",
            response_model=OpenChannels, summary="List what has not ended, oldest first",
            responses=refusals(ErrorCode.E001, *look),
        )  # fmt: skip
        self._of_the_breaker(routes)
        return routes

    def _of_the_breaker(self, routes: APIRouter) -> None:
        routes.add_api_route(
            "/breaker", self.breaker, methods=["GET"], operation_id="getBreaker", response_model=BreakerState,
            summary="Look at the model's breaker", responses=refusals(ErrorCode.E013, *STORED),
        )  # fmt: skip
        routes.add_api_route(
            "/breaker/reset", self.reset, methods=["POST"], operation_id="resetBreaker", response_model=BreakerState,
            summary="Close the model's breaker", responses=refusals(*CHANGES, *STORED),
        )  # fmt: skip

    async def letters(self, limit: Most = 200) -> Response:
        """Oldest first."""
        store = self._house.store
        found = await asked(lambda: store.list_dead_letters(limit))
        total = await asked(store.count_dead_letters)
        return answered(Letters(items=tuple(map(_letter, found)), total=max(total, len(found))))

    async def resend(self, letter_id: str) -> Response:
        """As if for the first time. A second time there is no such letter any more, unless it came back."""
        async with in_time():
            letter = await self._house.letters.resend(letter_id)
        if letter is None:
            raise ApiError(ErrorCode.E019)
        return answered(Resent(id=letter.id))

    async def breaker(self) -> Response:
        """As all workers see it."""
        name = self._house.breaker
        record = await asked(lambda: breaker_of(name, self._house.store)) if name else None
        return answered(self._state(record))

    async def reset(self) -> Response:
        """The next question goes through."""
        name = self._house.breaker
        record = await asked(lambda: close_breaker(name, self._house.store)) if name else None
        return answered(self._state(record))

    async def channels(self, limit: Most = 100) -> Response:
        """`stuck`: nothing was told of it for longer than any phase may take."""
        items, total = await self._opened.oldest(limit)
        return answered(OpenChannels(items=tuple(items), total=total))

    def _state(self, record: CircuitBreakerState | None) -> BreakerState:
        if record is None:
            return BreakerState(model=self._house.model)
        until = record.until if record.state == "open" else None
        return BreakerState(model=self._house.model, state=record.state, failures=record.failures, until=until)

    async def _check(self, caller: Asker) -> None:
        self._access.check_admin(caller)


def _letter(letter: DeadLetter) -> Letter:
    try:
        envelope = decode(letter.parcel.data)
    except InvalidEnvelope:
        envelope = None
    return Letter(
        id=letter.id,
        queue=letter.queue,
        message_type=envelope.type if envelope else letter.parcel.type,
        reason=letter.reason,
        error=letter.error,
        attempts=letter.attempts,
        first_seen=letter.first_seen,
        sender=envelope.sender if envelope else None,
        recipient=envelope.recipient if envelope else None,
        demand_id=envelope.correlation_id if envelope else None,
    )
