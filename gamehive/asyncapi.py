"""Events of GameHive as other programs subscribe to them (INTERFACES § 2, § 11)."""

from gamehive.contracts.events import EVENTS, GameEnded
from shared.core.event_catalog import EventCatalog

DESCRIPTION = """\
What happens in games, as it happens. Bind a queue of your own to the exchange: `towow.game.*.*` for all games, \
`#.g-abc12345` for one game. At least once and in no order, as above: order by `seq`. The stream \
`GET /api/v1/games/{game_id}/stream` gives the same events in order and each once. With \
TOWOW_DEFAULT_VISIBILITY=private no game comes here."""

EVENT_CATALOG = EventCatalog(
    payloads=EVENTS,
    last_event_type=GameEnded.type,
    correlation_field="game_id",
    correlation_description="whose log the event stands in, e.g. `g-abcdefghijklmnopqrstuvwxyz`",
    description=DESCRIPTION,
)
"""Also kept in `docs/schema/asyncapi.json`."""
