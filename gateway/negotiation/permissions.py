"""Rules of who may do what with demands and agents (INTERFACES § 7; FAULTS T11)."""

import re

from gateway.auth.authentication import Caller
from gateway.auth.permissions import Permissions
from gateway.auth.requester_token import is_token_of
from negotiation.contracts.demand import Visibility
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.registry.profile import Profile
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.store.port import CorrelationInfo

_DEMAND_ID = re.compile(r"d-[a-z0-9]{1,32}")


def is_demand_id(correlation_id: str) -> bool:
    """Return whether an id is a demand's, and not that of another application's correlation."""
    return _DEMAND_ID.fullmatch(correlation_id) is not None


class NegotiationPermissions(Permissions):
    """Permissions of callers, with those about demands and agents."""

    async def get_visible_demand(self, demand_id: str, caller: Caller) -> CorrelationInfo:
        """Return the demand's correlation if `caller` may see it.

        Args:
            demand_id: Id from the request; a malformed one counts as unknown.
            caller: Sender of the request.

        Raises:
            ApiError: E002 if there is no such demand or the caller may not see it, indistinguishably.
            StoreUnavailable: If the store does not answer within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects the call.
        """
        if not is_demand_id(demand_id):
            raise ApiError(NegotiationErrorCode.E002, "")
        return await self.get_visible(demand_id, caller, NegotiationErrorCode.E002)

    def check_submit(self, caller: Caller, user_id: str, visibility: Visibility) -> None:
        """Raise ApiError unless `caller` may submit the demand: E012 if they must sign in, E013 if it is not theirs.

        Administrators may submit for every user, other signed-in callers for themselves. Anonymous callers may if the
        gateway is open, the demand is public and its user has no API key. Without configured API keys everyone may.

        Args:
            caller: Sender of the request.
            user_id: User for whom the demand is submitted.
            visibility: Visibility of the demand.
        """
        if not self._has_keys or caller.admin:
            return
        if caller.user_id is not None:
            if caller.user_id != user_id:
                raise ApiError(PlatformErrorCode.E013, "user_id must be the user of the API key")
        elif not self._context.settings.open or user_id in self._users or visibility == "private":
            # An anonymous caller must not act for a user who can sign in, and could never see a private demand again.
            raise ApiError(PlatformErrorCode.E012, "")

    def check_requester(self, caller: Caller, demand: CorrelationInfo, token: str | None) -> None:
        """Raise ApiError (E013) unless `caller` may act as the requester: cancel, edit, answer or decide the demand.

        Its signed-in owner, administrators (by their key, also where everyone may administer) and whoever has its token
        may, with and without configured API keys.

        Args:
            caller: Sender of the request.
            demand: Correlation that `caller` may see, as returned by `get_visible_demand`.
            token: Requester token of the request, or None.
        """
        is_owner = caller.user_id is not None and caller.user_id == demand.owner
        if not (caller.admin or is_owner or is_token_of(demand, token)):
            raise ApiError(
                PlatformErrorCode.E013, "only whoever submitted a demand, or an administrator, may do this with it"
            )

    def check_may_answer_for(self, caller: Caller, profile: Profile) -> None:
        """Raise ApiError unless `caller` may attend the agent with this profile and answer its questions.

        The profile's user may, and whoever may administer (see `may_administer`). Others get E012 if they must sign in,
        else E013.
        """
        if self.may_administer(caller):
            return
        if self._has_keys and caller.user_id is None:
            raise ApiError(PlatformErrorCode.E012, "")
        if caller.user_id is None or caller.user_id != profile.user_id:
            raise ApiError(PlatformErrorCode.E013, "only the agent's own user, or an administrator, may answer for it")
