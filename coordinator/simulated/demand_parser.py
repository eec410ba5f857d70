"""Parser of a demand's text: needed skills, topics, activity and mood (TW-1101…1103, simulated understanding)."""

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from negotiation.search.synonyms import load_thesaurus
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog
from shared.llm.seeded_random import seeded_fraction

MAX_SKILLS = 6
"""Maximum number of needed skills."""

MAX_SKILL_CHARACTERS = 24
"""Maximum length of an unknown word that counts as a skill, in English."""

TEACHING = "teaching"
"""Skill that gives way to its subject: "a robotics teacher" needs robotics."""
_ORGANIZE_PATTERN = re.compile(
    r"办|组织|筹备|策划|开[一个场家]|搞[一个场]|做[一个场]|庆祝|拍[一个部条]|"
    r"\b(?:organi[sz]\w*|hold\w*|host(?:ing)?|run(?:ning)?|throw\w*|plan(?:ning)?|arrang\w+|launch\w*|celebrat\w+|"
    r"put(?:ting)? on|set(?:ting)? up|start(?:ing)?|open(?:ing)?|mak(?:e|ing))\b",
    re.IGNORECASE,
)


class Activity(BaseModel):
    """Kind of activity: its names, the skills it implies, those it may need, and the usual motivation."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: tuple[str, ...]
    implies: tuple[str, ...]
    maybe: tuple[str, ...]
    why: dict[Language, str]


_CHINESE_NEED_PATTERN = re.compile(
    r"(?:还?需要|急需|要找|想找|寻找|找|(?<!要)求(?!助)|缺(?!点|乏)|招募|招(?![牌呼待])|聘|想请|请一|请几|请位)(?:到|一下|一)?(?:个|位|名|家|些|几位|几个|一位|一个|一名|一些)?"
    r"(?P<what>[^。！？!?；;\n]{1,60})"
)
_ENGLISH_NEED_PATTERN = re.compile(
    r"\b(?:need(?:s|ed|ing)?|look(?:ing)? for|search(?:ing)? for|seek(?:ing)?|find|hire|want(?:ed)?|require[sd]?)\b"
    r"(?! to\b)(?P<what>[^.!?;\n]{1,120})",
    re.IGNORECASE,
)
_LIST_PATTERN = re.compile(r"[:：](?P<what>[^。！？!?.;；\n]{2,160})")
_OWNED_PATTERN = re.compile(
    r"(?:我|我们|已经|自己)(?:已经?|自己)?(?:有|会|能|自带|提供|备好|找好)了?(?P<zh>[^，,。；;！!]{1,20})|"
    r"\b(?:i|we)(?: already| do)? (?:have|can|bring|own|got)\b(?P<en>[^,.;!]{1,40})",
    re.IGNORECASE,
)
_NEGATION_PATTERN = re.compile(
    r"^\s*(?:and |but |please )*(?:no|not|without|does not|do not|don't|别|不要?|无需)(?:\b|(?=[\u3400-\u9fff]))",
    re.IGNORECASE,
)
_PREPOSITION_PATTERN = re.compile(r"\b(?:on|for|with|about|who|that|to|from|in|at|of)\b", re.IGNORECASE)
_NOT_A_SKILL_PATTERN = re.compile(
    r"[的就来这那也要能会把给]|\b(?:some(?:one|body)|who|which|does|do|is|are|be|my|our|it|help|people|everybody)\b",
    re.IGNORECASE,
)
_PERSON_SUFFIX_PATTERN = re.compile(r"的?(?:人|师傅|朋友|老师|搭档|伙伴|专家|高手)?(?:各?[一两二三几\d]+[位名个])?$")
_LESSONS_PATTERN = re.compile(r"\b([a-z]+)(?: [a-z]+)? lessons\b", re.IGNORECASE)
_CLAUSE_SEPARATOR = re.compile(r"[，,]")
_ITEM_SEPARATOR = re.compile(r"[、/＋+]|以及|还有|或者|和|与|跟|及|\band\b|\bor\b|\bplus\b|&", re.IGNORECASE)
_PREFIX_PATTERN = re.compile(
    r"^(?:一些|几位|几个|一位|一个|一名|一家|位|个|名|人|能|会|的|懂|some|any|an?|the|someone|somebody|people|who can|"
    r"for|to do|\d+|two|three|four|good|great)+(?:\s+|(?=[\u3400-\u9fff]))",
    re.IGNORECASE,
)
_SUFFIX_PATTERN = re.compile(
    r"(?:，|,|；|\bin\b|\bon\b|\bfor\b|\bwith\b|\bat\b|\bwho\b|\bthat\b|预算|大概|大约|左右).*$", re.IGNORECASE
)
_MOODS = {
    "hurry": r"尽快|(?<!不)(?<!别)着急|急(?:需|着|用)|很急|马上|立刻|来不及|asap|urgent|as soon as|quickly|in a hurry",
    "unsure": r"担心|害怕|焦虑|不知道怎么|第一次|worried|nervous|afraid|first time|not sure",
    "excited": r"！|!|期待|激动|特别想|梦想|excited|dream|can't wait|love to",
    "relaxed": r"轻松|随意|小型|简单|relaxed|casual|simple|low-key|cosy|cozy",
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


def parse_needed_skills(text: str, language: Language) -> tuple[str, ...]:
    """Return the skills that a text asks for ("we need a …", "找 …", lists after a colon), at most MAX_SKILLS (6).

    Those of sentences come first, then those of lists, each in text order and once. If it asks for none, all skills
    that it names count. Skills that it says the requester has ("I have a …") are left out.

    Args:
        text: Text of the demand.
        language: Language of the text. Known skills are named by their usual name in it, others by the text's own word.
    """
    owned = _owned_skills(text)
    requests = [
        match["what"] for match in (_CHINESE_NEED_PATTERN if language == "zh" else _ENGLISH_NEED_PATTERN).finditer(text)
    ]
    lists = [
        match["what"] for match in _LIST_PATTERN.finditer(text) if load_thesaurus("skills").find_all(match["what"])
    ]
    skills = _unique(skill for request in (*requests, *lists) for skill in _parse_enumeration(request, language))
    skills = tuple(skill for skill in skills if not _is_part_of_other(skill, skills)) or _mentioned_skills(
        text, language
    )
    skills = _replace_teaching(tuple(skill for skill in skills if skill not in owned), text, language)
    return skills[:MAX_SKILLS]


def parse_topics(text: str, needs: tuple[str, ...], language: Language) -> tuple[str, ...]:
    """Return the known skills that a text names but that are not in `needs`, in text order: what the demand is about.

    Skills that the text says the requester has are left out.

    Args:
        text: Text of the demand.
        needs: Skills by their usual names in `language`, as `parse_needed_skills` returns them.
        language: Language of the result: the usual name of each skill in it.
    """
    names = _unique(occurrence.term.label(language) for occurrence in load_thesaurus("skills").find_all(text))
    owned = _owned_skills(text)
    return tuple(topic for topic in names if topic not in needs and topic not in owned)


def implied_skills(activity: Activity | None, needs: tuple[str, ...], language: Language, seed: str) -> tuple[str, ...]:
    """Return the skills, in `language`, that an activity implies and that are not in `needs`.

    If `needs` has fewer than 3 skills, one optional skill of the activity may follow, chosen by `seed` (the demand's
    id). Empty if `activity` is None.
    """
    if activity is None:
        return ()
    translate = load_thesaurus("skills").translate
    implied = [translate(skill, language) for skill in activity.implies]
    optional = sorted(
        (translate(skill, language) for skill in activity.maybe),
        key=lambda skill: seeded_fraction(seed, "maybe", skill),
    )
    chosen = optional[:1] if len(needs) < MAX_SKILLS // 2 else []
    return tuple(skill for skill in (*implied, *chosen) if skill not in needs)


def merge_skills(needs: tuple[str, ...], implied: tuple[str, ...]) -> tuple[str, ...]:
    """Return `needs` and then `implied` in one tuple; a skill in both stands there twice.

    A skill that the thesaurus does not know is dropped if its text is part of the text of another one in `implied`.
    """
    return tuple(skill for skill in (*needs, *implied) if not _is_part_of_other(skill, implied))


def is_organized_by_requester(text: str, needs: tuple[str, ...]) -> bool:
    """Return whether the requester organizes the activity, and does not only need someone for one of others.

    It is True if `needs` (of `parse_needed_skills`) is empty or the text has a word such as "organize", "host" or 办.
    """
    return not needs or _ORGANIZE_PATTERN.search(text) is not None


def detect_mood(text: str, language: Language) -> str | None:
    """Return the mood that a text shows, as a word in `language` ("in a hurry", 着急); None without a sign of one.

    Of several moods the first in this order counts: in a hurry, unsure, full of anticipation, relaxed, serious.
    """
    mood = next((mood for mood, signs in _MOODS.items() if re.search(signs, text, re.IGNORECASE)), None)
    return TextCatalog.load("coordinator.simulated").render(f"mood.{mood}", language) if mood else None


def _mentioned_skills(text: str, language: Language) -> tuple[str, ...]:
    """Return all skills that a text names; if its activity implies some of them, only the activity's."""
    mentioned = tuple(occurrence.term.label(language) for occurrence in load_thesaurus("skills").find_all(text))
    activity, translate = detect_activity(text), load_thesaurus("skills").translate
    if activity and any(translate(skill, language) in mentioned for skill in activity.implies):
        activity_skills = {translate(skill, language) for skill in (*activity.implies, *activity.maybe)}
        return tuple(skill for skill in mentioned if skill in activity_skills)
    return mentioned or _skills_from_verbs(text, language)


