"""Goal of an English query, in the user's own words."""

import re
from collections.abc import Sequence

from deliberation.simulated.query.clauses import Clause, cut_spans
from deliberation.simulated.query.frequencies import find_frequencies
from deliberation.simulated.query.problem_goal import find_english_problem
from deliberation.simulated.query.pronoun import has_pronoun, replace_pronoun

_AIM = 5
_WISH = 4
_NEED = 3
_ACTION = 2
_PROBLEM = 1.8
_REQUEST = 1
_PRONOUN_LOSS = 2.5
"""What a goal loses whose object is a pronoun, so that a goal that names its object comes first."""

_WISHES = r"(?:want(?:s|ed)?|would like|'d like|would love|'d love|wish|hop(?:e|es|ing)|aim(?:s|ing)?|plan(?:s|ning)?|try(?:ing)?|going|intend|mean|decided|dream(?:ing)?)"
_MARKERS: tuple[tuple[int, re.Pattern[str]], ...] = tuple(
    (priority, re.compile(pattern, re.IGNORECASE))
    for priority, pattern in (
        (_AIM, r"\b(?:goal|aim|target|dream|end goal|ambition|objective)\s*(?:is|:|=|for me is|would be|being)*\s*(?:to\s+)?(?P<goal>\S.+)"),
        (_AIM, r"\b(?:happy|glad|satisfied|delighted|enough) (?:if|when) (?:i|we|he|she|they|it) (?:can|could|am able to|get to|manage to)?\s*(?P<goal>.+)"),
        (_WISH, rf"\b{_WISHES} to (?:be able to |finally |just |actually |really )?(?P<goal>.+)"),
        (_WISH, r"\b(?:would|'d) (?:like|love) (?P<whom>my|our|the|them|him|her|it) (?P<rest>.+)"),
        (_WISH, r"\b(?:would|'d) (?:really |so |also )?(?:like|love) (?P<goal>(?!to\b|my\b|our\b|the\b|them\b|him\b|her\b|it\b|a plan\b|some (?:help|advice)|help|advice|your).+)"),
        (_WISH, r"\b(?:volunteered|agreed|promised|offered|was asked|were asked|been asked|have been asked|asked me|told me|got roped in|chosen|committed|signed up) to (?P<goal>.+)"),
        (_WISH, r"\b(?:promised|owe) (?!to\b|that\b)(?P<goal>(?:a|an|the|some) (?:(?!an?\b|the\b|my\b|our\b)[\w'’/-]+ ){1,5}?)(?:to|for) (?:my|our|the|a|an|his|her|their|him|them|[A-Z]).*"),
        (_WISH, r"\b(?:promised|owe) (?!to\b|that\b)(?:(?:my|our|the|a|an|his|her|their) )?(?:[\w'’-]+ ){1,4}?(?P<goal>(?:a|an|some|another|two|three|four|five|six|\d+) .+)"),
        (_WISH, r"\b(?:promised|told|said)\b(?: [\w'’-]+){0,4}?(?: that)? (?:i|we)(?:'d| would|'ll| will) (?P<goal>.+)"),
        (_NEED, r"\b(?:i'm|im|i am|we're|we are|we will|i will|i'll) (?:going to|gonna) (?:be able to )?(?P<goal>.+)"),
        (_NEED, r"\b(?:need|needs|have|has|got|must|supposed|expected)(?: got)? to (?!do and|know|say|admit|go to work)(?P<goal>.+)"),
        (_NEED, r"\b(?:i|we) must (?P<goal>.+)"),
        (_NEED, r"\b(?:i |we |i'd |just )?(?:want|wants|need|needs|looking for|look for|hoping for|(?<=i'm )after|(?<=we're )after) (?P<goal>(?!to\b|me\b|you\b|us\b|help|advice|your|a plan|it all).+)"),
        (_NEED, r"\b(?:get|getting|got) (?:me |us )?to (?P<goal>(?:a|an|the|grade|level|band|\d)\b.+)"),
        (_REQUEST, r"\b(?:teach (?:me|us|myself)|help (?:me|us|my \w+)(?: to)?|show (?:me|us) how to|how (?:do|can|should|would|could) (?:i|we|you|one)|how to|where do (?:i|we) start with|tips for)\s+(?:best |possibly |actually )?(?P<goal>(?!(?:make|write|draft|create|build) (?:me )?(?:a|an|the) (?:\w+ )?(?:plan|schedule|timetable))(?!start\b|do this|go about|plan this|organi[sz]e this).+)"),
        (_REQUEST, r"\b(?:(?:plan|schedule|roadmap|programme|program|timetable|checklist|strategy|advice|guide|syllabus)(?: please)? (?:for|to|on)|plan) (?!me\b|please|a plan)(?P<goal>.+)"),
        (_REQUEST, r"\b(?:give|make|write|draft|create|build|design|need|want)(?: me| us)? (?:a|an|the|some|my|our) (?P<goal>(?:[\w'/-]+ ){0,4}?[\w'/-]+?) (?:study |training |revision |practice |learning |action )?(?:plan|schedule|timetable|roadmap|programme)\b"),
        (_NEED, r"(?P<goal>^.*\b(?:must|has to|have to|needs? to) be .+)"),
        (_NEED, r"\b(?:in charge of|responsible for|have to run|been asked to run) (?P<goal>.+)"),
        (_ACTION, r"\b(?:thinking (?:of|about)|signed up for|sign up for|training for|preparing for|studying for|prepping for|working (?:on|towards)|entered|registered for)\s+(?P<goal>.+)"),
        (_ACTION, r"(?:^|\b(?:i'm|i am|we're|we are|my \w+ is) (?:the one )?)(?P<goal>(?:planning|organi[sz]ing|hosting|learning|starting|doing|running|taking|writing|building|opening|launching|moving|applying|getting|renovating|restoring|buying|selling|raising|teaching|cooking|growing|making|returning|going back|switching|retiring|publishing|translating|preparing)\b (?!it\b).+)"),
        (_ACTION, r"^(?P<goal>(?:my|our) (?!(?:mum|mom|mother|dad|father|son|daughter|wife|husband|partner|sister|brother|gran\w*|nan|aunt|uncle|parents|in-laws)\b)(?:(?!had\b|has\b|and\b|who\b|fell\b|broke\b)[\w'-]+ ?){1,6}?) (?:is|are) (?:in|on|at|due|coming|scheduled|next|this|tomorrow)\b"),
        (_ACTION, r"^(?:so |ok |okay |right |please )*(?P<goal>(?:brush up|get|ditch|kick|give up|cut|lower|reduce|tile|retile|fit|install|hang|sort|tidy|empty|clean|convert|redo|revise|cram|ace|nail|crack|negotiate|ask|tell|put on|stage|perform|give|deliver|present|set up|prep|sell|book|wean|teach|tame|house ?train|toilet train|brew|record|film|shoot|edit|design|code|migrate|upgrade|replace|rebuild|repaint|redecorate|redo|rewire|refit|refurbish|regrout|resit|retake|retrain|relearn|reorgani[sz]e|wallpaper|plaster|learn|pass|run|build|write|lose|quit|stop|save|pay|move|open|plan|prepare|train|grow|make|cook|bake|get|swim|play|renovate|organi[sz]e|publish|launch|finish|clear|restore|teach|improve|read|draw|paint|sew|knit|start|become|fix|repair|find|declutter|raise|host|apply|potty|translate|sell|buy|paint|climb|hike|cycle|walk|master|memori[sz]e)\b .+)"),
    )
)  # fmt: skip
_AIM_BEFORE = re.compile(r"\b(?:goal|aim|target|dream|objective)(?: is)?$", re.IGNORECASE)
_BREAK = re.compile(
    r"\s+(?:my|our|his|her) (?:late )?\w+ (?:left|gave|bought|made|built|got|handed|wants?|has|had|keeps?)\b.*|"
    r"\s*(?:[,(]|\s-+\s|—|–)?\s*\b(?:and|but|so|because|since|as|while|though|although|which|where|before|after|if|when|then|plus)\b (?:i|we|my|our|he|she|they|it|the|there|not|that|you|his|her|am|is|was|have|don't|can't|haven't|hasn't|won't|didn't|isn't)\b.*|"
    r"\s+(?:assuming|given that|even though|whatever|for which|except|please|pls|any (?:ideas|tips)|what (?:do|should)|how (?:do|should|long)|where (?:do|should|to)|can you)\b.*|"
    r",? (?:and|but|so) (?:have|am|can|don't|not|only|no|never|need|currently|would|want|haven't|hasn't|still)\b.*|\s*\(.*|\s+(?:by the end of (?:the )?(?:term|year|month|week|season|summer|semester)|at the moment|right now|this time|one day|some day|someday|again)$",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"(?:[\s,]+(?:now|my|your|our|an|because|while|although|which|who|by|before|until|in|within|on|for|at|and|but|or|with|from|of|to|the|please|pls|plan|so|that|then|a|an|as well|too|lol|thanks?|thank you|somehow|asap|about|over|not|fussed))+$|[\s\"'“”,:;-]+$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:\"|'|“|to |be able to |finally |really |just |actually |please |also |get to (?=the point)|me |us (?=to)|my(?:self)? to |for (?=my|our))+",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\s*\([^()]{1,60}\)")
_MY = re.compile(r"\b(?:[Mm]y|[Oo]ur) (?=[a-z0-9])")
_MY_NAME = re.compile(r"\b(?:my|our) (?=[A-Z])")
MOST_WORDS = 10
"""Most words of a goal, if it can be cut before a phrase."""

_LAST_PHRASE = re.compile(
    r"(?P<head>(?:\S+ ){3,}?\S+(?: \S+)*)\s+(?:,|in|on|at|with|without|for|from|after|before|so|that|which|who|because|and|while|during|using|by|of which)\s+.+$",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"^(?:.{0,60}\b(?:is|are|was|were|will be|isn't|aren't)|(?:be|get|go|stay|become) (?:out|in|there|ready|done|away|back|gone|finished|better|home|it|so)|i keep\b.*|get (?:her|him|it|me|us|them))$|"
    r"^(?:it|this|that|them|these|those|do it|do this|do that|do so|start|begin|improve|learn|know|be|go|help|you|work|try|the|a|an|one|something|do and|make it|get started|be realistic)?$|^(?:do|know|think|make it|not|stop being|feel)\b(?! (?:\d|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty))(?=.{0,12}$)|^(?:a |an |the )?(?:step[- ]by[- ]step |realistic |detailed |proper |good |simple |sensible |clear )*(?:plan|schedule|timetable|roadmap|advice|help|guidance|programme|checklist)$|^(?:the day|a day(?! out| trip)|the bus|the train)",
    re.IGNORECASE,
)
_PLAIN_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred|thousand|zero|every single|all)\b",
    re.IGNORECASE,
)
_FUTURE_GOAL = re.compile(r"^(?:be |go |work |spend |use |travel |drive |pay (?!off)|need |have )", re.IGNORECASE)


