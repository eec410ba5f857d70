"""Phrases of simulated people: an opening by case and a closing by temperament (sayings.json, voices.json).

Participants of one plan take their phrases in the order of the plan, so that no two of them say the same.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from negotiation.contracts.demand import Register
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog
from shared.llm.seeded_random import seeded_choice, seeded_fraction

Tone = Literal["accept", "ask", "yield", "out"]
Openings = Mapping[Language, Mapping[str, Sequence[str]]]
Closings = Mapping[Language, Mapping[str, Mapping[Tone, Sequence[str]]]]
render_text = TextCatalog.load("user_agent.simulated").render

DEFAULT_VOICE = "even"
"""Temperament whose closings are used for those without their own."""

SILENT_VOICE = "silent"
"""Temperament without closings."""


@lru_cache(maxsize=1)
def load_openings() -> Openings:
    """Return the shipped first sentences (sayings.json): language → case → list of sentences.

    It is cached: do not change it.
    """
    return json.loads(files("user_agent.simulated").joinpath("sayings.json").read_text("utf-8"))


@lru_cache(maxsize=1)
def load_plain_openings() -> Mapping[Language, Mapping[str, str]]:
    """Return the shipped neutral first sentences (grave_sayings.json): language → case → sentence.

    It is cached: do not change it.
    """
    return json.loads(files("user_agent.simulated").joinpath("grave_sayings.json").read_text("utf-8"))


@lru_cache(maxsize=1)
def load_closings() -> Closings:
    """Return the shipped last sentences (voices.json): language → temperament → tone → list of sentences.

    It is cached: do not change it.
    """
    return json.loads(files("user_agent.simulated").joinpath("voices.json").read_text("utf-8"))


def voice_of(temperament: str, tone: Register, case: Tone) -> str:
    """Return the temperament whose closings a person uses: none in a grave matter, none that colours a yes.

    Args:
        temperament: The person's own.
        tone: Register of the demand.
        case: Tone of the closing.
    """
    if tone == "grave":
        return SILENT_VOICE
    return DEFAULT_VOICE if case in ("accept", "yield") else temperament


def pick_plain_opening(case: str, language: Language) -> str:
    """Return the neutral first sentence for a case (grave_sayings.json), for demands of a grave register.

    Placeholders and cases are those of `pick_opening`.

    Raises:
        KeyError: There is no such case.
    """
    return load_plain_openings()[language][case]


def pick_opening(case: str, language: Language, *seed: object) -> str:
    """Return a first sentence for a case of sayings.json, chosen by `seed`; the same values give the same one.

    It may hold placeholders for `str.format`: budget, coming, day, most, place, price, role, skills, wanted, wish.

    Args:
        case: Key in sayings.json: a stance or decline reason of a simulated person, or `keen`, `talk` or `regrets`.
        language: Language of the sentence.
        seed: Values that choose the sentence, such as demand id and agent id.

    Raises:
        KeyError: sayings.json has no such case.
    """
    return seeded_choice(load_openings()[language][case], *seed, case)


def pick_closing(tone: Tone, temperament: str, language: Language, *seed: object) -> str:
    """Return a last sentence for a tone and temperament, chosen by `seed`; complete, without placeholders; maybe empty.

    The same values of `seed` give the same sentence. The case of `temperament` is ignored; one without sentences of its
    own has those of "even".
    """
    voices = load_closings()[language]
    return seeded_choice(voices.get(temperament.strip().lower(), voices[DEFAULT_VOICE])[tone], *seed, tone)


def pick_opening_and_closing(
    case: str, tone: Tone, temperament: str, language: Language, position: int, seed: Sequence[object]
) -> tuple[str, str]:
    """Return a first and a last sentence (a pair) for a participant; the pair depends on position and seed.

    Participants at neighbouring positions get different first sentences, until those of the case are used up.

    Args:
        case: Key of the first sentence in sayings.json; its placeholders are those of `pick_opening`.
        tone: Tone of the last sentence, which may be empty.
        temperament: Name of the temperament, in any case; an unknown one counts as "even".
        language: Language of both.
        position: Position of the participant in the plan, from 0.
        seed: Values that choose the sentences of position 0.

    Raises:
        KeyError: sayings.json has no such case.
    """
    options = load_openings()[language][case]
    voices = load_closings()[language]
    tone_closings = voices.get(temperament.strip().lower(), voices[DEFAULT_VOICE])[tone]
    opening_index = int(seeded_fraction(*seed, case) * len(options)) + position
    closing_index = (
        int(seeded_fraction(*seed, tone) * len(tone_closings)) + 2 * position + position // len(tone_closings)
    )
    return options[opening_index % len(options)], tone_closings[closing_index % len(tone_closings)]
