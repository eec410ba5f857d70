"""Numbers of people and amounts of money in English text (TW-501)."""

import re
from collections.abc import Iterator

from negotiation.contracts.demand import PeopleRange
from negotiation.contracts.money import Money
from negotiation.understanding.english_calendar import compile_pattern
from negotiation.understanding.english_numbers import NUMBER, parse_english_number
from negotiation.understanding.mention import Mention

MAX_PEOPLE, MAX_AMOUNT = 1_000_000, 10**12
"""Largest numbers of people and of minor units that are read."""

_CURRENCIES = {
    "£": "GBP", "€": "EUR", "$": "USD", "us$": "USD", "usd$": "USD", "a$": "AUD", "au$": "AUD",
    "aud$": "AUD", "c$": "CAD", "ca$": "CAD", "cad$": "CAD", "s$": "SGD", "sg$": "SGD", "nz$": "NZD", "hk$": "HKD",
    "ksh": "KES", "kshs": "KES", "ksh.": "KES", "r": "ZAR", "rs": "INR", "rs.": "INR", "₹": "INR", "₦": "NGN",
    "₩": "KRW", "zł": "PLN", "fr.": "CHF", "sfr": "CHF",
    "pound": "GBP", "quid": "GBP", "sterling": "GBP", "euro": "EUR", "dollar": "USD", "buck": "USD", "franc": "CHF",
    "swiss franc": "CHF", "shilling": "KES", "kenyan shilling": "KES", "rand": "ZAR", "rupee": "INR", "yen": "JPY",
    "yuan": "CNY", "rmb": "CNY", "singapore dollar": "SGD", "australian dollar": "AUD", "canadian dollar": "CAD",
    "new zealand dollar": "NZD", "us dollar": "USD", "zloty": "PLN", "naira": "NGN",
}  # fmt: skip
_CODES = [
    "GBP",
    "EUR",
    "USD",
    "CHF",
    "AUD",
    "CAD",
    "SGD",
    "NZD",
    "HKD",
    "KES",
    "ZAR",
    "INR",
    "JPY",
    "CNY",
    "SEK",
    "NOK",
    "DKK",
    "PLN",
    "CZK",
    "HUF",
    "NGN",
    "GHS",
    "UGX",
    "TZS",
    "AED",
    "KRW",
]
_WITHOUT_MINOR_UNITS = {"JPY", "KRW", "UGX"}

_SIGN = (
    r"(?:(?:US|USD|AU|AUD|CA|CAD|SG|NZ|HK|[ACS])?\$|[£€¥₹₦₩]|\bKShs?\.?|\bRs\.?|\bR(?=\d)|\bSFr|\bFr\.|\b(?:"
    + "|".join(_CODES)
    + r"))"
)
_NAME = (
    r"(?:(?:(?:singapore|australian|canadian|new zealand|us) )?dollars?|bucks?|pounds?(?: sterling)?|quid|sterling"
    r"|euros?|"
    r"(?:swiss )?francs?|(?:kenyan )?shillings?|rand|rupees?|yen|yuan|rmb|zloty|naira|[£€]|(?:"
    + "|".join(_CODES)
    + r"))(?![a-z])"
)
_SUM = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,9}(?:\.\d{1,2})?"
_SCALE = r"(?: ?(?:k|grand|thousand)(?![a-z]))?"
_JOIN = r" ?(?:[-–—]|to|and|or) ?"
_MONEY_LEAD = (
    r"(?:(?:\b(?:my|our|the|a|total|maximum|max\.?|budget(?: is| of|:)?|budgets?|costs?|costing|price|pay(?:ing)?"
    r"|paid|spend(?:ing)?|afford"
    r"|up to|no more than|not more than|more than|not over|less than|under|below|within|at most|at least|around"
    r"|about|roughly|approx\.?|approximately|circa|maybe|only|just"
    r"|for|from|with|between|offering|fee|rate|of|is|we have|i have|have|we can|i can|can|we can['’]?t|i can['’]?t"
    r"|can['’]?t|cannot|to|we['’]ve got|got|i['’]ve got)(?![\w$£€]) ?){1,8}+[:~]?\s*)?"
)
_MONEY_TAIL = (
    r"(?:(?: ?/ ?| (?:an?|per|each|every|the) )(?:hour|hr|h|day|week|month|night|visit|lesson|session|person|head"
    r"|class|guest|child|kid|item|piece|page|word|time|go|evening|year)\b|(?:ph|pp|/hr|/h)\b"
    r"| (?:each|max(?:imum)?|in total|total|all in|altogether|tops|at most|or less|or so|or under|budget|p\.?h\.?"
    r"|p\.?p\.?|apiece|cash|ish|limit|at the most|on hand|to spend|the lot)\b)*"
)
_MONEY_PATTERN = compile_pattern(
    rf"(?P<lead>{_MONEY_LEAD})(?:"
    rf"(?P<sign>{_SIGN}) ?(?P<low>{_SUM})(?P<lows>{_SCALE})(?:{_JOIN}(?P=sign)? ?(?P<high>{_SUM})"
    rf"(?P<highs>{_SCALE})(?![\d%]| ?(?:people|guests)))?"
    rf"|(?<![\d.,])(?P<nlow>{_SUM})(?P<nlows>{_SCALE})(?:{_JOIN}(?P<nhigh>{_SUM})(?P<nhighs>{_SCALE}))? ?"
    rf"(?P<name>{_NAME})"
    rf"|(?<![\d.,-])(?P<words>(?!\d){NUMBER})(?P<grand> grand)? (?P<unit>{_NAME})"
    rf"){_MONEY_TAIL}"
)

