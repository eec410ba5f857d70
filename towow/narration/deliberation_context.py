"""Context of a session's narration: language, first instant, and whose texts are printed."""

from collections.abc import Iterable
from dataclasses import dataclass

from rich.text import Text

from shared.core.language import Language
from shared.core.text_catalog import TextCatalog
from towow.narration.rendered_event import RenderedEvent, StyledText, assemble_text
from towow.narration.sanitize import sanitize_text

_CATALOG = TextCatalog.load("towow.narration")


@dataclass(frozen=True, slots=True)
class SessionNarrationContext:
    """Language of a session, and the instant of its first event (ms since the epoch)."""

    language: Language = "en"
    started_at_ms: int | None = None

    def text(self, key: str, /, **values: object) -> str:
        """Return the text `session.<key>` of texts.json in the session's language."""
        return _CATALOG.render(f"session.{key}", self.language, **values)

    def label(self, kind: str, value: str) -> str:
        """Return the label of an enumerated value, `session.<kind>.<value>`; the value itself if it has none."""
        return self.text(f"{kind}.{value}") if _CATALOG.has(f"session.{kind}.{value}") else value


def sanitized_line(*parts: StyledText | None) -> Text:
    """Concatenate pieces of text into one, each sanitized for the terminal; None is skipped."""
    return assemble_text(*(_sanitize(part) for part in parts if part is not None))


def sanitized_lines(text: str, style: str = "") -> list[Text]:
    """Return the lines of a text that are not blank, each sanitized for the terminal."""
    return [sanitized_line((line.rstrip(), style)) for line in text.splitlines() if line.strip()]


def sanitized_event(
    sign: str, style: str, head: Iterable[StyledText | None], below: Iterable[Text | None] = ()
) -> RenderedEvent:
    """Build a rendered event whose headline is sanitized; `below` holds lines that are sanitized already.

    Args:
        sign: Sign before the headline.
        style: Rich style of the sign.
        head: Pieces of the headline; None is skipped.
        below: Lines below the headline; None is skipped.
    """
    lines = tuple(line for line in below if line is not None)
    return RenderedEvent(sign, style, sanitized_line(*head), lines)


def _sanitize(part: StyledText) -> StyledText:
    return sanitize_text(part) if isinstance(part, str) else (sanitize_text(part[0]), part[1])
