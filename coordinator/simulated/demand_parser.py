"""What a demand's text names: needed skills, topic, activity, mood (TW-1101…1103, simulated understanding)."""

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from negotiation.search.synonyms import known
from shared.core.language import Language
from shared.llm.seeded_random import chance

MOST_SKILLS = 6
LONGEST_SKILL = 24
GENERAL = "teaching"
"""What says nothing of the subject: of "a robotics teacher" the subject is what is needed."""
_ORGANISED = re.compile(
    r"办|组织|筹备|策划|开[一个场家]|搞[一个场]|做[一个场]|庆祝|拍[一个部条]|"
    r"\b(?:organi[sz]\w*|hold\w*|host(?:ing)?|run(?:ning)?|throw\w*|plan(?:ning)?|arrang\w+|launch\w*|celebrat\w+|"
    r"put(?:ting)? on|set(?:ting)? up|start(?:ing)?|open(?:ing)?|mak(?:e|ing))\b",
    re.IGNORECASE,
)


class Activity(BaseModel):
    """A kind of undertaking: the words for it, what it cannot do without, what it may use, why people do it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: tuple[str, ...]
    implies: tuple[str, ...]
    maybe: tuple[str, ...]
    why: dict[Language, str]


_NEED_ZH = re.compile(
    r"(?:还?需要|急需|要找|想找|寻找|找|(?<!要)求(?!助)|缺(?!点|乏)|招募|招(?![牌呼待])|聘|想请|请一|请几|请位)(?:到|一下|一)?(?:个|位|名|家|些|几位|几个|一位|一个|一名|一些)?"
    r"(?P<what>[^。！？!?；;\n]{1,60})"
)
_NEED_EN = re.compile(
    r"\b(?:need(?:s|ed|ing)?|look(?:ing)? for|search(?:ing)? for|seek(?:ing)?|find|hire|want(?:ed)?|require[sd]?)\b"
    r"(?! to\b)(?P<what>[^.!?;\n]{1,120})",
    re.IGNORECASE,
)
_LIST = re.compile(r"[:：](?P<what>[^。！？!?.;；\n]{2,160})")
_OWN = re.compile(
    r"(?:我|我们|已经|自己)(?:已经?|自己)?(?:有|会|能|自带|提供|备好|找好)了?(?P<zh>[^，,。；;！!]{1,20})|"
    r"\b(?:i|we)(?: already| do)? (?:have|can|bring|own|got)\b(?P<en>[^,.;!]{1,40})",
    re.IGNORECASE,
)
_NOT_WANTED = re.compile(
    r"^\s*(?:and |but |please )*(?:no|not|without|does not|do not|don't|别|不要?|无需)(?:\b|(?=[\u3400-\u9fff]))",
    re.IGNORECASE,
)
_RELATION = re.compile(r"\b(?:on|for|with|about|who|that|to|from|in|at|of)\b", re.IGNORECASE)
_NO_NAME = re.compile(
    r"[的就来这那也要能会把给]|\b(?:some(?:one|body)|who|which|does|do|is|are|be|my|our|it|help|people|everybody)\b",
    re.IGNORECASE,
)
_WORKER = re.compile(r"的?(?:人|师傅|朋友|老师|搭档|伙伴|专家|高手)?(?:各?[一两二三几\d]+[位名个])?$")
_LESSONS = re.compile(r"\b([a-z]+)(?: [a-z]+)? lessons\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[，,]")
_BETWEEN = re.compile(r"[、/＋+]|以及|还有|或者|和|与|跟|及|\band\b|\bor\b|\bplus\b|&", re.IGNORECASE)
_TRIMMED = re.compile(
    r"^(?:一些|几位|几个|一位|一个|一名|一家|位|个|名|人|能|会|的|懂|some|any|an?|the|someone|somebody|people|who can|"
    r"for|to do|\d+|two|three|four|good|great)+(?:\s+|(?=[\u3400-\u9fff]))",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"(?:，|,|；|\bin\b|\bon\b|\bfor\b|\bwith\b|\bat\b|\bwho\b|\bthat\b|预算|大概|大约|左右).*$", re.IGNORECASE
)
_MOODS: tuple[tuple[str, dict[Language, str]], ...] = (
    (
        r"尽快|(?<!不)(?<!别)着急|急(?:需|着|用)|很急|马上|立刻|来不及|asap|urgent|as soon as|quickly|in a hurry",
        {"zh": "着急", "en": "in a hurry"},
    ),
    (
        r"担心|害怕|焦虑|不知道怎么|第一次|worried|nervous|afraid|first time|not sure",
        {"zh": "有些没底", "en": "a little unsure"},
    ),
    (
        r"！|!|期待|激动|特别想|梦想|excited|dream|can't wait|love to",
        {"zh": "充满期待", "en": "full of anticipation"},
    ),
    (r"轻松|随意|小型|简单|relaxed|casual|simple|low-key|cosy|cozy", {"zh": "轻松随意", "en": "relaxed"}),
    (r"正式|专业|高端|体面|formal|professional|high-end", {"zh": "郑重", "en": "serious about it"}),
)


@lru_cache(maxsize=1)
def activities() -> tuple[Activity, ...]:
    """The shipped table of activities."""
    rows = json.loads(files("coordinator.simulated").joinpath("activities.json").read_text("utf-8"))
    return tuple(Activity.model_validate(row) for row in rows)


def activity_in(text: str) -> Activity | None:
    """What kind of undertaking `text` is about: the one named first, of two at one place the longer word."""
    lower = text.lower()
    places: list[tuple[int, int, Activity]] = []
    for activity in activities():
        for word in activity.words:
            at = _position(word, lower)
            if at is not None:
                places.append((at, -len(word), activity))
    return min(places, key=lambda place: place[:2])[2] if places else None


def needs_in(text: str, language: Language) -> tuple[str, ...]:
    """The skills the text asks for by name, in its order; without such a phrase, every skill it names."""
    own = _owned(text)
    asked = [match["what"] for match in (_NEED_ZH if language == "zh" else _NEED_EN).finditer(text)]
    listed = [match["what"] for match in _LIST.finditer(text) if known("skills").found_in(match["what"])]
    named = _unique(skill for what in (*asked, *listed) for skill in _enumerated(what, language))
    named = tuple(skill for skill in named if not _said_better(skill, named)) or _spoken_of(text, language)
    named = _with_subject(tuple(skill for skill in named if skill not in own), text, language)
    return named[:MOST_SKILLS]


def topics_in(text: str, needs: tuple[str, ...], language: Language) -> tuple[str, ...]:
    """The fields the text speaks of without asking for them: what it is about."""
    found = _unique(found.term.say(language) for found in known("skills").found_in(text))
    own = _owned(text)
    return tuple(topic for topic in found if topic not in needs and topic not in own)


def implied(activity: Activity | None, needs: tuple[str, ...], language: Language, seed: str) -> tuple[str, ...]:
    """What such an undertaking cannot do without, and one thing it may use; which one differs from demand to demand."""
    if activity is None:
        return ()
    say = known("skills").say
    sure = [say(skill, language) for skill in activity.implies]
    maybe = sorted((say(skill, language) for skill in activity.maybe), key=lambda skill: chance(seed, "maybe", skill))
    extra = maybe[:1] if len(needs) < MOST_SKILLS // 2 else []
    return tuple(skill for skill in (*sure, *extra) if skill not in needs)


def gathered(needs: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    """What was asked for and what the undertaking implies; an unknown word gives way to a known one that holds it."""
    return tuple(skill for skill in (*needs, *more) if not _said_better(skill, more))


def organised(text: str, needs: tuple[str, ...]) -> bool:
    """Whether the undertaking itself is being brought about; else somebody is sought for one that others look after."""
    return not needs or _ORGANISED.search(text) is not None


def mood_in(text: str, language: Language) -> str | None:
    """The mood between the lines, when there is a sign of one."""
    for signs, name in _MOODS:
        if re.search(signs, text, re.IGNORECASE):
            return name[language]
    return None


def _spoken_of(text: str, language: Language) -> tuple[str, ...]:
    """Every skill a text names; of an undertaking that needs some of them itself, only those."""
    found = tuple(found.term.say(language) for found in known("skills").found_in(text))
    activity, say = activity_in(text), known("skills").say
    if activity and any(say(skill, language) in found for skill in activity.implies):
        proper = {say(skill, language) for skill in (*activity.implies, *activity.maybe)}
        return tuple(skill for skill in found if skill in proper)
    return found or _practised(text, language)


def _practised(text: str, language: Language) -> tuple[str, ...]:
    """The skill whose verb a text uses: to climb, to cycle."""
    skills = known("skills")
    verbs = (match.lower() for match in re.findall(r"\bto ([a-z]{3,12})\b", text, re.IGNORECASE))
    terms = (skills.of(form) for verb in verbs for form in (f"{verb}ing", f"{verb.removesuffix('e')}ing"))
    lessons = (skills.of(f"{subject} lessons") for subject in _LESSONS.findall(text))
    return _unique(term.say(language) for term in (*terms, *lessons) if term)


def _with_subject(needs: tuple[str, ...], text: str, language: Language) -> tuple[str, ...]:
    """Of somebody who teaches, the subject is needed, when the text names one beside the needs."""
    general = known("skills").say(GENERAL, language)
    subjects = [found.term.say(language) for found in known("skills").found_in(text)]
    subject = next((skill for skill in subjects if skill not in (*needs, general)), None)
    if general not in needs or subject is None:
        return needs
    return tuple(subject if skill == general else skill for skill in needs)


def _said_better(skill: str, others: Iterable[str]) -> bool:
    """Whether an unknown word is only part of another one that is named."""
    held = (other for other in others if other != skill and skill in other)
    return known("skills").of(skill) is None and any(held)


def _enumerated(text: str, language: Language) -> Iterable[str]:
    """The skills of "A, B and C". After a comma an unknown word only counts where the enumeration goes on."""
    for place, clause in enumerate(_CLAUSE.split(text)):
        parts = [part for part in _BETWEEN.split(clause) if not _NOT_WANTED.match(part)]
        for part in parts:
            yield from _skill(part, language, unknown_too=place == 0 or len(parts) > 1)


def _skill(part: str, language: Language, *, unknown_too: bool) -> Iterable[str]:
    """The skill one piece of an enumeration names, its head first; an unknown short one is taken as it stands."""
    skills = known("skills")
    found = skills.found_in(_RELATION.split(part, maxsplit=1)[0]) or skills.found_in(part)[:1]
    if found or not unknown_too:
        proper = [each for each in found if each.term.en[0] != GENERAL] or list(found)
        return [each.term.say(language) for each in proper[-1:]]
    bare = _ENDS.sub("", part).strip(" \t的了吗呢吧。.")
    bare = _WORKER.sub("", _TRIMMED.sub("", bare)).strip()
    unknown_word = 2 <= len(bare) <= (8 if language == "zh" else LONGEST_SKILL) and not any(map(str.isdigit, bare))
    named = unknown_word and not _NO_NAME.search(bare)
    return [bare] if named and not known("places").found_in(bare) else []


def _owned(text: str) -> frozenset[str]:
    said = [match["zh"] or match["en"] or "" for match in _OWN.finditer(text)]
    terms = [found.term for words in said for found in known("skills").found_in(words)]
    return frozenset(word for term in terms for word in (term.zh[0], term.en[0]))


def _position(word: str, lower: str) -> int | None:
    if not word.isascii():
        at = lower.find(word)
        return at if at >= 0 else None
    match = re.search(rf"\b{re.escape(word)}", lower)
    return match.start() if match else None


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
