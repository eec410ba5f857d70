"""Word classes of English demands: persons, occasions, verbs of work, heads of services (TW-501, simulated)."""

import re
from functools import cache
from importlib.resources import files

from negotiation.search.synonyms import load_thesaurus

ANYONE = (
    r"(?:someone|somebody|some ?one|sum1|some1|anyone|anybody|any one|a person|person|persons|people|ppl|folks"
    r"|volunteers?|helpers?|friends?|neighbou?rs?"
    r"|a guy|guys?|man|woman|men|women|lady|hands|pair of hands|experts?|professionals?|pros?|specialists?|one"
    r"|those|student|students|local|locals|individual)"
)
"""Pattern of a person without a trade of their own."""

KIN = (
    r"(?:mum|mom|mother|dad|father|parents?|son|daughter|child|children|kids?|baby|toddler|twins|wife|husband"
    r"|partner|girlfriend|boyfriend|fianc[eé]e?|brother|sister"
    r"|gran|grandma|nan|nana|granny|grandmother|grandad|grandpa|grandfather|aunt|auntie|uncle|cousin|niece|nephew"
    r"|friend|friends|neighbou?r|landlord|landlady|boss|ex"
    r"|employer|teacher|colleague|mate|family|flatmate|housemate|in-laws|mother-in-law|father-in-law|grandson"
    r"|granddaughter|grandchildren|team|tenant|boy|girl|group|choir|band)"
)
"""Pattern of people who belong to the requester."""

OCCASION = (
    r"(?:weddings?|birthdays?|party(?! wall)|parties|funeral|wake|memorial|christening|baptism|bar mitzvah|bat mitzvah"
    r"|communion|anniversary|engagement|hen do|stag do|hen night|baby shower"
    r"|graduation|reunion|retirement|housewarming|conference|festival|fete|fête|fair|gala|ceremony|reception"
    r"|celebration|picnic|barbecue|bbq|banquet|exhibition|meetup|retreat|hackathon"
    r"|open day|fundraiser|prom|(?:charity|masked|masquerade|summer|winter|spring|christmas|school|hunt"
    r"|rotary|viennese) ball|dinner party|dinner|gathering|bash|knees-up|supper|offsite|away day"
    r"|get-together|launch|street party|move|christmas market|market stall|school play"
    r"|summit|seminar|symposium|tournament|charity run|fun run|marathon|screening|premiere|vernissage|concert|event)"
)
"""Pattern of an occasion."""

_AGENT_PATTERN = re.compile(r"[a-z]{3,}(?:ers?|ors?|ists?|ians?|men|man|woman|women|smiths?|wrights?)$", re.IGNORECASE)


@cache
def work_verbs() -> frozenset[str]:
    """Return the base forms of common verbs of work, from the file work_verbs.en.txt."""
    return _read_words("work_verbs.en.txt")


@cache
def _service_heads() -> frozenset[str]:
    """Return last words of what others provide, from the file service_heads.en.txt."""
    return _read_words("service_heads.en.txt")


@cache
def _not_agents() -> frozenset[str]:
    """Return words that end like a role but name none, from the file not_agents.en.txt."""
    return _read_words("not_agents.en.txt")


def _read_words(name: str) -> frozenset[str]:
    return frozenset(files("coordinator.simulated").joinpath(name).read_text("utf-8").split())


def is_work_verb(word: str) -> bool:
    """Return whether a word is the base form of a common verb of work, also one with "re-": "repaint"."""
    lower = word.lower()
    return lower in work_verbs() or (
        re.match(r"re-?\w{3}", lower) is not None and lower[2:].lstrip("-") in work_verbs()
    )


def work_base(word: str) -> str:
    """Return the base form of a verb of work in -ing, -s or -ed: "moving" is "move"; empty for another word."""
    lower = word.lower()
    for ending in ("ing", "ies", "ied", "es", "ed", "s"):
        stem = lower.removesuffix(ending)
        if stem == lower or len(stem) < 2:
            continue
        doubled = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else stem
        bases = (stem + "y",) if ending in ("ies", "ied") else (stem, stem + "e", doubled)
        if base := next((each for each in bases if is_work_verb(each)), ""):
            return base
    return ""


def is_known_skill(words: str) -> bool:
    """Return whether the thesaurus of skills names these words or a part of them."""
    return load_thesaurus("skills").find(words) is not None


def is_role(words: str) -> bool:
    """Return whether a noun phrase names a role or a service, by its last word alone."""
    last = re.findall(r"[\w'-]+", words.lower())[-1:]
    if not last:
        return False
    return last[0] in _service_heads() or is_agent(last[0])


def is_agent(word: str) -> bool:
    """Return whether a word in lower case names by its ending who does something: plumber, florist, blacksmith."""
    return _AGENT_PATTERN.fullmatch(word) is not None and word not in _not_agents()


def is_service(words: str) -> bool:
    """Return whether a noun phrase names a role, a service or a thing that others provide, by its head."""
    return bool(re.search(r"\w", words)) and (is_role(words) or is_known_skill(words))