_PAST_VERB = re.compile(
    r"(?:(?:just|already|recently|once|finally|only) )*(?:(?!need\b|feed\b|weed\b|seed\b|shed\b|embed\b|speed\b|breed\b|succeed\b|proceed\b|bleed\b|shred\b)[a-z]+ed|told|said|bought|got|had|has|have|am|was|were|did|made|went|took|gave|came|found|lost|"
    r"left|kept|began|broke|fell|saw|thought|felt|heard|met|paid|sold|sent|spent|wrote|ran|forgot|chose|won|been) (?:to )?",
    re.IGNORECASE,
)
_PAST = re.compile(
    rf"(?:i|i'm|i've|i'd|we|we're|we've)\b(?!-)|(?:{_PAST_VERB.pattern.removesuffix(' (?:to )?')})\s+(?:my|our|the|a|an|me|us|him|her|them|it|to|that|into|onto|up|out|off|from|last|yesterday|this)\b",
    re.IGNORECASE,
)
"""Beginning of a sentence about what the user did, which is no goal."""

_REQUEST_LEAD = re.compile(
    r"(?:hi|hello|hey|please|pls|ok|so|can you|could you|help (?:me|us)(?: to)?|[\s,!.])*$", re.IGNORECASE
)
"""Words before the verb with which a request begins."""

