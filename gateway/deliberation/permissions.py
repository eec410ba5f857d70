"""Rules of who may do what with sessions (DL-166, FAULTS T11)."""

from dataclasses import replace

from deliberation.session_start import is_session_id
from gateway.auth.authentication import Caller
from gateway.auth.permissions import Permissions
from gateway.deliberation.session_service import render_text
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.language import Language
from shared.store.port import CorrelationInfo


class SessionPermissions(Permissions):
    """Permissions of callers, with those about sessions: each belongs to its user, whatever is published of it.

    Nobody without an API key can prove to be that user: whoever knows its id, which cannot be guessed, may use the
    session of a guest.
    """

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

    def may_see(self, correlation: CorrelationInfo, caller: Caller) -> bool:
        """Return whether `caller` may see a session: its user and administrators; everyone, if its user has no key."""
        return correlation.owner not in self._users or super().may_see(as_private(correlation), caller)

    def check_start(self, caller: Caller, user_id: str, language: Language) -> None:
        """Raise ApiError unless `caller` may start a session of this user: E012 if they must sign in, else E013.

        Administrators may start for every user, other signed-in callers for themselves. Anonymous callers may if the
        gateway is open and the user has no API key. Without configured API keys everyone may.

        Args:
            caller: Sender of the request.
            user_id: User for whom the session is started.
            language: Language of the error's details.
        """
        if not self._has_keys or caller.admin:
            return
        if caller.user_id is None:
            if self._context.settings.open and user_id not in self._users:
                return
            raise ApiError(PlatformErrorCode.E012, "")
        if caller.user_id != user_id:
            raise ApiError(PlatformErrorCode.E013, render_text("own_user", language), language)

    def listed_user(self, caller: Caller, user_id: str | None) -> str | None:
        """Return the user whose sessions a list may contain; None if it must be empty.

        A signed-in caller lists their own sessions, an administrator those of any user. Without API keys a list is of
        the user whom the request names, as there is no sign-in.

        Args:
            caller: Sender of the request.
            user_id: User whom the request names, or None.
        """
        if not self._has_keys or caller.admin:
            return user_id or caller.user_id
        return caller.user_id if user_id in (None, caller.user_id) else None


def as_private(correlation: CorrelationInfo) -> CorrelationInfo:
    """Return the correlation as a private one, which a session always is for readers over HTTP."""
    return replace(correlation, private=True)
