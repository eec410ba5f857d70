"""Recorded text of every kind of event, in both languages; `python -m tests.golden.golden_narration` records it anew.

tests/golden/narration/events.jsonl holds the events, each with the case that it stands for.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from shared.core.language import Language
from towow.narration.context import NarrationContext
from towow.narration.parsed_event import ParsedEvent, parse_event
from towow.narration.renderers import render

FOLDER = Path(__file__).parent / "narration"
CHANNEL = "collab-abc"
NAMES = {"agent_bob": "Bob", "agent_amy": "艾米", "agent_cy": "Cy"}


def cases() -> Iterator[tuple[str, ParsedEvent]]:
    """Yield each case with its event."""
    for line in (FOLDER / "events.jsonl").read_bytes().splitlines():
        yield json.loads(line)["case"], parse_event(line)


def text(event: ParsedEvent, language: Language) -> str:
    """Return the text of an event of a negotiation of at most five rounds, told in Shanghai."""
    context = NarrationContext(
        language=language,
        timezone="Asia/Shanghai",
        names=NAMES,
        instant_ms=event.instant_ms,
        max_rounds={CHANNEL: 5},
        participants={CHANNEL: frozenset(NAMES)},
        options={"q-abc": {"city": "in the city", "country": "in the country"}},
    )
    paragraph = render(event, context)
    return "\n".join(line.plain for line in (paragraph.head, *paragraph.below))


def narration(language: Language) -> str:
    """Return the text of all cases, each below its title."""
    return "\n\n".join(f"# {case}\n{text(event, language)}" for case, event in cases()) + "\n"


if __name__ == "__main__":
    for each in get_args(Language):
        (FOLDER / f"{each}.txt").write_text(narration(each), encoding="utf-8")