_MEANS = re.compile(
    r"(?:\w+ ){0,2}(?:letters?|quot\w+|signatures?|approvals?|permits?|permission|references?|replies|offers?)\b.* from\b",
    re.IGNORECASE,
)
"""Papers that others give, which are a means to a goal."""

OPENING_BONUS = 1.5
"""Weight of what a request begins with, over what it needs besides."""

_SELF = re.compile(
    r"^(?:(?:so|and|but|well|ok|okay|because|since)\s+)*(?:i|we)(?:['’](?:m|ve|d|re|ll))?\s+(?=\S)", re.IGNORECASE
)


_OTHERS = re.compile(
    r"\b(?:landlord|landlady|garage|bank|agency|insurance|insurer|company|school|council|shop|dealer|seller|buyer|plumber|builder|client)\s+(?:only |also |still |now )?$",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"(?:what|which|where|when|whether) (?!about)|(?:and |but |so )*(?:it|it['’]s|there|weather|the (?:weather|forecast))\b.*\b(?:rain|snow|freez\w*|storm\w*|cold|hot|windy|wet|sunny|weather|forecast|heat\w*)\b|"
    r"(?:and |but )?(?:no|not) more than\b|without\b|(?:and |but )?must (?:be|have|include)\b|(?:and |but )?(?:it|there) (?:must|has to|needs to|should) (?:have|be)\b",
    re.IGNORECASE,
)
"""Clause about the weather, or a condition, which is no goal."""


