"""Events of the negotiation as other programs subscribe to them (DESIGN § 4, § 5; INTERFACES § 2, § 6)."""

from typing import Any

from negotiation.contracts.events import EVENTS, DemandClosed
from shared.core.asyncapi import build_asyncapi
from shared.core.event_catalog import EventCatalog

DESCRIPTION = """\
What happens to the demands that everybody may see, as it happens. Bind a queue of your own to the exchange: \
`towow.offer.*.*` for the offers of all demands, `#.d-abc12345` for one demand, `#` for everything.

At least once and in no order: per demand, `seq` counts 1, 2, 3 … without a gap, so order by it and drop what came \
before. What was said before you bound is in the log: `GET /api/v1/demands/{id}/events?after=SEQ`. Ignore fields and \
event types that you do not know. Events of private demands do not come here."""

EVENT_CATALOG = EventCatalog(
    payloads=EVENTS,
    last_event_type=DemandClosed.type,
    correlation_field="demand_id",
    correlation_description="whose log the event stands in, e.g. `d-abc12345`",
    description=DESCRIPTION,
)
"""Also kept as `docs/schema/asyncapi.json`."""


def document(namespace: str = "towow") -> dict[str, Any]:
    """Return the AsyncAPI document of the negotiation's events only, as data for `json.dumps`.

    `namespace` is the first word of the broker's exchange name, `<namespace>.events`.
    """
    return build_asyncapi([EVENT_CATALOG], namespace)
