"""Events of the deliberation as other programs subscribe to them (INTERFACES § 2, § 10)."""

from deliberation.contracts.events import EVENTS, SessionEnded
from shared.core.event_catalog import EventCatalog

DESCRIPTION = """\
What happens in deliberations, as it happens. Bind a queue of your own to the exchange: `towow.deliberation.*.*` for \
all sessions, `#.s-abc12345` for one session. At least once and in no order, as above: order by `seq`. The stream \
`GET /api/v1/deliberations/{session_id}/stream` gives the same events as flat objects, in order and each once. With \
TOWOW_DEFAULT_VISIBILITY=private no session comes here."""

EVENT_CATALOG = EventCatalog(
    payloads=EVENTS,
    last_event_type=SessionEnded.type,
    correlation_field="session_id",
    correlation_description="whose log the event stands in, e.g. `s-abcdefghijklmnopqrstuvwxyz`",
    description=DESCRIPTION,
)
"""Also kept in `docs/schema/asyncapi.json`."""
