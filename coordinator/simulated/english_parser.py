"""Parser of an English demand: needs, limits, wishes and exclusions, by its grammar (TW-501, simulated)."""

import re
from collections.abc import Iterator
from datetime import date

from coordinator.simulated.english_draft import MASK, Draft, add_need, find_sentences
from coordinator.simulated.english_exclusions import read_exclusions
from coordinator.simulated.english_fallback import read_fallback
from coordinator.simulated.english_fragments import opens_with_work, read_fragments
from coordinator.simulated.english_limits import build_limits, find_changes, find_rates
from coordinator.simulated.english_lists import read_after_colon, read_headed_lists, read_kinds, read_subject
from coordinator.simulated.english_phrases import read_items, read_work
from coordinator.simulated.english_problems import read_passives, read_problems
from coordinator.simulated.english_requests import (
    CIRCUMSTANCE_PATTERN,
    FOREIGN_PATTERN,
    FRAMING_PATTERN,
    INJECTION_PATTERN,
    ORGANIZE_PATTERN,
    PROBLEM_PATTERN,
    SEEK_PATTERN,
    WANTED_PATTERN,
    WORK_PATTERN,
)
from coordinator.simulated.english_review import demote_occasion, drop_described
from coordinator.simulated.english_title import detect_tone, find_birthday, find_topic, name_needs
from coordinator.simulated.english_words import ANYONE, KIN, is_known_skill, is_service, is_work_verb
from coordinator.simulated.parsed_demand import ParsedDemand
from negotiation.contracts.demand import Need, Span
from negotiation.understanding.english_numbers import NUMBER, parse_english_number
from negotiation.understanding.title import build_title

_PRONOUN_WORK = re.compile(
    r"(?:\w+ ){1,3}(?:it|them|this|that|both|the lot|everything|all of (?:it|them|this))(?: (?:right|out|up"
    r"|down|off|please|for (?:me|us)))?$|come(?: (?:out|round|over"
    r"|here))?$|help(?: out| me| us)?$",
    re.IGNORECASE,
)
_MENDING = re.compile(
    r"(?:fix|mend|repair|sort|help|look|do|deal|take|handle|see|check|come|get|make|put|give|show|tell|replace"
    r"|restore|try|use|manage|solve|rescue|save|have)\b",
    re.IGNORECASE,
)
_OBJECT_VERB = re.compile(
    r"(?:talk|speak|chat) (?:to|with) |(?:lend|spare|donate)(?: me| us)? |(?:find|hire|book|rent|borrow|buy|get|see"
    r"|meet|join|employ|recommend|suggest|have|order|use|try|invite|consult|lend|spare|donate)\s+(?:me "
    r"|us )?(?=an?\b|some\b|\d|two\b|three\b|someone\b|somebody\b|the\b|good\b)",
    re.IGNORECASE,
)
_NEXT_REQUEST = re.compile(
    r"\s+(?:and|but|so|plus)\s+(?=(?:(?:i|we)(?:'d| would)?(?: also| still| really| just)? (?:need|want|like|love)\b"
    r"|(?:am |are |also )*(?:need|want|looking for|after|short of|seeking) (?:an?|some|my|our|the|to|two"
    r"|three|someone|somebody|help)\b))",
    re.IGNORECASE,
)
_OTHERS_WANT = re.compile(
    r"\b(?:wants|needs(?= (?:an?|some|two|three|\d|someone|somebody|help|people))|requires|seeks"
    r"|is (?:looking|seeking|searching|hoping|after|in need))\b",
    re.IGNORECASE,
)
_ROLE = re.compile(rf"^(?:can|could|would|will|might|is|does) an? ([\w-]+) (?={ANYONE})", re.IGNORECASE)
_DONE = re.compile(r"(?:this|it|them|that|these|everything)(?: all)? (?:\w+ed|done|seen to)\b", re.IGNORECASE)
_FOR_OTHERS = re.compile(
    rf"(?:(?:(?:both |all )?of )?(?:us|me|him|her|them|my (?:\w+ )?{KIN}|our (?:\w+ )?{KIN}|the (?:kids"
    rf"|children)) )?to (?=\w)",
    re.IGNORECASE,
)
"""Who is to do some work, and "to": "I'd like | my son to | learn chess"."""
_IT_DONE = re.compile(
    r"(?:this|it|them|that|these|everything|him|her)(?: all)? (?!done\b|seen to\b|sorted\b"
    r"|fixed\b)(?=[a-z]{2,}(?:ed|en|ung|ilt|ade|ut|ewn|awn|ixed|ound"
    r"|own)\b)",
    re.IGNORECASE,
)
_CONFIDE = re.compile(
    rf"(?:talk|speak|chat) (?:to|with) (?:(?:an?|another|other|some|the) )*(?:\w+ )?{ANYONE}\b(?= (?:who|that"
    rf"|about|with)\b)",
    re.IGNORECASE,
)
_HAVE_DONE = re.compile(
    rf"(?:have|get) (?=(?:(?:my|our|the|his|her|their|an?|this|these|some|one|two"
    rf"|three)\b)[^,;.!?{MASK}]*? \w+(?:ed|en|ung|"
    r"ilt|ade|ut|ewn|awn|ixed)\b)",
    re.IGNORECASE,
)
_MANNER = re.compile(
    r"\b(?:style|vibe|feel|atmosphere|theme|look|mood|tone|colours?|colors?|sense of humou?r|experience|references"
    r"|discount|reply|answer|tips?|advice|patience|flexibility)$",
    re.IGNORECASE,
)
_SOFT_WORD = re.compile(
    r"\b(?:ideally|maybe|perhaps|possibly|preferably|if possible|bonus|optionally|it would be (?:nice|great|lovely)"
    r"|nice)\b",
    re.IGNORECASE,
)
_WITH = re.compile(r"\w[^,;]* with $", re.IGNORECASE)
_NEEDS_DOING = re.compile(
    rf"[\s{MASK}]*(?:and |but |so |now )*(?:(?:my|our|the|his|her|their|this|these) )?"
    rf"(?P<what>(?!(?:i|we|he|she|they|you|it|who|{KIN})\b)(?:[\w'-]+ ){{1,5}}?(?:,[^,;{MASK}]*, )?(?P<need>needs? )"
    rf"(?:to be [a-z]+|[a-z]+ing\b)(?:(?!,? (?:and|but|so|because) (?:i|we|my|our|the|a)\b| (?:for|before|by"
    rf"|so|because|in time)\b)"
    rf"[^;:.!?\n{MASK}])*)",
    re.IGNORECASE,
)
"""Thing that somebody is to do something with: "cake needs icing"."""
_SMALL_BUDGET = re.compile(
    r"\b(?:(?:we|i)(?:'ve| have)(?: got)? |there's |there is |with )?(?:no|little|not much|hardly any"
    r"|barely any) (?:budget|money|cash|funds) "
    r"(?:to speak of|worth mentioning|to talk of)\b",
    re.IGNORECASE,
)
"""Words that say there is hardly a budget, which is a wish and no amount."""
_NO_WORK = re.compile(
    r"(?:know|believe|imagine|be|thank|say|ask|tell|mention|point out|avoid|move out|keep it|pay|spend|hear"
    r"|(?:go(?! (?:through|over)\b)|come"
    r"|stay)(?! (?:along )?with (?!us$|me$))|see|start|leave|(?:take|have) a look)\b",
    re.IGNORECASE,
)


