"""How the requester stops a demand of the running system."""

import os

from negotiation.submission import checked_user
from towow.cli.exit import DONE
from towow.cli.signals import run
from towow.client.resolve import ClientOptions, connect_to_running
from towow.config.environment import configured
from towow.narration.sanitize import clean


def cancel(demand_id: str, *, user: str | None, whom: ClientOptions) -> int:
    """Ask it to stop. Raises Refusal (3; 2 when `user` cannot be told to a gateway), ToWowError (E002, E014)."""
    if user is not None:
        checked_user(user)
    return run(lambda: _cancel(demand_id, user, whom))


async def _cancel(demand_id: str, user: str | None, whom: ClientOptions) -> int:
    async with connect_to_running(configured(os.environ), whom) as door:
        await door.cancel(demand_id, user)
    print(f"cancel accepted: {clean(demand_id)}")
    return DONE