def find_english_goal(clauses: Sequence[Clause], spans: tuple[tuple[int, int], ...]) -> str | None:
    """Return the goal that the clauses name, without the words in `spans`; None if there is none."""
    found: list[tuple[float, int, str]] = []
    for index, clause in enumerate(clauses):
        if _REMARK.match(clause.text):
            continue
        for priority, pattern in _MARKERS:
            match = pattern.search(clause.text)
            if not match and priority == _AIM and _AIM_BEFORE.search(clause.text) and index + 1 < len(clauses):
                after = clauses[index + 1]
                found.append((_AIM, index, clean(cut_spans(after.start, after.text, spans))))
            if not match or _is_negated(clause.text[: match.start() + 1]) or _is_of_another(clause.text, match):
                continue
            group = "goal" if "goal" in pattern.groupindex else "whom"
            start, end = match.start(group), match.end("rest" if group == "whom" else "goal")
            goal = clean(cut_spans(clause.start + start, clause.text[start:end], spans))
            if re.match(
                r"(?:it|them|this|him|me|us|her (?:in|into|out|off|to|on|back|up|down|through|over|ready|sleeping))\b",
                goal,
                re.IGNORECASE,
            ):
                goal = f"get {goal}"
            if is_content(goal) and _is_habit(goal):
                spans_of_times = tuple((each.start, each.end) for each in find_frequencies(goal))
                bare = clean(cut_spans(0, goal, spans_of_times)).removeprefix("do ")
                if is_content(bare) and len(bare) > 3:
                    found.append((priority - _PRONOUN_LOSS, index, bare))
            elif is_content(goal):
                number = _PLAIN_NUMBER.search(goal) is not None
                score = priority + 1.3 * number - 0.5 * (_FUTURE_GOAL.match(goal) is not None and not number)
                is_verb = not goal.lower().startswith(("your ", "the ", "my ", "our "))
                is_opening = index == 0 and priority <= _ACTION and _REQUEST_LEAD.match(clause.text[:start]) is not None
                score += OPENING_BONUS * (is_opening and is_verb)
                score -= OPENING_BONUS * (_MEANS.match(goal) is not None)
                if has_pronoun(goal):
                    score -= _PRONOUN_LOSS
                    goal = replace_pronoun(goal, " , ".join(each.text for each in clauses[:index]))
                found.append((score, index, goal))
    if problem := find_english_problem(clauses):
        found.append((_PROBLEM, 0, clean(problem)))
    return max(found, key=lambda each: (each[0], -each[1]))[2] if found else None


def _is_habit(goal: str) -> bool:
    """Return whether the words say how often something is done, which is no goal."""
    return len(goal.split()) < 7 and any(not each.is_total for each in find_frequencies(goal))


def _is_of_another(text: str, match: re.Match[str]) -> bool:
    """Return whether somebody else, such as a landlord, wants or needs it."""
    is_third = match[0].lower().startswith(("wants ", "needs ", "has to "))
    return is_third and _OTHERS.search(text[: match.start()]) is not None


def _is_negated(before: str) -> bool:
    return re.search(r"\b(?:don't|do not|doesn't|never|not|no longer|didn't)\s*\w?$", before, re.IGNORECASE) is not None


def clean(goal: str) -> str:
    """Return a goal without what follows it in the sentence, and without possessives of the user."""
    goal = _LEAD.sub("", _ASIDE.sub("", goal.strip()))
    before = None
    while before != goal:
        before = goal
        goal = _TRAIL.sub("", _BREAK.sub("", goal)).strip()
        goal = re.sub(r"\s+([,.;])", r"\1", goal)
    return _shorten(_MY_NAME.sub("", _MY.sub("your ", _LEAD.sub("", goal))))


def _shorten(goal: str) -> str:
    """Return a goal of more than MOST_WORDS words without its last phrases, of which each begins with a preposition."""
    while len(goal.split()) > MOST_WORDS and (match := _LAST_PHRASE.match(goal)):
        goal = match["head"].strip(" ,")
    return goal


_SPAN = re.compile(
    r"(?:the |my |your |our )?(?:(?:first|next|last|coming|following) )?(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few|several|couple of)? ?(?:hours?|days?|weeks?|weekends?|months?|years?)(?: (?:or so|after(?:wards)?))?",
    re.IGNORECASE,
)
"""A span of time alone, which is no goal."""


def is_content(goal: str) -> bool:
    """Return whether a goal says something, and not what has happened or only for how long."""
    return len(goal) >= 3 and not any(
        (_VAGUE.search(goal), _PAST.match(goal), _REMARK.match(goal), _SPAN.fullmatch(goal))
    )


def cut_story(goal: str) -> str:
    """Return what a sentence about the user is about: without "I", and without its verb if that is past."""
    rest = _SELF.sub("", goal)
    return _PAST_VERB.sub("", rest).strip() if rest != goal or _PAST.match(goal) else goal
