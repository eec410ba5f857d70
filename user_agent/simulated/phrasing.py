"""Which words somebody finds for what they decided: by temperament, and never the words of the one beside them.

What is said is an opening that fits the case and a close that fits the character (sayings.json, voices.json). Those
in one plan take their words in the order of the plan, so that no two of them say the same.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from shared.core.language import Language
from shared.llm.seeded_random import chance, pick

Tone = Literal["accept", "ask", "yield", "out"]
Openings = Mapping[Language, Mapping[str, Sequence[str]]]
Closes = Mapping[Language, Mapping[str, Mapping[Tone, Sequence[str]]]]
PLAIN = "even"
"""How somebody speaks whose temperament has no voice of its own."""


@lru_cache(maxsize=1)
def openings() -> Openings:
    """What is said in which case."""
    return json.loads(files("user_agent.simulated").joinpath("sayings.json").read_text("utf-8"))


@lru_cache(maxsize=1)
def closes() -> Closes:
    """What a temperament adds."""
    return json.loads(files("user_agent.simulated").joinpath("voices.json").read_text("utf-8"))


def chosen(case: str, language: Language, *seed: object) -> str:
    """One opening for a case, by the seed alone: for those who cannot hear the others."""
    return pick(openings()[language][case], *seed, case)


def closing(tone: Tone, temperament: str, language: Language, *seed: object) -> str:
    """What somebody of this temperament adds."""
    voices = closes()[language]
    return pick(voices.get(temperament.strip().lower(), voices[PLAIN])[tone], *seed, tone)


def in_turn(
    case: str, tone: Tone, temperament: str, language: Language, place: int, seed: Sequence[object]
) -> tuple[str, str]:
    """The opening and the close of the one who speaks at `place` among those in the plan."""
    options = openings()[language][case]
    voices = closes()[language]
    own = voices.get(temperament.strip().lower(), voices[PLAIN])[tone]
    at = int(chance(*seed, case) * len(options)) + place
    after = int(chance(*seed, tone) * len(own)) + 2 * place + place // len(own)
    return options[at % len(options)], own[after % len(own)]


def together(opening: str, close: str, language: Language) -> str:
    """Both as one piece of speech."""
    return opening + close if language == "zh" or not close else f"{opening} {close}"