def _skills_from_verbs(text: str, language: Language) -> tuple[str, ...]:
    """Return the skills whose verb a text uses (to climb, to cycle) or that it names as lessons."""
    skills = load_thesaurus("skills")
    verbs = (match.lower() for match in re.findall(r"\bto ([a-z]{3,12})\b", text, re.IGNORECASE))
    terms = (skills.find(form) for verb in verbs for form in (f"{verb}ing", f"{verb.removesuffix('e')}ing"))
    lessons = (skills.find(f"{subject} lessons") for subject in _LESSONS_PATTERN.findall(text))
    return _unique(term.label(language) for term in (*terms, *lessons) if term)


def _replace_teaching(needs: tuple[str, ...], text: str, language: Language) -> tuple[str, ...]:
    """Return the needs with teaching replaced by its subject, if the text names one."""
    general = load_thesaurus("skills").translate(TEACHING, language)
    subjects = [found.term.label(language) for found in load_thesaurus("skills").find_all(text)]
    subject = next((skill for skill in subjects if skill not in (*needs, general)), None)
    if general not in needs or subject is None:
        return needs
    return tuple(subject if skill == general else skill for skill in needs)


def _is_part_of_other(skill: str, others: Iterable[str]) -> bool:
    """Return whether an unknown word is part of another one."""
    containing = (other for other in others if other != skill and skill in other)
    return load_thesaurus("skills").find(skill) is None and any(containing)


