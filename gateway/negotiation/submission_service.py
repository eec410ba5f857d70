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

FIRST_POLL_DELAY_S, MAX_POLL_DELAY_S = 0.02, 0.25
"""Seconds between two looks at the log, at first and in the end."""


async def accept_submission(ingress: Ingress, submission: Submission, *, wait_s: float = SEND_TIMEOUT_S) -> bool:
    """Write it down for good; False when it was written down before. Raises StoreLost.

    `wait` (s) for that it is sent. 0 for who has a limit of their own: once it is written down it is accepted.
    """
    message = submission.message
    return await ingress.submit(
        submission.demand_id,
        cause=digest("submit", submission.demand_id),
        sends=[Send(Address("channel", submission.channel_id), message)],
        events=[submission.event],
        budget=message.limits.budget_tokens,
        private=message.visibility == "private",
        owner=message.setting.user_id,
        send_timeout_s=wait_s,
    )


async def cancel_demand(
    ingress: Ingress, demand_id: str, cancelled_by: str, reason: str | None = None, *, wait_s: float = SEND_TIMEOUT_S
) -> None:
    """Order the demand's channel to stop. A second time it has no effect. `wait`: as in `accept`. Raises StoreLost."""
    channel_id = "collab-" + demand_id.removeprefix("d-")
    order = CancelDemand(demand_id=demand_id, channel_id=channel_id, cancelled_by=cancelled_by, reason=reason)
    await ingress.submit(
        demand_id,
        cause=digest("cancel", demand_id, cancelled_by),
        sends=[Send(Address("channel", channel_id), order)],
        send_timeout_s=wait_s,
    )


async def get_understanding(store: Store, demand_id: str, wait_s: float) -> UnderstandingResponse | None:
    """What is understood of it, as soon as its log says so; None when it does not within `wait` s. Raises StoreLost."""
    return (await wait_for_understanding(store, demand_id, wait_s))[1]


async def wait_for_understanding(
    store: Store, demand_id: str, wait_s: float
) -> tuple[bool, UnderstandingResponse | None]:
    """The same, and first whether there is nothing more to wait for: understood, or closed without. Raises StoreLost.

    The log itself is looked at, not the broker's hint: it tells at most MAX_POLL_DELAY_S later, and so it does without a
    broker, for much less than a subscription costs.
    """
    loop = asyncio.get_running_loop()
    end, delay_s, after = loop.time() + wait_s, FIRST_POLL_DELAY_S, 0
    while True:
        events = await retry_until_available(partial(store.read_log, demand_id, after))
        for event in events:
            after = event.seq
            if event.type == DemandUnderstoodEvent.type:
                return True, understanding_from_event(event)
            if event.type == DemandClosed.type:
                return True, None
        remaining_s = end - loop.time()
        if remaining_s <= 0:
            return False, None
        await asyncio.sleep(min(delay_s, remaining_s))
        delay_s = min(1.5 * delay_s, MAX_POLL_DELAY_S)


def understanding_from_event(event: LoggedEvent) -> UnderstandingResponse:
    """The understanding that a `towow.demand.understood` tells."""
    payload = json.loads(event.data)["payload"]
    fields = {name: payload[name] for name in DemandUnderstanding.model_fields if name in payload}
    return UnderstandingResponse(**fields, fallback=True if payload.get("fallback") else None)


BREAKER_MAX_AGE_S = 1.0
"""Seconds for which a look at the breaker counts."""


