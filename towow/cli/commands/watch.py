"""How one watches a demand of the running system, from its beginning or from where one stopped."""

import os
from contextlib import aclosing

from towow.cli.exit import DONE
from towow.cli.output import event_printer, story
from towow.cli.signals import run
from towow.client.resolve import ClientOptions, connect_to_running
from towow.config.environment import configured


def watch(demand_id: str, *, after: int, as_json: bool, whom: ClientOptions) -> int:
    """Show its events with seq > `after` up to the last. Raises Refusal (3), ToWowError (E002)."""
    return run(lambda: _watch(demand_id, after, as_json=as_json, whom=whom))


async def _watch(demand_id: str, after: int, *, as_json: bool, whom: ClientOptions) -> int:
    async with connect_to_running(configured(os.environ), whom) as door:
        # A story needs its beginning: without it nobody knows the language and who is called what.
        show = event_printer(as_json=True) if as_json else story(after)
        async with aclosing(await door.events(demand_id, after if as_json else 0)) as events:
            async for event in events:
                show(event)
    return DONE
