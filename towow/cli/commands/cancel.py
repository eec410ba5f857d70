"""Command `towow cancel`."""

import os

from shared.core.user_id import validate_user_id
from towow.cli.exit import SUCCESS
from towow.cli.signals import run_until_signal
from towow.client.system_selection import ClientOptions, connect_to_running
from towow.config.environment import read_configuration
from towow.narration.sanitize import sanitize_text


def cancel(demand_id: str, *, user: str | None, client_options: ClientOptions) -> int:
    """Request the cancellation of a demand of the running system and return the exit code 0; the demand closes later.

    Args:
        demand_id: Id of the demand.
        user: The user who cancels, not allowed for a gateway. None: the API key's user, else through a gateway the
            demand's own user, and on RabbitMQ and Redis DEFAULT_USER.
        client_options: Selection of the system.

    Raises:
        CommandError: No system answers in time (exit code 3), or `user` is given for a gateway (2).
        ApiError: E001, the user id is invalid; E002, there is no such demand; E013, it is somebody else's;
            E014, it has already closed.
        InvalidSettings: An environment variable is bad.
        BrokerMisconfigured: RabbitMQ refuses the connection; retrying would not help.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
    """
    if user is not None:
        validate_user_id(user)
    return run_until_signal(lambda: _cancel(demand_id, user, client_options))


async def _cancel(demand_id: str, user: str | None, client_options: ClientOptions) -> int:
    async with connect_to_running(read_configuration(os.environ), client_options) as client:
        await client.cancel(demand_id, user)
    print(f"cancel accepted: {sanitize_text(demand_id)}")
    return SUCCESS
