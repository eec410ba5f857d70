"""Who may see and do what with demands, channels and agents: the rules of INTERFACES § 7, in one place (FAULTS T11).

Without keys nobody can sign in and everybody may do everything; a private demand is then known to whoever has its id.
"""

import re

from gateway.auth.authentication import Authenticator, Caller
from gateway.context import GatewayContext
from gateway.http.store_timeout import call_store
from negotiation.contracts.demand import Visibility
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.registry.profile import Profile
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.store.port import CorrelationInfo

_DEMAND_ID = re.compile(r"d-[a-z0-9]{1,32}")


class Permissions:
    """Everything here raises ToWowError with what the one who asks may know; what asks the store, StoreLost too."""

    def __init__(self, context: GatewayContext, authenticator: Authenticator) -> None:
        self._context = context
        self._has_keys = authenticator.has_keys
        self._users = frozenset(holder.user_id for holder in authenticator.key_owners)

    async def get_visible_demand(self, demand_id: str, caller: Caller) -> CorrelationInfo:
        """What is known of a demand that `caller` may see. Raises E002 for any other, there or not."""
        demand = None
        if _DEMAND_ID.fullmatch(demand_id):
            demand = await call_store(lambda: self._context.store.get_correlation(demand_id))
        if demand is None or not self.may_see(demand, caller):
            raise ApiError(NegotiationErrorCode.E002, "")
        return demand

    def may_see(self, demand: CorrelationInfo, caller: Caller) -> bool:
        """Whether a demand is for the eyes of `caller`."""
        if not (demand.private and self._has_keys) or caller.admin:
            return True
        return caller.user_id is not None and caller.user_id == demand.owner

    def may_list(self, demand: CorrelationInfo, caller: Caller, user_id: str | None) -> bool:
        """Whether it stands in a list, asked for all users or for one. Without keys it says whose one wants to see."""
        return self.may_see(demand, caller) and (self._has_keys or not demand.private or user_id is not None)

    def check_submit(self, caller: Caller, user_id: str, visibility: Visibility) -> None:
        """Raises E012 for who must sign in for this, E013 for who speaks for somebody else."""
        if not self._has_keys or caller.admin:
            return
        if caller.user_id is not None:
            if caller.user_id != user_id:
                raise ApiError(PlatformErrorCode.E013, "user_id is not the user of this key")
        elif not self._context.settings.open or user_id in self._users or visibility == "private":
            # A stranger who speaks for somebody who can sign in, or could never see the demand again.
            raise ApiError(PlatformErrorCode.E012, "")

    def check_cancel(self, caller: Caller, demand: CorrelationInfo) -> None:
        """Raises E012 or E013 for who may not end this demand. A stranger's is any stranger's, where they submit."""
        if not self._has_keys or caller.admin:
            return
        if caller.user_id is None:
            if not self._context.settings.open or demand.owner in self._users:
                raise ApiError(PlatformErrorCode.E012, "")
        elif caller.user_id != demand.owner:
            raise ApiError(PlatformErrorCode.E013, "only its user may cancel a demand")

    def check_may_answer_for(self, caller: Caller, profile: Profile) -> None:
        """Raises E012 or E013 for who is neither the agent's person nor an administrator."""
        if self.may_administer(caller):
            return
        if self._has_keys and caller.user_id is None:
            raise ApiError(PlatformErrorCode.E012, "")
        if caller.user_id is None or caller.user_id != profile.user_id:
            raise ApiError(PlatformErrorCode.E013, "only its own user may speak for an agent")

    def may_administer(self, caller: Caller) -> bool:
        """Whether `caller` may change agents, and look at what hangs."""
        return caller.admin or (not self._has_keys and self._context.allow_anonymous_admin)

    def check_admin(self, caller: Caller) -> None:
        """Raises E012 for who is not signed in, E013 for who may not administer."""
        if self.may_administer(caller):
            return
        if self._has_keys and caller.user_id is None:
            raise ApiError(PlatformErrorCode.E012, "")
        raise ApiError(PlatformErrorCode.E013, "")
