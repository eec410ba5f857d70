"""Rules of who may do what with sessions (DL-166, FAULTS T11)."""

from deliberation.session_start import is_session_id
from gateway.auth.authentication import Caller
from gateway.auth.owner_permissions import OwnerPermissions, as_private
from gateway.deliberation.session_service import render_text
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.language import Language
from shared.store.port import CorrelationInfo


class SessionPermissions(OwnerPermissions):
    """Permissions of callers, with those about sessions: each belongs to its user."""

    async def get_session(self, session_id: str, caller: Caller) -> CorrelationInfo:
        """Return the session's correlation if `caller` may see it, marked as private: its streams end with a sign-in.

        Args:
            session_id: Id from the request; a malformed one counts as unknown.
            caller: Sender of the request.

        Raises:
            ApiError: E019 if there is no such session or it is not the caller's, indistinguishably.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects the call.
        """
        if not is_session_id(session_id):
            raise ApiError(PlatformErrorCode.E019, "")
        return as_private(await self.get_visible(session_id, caller))

    def check_start(self, caller: Caller, user_id: str, language: Language) -> None:
        """Raise ApiError unless `caller` may start a session of this user; see `check_owner`."""
        self.check_owner(caller, user_id, render_text("own_user", language), language)
