"""Places, languages that people must speak, and work from afar in English text (TW-501)."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.english_calendar import MONTH, WEEKDAY, compile_pattern
from negotiation.understanding.mention import Mention

LANGUAGES = {
    "english": "en", "french": "fr", "german": "de", "italian": "it", "spanish": "es", "portuguese": "pt",
    "dutch": "nl", "polish": "pl", "russian": "ru", "ukrainian": "uk", "turkish": "tr", "arabic": "ar", "hebrew": "he",
    "hindi": "hi", "urdu": "ur", "bengali": "bn", "punjabi": "pa", "gujarati": "gu", "tamil": "ta", "telugu": "te",
    "chinese": "zh", "mandarin": "zh", "cantonese": "zh", "japanese": "ja", "korean": "ko", "vietnamese": "vi",
    "thai": "th", "swahili": "sw", "kiswahili": "sw", "somali": "so", "amharic": "am", "farsi": "fa", "persian": "fa",
    "greek": "el", "swedish": "sv", "danish": "da", "norwegian": "no", "finnish": "fi", "czech": "cs", "slovak": "sk",
    "hungarian": "hu", "romanian": "ro", "bulgarian": "bg", "croatian": "hr", "serbian": "sr", "albanian": "sq",
    "irish": "ga", "welsh": "cy", "gaelic": "gd", "malay": "ms", "indonesian": "id", "tagalog": "tl",
    "lithuanian": "lt", "latvian": "lv", "estonian": "et", "yoruba": "yo", "zulu": "zu", "afrikaans": "af",
    "catalan": "ca",
}  # fmt: skip
"""Languages by their English names, as ISO 639-1 codes."""

_LANGUAGE = rf"(?P<language>{'|'.join(LANGUAGES)})"
_MORE = rf"(?:(?:,| and| or|/) (?:{'|'.join(LANGUAGES)}))*"
_LANGUAGE_PATTERNS = tuple(
    compile_pattern(pattern)
    for pattern in (
        r"\b(?:(?:who|that|they|he|she|must|should|has to|have to|needs? to|can|only|also|and|we|i|my (?:mother"
        rf"|grandmother|mum|mom|dad|father|grandfather|parents)) ){{0,6}}(?:speaks?|speaking|understands?|fluent in"
        rf"|knows?)(?: (?:only|good|fluent|some|a bit of|a little|native|both|at least))* {_LANGUAGE}{_MORE}\b",
        rf"\b{_LANGUAGE}[- ](?:speaking|speakers?)\b",
        rf"(?<=, ){_LANGUAGE}{_MORE}(?= ?[,.;!?]| ?$)",
        rf"(?<!lessons )(?<!classes )(?<!course )(?<!tutor )(?<!beginners )\bin {_LANGUAGE}{_MORE}\b(?! \w+ "
        r"(?:class|course))",
    )
)
_REMOTE_PATTERN = compile_pattern(
    r"\b(?:or |can be |could be |may be |is |also |either |fully ){0,4}(?:online|remote(?:ly)?|by video(?: call)?"
    r"|over (?:zoom|skype|video|teams)|on zoom|via (?:zoom|skype|video)|by phone|over the phone|by zoom)"
    r"(?: (?:is|would be|also)(?: (?:is|be|also))? (?:fine|ok|okay|possible|good|great|welcome|too)| ok| fine| only"
    r"| too)?\b(?! (?:shop|store|course|business|banking|control|dating))"
)

_NO_NAME = (
    rf"(?!(?:{MONTH}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:weekdays?|weekends?|mornings?|evenings?|budget"
    rf"|christmas|easter|new year['’]?s|boxing day|hogmanay|valentine['’]?s|hallowe['’]?en|{'|'.join(LANGUAGES)})"
    r"|(?-i:Mon|Tues?|Wed|Thurs?|Thu|Fri|Sat|Sun)|GBP|EUR|USD|CHF|AUD|CAD|SGD|NZD|KES|ZAR|INR|KSh|Max|DJs?|MC|TV"
    r"|CV|AI|WI|PA|HR|LED|DIY|BBQ|VIP|PhD|ASAP)(?![a-z]))"
)
_CAP = _NO_NAME + r"(?-i:(?:St\.? |Mc|Mac|O['’])?[A-Z][a-zà-ÿ]+(?:['’][A-Za-z]+)?(?:-[A-Za-zà-ÿ]+)*)"
_AREA = _NO_NAME + r"(?-i:[A-Z]{2,3}(?:\d[\dA-Z]*)?|(?!R\d)[A-Z]\d[\dA-Z]*)(?![a-z])"
_LINK = (
    r"(?:upon|on(?! (?:(?:(?-i:[A-Z])\w+ ){1,2}(?:Day|Night|Eve)|Hogmanay|Bonfire|Easter|Christmas|Boxing"
    r"|Halloween|Good)\b)|the|of|by|le|la|de|del|am|an der|under|y|du|des)"
)
_NAME = rf"(?:{_CAP}(?:(?: (?:{_LINK} )?| ?-(?=[A-Z]))(?:{_CAP}|{_AREA}))*)"
_FULL = (
    rf"(?:(?:\d{{1,4}}[a-z]? )?{_NAME}(?:,? (?:station|harbour|beach|town centre|city centre|old town|suburbs"
    rf"|village|university|airport|park|area|county|region)\b)?(?:, ?(?:{_NAME}|{_AREA}))*)"
)
_LEAD = (
    r"(?:\b(?:(?:somewhere|anywhere|based|located|living|live|lives|we live|i live|we['’]re|we are|i['’]m|i am|here"
    r"|up|down|out|over|right|just) )?"
    r"(?:in or (?:near|around|close to)|in|near|near to|around|round|at|from|outside|outside of|close to"
    r"|next to|within (?:\d+ \w+|reach|easy reach"
    r"|walking distance) of|north of|south of|east of|west of|across|throughout|by|not far from|towards|to)"
    r" (?:the |downtown |central |greater |inner |(?:north|south|east|west)(?:ern)?[- ]?|(?:city|town) cent(?:re"
    r"|er) of |outskirts of |the outskirts of |(?:middle|centre|center|heart) of )*)"
)
_AFTER_LEAD_PATTERN = compile_pattern(rf"(?P<lead>{_LEAD})(?P<place>{_FULL})")
_ROUTE_PATTERN = compile_pattern(rf"(?P<lead>(?:\bfrom )?)(?P<place>{_NAME} to {_NAME}(?: and back)?)")
_SEGMENT_PATTERN = compile_pattern(
    rf"(?P<lead>^|[,.;:!?(–—\n] ?|[-] | )(?P<place>{_FULL})(?= ?[,.;:!?)–—\n]| ?$| (?:on|this|next|from|for"
    rf"|and then|or|tomorrow|or remote|at|before|by|in|please)\b| -| \d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH})"
)
_LOWER_PATTERN = compile_pattern(
    r"(?P<lead>\b(?:in|near|around|live in|based in) )(?P<place>(?!the\b|a\b|an\b|my\b|our\b|your\b|advance"
    r"|particular|fact|full|return|future|writing|groups?|pairs?|bulk|stock|hand|private|public|progress|charge"
    r"|season|colou?r|shape|style|turn|short|addition|town|there|here|it|them|that|this|person|time|general|total"
    r"|cash|case|order|need|touch|late|early|mid|about|two|three|four|five|six|spring|summer|autumn|winter|good|bad"
    r"|\d)[a-z]+(?: [a-z]+)?)(?= ?[,.;!?)]| ?$)"
)
_NOT_A_PLACE_PATTERN = re.compile(
    r"(?:I|I'm|I’m|My|Our|We|The|A|An|It|He|She|They|You|Your|This|That|God|Christmas|Easter|Xmas|Ramadan|Diwali"
    r"|Eid|Hanukkah|Thanksgiving|New Year|Zoom|Skype|"
    rf"Teams|WhatsApp|Instagram|Excel|Word|Python|Java|Sunday|WI|GCSE|NHS|TV|DJ|MC|CV|AI|IT|PA|HR|UX|{MONTH}"
    rf"|{WEEKDAY}s?|"
    r"Thanks|Cheers|Please|Urgent|Help|Hi|Hello|Hey|Dear|Mum|Mom|Dad|Gran|Grandma|Grandad|Budget|Asap|ASAP|No|Not"
    r"|Nothing|Yes|Also|Maybe|Ideally|Any|Anyone|Someone|Need|Needed|Wanted|Looking|"
    rf"{'|'.join(name.capitalize() for name in LANGUAGES)})(?=[\s.,]|$)",
    re.IGNORECASE,
)
_AWAY_PATTERN = compile_pattern(
    r"(?:\b(?:while|when|whilst) (?:we|i)['’ ]?(?:re|m|are|am) (?:away )?|\b(?:holidays?|vacation"
    r"|(?<!been )(?<!, )(?<!now )(?<!; )(?<!and )moved|moving|originally|born|grew up|while|whilst|when|trip"
    r"|honeymoon|learned|bought) )$"
)
_SOFT_PATTERN = compile_pattern(r"\b(?:ideally|preferably|maybe|perhaps)(?: [\w']+){0,3} $")
_NEGATED_PATTERN = compile_pattern(
    r"\b(?:not|except(?: for)?|but not|never|outside|any ?where (?:but|except)|apart from|other than|avoid(?:ing)?)"
    r"(?: in)? $"
)
_AGENT_PATTERN = re.compile(
    r"(?:er|or|ist|ian|ant|man|woman|smith|wright|maker|keeper|lessons|classes|ing|tion|ment|ship)s?$", re.IGNORECASE
)

_INSIDE_PATTERN = compile_pattern(r" (?:in|by|of|on|near|at) ")


def find_languages(text: str) -> Iterator[Mention]:
    """Yield the languages that people must speak; one that is to be learned is none of them."""
    for pattern in _LANGUAGE_PATTERNS:
        for match in pattern.finditer(text):
            yield Mention("language", match.span(), LANGUAGES[match["language"].lower()])


def find_remote(text: str) -> Iterator[Mention]:
    """Yield the words that allow work from afar."""
    for match in _REMOTE_PATTERN.finditer(text):
        yield Mention("remote", match.span(), value=True)


ABBREVIATIONS = {"SF": "San Francisco", "LA": "Los Angeles", "L.A.": "Los Angeles", "NY": "New York", "HK": "Hong Kong"}
"""Names of cities by the capitals that stand for them."""

_ABBREVIATION_PATTERN = re.compile(
    r"(?P<lead>\b(?:in|near|around|at|from|to|across) )?(?<![\w.&/-])(?P<place>NYC|SF|LA|L\.A\.|NY|HK)(?![\w&/-]|\$)"
)
_ACCENT_PATTERN = compile_pattern(r" (?:accents?|dialects?|twang|style|slang)\b")


def find_places(text: str) -> Iterator[Mention]:
    """Yield the places in a text, in its own words: after a preposition, alone between commas, or known by name."""
    for pattern in (_ROUTE_PATTERN, _AFTER_LEAD_PATTERN):
        for match in pattern.finditer(text):
            if _ACCENT_PATTERN.match(text, match.end("place")):
                continue
            if _may_be_place(match["place"]) and (pattern is not _ROUTE_PATTERN or _is_route(match["place"])):
                yield _place(text, match)
    yield from _likeliest(text, tuple(_find_alone(text)))
    for match in _ABBREVIATION_PATTERN.finditer(text):
        yield Mention("place", match.span(), ABBREVIATIONS.get(match["place"], match["place"]))
    if text == text.lower():
        for match in _LOWER_PATTERN.finditer(text):
            if load_thesaurus("skills").find(match["place"]) is None:
                yield _place(text, match)
    for match in _town_pattern().finditer(text):
        if text == text.lower() or (match["place"].islower() and match["lead"]):
            yield _place(text, match)
    for found in load_thesaurus("places").find_all(text):
        span = (found.offset, found.offset + len(found.word))
        if _ACCENT_PATTERN.match(text, span[1]):
            continue
        if found.word[:1].isascii() and len(found.word) > 3 and _is_name(text, span):
            negated = _NEGATED_PATTERN.search(text[max(0, span[0] - 24) : span[0]])
            yield Mention("place", span, text[span[0] : span[1]], excluded=bool(negated))


def _find_alone(text: str) -> Iterator[Mention]:
    """Yield the capitalized stretches between marks that may be places."""
    offset = 0
    while match := _SEGMENT_PATTERN.search(text, offset):
        found, comma = _stands_alone(text, match), text.find(",", *match.span("place"))
        if found:
            yield _place(text, match, lead=False)
        offset = comma if comma > 0 and not found else max(match.end("place"), offset + 1)


def _likeliest(text: str, alone: tuple[Mention, ...]) -> Iterator[Mention]:
    """Yield the places that stand alone; of those without a known name none if another has one, else the last."""
    known = {mention for mention in alone if _is_known(str(mention.value))}
    unknown = [mention for mention in alone if mention not in known and not mention.excluded]
    led = any(_may_be_place(match["place"]) for match in _AFTER_LEAD_PATTERN.finditer(text))
    led = led or bool(_REMOTE_PATTERN.search(text))
    kept = unknown[-1:] if not known and not led else []
    yield from (each for each in alone if each in known or each in kept or each.excluded)


def _is_known(words: str) -> bool:
    """Return whether a place begins with the name of one that the thesaurus or the file of towns has."""
    return bool(load_thesaurus("places").find(words)) or bool(_town_pattern().match(words))


@cache
def _town_pattern() -> re.Pattern[str]:
    """Return the pattern of a large town or county in a text without capitals, from the file towns.en.txt."""
    names = files("negotiation.understanding").joinpath("towns.en.txt").read_text("utf-8").splitlines()
    ways = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return compile_pattern(
        rf"(?P<lead>\b(?:(?:in|near|around|at|from|to) )?)(?P<place>\b(?:{ways}))(?![\w'’-]| (?:road|street|lane))"
    )


def _place(text: str, match: re.Match[str], *, lead: bool = True) -> Mention:
    start, end = match.start() if lead else match.start("place"), match.end("place")
    negated = _NEGATED_PATTERN.search(text[max(0, start - 24) : start])
    away = _AWAY_PATTERN.search(text[max(0, start - 32) : start])
    soft = _SOFT_PATTERN.search(text[max(0, start - 32) : start])
    if negated:
        start -= len(negated[0])
    return Mention("place", (start, end), match["place"].rstrip(" ,."), excluded=bool(negated or away), soft=bool(soft))


def _may_be_place(words: str) -> bool:
    return not _NOT_A_PLACE_PATTERN.match(words)


def _is_route(words: str) -> bool:
    start, _, end = words.partition(" to ")
    return _may_be_place(end.lstrip()) and not _AGENT_PATTERN.search(start)


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    """Return whether a capitalized stretch between marks is a place, and not the start of a sentence or a role."""
    words = match["place"]
    if not _may_be_place(words):
        return False
    head = _INSIDE_PATTERN.split(words.partition(",")[0])[0]
    if head != words and (_AGENT_PATTERN.search(head) or load_thesaurus("skills").find(head)):
        return False
    if _is_known(words):
        return True
    before = text[: match.start("place")].rstrip()
    if not before or load_thesaurus("skills").find(words):
        return False
    if before[-1] in ",;(–—-":
        return True
    ends = re.match(r"\s*(?:[,.!?;)]|$|or (?:remote|online))", text[match.end("place") :])
    return before[-1] in ".!?\n" and bool(ends) and not _AGENT_PATTERN.search(words) and len(words.split()) <= 4


def _is_name(text: str, span: tuple[int, int]) -> bool:
    """Return whether a known place stands there as a name: with a capital, or in a text without capitals."""
    first, whole = text[span[0]], re.match(r"[a-z'’-]", text[span[1] :][:1])
    return not whole and (first.isupper() or (text == text.lower() and len(text[span[0] : span[1]]) > 4))
