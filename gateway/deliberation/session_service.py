"""Start and termination of sessions (DL-114, DL-134, DL-144, DL-166)."""

import json
from functools import partial

from deliberation.contracts.messages import TerminateDeliberation
from deliberation.contracts.session import SessionOwner
from deliberation.session_start import ENTITY_KIND, SessionStart, build_session_start
from deliberation.settings import DeliberationSettings
from gateway.admission import AdmissionControl
from gateway.context import GatewayContext
from gateway.deliberation.conversation_claims import ConversationClaims, ConversationConflict, SessionLimitExceeded
from gateway.deliberation.views.cache import SessionCache
from gateway.http.idempotency import IdempotentRequest, claim_idempotency_key
from gateway.http.store_timeout import store_deadline
from shared.core.address import Address
from shared.core.api_error import ApiError, ConflictDetails, PlatformErrorCode
from shared.core.decision import Send
from shared.core.ids import digest
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog
from shared.runtime.ingress import SEND_TIMEOUT_S, Ingress
from shared.store.port import CorrelationInfo, StoreUnavailable
from shared.store.retry import retry_until_available

RETRY_AFTER_S = 30
"""`Retry-After` of a start beyond the user's limit of running sessions."""

render_text = TextCatalog.load("gateway.deliberation").render


async def accept_session(
    ingress: Ingress,
    start: SessionStart,
    *,
    budget_tokens: int,
    private: bool = False,
    wait_s: float = SEND_TIMEOUT_S,
) -> bool:
    """Open a session: commit its first event and its host's first message to the store, and publish the message.

    Repeating the call with the same start has no further effect. Limits and permissions are not checked.

    Args:
        ingress: Entry into the runtime.
        start: The session, as made by `build_session_start`.
        budget_tokens: Token budget of the session; 0 = no limit.
        private: Whether its events are published for the gateways only, and not for other subscribers.
        wait_s: Maximum seconds to wait until its message is sent to the broker; 0 returns after the commit. The message
            is sent later if the broker does not answer in time.

    Returns:
        True if the session is new, False if it was accepted before.

    Raises:
        StoreUnavailable: If the store does not answer within 30 s. The session may be accepted: repeat the call
            unchanged.
        StoreMisconfigured: If the store rejects the call.
    """
    return await ingress.submit(
        start.session_id,
        cause=digest("start", start.session_id),
        sends=[Send(Address(ENTITY_KIND, start.session_id), start.message)],
        events=[start.event],
        budget=budget_tokens,
        private=private,
        owner=start.message.owner.user_id,
        send_timeout_s=wait_s,
    )


async def terminate_session(
    ingress: Ingress, session_id: str, terminated_by: str, *, wait_s: float = SEND_TIMEOUT_S
) -> bool:
    """Send `TerminateDeliberation` to the session's host, which ends the session within 2 s.

    Repeated calls for the same user, and calls for an ended session, have no further effect. Permissions are not
    checked.

    Args:
        ingress: Entry into the runtime.
        session_id: Id of an existing session.
        terminated_by: Id of the user who ends it.
        wait_s: Maximum seconds to wait until the message is sent to the broker; 0 returns after the commit.

    Returns:
        False if nothing was sent: the user has done this before, or the session has ended.

    Raises:
        StoreUnavailable: If the store does not answer within 30 s. The message may be committed: repeat the call
            unchanged.
        StoreMisconfigured: If the store rejects the call.
    """
    order = TerminateDeliberation(session_id=session_id, terminated_by=terminated_by)
    return await ingress.submit(
        session_id,
        cause=digest("terminate", session_id, terminated_by),
        sends=[Send(Address(ENTITY_KIND, session_id), order)],
        send_timeout_s=wait_s,
    )


