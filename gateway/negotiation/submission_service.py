"""Submission and cancellation of demands, and the wait for a demand's understanding (TW-101…105, TWQ-07).

A submission is one commit in the store and durable once accepted, even while the broker is unavailable.
"""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from gateway.admission import AdmissionControl
from gateway.auth.requester_token import digest_token
from gateway.context import GatewayContext
from gateway.http.idempotency import IdempotentRequest, claim_idempotency_key, store_first_response
from gateway.http.store_timeout import STORE_TIMEOUT_S, call_store, store_deadline
from gateway.negotiation.api_models import DemandReceipt, SubmissionResponse, UnderstandingResponse
from gateway.negotiation.demand_limits import default_limits
from gateway.negotiation.views.schema import DemandView
from negotiation.contracts.demand import DemandUnderstanding, Visibility, understanding_fallback
from negotiation.contracts.events import DemandClosed, DemandUnderstoodEvent
from negotiation.contracts.messages import CancelDemand
from negotiation.submission import Submission, build_submission
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.ids import digest
from shared.core.language import Language
from shared.core.timestamps import seconds_to_ms
from shared.llm.circuit_breaker import read_breaker_state
from shared.llm.circuit_breaker_state import CircuitBreakerState
from shared.runtime.ingress import SEND_TIMEOUT_S, Ingress
from shared.store.port import LoggedEvent, Store, StoreUnavailable
from shared.store.retry import retry_until_available

FIRST_POLL_DELAY_S, MAX_POLL_DELAY_S = 0.02, 0.25
"""First and longest delay between two reads of the log."""


async def accept_submission(
    ingress: Ingress, submission: Submission, *, requester_token: str | None = None, wait_s: float = SEND_TIMEOUT_S
) -> bool:
    """Open the demand: commit its first event and its channel's first message to the store, and publish the message.

    Repeating the call with the same submission has no further effect. Admission and permissions are not checked.

    Args:
        ingress: Entry into the runtime.
        submission: The demand, as made by `build_submission`.
        requester_token: Token that proves who submitted the demand; its digest is stored. None: nothing proves it.
        wait_s: Maximum seconds to wait until its message is sent to the broker; 0 returns after the commit. The message
            is sent later if the broker does not answer in time.

    Returns:
        True if the demand is new, False if it was accepted before.

    Raises:
        StoreUnavailable: If the store does not answer within 30 s. The demand may be accepted: repeat the call
            unchanged.
        StoreMisconfigured: If the store rejects the call.
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
        owner_token_digest=None if requester_token is None else digest_token(requester_token),
        send_timeout_s=wait_s,
    )


async def cancel_demand(
    ingress: Ingress, demand_id: str, cancelled_by: str, reason: str | None = None, *, wait_s: float = SEND_TIMEOUT_S
) -> None:
    """Send `CancelDemand` to the demand's channel, which cancels it later.

    Repeated calls for the same user, also with another reason, and calls for a closed demand have no further effect.
    Permissions are not checked.

    Args:
        ingress: Entry into the runtime.
        demand_id: Id of an existing demand.
        cancelled_by: Id of the user who cancels.
        reason: Reason in the user's words, or None.
        wait_s: Maximum seconds to wait until the message is sent to the broker; 0 returns after the commit. The message
            is sent later if the broker does not answer in time.

    Raises:
        StoreUnavailable: If the store does not answer within 30 s. The message may be committed: repeat the call
            unchanged.
        StoreMisconfigured: If the store rejects the call.
    """
    channel_id = "collab-" + demand_id.removeprefix("d-")
    order = CancelDemand(demand_id=demand_id, channel_id=channel_id, cancelled_by=cancelled_by, reason=reason)
    await ingress.submit(
        demand_id,
        cause=digest("cancel", demand_id, cancelled_by),
        sends=[Send(Address("channel", channel_id), order)],
        send_timeout_s=wait_s,
    )


async def get_understanding(store: Store, demand_id: str, wait_s: float) -> UnderstandingResponse | None:
    """Wait for the understanding of a demand; None if there is none within `wait_s` seconds.

    None at once if the demand was closed without one. With `wait_s` = 0 the log is read once.

    Raises:
        StoreUnavailable: If a read of the log is not answered within 30 s, which may end after `wait_s`.
        StoreMisconfigured: If the store rejects a read.
    """
    return (await wait_for_understanding(store, demand_id, wait_s))[1]


async def wait_for_understanding(
    store: Store, demand_id: str, wait_s: float
) -> tuple[bool, UnderstandingResponse | None]:
    """Poll the log until the demand is understood or closed, at most `wait_s` seconds; 0 reads the log once.

    Polling costs much less than a broker subscription, works without a broker, and is at most MAX_POLL_DELAY_S later.

    Returns:
        Whether the demand is understood or closed, and its understanding: None after the timeout, or if the demand was
        closed without one.

    Raises:
        StoreUnavailable: If a read of the log is not answered within 30 s, which may end after `wait_s`.
        StoreMisconfigured: If the store rejects a read.
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
    """Build the understanding from an event, which must be of type `towow.demand.understood`."""
    return understanding_response(json.loads(event.data)["payload"])


