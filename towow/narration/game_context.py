"""Context of a game's narration: language, instants, the decision that is being made, and whose texts are printed."""

from dataclasses import dataclass

from gamehive.contracts.agents import DISPLAY_NAMES, AgentName
from gamehive.core.games.board import Player
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog
from towow.narration.board_text import STONES

_CATALOG = TextCatalog.load("towow.narration")


@dataclass(frozen=True, slots=True)
class GameNarrationContext:
    """Language of a game, and the instant of its first event (ms since the epoch).

    Attributes:
        now_ms: Instant of the event that is rendered.
        decision: Id of the decision that is being made, which is the loop of its persona.
    """

    language: Language = "en"
    started_at_ms: int | None = None
    now_ms: int = 0
    decision: str = ""

    def text(self, key: str, /, **values: object) -> str:
        """Return the text `game.<key>` of texts.json in the game's language."""
        return _CATALOG.render(f"game.{key}", self.language, **values)

    def label(self, kind: str, value: str) -> str:
        """Return the label of an enumerated value, `game.<kind>.<value>`; the value itself if it has none."""
        return self.text(f"{kind}.{value}") if _CATALOG.has(f"game.{kind}.{value}") else value

    def agent(self, agent: AgentName) -> str:
        """Return the name of an agent."""
        return DISPLAY_NAMES[agent][self.language]

    def seat(self, seat: str, side: Player) -> str:
        """Return who plays a side, with its stones."""
        return f"{STONES[side]} {self.label('seat', seat)}"