_NOUN = (
    r"(?:people|persons?|ppl|guests?|attendees|participants|apprentices|trainees|visitors|mourners|invitees"
    r"|passengers|spectators"
    r"|listeners|delegates|kids?|children|toddlers|babies|teens"
    r"|teenagers|boys|girls"
    r"|students|pupils|adults|grown-?ups|seniors|pensioners|oaps|elderly people|ladies|women|men|friends|mates"
    r"|neighbou?rs|colleagues|coworkers|co-workers"
    r"|employees|staff|members|relatives|family members|folks?|players|runners|hikers|cyclists|residents"
    r"|heads|mouths|souls|pax|strangers"
    r"|covers|diners|year[- ]olds|of us)"
)
_NEAR = (
    r"(?:about|around|roughly|approximately|approx\.?|some|circa|maybe|probably|nearly|almost|over|up to"
    r"|at most|max(?:imum)?(?: of)?|no more than|not more than|at least|a maximum of|fewer than|less than|under"
    r"|only|just|all)"
)
_BARE_END = (
    r"(?= ?[.,;:!?)–—]| ?$| ?\n| (?:in|on|at|this|next|and|with|from|to|near|around|by|tomorrow|tonight|please|per)\b)"
)
_FROM = r"(?:between|from)"
_PEOPLE_PATTERN = compile_pattern(
    r"(?P<lead>(?:\b(?:for|of|with|by|there (?:will be|are)|we are|audience of|we['’]re|we will be|we['’]ll be"
    rf"|a (?:group|party|class|team|crowd) of|group of|party of|class of|team of|to) ){{0,6}})"
    rf"(?P<near>(?:\b{_NEAR} )*)"
    rf"(?:(?:{_FROM} )?(?<![\d.,£$€#])\b(?P<low>{NUMBER})(?: ?[-–—] ?| (?:to|or|and) )(?P<high>{NUMBER})"
    rf"|(?<![\d.,£$€#:/-])(?P<count>{NUMBER}))"
    r"(?:(?: of (?:my|our|the|his|her|their|your) | ?-? ?)(?P<mid>(?:(?!and\b|or\b|of\b|to\b|for\b|in\b|strong\b"
    rf"|with\b)[a-z][\w-]{{2,}} ){{0,2}})(?P<noun>{_NOUN})\b)"
    rf"(?P<age>(?: ?\(?,? ?(?:aged?|ages) \d+(?: ?(?:,|-|–|to|and) ?\d+)*\)?)?)"
)
_BARE_PATTERN = compile_pattern(
    rf"\b(?:for|feeds?|feeding|serves?|seats?|seating|family of|household of|party of|table for|audience of"
    rf"|crowd of|group of|class of)"
    rf"(?: {_NEAR})? (?P<count>{NUMBER})"
    rf"(?: ?[-–—] ?(?P<high>{NUMBER}))?{_BARE_END}"
    rf"|\bbetween (?P<low2>{NUMBER}) and (?P<high2>{NUMBER}){_BARE_END}"
)
_PERSONS_PATTERN = compile_pattern(
    r"\b(?:for|audience of|group of|party of|class of|crowd of|team of|bunch of|attended by|there (?:will be"
    rf"|are)) (?:{_NEAR} )*(?P<count>{NUMBER}) "
    r"(?:(?!(?:and|or|of|to|for|in|with)\b)[a-z][\w-]* ){0,2}(?:[a-z-]*(?:(?<!h)ers|ees|ors|ists|ians|perts"
    r"|ants)(?<!hours)(?<!minutes)(?<!quarters)(?<!papers)(?<!dinners)(?<!flowers)(?<!letters)(?<!posters)"
    r"(?<!doors)(?<!floors)(?<!plants)(?<!pants)"
    r"(?<!metres)(?<!meters)(?<!dollars)(?<!summers)(?<!winters)(?<!degrees)(?<!trees)(?<!coffees)(?<!orders)"
    r"(?<!offers)(?<!numbers)(?<!computers)(?<!printers)(?<!trailers)(?<!trousers)(?<!covers)(?<!burgers)"
    r"|grandparents|parents|mums|moms|dads|nurses|graduates|veterans|scouts|brownies|refugees|couples|families"
    r"|journalists|executives|bosses|clients|recruits|apprentices|interns|nuns|monks|cousins|aunts|uncles"
    r"|grandchildren|girls|lads|medics|athletes|musicians|novices|experts|freelancers|founders|youngsters|toddlers"
    r"|twelve-year-olds|leads|reps|officials|mechanics)(?![\w-]| (?:and|or) \d)"
)
_COMPANY_PATTERN = compile_pattern(
    rf"\b(?:(?:just|only|it(?:'s| is|'d be)|for|to teach|with) ){{1,2}}(?:me|myself) (?:and|\+|plus) (?:(?P<one>an?"
    rf"|my|our)|(?P<more>{NUMBER})) "
    r"(?:best |good |old |little |two )?(?:friends?|mates?|partner|wife|husband|girlfriend|boyfriend|sister|brother"
    r"|mum|mom|dad|son|daughter|kids?|children|colleagues?|cousins?|neighbou?rs?)\b"
)
_WE_PATTERN = compile_pattern(
    rf"\b(?:we['’]re|we are|we will be|we['’]ll be)(?: {_NEAR})* (?P<count>{NUMBER})"
    rf"(?:{_BARE_END}|(?= (?:[a-z]+ )?[a-z]{{3,}}s\b(?<!hours)(?<!minutes)(?<!days)(?<!weeks)(?<!months)(?<!years)"
    r"(?<!miles)(?<!metres)(?<!doors)(?<!floors)(?<!stops)))"
)
_JAPAN_PATTERN = compile_pattern(
    r"\b(?:japan(?:ese)?|yen|jpy|tokyo|osaka|kyoto|nagoya|sapporo|fukuoka|yokohama|kobe|hiroshima|nara|sendai|okinawa)\b"
)
_DOLLAR_PATTERNS = {
    code: compile_pattern(rf"\b(?:{places})\b")
    for code, places in (
        ("CAD", "canada|canadian|toronto|vancouver|montr[eé]al|ottawa|calgary|edmonton|halifax|winnipeg|qu[eé]bec"),
        ("AUD", "australian?|sydney|melbourne|brisbane|perth|adelaide|canberra|hobart|darwin"),
        ("SGD", "singapore"),
        ("HKD", "hong kong|kowloon"),
        ("NZD", "new zealand|auckland|wellington|christchurch|dunedin"),
    )
}
_ROOM_PATTERN = compile_pattern(rf"(?<=[,;(] )(?:up to|at most|max\.?|maximum) (?P<count>{NUMBER})(?= ?[,;.)]| ?$)")
_SOUGHT_PATTERN = compile_pattern(
    r"\b(?:need|needs|needed|want|wants|looking for|searching for|seeking|find|hire|recruit|after|like|could use"
    r"|require|must have|lend (?:me|us)|borrow) $"
)