def understanding_response(payload: Mapping[str, Any]) -> UnderstandingResponse:
    """Build the understanding from the payload of `towow.demand.understood`, or from that part of a demand's view."""
    names = (field.alias or name for name, field in DemandUnderstanding.model_fields.items())
    fields = {name: payload[name] for name in names if name in payload}
    return UnderstandingResponse(**fields, fallback=True if payload.get("fallback") else None)


BREAKER_MAX_AGE_S = 1.0
"""Time for which a state read from the circuit breaker is used."""


class SubmissionService:
    """Use case of submitting a demand: idempotency, admission, commit, wait for the understanding."""

    def __init__(self, context: GatewayContext) -> None:
        self._context = context
        self._admission = AdmissionControl(context, "demands")
        self._breaker = CircuitBreakerState()
        self._breaker_read_at = -BREAKER_MAX_AGE_S

    async def submit(
        self,
        text: str,
        user_id: str,
        visibility: Visibility,
        *,
        follows: str | None,
        interactive: bool,
        idempotency_key: str | None,
        idempotency_scope: str,
        wait_s: float,
        language: Language,
    ) -> SubmissionResponse:
        """Submit a demand and wait for its understanding. Permissions are not checked.

        Args:
            text: The demand in the user's words, 1 to 8000 characters.
            user_id: Owner of the demand, 1 to 128 printable characters.
            visibility: Who may see the demand.
            follows: Id of the demand that this one continues, or None; the caller has checked that it is visible.
            interactive: Whether the requester is there to answer a question and to change what was understood.
            idempotency_key: Value of the Idempotency-Key header, or None.
            idempotency_scope: Text that names the owner of the key; equal keys of different owners are independent.
            wait_s: Maximum seconds to wait for the understanding.
            language: Language of error messages.

        Returns:
            Ids of the demand and its channel, and the understanding: None if there is none in time, or if the demand
            was closed without one. If the open circuit breaker rules out an answer in time, it is the fallback, which
            repeats the text. A repeated request gets the response of the first one, with the same token.

        Raises:
            ApiError: E001 if the text, the user id or the key is invalid, E015 if the key was used with another body,
                E018 on overload.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S. The demand may be accepted: repeat
                the call with the same key.
            StoreMisconfigured: If the store rejects a call.
        """
        # Validated before the key is claimed, so that an invalid request does not use it up.
        build = partial(
            self._build_submission, text, user_id, visibility, follows, interactive=interactive, language=language
        )
        submission = build(unique="check")
        # What is not set is left out: a key of the last version stays that of the same body.
        options = (follows, "interactive" if interactive else None)
        body = json.dumps([submission.message.raw_input, user_id, visibility, *filter(None, options)])
        async with store_deadline():
            request = await claim_idempotency_key(self._context.store, idempotency_key, idempotency_scope, body)
            submission = build(unique=request.unique_token)
            await self._admit(submission, request)
            await accept_submission(self._context.ingress, submission, requester_token=request.secret, wait_s=0)
        return await self._build_response(submission, request, wait_s)

    async def check_admission(self) -> None:
        """Raise ApiError (E018) if no further demand could be accepted now; takes no slot.

        Raises StoreUnavailable or StoreMisconfigured as `submit` does.
        """
        await self._admission.check(slots=0)

    async def open_follow_up(
        self, followed: DemandView, text: str, unique: str, requester_token: str | None, language: Language
    ) -> None:
        """Submit a demand for the requester of another one, which it follows; repeating it has no further effect.

        It is as private and as interactive as the other one, and its id is `derive_demand_id(unique)`.

        Args:
            followed: View of the demand that it follows.
            text: Its text.
            unique: Text that no other demand has.
            requester_token: Token that proves who submitted it; None: nothing proves it.
            language: Language of error messages.

        Raises:
            ApiError: E001 if the text is invalid, E018 on overload.
            StoreUnavailable: If the store does not answer in time. It may be accepted: repeat the call.
            StoreMisconfigured: If the store rejects a call.
        """
        submission = self._build_submission(
            text,
            followed["user_id"],
            followed["visibility"],
            followed["demand_id"],
            interactive="review_until" in followed,
            unique=unique,
            language=language,
        )
        if await retry_until_available(lambda: self._context.store.get_correlation(submission.demand_id)) is None:
            await self._admission.check()
            await accept_submission(self._context.ingress, submission, requester_token=requester_token, wait_s=0)

    def _build_submission(
        self,
        text: str,
        user_id: str,
        visibility: Visibility,
        follows: str | None,
        *,
        interactive: bool,
        unique: str,
        language: Language,
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
            limits=default_limits(self._context.settings),
            visibility=visibility,
            follows=follows,
            interactive=interactive,
            message_language=language,
        )

    async def _admit(self, submission: Submission, request: IdempotentRequest) -> None:
        """Check admission unless the demand was accepted before; a repeated request takes no further slot."""
        if not request.is_repeated:
            await self._admission.check()
        elif await retry_until_available(lambda: self._context.store.get_correlation(submission.demand_id)) is None:
            await self._admission.check(slots=0)

    async def _build_response(
        self, submission: Submission, request: IdempotentRequest, wait_s: float
    ) -> SubmissionResponse:
        """Build the response; the demand is accepted, so a store failure now only leaves out the understanding."""
        understanding = None
        with suppress(StoreUnavailable):
            understanding = await self._wait_for_understanding(submission, wait_s)
        accepted = DemandReceipt(
            demand_id=submission.demand_id,
            channel_id=submission.channel_id,
            understanding=understanding,
            model=submission.message.model,
        )
        with suppress(StoreUnavailable):
            accepted = await call_store(partial(store_first_response, self._context.store, request, accepted))
        return SubmissionResponse(**dict(accepted), requester_token=request.secret)

    async def _wait_for_understanding(self, submission: Submission, wait_s: float) -> UnderstandingResponse | None:
        """Wait for the understanding; return the fallback if the open circuit breaker rules out an answer in time.

        None if there is no understanding in time or the demand was closed without one.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + wait_s
        while True:
            remaining_s = max(0.0, end - loop.time())
            async with store_deadline(STORE_TIMEOUT_S + remaining_s):
                settled, understanding = await wait_for_understanding(
                    self._context.store, submission.demand_id, min(remaining_s, BREAKER_MAX_AGE_S)
                )
                if settled:
                    return understanding
                remaining_s = max(0.0, end - loop.time())
                if await self._breaker_blocks(remaining_s):
                    fallback = understanding_fallback(submission.message.raw_input)
                    return UnderstandingResponse(**dict(fallback), fallback=True)
            if remaining_s <= 0 or self._context.shutdown.is_set():
                return None

    async def _breaker_blocks(self, remaining_s: float) -> bool:
        """Return whether the circuit breaker rules out a model answer within `remaining_s`."""
        name, store = self._context.breaker_name, self._context.store
        if name is None:
            return False
        now = asyncio.get_running_loop().time()
        if now - self._breaker_read_at >= BREAKER_MAX_AGE_S:
            self._breaker = await read_breaker_state(name, store)
            self._breaker_read_at = now
        if self._breaker.state == "open":
            return self._breaker.until >= await retry_until_available(store.now) + seconds_to_ms(remaining_s)
        return self._breaker.state == "half_open" and remaining_s <= 0