def parse_english(text: str, today: date) -> ParsedDemand:
    """Return what the rules read in an English demand; words that they cannot place are in no part.

    Exclusions are read first, then requests, then statements of a problem if nothing else is asked for, then lists
    without a verb. Relative dates count from `today`.
    """
    draft = Draft.open(text, today)
    for sentence in find_sentences(draft):
        if (
            INJECTION_PATTERN.search(words := draft.rest[sentence[0] : sentence[1]])
            or len(FOREIGN_PATTERN.findall(words)) > 1
        ):
            draft.mask(sentence)
    for change in find_changes(draft.mentions, text):
        draft.claim(change)
    draft.topic = find_birthday(draft.rest)
    for match in _SMALL_BUDGET.finditer(draft.rest):
        draft.prefer(match.span())
    read_exclusions(draft)
    _read_requests(draft)
    read_passives(draft)
    read_problems(draft)
    read_fragments(draft)
    demote_occasion(draft)
    drop_described(draft)
    if not draft.needs and not ORGANIZE_PATTERN.search(text):
        read_fallback(draft)
    if not draft.needs and (match := ORGANIZE_PATTERN.search(text)):
        _add_occasion(draft, match.span())
    needs = tuple(sorted(draft.needs, key=_position))
    limits = build_limits(draft.mentions, text)
    draft.preferences.extend(find_rates(draft.mentions, text) if needs else ())
    topic = draft.topic or find_topic(text.replace("’", "'"))
    return ParsedDemand(
        needs=needs,
        limits=limits,
        preferences=draft.text_spans(draft.preferences),
        not_wanted=draft.text_spans(draft.not_wanted),
        claims=tuple(sorted(draft.claims)),
        tone=detect_tone(text),
        title=build_title(topic, name_needs(needs), limits, "en"),
        topic=topic,
    )


