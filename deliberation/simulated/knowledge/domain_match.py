"""Field of a query: the one whose words it uses most; none if no field or two are equally likely."""

import re
from dataclasses import dataclass
from functools import cache

from deliberation.simulated.knowledge.domain_table import Domain, DomainLevel, load_domains
from deliberation.simulated.query.clauses import has_chinese

_MARGIN = 0.4
"""Least distance between the best field and the next."""

_GOAL_WEIGHT = 2.0
_HINT_WEIGHT = 0.4
_LEAST_HINTS = 3
"""Hints that together stand for a word of the field itself."""

_MOST_HINTS = 4


_OCCASION_BEFORE = re.compile(
    r"\b(?:at|during|before|after|in time for|for)\s+(?:my|our|the|a|an|his|her|their)\b(?:\s[\w'-]+){0,3}\s*$",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"\s(?:to (?=raise|help|pay|support|celebrate|impress|save|fund|get|earn|be|become)|so (?:that|i|we)|in order to|for (?=my|our|the|a|an|his|her)|before|instead of|without)\b|好让|以便|来(?=赚|筹|给)|然后",
    re.IGNORECASE,
)
_OCCASION_AFTER = re.compile("上(?!海|午)|里|那天|当天|的时候|之前|前")
_BACKGROUND = re.compile(
    r"[^,，。;；!！?？\n]{0,12}(?:学|写|做|练|画|弹|干|当|教|养)过(?:几|两|三|一|好|很|多|\d)[^,，。;；!！?？\n]*|"
    r"\b(?:i|we) (?:used to|once|studied|have a background)\b[^,.;!?\n]*",
    re.IGNORECASE,
)
"""Clauses about what somebody did before, which is often another field."""

_NEGATED = re.compile(
    r"(?:不会|不太会|从不|不爱|没时间|不想|不用)(?=做饭|烧饭|做菜|下厨|开车|说|用)[^，。；,.;！？]{1,6}|\bI rent\b|\b(?:we|they) rent\b|\b(?:can't|cannot|doesn't|don't|hates?|never) (?:cook|drive|run|swim|ride)\w*|房租[\d一二三四五六七八九]*",
    re.IGNORECASE,
)
"""Words about what somebody cannot or does not do, and about rent, which name no field."""

_NO_OBJECT = re.compile(
    r"[\W\d_]*(?:(?:考|提|达|拿|升|涨|降|过|刷|通)?(?:到|过|高|至)?\s*[\d.一二两三四五六七八九十]+\s*[分级段%]?[\W\d_]*|(?:get|reach|score|pass|an?|be|in|out|by|must|have to|need|the|level|band|grade|points?|there|ready|done|gone|away|[\W\d_])+)",
    re.IGNORECASE,
)
"""Goal that is only a figure or an end, such as "7.5" or "考到7分"."""

BARE_GOAL = 40
"""Most characters of a goal that may be only a figure."""

_MEASURE = re.compile(
    r"[\d一二两三四五六七八九十百半]+\s*个?(?:小时|分钟|公里|千米|米|公斤|斤|度|分|秒|遍|组|根|天|周|月|%|kg|km)|"
    r"\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|zero)[ -]?(?:h|hours?|min|minutes?|seconds?|km|k|miles?|kg|kilos?|pounds?|per cent|%|flights?|reps?|times|lengths?|metres|meters|consecutive)?\b|\bthe whole (?:thing|lot)\b",
    re.IGNORECASE,
)
"""Measure of a result, by which a goal is told without its object: "under 2 hours"."""

SHORT_GOAL = 5
"""Chinese characters up to which a goal may leave its object to the rest of the query."""

_STATE = re.compile(r"(?:be|get|become|stay|go)(?: \w+){1,3}", re.IGNORECASE)
"""English goal that only names a state: "be fluent"."""

_REPAIR = re.compile("(?:fix|restore|repair|mend|refurbish) |修(?![习炼学课])", re.IGNORECASE)
"""Beginning of a goal of repair, which is no course in using the thing."""

_COMPLETE = re.compile(
    "(?:fix|restore|repair|mend|refurbish|migrate|write|apply for) |arrange the care|improve the |修|安排.*的照顾|提高.*成绩"
)
"""Beginning of a goal that names its object whatever else the query says."""

