"""How is a demand accepted, cancelled, and its understanding waited for? Accepted means durable (TW-101…105, TWQ-07).

Everything is one commit in the store; the broker may be away.
"""

import asyncio
import json
from functools import partial

from gateway.answers import UnderstandingResponse
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.events import DemandClosed, DemandUnderstoodEvent
from negotiation.contracts.messages import CancelDemand
from negotiation.submission import Submission
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.ids import digest
from shared.runtime.ingress import SEND_WAIT, Ingress
from shared.store.port import LoggedEvent, Store
from shared.store.retry import retry_until_available

FIRST_LOOK, LONGEST_PAUSE = 0.02, 0.25
"""Seconds between two looks at the log, at first and in the end."""


async def accept(entrance: Ingress, submission: Submission, *, wait: float = SEND_WAIT) -> bool:
    """Write it down for good; False when it was written down before. Raises StoreLost.

    `wait` (s) for that it is sent. 0 for who has a limit of their own: once it is written down it is accepted.
    """
    message = submission.message
    return await entrance.submit(
        submission.demand_id,
        cause=digest("submit", submission.demand_id),
        sends=[Send(Address("channel", submission.channel_id), message)],
        events=[submission.event],
        budget=message.limits.budget_tokens,
        private=message.visibility == "private",
        owner=message.setting.user_id,
        wait=wait,
    )


async def cancel(
    entrance: Ingress, demand_id: str, cancelled_by: str, reason: str | None = None, *, wait: float = SEND_WAIT
) -> None:
    """Order the demand's channel to stop. A second time it has no effect. `wait`: as in `accept`. Raises StoreLost."""
    channel_id = "collab-" + demand_id.removeprefix("d-")
    order = CancelDemand(demand_id=demand_id, channel_id=channel_id, cancelled_by=cancelled_by, reason=reason)
    await entrance.submit(
        demand_id,
        cause=digest("cancel", demand_id, cancelled_by),
        sends=[Send(Address("channel", channel_id), order)],
        wait=wait,
    )


async def understood(store: Store, demand_id: str, wait: float) -> UnderstandingResponse | None:
    """What is understood of it, as soon as its log says so; None when it does not within `wait` s. Raises StoreLost."""
    return (await wait_for_understanding(store, demand_id, wait))[1]


async def wait_for_understanding(
    store: Store, demand_id: str, wait: float
) -> tuple[bool, UnderstandingResponse | None]:
    """The same, and first whether there is nothing more to wait for: understood, or closed without. Raises StoreLost.

    The log itself is looked at, not the broker's hint: it tells at most LONGEST_PAUSE later, and so it does without a
    broker, for much less than a subscription costs.
    """
    loop = asyncio.get_running_loop()
    end, pause, after = loop.time() + wait, FIRST_LOOK, 0
    while True:
        events = await retry_until_available(partial(store.read_log, demand_id, after))
        for event in events:
            after = event.seq
            if event.type == DemandUnderstoodEvent.type:
                return True, understanding_from_event(event)
            if event.type == DemandClosed.type:
                return True, None
        left = end - loop.time()
        if left <= 0:
            return False, None
        await asyncio.sleep(min(pause, left))
        pause = min(1.5 * pause, LONGEST_PAUSE)


def understanding_from_event(event: LoggedEvent) -> UnderstandingResponse:
    """The understanding that a `towow.demand.understood` tells."""
    payload = json.loads(event.data)["payload"]
    fields = {name: payload[name] for name in DemandUnderstanding.model_fields if name in payload}
    return UnderstandingResponse(**fields, fallback=True if payload.get("fallback") else None)