def _position(need: Need) -> Span:
    return need.span or (0, 0)


def _read_requests(draft: Draft) -> None:
    """Read what the words of a request ask for, from left to right."""
    read_headed_lists(draft)
    for start, end in list(find_sentences(draft)):
        offset = start
        while offset < end:
            seek, work = SEEK_PATTERN.search(draft.rest, offset, end), WORK_PATTERN.search(draft.rest, offset, end)
            first = min(
                (each for each in (seek, work) if each), key=lambda each: (each.start(), -each.end()), default=None
            )
            if first is None:
                break
            if _is_passive(draft, first, start, end):
                offset = first.end()
                continue
            if first.end() >= end:
                draft.claim(first.span())
                read_after_colon(draft, end)
                break
            if seek and work and work.start() < seek.end() <= work.end():
                first = work
            if (role := _ROLE.search(first[0])) and is_service(role[1]):
                add_need(draft, (first.start() + role.start(1), first.start() + role.end(1)))
            if _is_problem(draft, first, start, end):
                offset = first.end()
                continue
            if _WITH.search(draft.rest, start, first.start()) and re.match(
                rf"{ANYONE} (?:who|that)\b", first[0], re.IGNORECASE
            ):
                clause = re.compile(rf"[,;{MASK}]|$").search(draft.rest, first.end(), end)
                draft.prefer((first.start(), offset := clause.start() if clause else end))
                continue
            state = _NEEDS_DOING.match(draft.rest, start, end)
            if state and state.start("need") <= first.start() < state.end("need"):
                add_need(draft, state.span("what"))
                offset = state.end()
                continue
            wants = _OTHERS_WANT.search(draft.rest, first.start(), end)
            if wants and wants.start() < first.end():
                read_subject(draft, start, first.start())
            joint = _NEXT_REQUEST.search(draft.rest, first.end(), end)
            stop = joint.start() if joint else end
            offset = max(_read_request(draft, first, stop, work=first is work), first.end())
            read_kinds(draft, first, stop)
        wanted = WANTED_PATTERN.match(draft.rest[start:end])
        if wanted and re.search(r"\w", wanted["what"].replace(MASK, "")):
            _read_wanted(draft, wanted, start)


def _is_passive(draft: Draft, request: re.Match[str], start: int, end: int) -> bool:
    """Return whether a request stands behind what it asks for, and nothing follows in its clause: "piano wanted, …"."""
    return bool(
        re.search(r"\b(?:wanted|needed|required)\s*$", request[0], re.IGNORECASE)
        and re.search(r"[a-z][\s" + MASK + r"]*$", draft.rest[start : request.start()], re.IGNORECASE)
        and re.match(
            rf"\s*(?:[,;.!?{MASK}]|$|(?:for|in|on|at|by|to|from|near|who|with|before|this|next)\b)",
            draft.rest[request.end() : end],
        )
    )


def _is_problem(draft: Draft, request: re.Match[str], start: int, end: int) -> bool:
    """Return whether the word of a request belongs to a thing that needs work: "a zip needs replacing"."""
    problem = PROBLEM_PATTERN.search(draft.rest, start, end)
    covered = problem is not None and problem.start() < request.start() < problem.end()
    return covered and bool(
        re.match(
            r"\s*needs?\s+(?!(?:an?|some|the|two|three|\d+|to|help)\b)\w",
            draft.rest[request.start() : end],
            re.IGNORECASE,
        )
    )


def _read_wanted(draft: Draft, match: re.Match[str], start: int) -> None:
    first, last = start + match.start("what"), start + match.end("what")
    if match["cue"].lower() == "welcome" and not is_known_skill(draft.rest[first:last]):
        draft.prefer((first, start + match.end()))
        return
    polite = match["cue"].lower() in ("please", "pls", "plz")
    if CIRCUMSTANCE_PATTERN.match(match["what"].strip()) or FRAMING_PATTERN.fullmatch(match["what"].strip()):
        return
    if _MANNER.search(match["what"].strip()):
        draft.prefer((first, start + match.end()))
        return
    if opens_with_work(draft.rest[first:last]):
        read_work(draft, first, last)
    else:
        read_items(
            draft,
            first,
            last,
            required="would be" not in match["cue"].lower() or not draft.needs or _great(match),
            strict=polite,
        )


def _great(match: re.Match[str]) -> bool:
    return bool(re.search(r"great|perfect|ideal|brilliant|wonderful", match["cue"], re.IGNORECASE))


