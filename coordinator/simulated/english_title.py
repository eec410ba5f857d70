"""Title and tone of an English demand (TW-501, simulated)."""

import re
from collections.abc import Sequence

from coordinator.simulated.english_words import OCCASION, is_work_verb
from negotiation.contracts.demand import Need, Register
from negotiation.understanding.title import MAX_WORDS

_GRAVE_PATTERN = re.compile(
    r"\b(?:died|dies|dying|death|dead (?:mother|father|wife|husband|child)|passed away|funerals?|burial|cremation"
    r"|wake|mourning|grief|grieving|bereave\w*|widow\w*|memorial|eulogy|obituary|hospice|palliative|terminal"
    r"|miscarriage|stillbirth|suicid\w*"
    r"|lost (?:my|our|his|her) (?!way|key|keys|phone|cat|dog|job|wallet|bag)\w+|cancer|chemo\w*|tumou?r|stroke"
    r"|dementia|parkinson'?s|alzheimer'?s?|diagnos\w*|hospital\w*|surgery|illness|depress\w*|anxiety|panic attacks"
    r"|self-harm|overdose|rehab|addict\w*|alcoholic|ptsd|trauma\w*"
    r"|solicitors?|lawyers?|attorney|court|lawsuit|sued|suing|evict\w*|throwing us out|custody|divorc\w*|separation"
    r"|restraining order|police|arrest\w*|prison|jail|bail|charged with|legal (?:advice|aid|help)|mediator"
    r"|inheritance|estate dispute|probate|asylum|deport\w*|immigration|bankrupt\w*|redundan\w*|unfair dismissal"
    r"|abus\w*|violen\w*|assault\w*|attacked|threaten\w*|stalk\w*|harass\w*|rape\w*|beaten|hits me|domestic|refuge"
    r"|unsafe|bull(?:y|ied|ying)|neglect\w*|foster\w*|social services|child protection|safeguarding"
    r"|missing (?:child|person|son|daughter)|accident|disabled|special needs)\b",
    re.IGNORECASE,
)
_FESTIVE_PATTERN = re.compile(
    r"\b(?:wedding|married|marry(?:ing)?|birthday|part(?:y|ies)(?! wall)|anniversary|christening|baptism"
    r"|bar mitzvah|bat mitzvah|engagement|hen do|stag do|baby shower|graduation|housewarming|celebrat\w*|festival"
    r"|carnival|reunion|burns supper|burns night|christmas (?:party|dinner)|new year's eve party|proposal"
    r"|quincea\w+|gala|fête|turns \d+|(?:mum|mom|dad|gran|grandma|grandad|grandpa|nan|nana|husband|wife|son"
    r"|daughter|friend)'s \d+th|\d+th birthday)\b",
    re.IGNORECASE,
)
_TURNS_PATTERN = re.compile(
    r"\b(?P<who>[A-Za-z]+) (?:turns|is turning|will be turning|is going to be|will be) (?P<age>\d{1,3})\b",
    re.IGNORECASE,
)
_CUT_PATTERN = re.compile(
    r"\s(?:for|with|who|that|which|to|in|on|at|from|and|of|up|out|after|by|into|over|about)\s.*$", re.IGNORECASE
)
_STATE_PATTERN = re.compile(
    r"(?P<thing>.+?) (?:is|are|has|have|keeps?)(?: been| just)? (?P<state>\w+ing|\w+ed|broken|blocked|stuck|dead"
    r"|flooded)\b.*",
    re.IGNORECASE,
)


def detect_tone(text: str) -> Register:
    """Return `grave` for mourning, illness, law and violence, `festive` for celebrations, else `neutral`."""
    plain = text.replace("’", "'")
    return "grave" if _GRAVE_PATTERN.search(plain) else "festive" if _FESTIVE_PATTERN.search(plain) else "neutral"


def find_birthday(text: str) -> str:
    """Return the birthday that a text tells without the word, as "Mum's 60th birthday"; empty without one."""
    match = _TURNS_PATTERN.search(text)
    return f"{match['who'].capitalize()}'s {_ordinal(int(match['age']))} birthday" if match else ""


def name_needs(needs: Sequence[Need]) -> list[str]:
    """Return each need as a noun phrase of few words: "walking two dogs", "overflowing gutters"."""
    return [_name(need) for need in needs]


def _name(need: Need) -> str:
    words = " ".join(need.need.split())
    state = _STATE_PATTERN.fullmatch(words)
    if state:
        words = f"{state['state']} {state['thing']}"
    first, _, rest = words.partition(" ")
    if is_work_verb(first) and rest:
        words = f"{_gerund(first)} {rest}"
    if len(words.split()) > MAX_WORDS - 2:
        words = _CUT_PATTERN.sub("", words, count=1)
    return words


def _gerund(verb: str) -> str:
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return verb[:-1] + "ing"
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnprt]", verb.lower()):
        return verb + verb[-1] + "ing"
    return verb + "ing"


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def find_topic(words: str) -> str:
    """Return the occasion that a text names, with up to three words before it; empty without one."""
    match = re.search(
        r"\b(?:(?!(?:for|at|my|our|the|a|an|of|to|on|in|is|are|and|can|could|will|would|anyone|anybody|someone"
        r"|somebody|help|helping|me|us|to|his|her|their|your|it's|we're|with|need|needs|hold|organi[sz]e"
        r"|organi[sz]ing|planning|plan|host|this|that|having|have|throwing|throw|during|after|before|i'm|am|we|i"
        rf"|you|do)\b)(?!\d+ )[\w'-]+ ){{0,3}}{OCCASION}\b",
        words,
        re.IGNORECASE,
    )
    return match[0].strip() if match and match[0].lower() not in ("do", "move", "ball", "event") else ""
