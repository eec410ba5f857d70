"""What happens between a submission and its answer (TW-101…105, TWC-11, TWC-21; INTERFACES § 7).

Checked, let in, written down for good; then whoever asked waits a while for what is understood of it.
"""

import asyncio
import json
from contextlib import suppress

from gateway.accepting import accept, wait_for_understanding
from gateway.answers import SubmissionResponse, UnderstandingResponse
from gateway.house import GatewayContext
from gateway.load import AdmissionControl
from gateway.patience import PATIENCE, call_store, store_deadline
from gateway.repeating import IdempotentRequest, claim_idempotency_key, store_first_response
from negotiation.contracts.demand import Language, Visibility, understanding_fallback
from negotiation.submission import Submission, submission
from shared.core.timestamps import seconds
from shared.llm.circuit_breaker import breaker_of
from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.store.port import StoreUnavailable
from shared.store.retry import retry_until_available

LOOK_EVERY = 1.0
"""Seconds for which a look at the breaker counts."""


class SubmissionService:
    """Takes demands in."""

    def __init__(self, house: GatewayContext) -> None:
        self._house = house
        self._load = AdmissionControl(house)
        self._breaker = CircuitBreakerState()
        self._looked_at = -LOOK_EVERY

    async def submit(
        self,
        text: str,
        user_id: str,
        visibility: Visibility,
        *,
        follows: str | None,
        key: str | None,
        scope: str,
        wait: float,
        tell: Language,
    ) -> SubmissionResponse:
        """The answer to a submission. `key`: what makes it the same request as another one of `scope`.

        `follows`: the demand that it takes up again; whoever asks may see it.

        Raises ToWowError (E001, E015, E018), and StoreLost when it was not accepted, or nobody knows.
        """
        # What is wrong in itself takes no key.
        made = self._made(text, user_id, visibility, follows, unique="check", tell=tell)
        body = json.dumps([made.message.raw_input, user_id, visibility, *filter(None, (follows,))])
        async with store_deadline():
            tried = await claim_idempotency_key(self._house.store, key, scope, body)
            made = self._made(text, user_id, visibility, follows, unique=tried.unique, tell=tell)
            await self._admit(made, tried)
            await accept(self._house.entrance, made, wait=0)
        return await self._answer(made, tried, wait)

    def _made(
        self, text: str, user_id: str, visibility: Visibility, follows: str | None, *, unique: str, tell: Language
    ) -> Submission:
        today, timezone = self._house.today()
        return submission(
            text,
            user_id,
            unique=unique,
            now=self._house.clock.now(),
            today=today,
            timezone=timezone,
            model=self._house.model,
            limits=self._house.settings.limits,
            visibility=visibility,
            follows=follows,
            tell=tell,
        )

    async def _admit(self, made: Submission, tried: IdempotentRequest) -> None:
        """Who came with it first takes a place; what was accepted before needs none. Raises ToWowError (E018)."""
        if not tried.again:
            await self._load.check()
        elif await retry_until_available(lambda: self._house.store.get_correlation(made.demand_id)) is None:
            await self._load.check(places=0)

    async def _answer(self, made: Submission, tried: IdempotentRequest, wait: float) -> SubmissionResponse:
        """It is accepted: a store that goes away now changes no more than how much the answer says."""
        found = None
        with suppress(StoreUnavailable):
            found = await self._understood(made, wait)
        accepted = SubmissionResponse(
            demand_id=made.demand_id, channel_id=made.channel_id, understanding=found, model=made.message.model
        )
        with suppress(StoreUnavailable):
            return await call_store(lambda: store_first_response(self._house.store, tried, accepted))
        return accepted

    async def _understood(self, made: Submission, wait: float) -> UnderstandingResponse | None:
        """What is understood within `wait` s; as without a model when the breaker leaves no hope of more.

        None when it is not yet, and when it was closed before.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + wait
        while True:
            left = max(0.0, end - loop.time())
            async with store_deadline(PATIENCE + left):
                settled, found = await wait_for_understanding(self._house.store, made.demand_id, min(left, LOOK_EVERY))
                if settled:
                    return found
                left = max(0.0, end - loop.time())
                if await self._breaker_blocks(left):
                    plain = understanding_fallback(made.message.raw_input)
                    return UnderstandingResponse(**dict(plain), fallback=True)
            if left <= 0 or self._house.leaving.is_set():
                return None

    async def _breaker_blocks(self, left: float) -> bool:
        """Whether the breaker is open, and no answer will come within `left` s."""
        name, store = self._house.breaker, self._house.store
        if name is None:
            return False
        now = asyncio.get_running_loop().time()
        if now - self._looked_at >= LOOK_EVERY:
            self._breaker = await breaker_of(name, store)
            self._looked_at = now
        if self._breaker.state == "open":
            return self._breaker.until >= await retry_until_available(store.now) + seconds(left)
        return self._breaker.state == "half_open" and left <= 0