def _read_request(draft: Draft, match: re.Match[str], end: int, *, work: bool) -> int:
    """Read the object of one request; return where reading goes on."""
    start = match.end()
    if not work:
        talk = re.search(r"(?:talk|speak) (?:to|with) ?$", match[0], re.IGNORECASE)
        if talk and _CONFIDE.match(draft.rest, match.start() + talk.start()):
            return _read_work(
                draft, match.start() + talk.start(), end, lead=(match.start(), match.start() + talk.start())
            )
        if verb := _FOR_OTHERS.match(draft.rest[start:end]):
            return _read_work(draft, start + verb.end(), end, lead=match.span())
        draft.claim(match.span())
        if thing := _IT_DONE.match(draft.rest, start, end):
            draft.claim(thing.span())
            for piece in _split_done(draft.rest, thing.end(), end):
                add_need(draft, piece)
            return end
        if done := _DONE.match(draft.rest, start, end):
            draft.claim(done.span())
            return done.end()
        read_items(draft, start, end)
        return end
    return _read_work(draft, start, end, lead=match.span())


def _read_work(draft: Draft, start: int, end: int, lead: Span | None = None) -> int:
    if lead:
        draft.claim(lead)
    rest = draft.rest[start:end]
    if _CONFIDE.match(rest):
        stop = re.compile(rf"[,;:.!?\n{MASK}]|$").search(draft.rest, start, end)
        last = stop.start() if stop else end
        add_need(draft, (start, last))
        return last
    if done := _HAVE_DONE.match(rest):
        start += done.end()
        draft.claim((start - done.end(), start))
        for piece in _split_done(draft.rest, start, end):
            add_need(draft, piece)
        return end
    if verb := _OBJECT_VERB.match(rest):
        draft.claim((start, start + verb.end()))
        read_items(draft, start + verb.end(), end)
        return end
    clause = re.split(rf"[,;:.!?\n{MASK}]", rest)[0].strip()
    if _is_pronoun_work(clause) or _NO_WORK.match(clause) or not clause:
        draft.claim((start, start + len(rest) - len(rest.lstrip()) + len(clause)))
        return start + max(len(clause), 1)
    if tool := re.match(r"(?:handy |good |clever |skilled |experienced )?(?:with|at) ", rest, re.IGNORECASE):
        read_items(draft, start + tool.end(), end)
        return end
    if re.match(r"(?:the|a|an|my|our|some)\b", rest, re.IGNORECASE):
        read_items(draft, start, end)
        return end
    count = _asked_count(draft.text[slice(*lead)]) if lead else 1
    soft = lead and _SOFT_WORD.search(re.split(r"[,.;:!?]", draft.text[max(0, lead[0] - 24) : lead[0]] + " x")[-1])
    offset, _ = read_work(draft, start, end, count=count, required=not soft)
    return offset


def _asked_count(words: str) -> int:
    """Return how many people a request names: "could two of you", 1 without a number."""
    found = re.search(rf"\b(?:can|could|would|will|might) ({NUMBER})\b", words, re.IGNORECASE)
    return (parse_english_number(found[1]) or 1) if found else 1


def _split_done(rest: str, start: int, end: int) -> Iterator[Span]:
    """Yield what is to be done to each thing, up to the end of the clause: "my piano tuned | and one key fixed"."""
    stop = re.compile(rf"[;:.!?\n{MASK}]|\s(?:before|because|so|if|by|for|as|in time)\b|$").search(rest, start, end)
    last = stop.start() if stop else end
    offset = start
    for joint in re.finditer(
        r"(?:,| and| plus)+ (?=(?:my|our|the|his|her|their|an?|this|these|some|one|two|three|made|turned|put"
        r"|sent|[a-z]+ed) )",
        rest[start:last],
    ):
        yield offset, start + joint.start()
        offset = start + joint.end()
    yield offset, last


def _is_pronoun_work(clause: str) -> bool:
    """Return whether work is named by a pronoun alone: "fix it"; "film it" says what is wanted."""
    if not _PRONOUN_WORK.fullmatch(clause):
        return False
    return bool(_MENDING.match(clause)) or not is_work_verb(clause.split()[0])


def _add_occasion(draft: Draft, span: Span) -> None:
    """Note the organizing of an occasion as the need, though its words were read as a circumstance."""
    draft.rest = draft.rest[: span[0]] + draft.text[span[0] : span[1]] + draft.rest[span[1] :]
    draft.preferences = [each for each in draft.preferences if each[1] <= span[0] or span[1] <= each[0]]
    add_need(draft, span)