def _parse_enumeration(text: str, language: Language) -> Iterable[str]:
    """Yield the skills of "A, B and C"; after a comma an unknown word counts only within an enumeration."""
    for index, clause in enumerate(_CLAUSE_SEPARATOR.split(text)):
        parts = [part for part in _ITEM_SEPARATOR.split(clause) if not _NEGATION_PATTERN.match(part)]
        for part in parts:
            yield from _parse_skill(part, language, allow_unknown=index == 0 or len(parts) > 1)


def _parse_skill(part: str, language: Language, *, allow_unknown: bool) -> Iterable[str]:
    """Return the skill of one item of an enumeration, its head noun first; an unknown short item as it is."""
    skills = load_thesaurus("skills")
    occurrences = skills.find_all(_PREPOSITION_PATTERN.split(part, maxsplit=1)[0]) or skills.find_all(part)[:1]
    if occurrences or not allow_unknown:
        specific = [occurrence for occurrence in occurrences if occurrence.term.en[0] != TEACHING] or list(occurrences)
        return [occurrence.term.label(language) for occurrence in specific[-1:]]
    word = _SUFFIX_PATTERN.sub("", part).strip(" \t的了吗呢吧。.")
    word = _PERSON_SUFFIX_PATTERN.sub("", _PREFIX_PATTERN.sub("", word)).strip()
    has_length = 2 <= len(word) <= (8 if language == "zh" else MAX_SKILL_CHARACTERS) and not any(map(str.isdigit, word))
    is_skill = has_length and not _NOT_A_SKILL_PATTERN.search(word)
    return [word] if is_skill and not load_thesaurus("places").find_all(word) else []


def _owned_skills(text: str) -> frozenset[str]:
    phrases = [match["zh"] or match["en"] or "" for match in _OWNED_PATTERN.finditer(text)]
    terms = [occurrence.term for phrase in phrases for occurrence in load_thesaurus("skills").find_all(phrase)]
    return frozenset(word for term in terms for word in (term.zh[0], term.en[0]))


def _find_word(word: str, lower: str) -> int | None:
    if not word.isascii():
        offset = lower.find(word)
        return offset if offset >= 0 else None
    match = re.search(rf"\b{re.escape(word)}", lower)
    return match.start() if match else None


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
