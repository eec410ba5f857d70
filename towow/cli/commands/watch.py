"""Command `towow watch`."""

import os
from contextlib import aclosing

from deliberation.session_start import is_session_id
from towow.cli.exit import SUCCESS
from towow.cli.output import event_printer, narration_printer
from towow.cli.session_output import session_event_printer
from towow.cli.signals import run_until_signal
from towow.client.system_selection import ClientOptions, connect_to_running
from towow.config.environment import read_configuration


def watch(identifier: str, *, after: int, as_json: bool, client_options: ClientOptions) -> int:
    """Print the events of a demand or a session with seq > `after` until it ends, and return 0 (130 if interrupted).

    Args:
        identifier: Id of the demand, or of the session of a deliberation.
        after: Sequence number of the last event that is not printed; 0: print all.
        as_json: Print one JSON object per line: log entries of a demand, flat objects of a session.
        client_options: Selection of the system.

    Raises:
        CommandError: No system answers in time, or it stops answering (exit code 3), or an option is bad (2).
        ApiError: E002 or E019, there is no such demand or session.
        InvalidSettings: An environment variable is bad.
        BrokerMisconfigured: RabbitMQ refuses the connection; retrying would not help.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
        StoreUnavailable: Redis stopped answering.
    """
    return run_until_signal(lambda: _watch(identifier, after, as_json=as_json, client_options=client_options))


async def _watch(identifier: str, after: int, *, as_json: bool, client_options: ClientOptions) -> int:
    async with connect_to_running(read_configuration(os.environ), client_options) as client:
        # Text needs the log from its start: the first events hold the language and the agents' names.
        json_printer = session_event_printer if is_session_id(identifier) else event_printer
        print_event = json_printer(as_json=True) if as_json else narration_printer(after)
        async with aclosing(await client.stream_events(identifier, after if as_json else 0)) as events:
            async for event in events:
                print_event(event)
    return SUCCESS