class SubmissionService:
    """Takes demands in."""

    def __init__(self, context: GatewayContext) -> None:
        self._context = context
        self._admission = AdmissionControl(context)
        self._breaker = CircuitBreakerState()
        self._breaker_read_at = -BREAKER_MAX_AGE_S

    async def submit(
        self,
        text: str,
        user_id: str,
        visibility: Visibility,
        *,
        follows: str | None,
        idempotency_key: str | None,
        idempotency_scope: str,
        wait_s: float,
        language: Language,
    ) -> SubmissionResponse:
        """The answer to a submission. `key`: what makes it the same request as another one of `scope`.

        `follows`: the demand that it takes up again; whoever asks may see it.

        Raises ToWowError (E001, E015, E018), and StoreLost when it was not accepted, or nobody knows.
        """
        # What is wrong in itself takes no key.
        made = self._build_submission(text, user_id, visibility, follows, unique="check", language=language)
        body = json.dumps([made.message.raw_input, user_id, visibility, *filter(None, (follows,))])
        async with store_deadline():
            request = await claim_idempotency_key(self._context.store, idempotency_key, idempotency_scope, body)
            made = self._build_submission(
                text, user_id, visibility, follows, unique=request.unique_token, language=language
            )
            await self._admit(made, request)
            await accept_submission(self._context.ingress, made, wait_s=0)
        return await self._build_response(made, request, wait_s)

    def _build_submission(
        self, text: str, user_id: str, visibility: Visibility, follows: str | None, *, unique: str, language: Language
    ) -> Submission:
        today, timezone = self._context.today()
        return build_submission(
            text,
            user_id,
            unique=unique,
            now=self._context.clock.now(),
            today=today,
            timezone=timezone,
            model=self._context.model,
            limits=self._context.settings.limits,
            visibility=visibility,
            follows=follows,
            tell=language,
        )

    async def _admit(self, made: Submission, request: IdempotentRequest) -> None:
        """Who came with it first takes a place; what was accepted before needs none. Raises ToWowError (E018)."""
        if not request.is_repeated:
            await self._admission.check()
        elif await retry_until_available(lambda: self._context.store.get_correlation(made.demand_id)) is None:
            await self._admission.check(slots=0)

    async def _build_response(self, made: Submission, request: IdempotentRequest, wait_s: float) -> SubmissionResponse:
        """It is accepted: a store that goes away now changes no more than how much the answer says."""
        understanding = None
        with suppress(StoreUnavailable):
            understanding = await self._wait_for_understanding(made, wait_s)
        response = SubmissionResponse(
            demand_id=made.demand_id, channel_id=made.channel_id, understanding=understanding, model=made.message.model
        )
        with suppress(StoreUnavailable):
            return await call_store(lambda: store_first_response(self._context.store, request, response))
        return response

    async def _wait_for_understanding(self, made: Submission, wait_s: float) -> UnderstandingResponse | None:
        """What is understood within `wait` s; as without a model when the breaker leaves no hope of more.

        None when it is not yet, and when it was closed before.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + wait_s
        while True:
            remaining_s = max(0.0, end - loop.time())
            async with store_deadline(STORE_TIMEOUT_S + remaining_s):
                settled, understanding = await wait_for_understanding(
                    self._context.store, made.demand_id, min(remaining_s, BREAKER_MAX_AGE_S)
                )
                if settled:
                    return understanding
                remaining_s = max(0.0, end - loop.time())
                if await self._breaker_blocks(remaining_s):
                    fallback = understanding_fallback(made.message.raw_input)
                    return UnderstandingResponse(**dict(fallback), fallback=True)
            if remaining_s <= 0 or self._context.shutdown.is_set():
                return None

    async def _breaker_blocks(self, remaining_s: float) -> bool:
        """Whether the breaker is open, and no answer will come within `left` s."""
        name, store = self._context.breaker_name, self._context.store
        if name is None:
            return False
        now = asyncio.get_running_loop().time()
        if now - self._breaker_read_at >= BREAKER_MAX_AGE_S:
            self._breaker = await breaker_of(name, store)
            self._breaker_read_at = now
        if self._breaker.state == "open":
            return self._breaker.until >= await retry_until_available(store.now) + seconds_to_ms(remaining_s)
        return self._breaker.state == "half_open" and remaining_s <= 0