class SessionService:
    """Use cases of sessions: start with idempotency, limits and one session per conversation; termination."""

    def __init__(self, context: GatewayContext, settings: DeliberationSettings, sessions: SessionCache) -> None:
        self._context = context
        self._settings = settings
        self._sessions = sessions
        self._admission = AdmissionControl(context, "requests")
        self._claims = ConversationClaims(context.store, settings.max_sessions_per_user, settings.deliberation_timeout)

    async def start(
        self,
        query: str,
        owner: SessionOwner,
        *,
        idempotency_key: str | None,
        idempotency_scope: str,
        language: Language,
    ) -> CorrelationInfo:
        """Start a session and return its correlation; permissions are not checked.

        Args:
            query: The user's message.
            owner: The user and the conversation.
            idempotency_key: Value of the Idempotency-Key header, or None. A repeated request gets the first one's
                session, which may have ended.
            idempotency_scope: Text that names the owner of the key; equal keys of different owners are independent.
            language: Language of error messages.

        Raises:
            ApiError: E001 if the message, an id or the key is invalid, E014 with the id of the running session if the
                conversation has one, E015 if the key was used with another body, E017 if the user has too many running
                sessions, E018 on overload.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S. The session may be accepted: repeat
                the call with the same key.
            StoreMisconfigured: If the store rejects a call.
        """
        build = partial(self._build_start, query, owner, language=language)
        text = build(unique="check").message.context.query  # before the key is claimed, so that it is not used up
        body = json.dumps([text, owner.user_id, owner.conversation_id])
        async with store_deadline():
            request = await claim_idempotency_key(self._context.store, idempotency_key, idempotency_scope, body)
            start = build(unique=request.unique_token)
            found = await self._find_session(start.session_id) if request.is_repeated else None
            if found is None:
                await self._open(start, request, language)
                found = await self._find_session(start.session_id)
        if found is None:
            raise StoreUnavailable("the session was accepted, but is not in the index")
        return found

    async def terminate(self, session: CorrelationInfo, terminated_by: str) -> None:
        """End a session for a user; it ends within 2 s of the return. Permissions are not checked.

        Args:
            session: Correlation of the session.
            terminated_by: Id of the user.

        Raises:
            ApiError: E014 with the session's status if it has ended.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S; the call can be repeated.
            StoreMisconfigured: If the store rejects the call.
        """
        session_id = session.correlation_id
        async with store_deadline():
            if session.closed_at is None:
                if await terminate_session(self._context.ingress, session_id, terminated_by, wait_s=0):
                    return
                session = await self._find_session(session_id) or session
        if session.closed_at is not None:
            status = (await self._sessions.get(session_id)).status
            raise ApiError(PlatformErrorCode.E014, ConflictDetails(id=session_id, status=status))

    def _build_start(self, query: str, owner: SessionOwner, *, unique: str, language: Language) -> SessionStart:
        today, timezone = self._context.today()
        return build_session_start(
            query,
            owner,
            unique=unique,
            now=self._context.clock.now(),
            today=today,
            timezone=timezone,
            model=self._context.model,
            max_rounds=self._settings.max_deliberation_rounds,
            round1_mode=self._settings.round1_mode,
            message_language=language,
        )

    async def _find_session(self, session_id: str) -> CorrelationInfo | None:
        return await retry_until_available(partial(self._context.store.get_correlation, session_id))

    async def _open(self, start: SessionStart, request: IdempotentRequest, language: Language) -> None:
        """Check the limits, claim the conversation and commit the session."""
        await self._admission.check(slots=0 if request.is_repeated else 1)
        await self._claim(start, language)
        # If this fails, the session may be stored: its claim holds until it ends, or else for START_TIMEOUT_S.
        await accept_session(
            self._context.ingress,
            start,
            budget_tokens=self._settings.session_budget_tokens,
            private=self._context.settings.default_visibility == "private",
            wait_s=0,
        )

    async def _claim(self, start: SessionStart, language: Language) -> None:
        try:
            await self._claims.claim(start.message.owner, start.session_id)
        except ConversationConflict as error:
            details = ConflictDetails(id=error.session_id, status="in_progress")
            raise ApiError(PlatformErrorCode.E014, details) from None
        except SessionLimitExceeded:
            details = render_text("limit.sessions", language, limit=self._settings.max_sessions_per_user)
            raise ApiError(PlatformErrorCode.E017, details, language, after=RETRY_AFTER_S) from None
