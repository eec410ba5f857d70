"""How is a demand accepted, cancelled, and its understanding waited for? Accepted means durable (TW-101…105, TWQ-07).

Everything is one commit in the store; the broker may be away.
"""

import asyncio
import json
from contextlib import suppress
from functools import partial

from gateway.context import GatewayContext
from gateway.http.idempotency import IdempotentRequest, claim_idempotency_key, store_first_response
from gateway.http.store_timeout import STORE_TIMEOUT_S, call_store, store_deadline
from gateway.negotiation.admission import AdmissionControl
from gateway.negotiation.api_models import SubmissionResponse, UnderstandingResponse
from negotiation.contracts.demand import DemandUnderstanding, Visibility, understanding_fallback
from negotiation.contracts.events import DemandClosed, DemandUnderstoodEvent
from negotiation.contracts.messages import CancelDemand
from negotiation.submission import Submission, build_submission
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.ids import digest
from shared.core.language import Language
from shared.core.timestamps import seconds_to_ms
from shared.llm.circuit_breaker import breaker_of
from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.runtime.ingress import SEND_TIMEOUT_S, Ingress
from shared.store.port import LoggedEvent, Store, StoreUnavailable
from shared.store.retry import retry_until_available

FIRST_LOOK, LONGEST_PAUSE = 0.02, 0.25
"""Seconds between two looks at the log, at first and in the end."""


async def accept(entrance: Ingress, submission: Submission, *, wait: float = SEND_TIMEOUT_S) -> bool:
    """Write it down for good; False when it was written down before. Raises StoreLost.

    `wait` (s) for that it is sent. 0 for who has a limit of their own: once it is written down it is accepted.
    """
    message = submission.message
    return await entrance.submit(
        submission.demand_id,
        cause=digest("submit", submission.demand_id),
        sends=[Send(Address("channel", submission.channel_id), message)],
        events=[submission.event],
        budget=message.limits.budget_tokens,
        private=message.visibility == "private",
        owner=message.setting.user_id,
        send_timeout_s=wait,
    )


async def cancel(
    entrance: Ingress, demand_id: str, cancelled_by: str, reason: str | None = None, *, wait: float = SEND_TIMEOUT_S
) -> None:
    """Order the demand's channel to stop. A second time it has no effect. `wait`: as in `accept`. Raises StoreLost."""
    channel_id = "collab-" + demand_id.removeprefix("d-")
    order = CancelDemand(demand_id=demand_id, channel_id=channel_id, cancelled_by=cancelled_by, reason=reason)
    await entrance.submit(
        demand_id,
        cause=digest("cancel", demand_id, cancelled_by),
        sends=[Send(Address("channel", channel_id), order)],
        send_timeout_s=wait,
    )


async def understood(store: Store, demand_id: str, wait: float) -> UnderstandingResponse | None:
    """What is understood of it, as soon as its log says so; None when it does not within `wait` s. Raises StoreLost."""
    return (await wait_for_understanding(store, demand_id, wait))[1]


async def wait_for_understanding(
    store: Store, demand_id: str, wait: float
) -> tuple[bool, UnderstandingResponse | None]:
    """The same, and first whether there is nothing more to wait for: understood, or closed without. Raises StoreLost.

    The log itself is looked at, not the broker's hint: it tells at most LONGEST_PAUSE later, and so it does without a
    broker, for much less than a subscription costs.
    """
    loop = asyncio.get_running_loop()
    end, pause, after = loop.time() + wait, FIRST_LOOK, 0
    while True:
        events = await retry_until_available(partial(store.read_log, demand_id, after))
        for event in events:
            after = event.seq
            if event.type == DemandUnderstoodEvent.type:
                return True, understanding_from_event(event)
            if event.type == DemandClosed.type:
                return True, None
        left = end - loop.time()
        if left <= 0:
            return False, None
        await asyncio.sleep(min(pause, left))
        pause = min(1.5 * pause, LONGEST_PAUSE)


def understanding_from_event(event: LoggedEvent) -> UnderstandingResponse:
    """The understanding that a `towow.demand.understood` tells."""
    payload = json.loads(event.data)["payload"]
    fields = {name: payload[name] for name in DemandUnderstanding.model_fields if name in payload}
    return UnderstandingResponse(**fields, fallback=True if payload.get("fallback") else None)


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
            made = self._made(text, user_id, visibility, follows, unique=tried.unique_token, tell=tell)
            await self._admit(made, tried)
            await accept(self._house.entrance, made, wait=0)
        return await self._answer(made, tried, wait)

    def _made(
        self, text: str, user_id: str, visibility: Visibility, follows: str | None, *, unique: str, tell: Language
    ) -> Submission:
        today, timezone = self._house.today()
        return build_submission(
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
        if not tried.is_repeated:
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
            async with store_deadline(STORE_TIMEOUT_S + left):
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
            return self._breaker.until >= await retry_until_available(store.now) + seconds_to_ms(left)
        return self._breaker.state == "half_open" and left <= 0