_ENOUGH_PATTERN = compile_pattern(
    r"[^.;!?]{0,30} (?:should|would|will|is|are) (?:do|be enough|be plenty|enough|plenty)\b"
)


def find_money(text: str) -> Iterator[Mention]:
    """Yield the amounts of money in a text with a currency, with the words belonging to them; of a range the upper."""
    for match in _MONEY_PATTERN.finditer(text):
        sign = match["sign"] or match["name"] or match["unit"]
        currency = _local_currency(text, sign)
        written = match["words"] and str(parse_english_number(match["words"]) or 0)
        digits = match["high"] or match["low"] or match["nhigh"] or match["nlow"] or written
        scale = match["highs"] or match["lows"] or match["nhighs"] or match["nlows"] or match["grand"]
        amount = (
            float(digits.replace(",", "")) * (1000 if scale else 1) * (1 if currency in _WITHOUT_MINOR_UNITS else 100)
        )
        if currency and round(amount) <= MAX_AMOUNT:
            yield Mention("budget", match.span(), Money(amount=round(amount), currency=currency))


_RATE_PATTERN = compile_pattern(
    r"(?:/|\b(?:an?|per|each|every|the)) ?(?:hour|hr|h|day|week|month|night|visit|lesson|session|person|head"
    r"|class|guest"
    r"|child|kid|item|piece|page|word|time|go|evening|year)\b|(?:ph|pp|p\.?h\.?|p\.?p\.?)$|\b(?:each|apiece)\b"
)


