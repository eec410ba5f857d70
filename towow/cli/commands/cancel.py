"""Command `towow cancel`."""

import os

from shared.core.user_id import validate_user_id
from towow.cli.exit import SUCCESS
from towow.cli.signals import run_until_signal
from towow.client.resolve import ClientOptions, connect_to_running
from towow.config.environment import read_configuration
from towow.narration.sanitize import sanitize_text


def cancel(demand_id: str, *, user: str | None, client_options: ClientOptions) -> int:
    """Cancel a demand of the running system and return the exit code 0.

    Args:
        demand_id: Id of the demand.
        user: The user who cancels, not allowed for a gateway; None: the API key's user, else the system's default.
        client_options: Selection of the system.

    Raises:
        CommandError: No system answers (exit code 3), or `user` is given for a gateway (2).
        ApiError: E001, the user id is invalid; E002, there is no such demand; E014, it has already closed.
    """
    if user is not None:
        validate_user_id(user)
    return run_until_signal(lambda: _cancel(demand_id, user, client_options))


async def _cancel(demand_id: str, user: str | None, client_options: ClientOptions) -> int:
    async with connect_to_running(read_configuration(os.environ), client_options) as client:
        await client.cancel(demand_id, user)
    print(f"cancel accepted: {sanitize_text(demand_id)}")
    return SUCCESS