_PLACE = re.compile(
    r"\b(?:in|at|on|behind|near|beside|next to|under|outside|inside|into|across from) (?:my|our|the|a|an|his|her|their) "
    r"(?:[\w'’-]+ ){0,2}?(?:garden|yard|backyard|lawn|allotment|kitchen|bathroom|bedroom|living room|loft|attic|basement|"
    r"cellar|garage|shed|balcony|terrace|roof|office|studio|school|university|college|church|library|gym|pool|caf[eé]|"
    r"shop|pub|restaurant|house|flat|apartment|home|street|village|town|city|park|forest|woods|mountains|seaside)\b|"
    r"(?:在|放在|摆在)(?:我们?|咱们?|自己|家里?的?|家|学校|公司|小区|楼下|老家)?(?:的)?"
    r"(?:花园|院子|庭院|草坪|菜园|菜地|厨房|卫生间|卧室|客厅|阁楼|地下室|车库|阳台|露台|屋顶|办公室|教室|学校|图书馆|公园|健身房|泳池|咖啡馆|店)(?:里|上|中|边|旁边?)?",
    re.IGNORECASE,
)
"""Places: where something is done does not say what is done."""

_ATTRIBUTE = re.compile(
    r"\b(?:that|which|who|whose)(?:'s|'ve)? (?:(?:has|have|had|is|are|was|were) )?(?:(?:never|no longer|just|suddenly|recently) )?"
    r"(?:stop(?:s|ped)?|keep(?:s)?|kept|quit|won't|wouldn't|doesn't|don't|didn't|isn't|aren't|can't|barely|hardly|broke|died|started) ?[^,.;!?\n]*|"
    r"\b(?:stop(?:s|ped)|quit|no longer|not) (?:running|working|playing|singing|moving|going)\b",
    re.IGNORECASE,
)
"""Words that tell what a thing does or no longer does."""


@dataclass(frozen=True)
class DomainMatch:
    """Field of a query, and the words of the query that name it."""

    domain: Domain
    words: str


