"""Phrases of simulated people: an opening by case and a closing by temperament (sayings.json, voices.json).

Participants of one plan take their phrases in the order of the plan, so that no two of them say the same.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from shared.core.language import Language
from shared.llm.seeded_random import seeded_choice, seeded_fraction

Tone = Literal["accept", "ask", "yield", "out"]
Openings = Mapping[Language, Mapping[str, Sequence[str]]]
Closes = Mapping[Language, Mapping[str, Mapping[Tone, Sequence[str]]]]
DEFAULT_VOICE = "even"
"""Temperament whose closings are used for those without their own."""


@lru_cache(maxsize=1)
def load_openings() -> Openings:
    """Return the openings by language and case (cached)."""
    return json.loads(files("user_agent.simulated").joinpath("sayings.json").read_text("utf-8"))


@lru_cache(maxsize=1)
def load_closings() -> Closes:
    """Return the closings by language, temperament and tone (cached)."""
    return json.loads(files("user_agent.simulated").joinpath("voices.json").read_text("utf-8"))


def pick_opening(case: str, language: Language, *seed: object) -> str:
    """Return a pseudo-random opening for a case, independent of other people's."""
    return seeded_choice(load_openings()[language][case], *seed, case)


def pick_closing(tone: Tone, temperament: str, language: Language, *seed: object) -> str:
    """Return a pseudo-random closing in a tone, by temperament."""
    voices = load_closings()[language]
    return seeded_choice(voices.get(temperament.strip().lower(), voices[DEFAULT_VOICE])[tone], *seed, tone)


def pick_in_order(
    case: str, tone: Tone, temperament: str, language: Language, position: int, seed: Sequence[object]
) -> tuple[str, str]:
    """Return opening and closing of the participant at a position of the plan; different ones for each position."""
    options = load_openings()[language][case]
    voices = load_closings()[language]
    tone_closings = voices.get(temperament.strip().lower(), voices[DEFAULT_VOICE])[tone]
    opening_index = int(seeded_fraction(*seed, case) * len(options)) + position
    closing_index = (
        int(seeded_fraction(*seed, tone) * len(tone_closings)) + 2 * position + position // len(tone_closings)
    )
    return options[opening_index % len(options)], tone_closings[closing_index % len(tone_closings)]


def join_sentences(opening: str, close: str, language: Language) -> str:
    """Both as one piece of speech."""
    return opening + close if language == "zh" or not close else f"{opening} {close}"
