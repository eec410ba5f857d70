"""Rules of who may do what with correlations that belong to their user (DL-166, FAULTS T11)."""

from dataclasses import replace

from gateway.auth.authentication import Caller
from gateway.auth.permissions import Permissions
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.language import Language
from shared.store.port import CorrelationInfo


class OwnerPermissions(Permissions):
    """Permissions where each correlation belongs to its user, whatever is published of it.

    Nobody without an API key can prove to be that user: whoever knows the id, which cannot be guessed, may use the
    correlation of a guest.
    """

    def may_see(self, correlation: CorrelationInfo, caller: Caller) -> bool:
        """Return whether `caller` may see a correlation: its user and administrators; everyone, if its user has no key.

        Args:
            correlation: The correlation.
            caller: Sender of the request.
        """
        return correlation.owner not in self._users or super().may_see(as_private(correlation), caller)

    def check_owner(self, caller: Caller, user_id: str | None, details: str, language: Language) -> None:
        """Raise ApiError unless `caller` may create something for this user: E012 if they must sign in, else E013.

        Administrators may for every user, other signed-in callers for themselves. Anonymous callers may if the gateway
        is open and the user has no API key. Without configured API keys everyone may.

        Args:
            caller: Sender of the request.
            user_id: User for whom it is created; None: for nobody.
            details: Details of the error E013.
            language: Language of the details.
        """
        if not self._has_keys or caller.admin:
            return
        if caller.user_id is None:
            if self._context.settings.open and user_id not in self._users:
                return
            raise ApiError(PlatformErrorCode.E012, "")
        if caller.user_id != user_id:
            raise ApiError(PlatformErrorCode.E013, details, language)

    def listed_user(self, caller: Caller, user_id: str | None) -> str | None:
        """Return the user whose correlations a list may contain; None if it must be empty.

        A signed-in caller lists their own, an administrator those of any user. Without API keys a list is of the user
        whom the request names, as there is no sign-in.

        Args:
            caller: Sender of the request.
            user_id: User whom the request names, or None.
        """
        if not self._has_keys or caller.admin:
            return user_id or caller.user_id
        return caller.user_id if user_id in (None, caller.user_id) else None


def as_private(correlation: CorrelationInfo) -> CorrelationInfo:
    """Return the correlation as a private one, which one with an owner always is for readers over HTTP."""
    return replace(correlation, private=True)
