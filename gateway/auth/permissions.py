"""Permissions: who may see and list correlations, and who may administer (INTERFACES § 7; FAULTS T11).

Without API keys there is no sign-in and every caller has all rights; a private correlation is then visible to anyone
who knows its id. Applications add permissions of their own.
"""

import re

from gateway.auth.authentication import Authenticator, Caller, CurrentCaller
from gateway.context import GatewayContext
from gateway.http.store_timeout import call_store
from shared.core.api_error import ApiError, ErrorCode, PlatformErrorCode
from shared.store.port import CorrelationInfo

_CORRELATION_ID = re.compile(r"[a-z0-9-]{1,64}")


class Permissions:
    """Permissions of callers. Methods raise ApiError; those that read the store raise StoreUnavailable, too."""

    def __init__(self, context: GatewayContext, authenticator: Authenticator) -> None:
        self._context = context
        self._has_keys = authenticator.has_keys
        self._users = frozenset(holder.user_id for holder in authenticator.key_owners)

    async def get_visible(
        self, correlation_id: str, caller: Caller, not_found: ErrorCode = PlatformErrorCode.E019
    ) -> CorrelationInfo:
        """Return the correlation with this id if `caller` may see it.

        Args:
            correlation_id: Id from the request; a malformed one counts as unknown.
            caller: Sender of the request.
            not_found: Code of the error to raise.

        Raises:
            ApiError: `not_found` if there is no such correlation or the caller may not see it, indistinguishably.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects the call.
        """
        correlation = None
        if _CORRELATION_ID.fullmatch(correlation_id):
            correlation = await call_store(lambda: self._context.store.get_correlation(correlation_id))
        if correlation is None or not self.may_see(correlation, caller):
            raise ApiError(not_found, "")
        return correlation

    def may_see(self, correlation: CorrelationInfo, caller: Caller) -> bool:
        """Return whether `caller` may see a correlation: private ones only their owner and administrators.

        Without configured API keys every caller may.
        """
        if not (correlation.private and self._has_keys) or caller.admin:
            return True
        return caller.user_id is not None and caller.user_id == correlation.owner

    def may_list(self, correlation: CorrelationInfo, caller: Caller, user_id: str | None) -> bool:
        """Return whether a list for `caller` contains a correlation, which it does only if the caller may see it.

        Without API keys there is no sign-in: private correlations are then listed only in lists of one user.

        Args:
            correlation: Correlation that passed the list's filter, which is not checked again.
            caller: Sender of the request.
            user_id: Owner to whom the list is restricted; None for a list of all users' correlations.
        """
        return self.may_see(correlation, caller) and (self._has_keys or not correlation.private or user_id is not None)

    def may_administer(self, caller: Caller) -> bool:
        """Return whether `caller` may use the administration routes.

        Administrators may. Without configured API keys everyone may, if the gateway allows anonymous administration.
        """
        return caller.admin or (not self._has_keys and self._context.allow_anonymous_admin)

    async def check_admin(self, caller: CurrentCaller) -> None:
        """Raise ApiError unless `caller` may administer: E012 if they must sign in, E013 if they lack the right.

        A FastAPI dependency of the administration routes.
        """
        if self.may_administer(caller):
            return
        if self._has_keys and caller.user_id is None:
            raise ApiError(PlatformErrorCode.E012, "")
        raise ApiError(PlatformErrorCode.E013, "")
