"""Rules of who may do what with games (INTERFACES § 11, FAULTS T11)."""

from gamehive.game_start import is_game_id
from gateway.auth.authentication import Caller
from gateway.auth.owner_permissions import OwnerPermissions, as_private
from gateway.games.game_service import render_text
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.language import Language
from shared.store.port import CorrelationInfo


class GamePermissions(OwnerPermissions):
    """Permissions of callers, with those about games: each belongs to its user."""

    async def get_game(self, game_id: str, caller: Caller) -> CorrelationInfo:
        """Return the game's correlation if `caller` may see it, marked as private: its streams end with a sign-in.

        Args:
            game_id: Id from the request; a malformed one counts as unknown.
            caller: Sender of the request.

        Raises:
            ApiError: E019 if there is no such game or it is not the caller's, indistinguishably.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects the call.
        """
        if not is_game_id(game_id):
            raise ApiError(PlatformErrorCode.E019, "")
        return as_private(await self.get_visible(game_id, caller))

    def check_start(self, caller: Caller, user_id: str | None, language: Language) -> None:
        """Raise ApiError unless `caller` may start a game of this user; see `check_owner`."""
        self.check_owner(caller, user_id, render_text("own_user", language), language)