def is_english_rate(words: str) -> bool:
    """Return whether an amount in its words is a price for each hour, person or thing, not all the money there is."""
    return bool(_RATE_PATTERN.search(words.strip()))


def find_people(text: str) -> Iterator[Mention]:
    """Yield the numbers of people that a text says it is for; people who are sought are not among them."""
    for match in _PEOPLE_PATTERN.finditer(text):
        start = match.end("near")
        if _SOUGHT_PATTERN.search(text[max(0, start - 24) : start]):
            continue
        if _ENOUGH_PATTERN.match(text, match.end()):
            continue
        if re.match(r"one of (?:my|our|the|his|her|their|your) ", text[start : match.end()], re.IGNORECASE):
            continue
        if re.search(r"\bwith\s*$", match["lead"], re.IGNORECASE) and match["noun"].lower() in ("men", "women"):
            continue
        if match["noun"].lower() == "players" and match["mid"].strip() and not match["lead"]:
            continue
        if match["noun"].lower().endswith(("old", "olds")) or (match["noun"].lower() == "of us" and match["mid"]):
            continue
        yield from _people(match, match["low"], match["high"], match["count"], match["near"])
    for match in _PERSONS_PATTERN.finditer(text):
        before = text[max(0, match.start() - 24) : match.start()]
        if not re.search(
            r"(?:look(?:ing)?|search(?:ing)?|pay(?:ing)?|ask(?:ing)?|hunting|wait(?:ing)?) $", before, re.IGNORECASE
        ):
            yield from _people(match, None, None, match["count"], match[0])
    for match in _COMPANY_PATTERN.finditer(text):
        others = 1 if match["one"] else parse_english_number(match["more"]) or 0
        yield Mention("people", match.span(), PeopleRange(min=others + 1, max=others + 1))
    for match in _WE_PATTERN.finditer(text):
        yield from _people(match, None, None, match["count"], match[0])
    for match in _ROOM_PATTERN.finditer(text):
        yield from _people(match, None, None, match["count"], match[0])
    for match in _BARE_PATTERN.finditer(text):
        yield from _people(match, match["low2"], match["high2"] or match["high"], match["count"], match[0])


def _people(match: re.Match[str], low: str | None, high: str | None, count: str | None, near: str) -> Iterator[Mention]:
    first, last = parse_english_number(low or count or ""), parse_english_number(high or count or "")
    if low and high and first and last and first > last and (whole := parse_english_number(f"{low} and {high}")):
        first = last = whole
    if not first or not last or not first <= last <= MAX_PEOPLE:
        return
    if count and re.search(r"up to|at most|max|no more|not more|fewer|less|under", near, re.IGNORECASE):
        first = 1
    yield Mention("people", match.span(), PeopleRange(min=first, max=last))


def _local_currency(text: str, sign: str) -> str:
    """Return the currency of a sign or name: ¥ is yen where the text speaks of Japan, $ and dollars are local ones."""
    if sign == "¥":
        return "JPY" if _JAPAN_PATTERN.search(text) else "CNY"
    if sign.lower().rstrip("s") in ("$", "dollar"):
        return next((code for code, places in _DOLLAR_PATTERNS.items() if places.search(text)), "USD")
    return _currency(sign)


def _currency(words: str) -> str:
    plain = " ".join(words.lower().split())
    if plain.upper() in _CODES:
        return plain.upper()
    plain = plain.removesuffix(" sterling") or plain
    return _CURRENCIES.get(plain) or _CURRENCIES.get(plain.removesuffix("s"), "")
