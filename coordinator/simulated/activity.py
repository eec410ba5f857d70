"""Activity and mood of a demand's text, and the topics that it names (TW-1101…1103, simulated understanding)."""

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from negotiation.contracts.demand import DemandUnderstanding, Need
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.mentions import overlaps
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog


class Activity(BaseModel):
    """Kind of activity: its names, the skills it implies, those it may need, and the usual motivation."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: tuple[str, ...]
    implies: tuple[str, ...]
    maybe: tuple[str, ...]
    why: dict[Language, str]


MAX_LEAD = 3
"""Words before the name of an occasion that describe it."""

_PART_OF = re.compile(r"\b(?:of|to|for|at|after|with)\b", re.IGNORECASE)

_MOODS = {
    "hurry": r"尽快|(?<!不)(?<!别)着急|急(?:需|着|用)|很急|马上|立刻|来不及|asap|urgent|as soon as|quickly|in a hurry",
    "unsure": r"担心|害怕|焦虑|不知道怎么|第一次|worried|nervous|afraid|first time|not sure",
    "excited": r"！|!|期待|激动|特别想|梦想|excited|dream|can't wait|love to",
    "relaxed": r"轻松|随意|relaxed|casual|low-key|cosy|cozy",
    "serious": r"正式|专业|高端|体面|formal|professional|high-end",
}


@lru_cache(maxsize=1)
def load_activities() -> tuple[Activity, ...]:
    """Return all activities of the shipped file activities.json; cached after the first call."""
    rows = json.loads(files("coordinator.simulated").joinpath("activities.json").read_text("utf-8"))
    return tuple(Activity.model_validate(row) for row in rows)


def detect_activity(text: str) -> Activity | None:
    """Return the activity whose name comes first in a text, the longest one at the same offset; None without one.

    Case is ignored; an English name counts only where a word begins.
    """
    lower = text.lower()
    matches: list[tuple[int, int, Activity]] = []
    for activity in load_activities():
        for word in activity.words:
            offset = _find_word(word, lower)
            if offset is not None:
                matches.append((offset, -len(word), activity))
    return min(matches, key=lambda match: match[:2])[2] if matches else None


def is_about(topic: str, activity: Activity) -> bool:
    """Return whether a demand's topic names an activity: else its usual motivation would be a guess."""
    return any(_find_word(word.strip(), topic.lower()) is not None for word in activity.words)


def is_bare_occasion(needs: Sequence[Need], activity: Activity) -> bool:
    """Return whether the only need is the activity itself, with several skills that it implies or may need.

    At most MAX_LEAD words stand before its name, none of which says that the need is something for it: "a place to
    have dinner" and "a bit of company" are no occasions.
    """
    skills = {*activity.implies, *activity.maybe}
    if len(needs) != 1 or len(skills) < 2:
        return False
    words = needs[0].need.lower()
    leads = (words.removesuffix(name) for name in activity.words if words.endswith(name))
    return any(len(lead.split()) <= MAX_LEAD and not _PART_OF.search(lead) for lead in leads)


def find_topics(text: str, demand: DemandUnderstanding, language: Language) -> tuple[str, ...]:
    """Return the known skills that a text names beside its needs, in text order: what the demand is about.

    What it does not want, and what it only explains, does not count.

    Args:
        text: Text of the demand.
        demand: Its understanding, with spans.
        language: Language of the result: the usual name of each skill in it.
    """
    apart = [each.span for each in (*demand.not_wanted, *demand.background) if each.span]
    names = dict.fromkeys(
        found.term.label(language)
        for found in load_thesaurus("skills").find_all(text)
        if not any(overlaps((found.offset, found.offset + len(found.word)), span) for span in apart)
    )
    return tuple(name for name in names if name not in demand.capability_tags)


def detect_mood(text: str, language: Language, *, grave: bool = False) -> str | None:
    """Return the mood that a text shows, as a word in `language` ("in a hurry", 着急); None without a sign of one.

    Of several moods the first in this order counts: in a hurry, unsure, full of anticipation, relaxed, serious. In a
    `grave` matter only haste does.
    """
    moods = {"hurry": _MOODS["hurry"]} if grave else _MOODS
    mood = next((mood for mood, signs in moods.items() if re.search(signs, text, re.IGNORECASE)), None)
    return TextCatalog.load("coordinator.simulated").render(f"mood.{mood}", language) if mood else None


def _find_word(word: str, lower: str) -> int | None:
    if not word.isascii():
        offset = lower.find(word)
        return offset if offset >= 0 else None
    match = re.search(rf"\b{re.escape(word)}", lower)
    return match.start() if match else None
