"""How the requester stops a demand of the running system."""

import os

from gateway.core.submission import checked_user
from towow.configuration import configured
from towow.reaching import running_door
from towow.refusal import DONE
from towow.stopping import run
from towow.story.clean import clean


def cancel(demand_id: str, *, user: str, wait: float) -> int:
    """Ask it to stop. Raises Refusal (3), ToWowError (E002, E014)."""
    checked_user(user)
    return run(lambda: _cancel(demand_id, user, wait))


async def _cancel(demand_id: str, user: str, wait: float) -> int:
    async with running_door(configured(os.environ), wait) as door:
        await door.cancel(demand_id, user)
    print(f"cancel accepted: {clean(demand_id)}")
    return DONE