@dataclass(frozen=True)
class _Score:
    domain: Domain
    value: float
    words: tuple[str, ...]
    in_goal: bool
    position: tuple[int, int]

    @property
    def rank(self) -> tuple[float, tuple[int, int], str]:
        """Key by which the best field comes first: value in steps of the margin, then the place in the goal."""
        return -(self.value // _MARGIN), self.position, self.domain.id


@cache
def _pattern(word: str) -> re.Pattern[str]:
    """Return the pattern of a word: as it stands in Chinese, as a whole word in English, with its usual endings."""
    if has_chinese(word):
        return re.compile(word, re.IGNORECASE)
    exact = word.startswith("=")
    flags = re.NOFLAG if exact else re.IGNORECASE
    return re.compile(rf"(?<![A-Za-z]){word.removeprefix('=')}(?:s|es|ing|ning|ming)?(?![A-Za-z])", flags)


def find_word(word: str, text: str) -> re.Match[str] | None:
    """Return where a text uses a word of a table; None if it does not."""
    return _pattern(word).search(text)


def find_levels(domain: Domain, text: str) -> list[DomainLevel]:
    """Return the levels of a field that a text names; of words that contain each other the longest."""
    found = [(level, word) for level in domain.levels for word in level.words if find_word(re.escape(word), text)]
    longest = [(level, word) for level, word in found if not any(word != other and word in other for _, other in found)]
    return [level for level, _ in longest]


def match_domain(text: str, goal: str, opening: str, goal_clause: str = "") -> DomainMatch | None:
    """Return the field of a query.

    Args:
        text: The query.
        goal: Its goal, or "".
        opening: Its first clauses; a single word counts there only, unless the goal has it.
        goal_clause: Clause that the goal is taken from. If it is given, only a word of the goal or of this clause
            names a field, unless the goal names no object at all.
    """
    is_gated = bool(goal and goal_clause) and not (len(goal) <= BARE_GOAL and _NO_OBJECT.fullmatch(goal))
    goal = goal or opening
    text = _NEGATED.sub("", text) if not _NEGATED.search(goal) else text
    text = _BACKGROUND.sub("", text) if not _BACKGROUND.search(goal) else text
    text = f"{text}\n{goal}"
    text, goal, opening = (_ATTRIBUTE.sub(" ", _PLACE.sub(" ", each)) for each in (text, goal, opening))
    scores = sorted(
        (score for domain in load_domains() if (score := _score(domain, text, goal))), key=lambda each: each.rank
    )
    if _REPAIR.match(goal):
        scores = [each for each in scores if each.domain.kind not in ("skill", "exam")]
    if is_gated:
        scores = (
            [each for each in scores if _uses(each, _PURPOSE.split(goal)[0] if _COMPLETE.match(goal) else goal)]
            or [each for each in scores if _uses(each, goal_clause) and not _COMPLETE.match(goal)]
            or [each for each in scores if _uses(each, text) and _is_supported(each, goal, opening)]
        )
    scores = _wanted(scores, goal) or scores
    if not scores:
        return None
    best = scores[0]
    if len(scores) > 1 and not _is_clear(best, scores[1]):
        early = [each for each in scores if each.value >= best.value - _MARGIN and _opens(each, opening)]
        if len(early) != 1:
            return None
        best = early[0]
    is_single = not best.in_goal and len(best.words) == 1 and best.value < 1 + _HINT_WEIGHT
    if is_single and not _opens(best, opening):
        return None
    # The words are quoted from where they stand, the goal first.
    match = find_word(max(best.words, key=lambda word: (find_word(word, goal) is not None, len(word))), text)
    return DomainMatch(best.domain, match[0] if match else best.words[0])


def _wanted(scores: list[_Score], goal: str) -> list[_Score]:
    """Return the fields of what a goal wants, before its purpose: of "a wedding cake" that of the cake."""
    object_ = _PURPOSE.split(goal)[0]
    spans = {
        score.domain.id: [match.span() for word in score.domain.words if (match := find_word(word, object_))]
        for score in scores
    }

    def is_modifier(name: str) -> bool:
        others = [start for other, found in spans.items() if other != name for start, _ in found]
        return all(any(0 <= start - end <= 1 for start in others) for _, end in spans[name])

    return [score for score in scores if spans[score.domain.id] and not is_modifier(score.domain.id)]


def _uses(score: _Score, clause: str) -> bool:
    """Return whether a clause has a word of a field itself; a hint is not enough."""
    return any(word in score.domain.words and find_word(word, clause) for word in score.words)


def _is_supported(score: _Score, goal: str, opening: str) -> bool:
    """Return whether a goal names a part of a field, such as the rating of a shop, or a query opens with the field.

    A repair or somebody's care is no part of what the query names beside it.
    """
    if _COMPLETE.match(goal):
        return False
    if any(find_word(word, goal) for word in score.domain.hints):
        return True
    return _opens(score, opening) and (_MEASURE.search(goal) is not None or _is_short(goal))


def _is_short(goal: str) -> bool:
    """Return whether a goal is too short to name its object."""
    return len(goal) <= SHORT_GOAL if has_chinese(goal) else _STATE.fullmatch(goal) is not None


def _opens(score: _Score, opening: str) -> bool:
    """Return whether a query begins with a field; an event is often only the occasion."""
    return score.domain.kind != "event" and any(find_word(word, opening) for word in score.words)


def _is_clear(best: _Score, other: _Score) -> bool:
    """Return whether the best field is the only likely one: by its value, or because the goal names it first."""
    if best.value - other.value >= _MARGIN:
        return True
    return best.in_goal and (not other.in_goal or best.position != other.position)


def _score(domain: Domain, text: str, goal: str) -> _Score | None:
    if any(find_word(word, text) for word in domain.unless):
        return None
    distinct = _distinct(domain.words, text)
    if domain.kind == "event":
        distinct = [word for word in distinct if not _is_occasion(word, text)]
    levels = [word for level in domain.levels for word in level.words if find_word(re.escape(word), text)]
    hints = [*_distinct(domain.hints, text), *levels[:1]]
    if not distinct and len(hints) < _LEAST_HINTS:
        return None
    words = distinct or hints
    matches = [match for word in words if (match := find_word(word, goal))]
    supported = _HINT_WEIGHT * min(_MOST_HINTS, len(hints))
    value = len(distinct) + (_GOAL_WEIGHT - 1) * len(matches) * bool(distinct) + supported
    position = min(((match.start(), match.start() - match.end()) for match in matches), default=(len(goal), 0))
    return _Score(domain, value, tuple(words), bool(matches), position)


def _is_occasion(word: str, text: str) -> bool:
    """Return whether a text names an event only as the occasion of something else: "at the office party"."""
    matches = list(_pattern(word).finditer(text))
    return bool(matches) and all(
        _OCCASION_BEFORE.search(text[: match.start()]) or _OCCASION_AFTER.match(text[match.end() :])
        for match in matches
    )


def _distinct(words: tuple[str, ...], text: str) -> list[str]:
    """Return the words that a text uses, without those that are part of others."""
    found = [word for word in words if find_word(word, text)]
    return [word for word in found if not any(word != other and word in other for other in found)]
