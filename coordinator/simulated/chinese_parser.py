"""Parser of a Chinese demand: needs, limits, preferences and what is not wanted, with the words that each takes up."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby

from coordinator.simulated import chinese_exclusions as exclusions
from coordinator.simulated import chinese_grammar as grammar
from coordinator.simulated import chinese_states as states
from coordinator.simulated.chinese_choice import choose_needs, find_other_wishes, with_learned, without_repeats
from coordinator.simulated.chinese_clause_reader import read_clause
from coordinator.simulated.chinese_clauses import Clause, split_clauses
from coordinator.simulated.chinese_joints import (
    as_heading,
    as_listed,
    goes_on,
    is_only_person,
    is_part_of_work,
    join_clause,
    join_parts,
    sends_person,
    tells_where_about,
)
from coordinator.simulated.chinese_limits import read_limits
from coordinator.simulated.chinese_phrases import ClauseContext, Part, PartKind
from coordinator.simulated.chinese_requests import read_work_for_person, read_work_of_person
from coordinator.simulated.chinese_tone import detect_tone
from coordinator.simulated.parsed_demand import ParsedDemand
from negotiation.contracts.demand import Need, Span, TextSpan
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.chinese_characters import simplify
from negotiation.understanding.mention import Mention
from negotiation.understanding.mentions import find_mentions
from negotiation.understanding.title import build_title

MAX_LABEL = 3
"""Length of the longest word that a mention may take as its label: 全班42人, 排练在通州."""

MAX_TEXTS = 7
"""Maximum number of preferences or unwanted things; further ones stay not understood."""

_OCCASION_LEAD = re.compile(
    r"^我们(?=.{2})|^.*(?:想|打算|参加|准备|(?<![主重])要)(?=.{2})|^(?:在家)?(?:给.{1,3})?(?:举办|举行"
    r"|组织|筹办|筹备|操办|策划|办|搞|弄|开|组|摆|庆祝|过(?=.{0,4}(?:生日|寿|年|节))|订"
    r"|辦)(?:一?[个场次桌台顿轮届個場])?(?=.{2})"
)
_OPEN_CUE = re.compile(
    r"(?:需要|(?<![主重])要|找|求|招|缺|请|差|想要|想找|想请|寻找|招聘|求购|租|买|订|约|征集?|帮忙|帮我"
    r"|给我|需求|要的是|找到|聘|雇|来|有|一个|个)$"
)


def parse_chinese(text: str, today: date) -> ParsedDemand:
    """Return the parts of a Chinese demand; relative dates count from `today`. Without a need nothing is claimed.

    Words of no part (see ParsedDemand) are those that no rule knows. Texts that give orders to a model have no parts
    but their limits.
    """
    plain = simplify(text)
    mentions = find_mentions(text, "zh", today)
    parts = () if states.INJECTION.search(plain) or states.RETRACTED.search(plain) else _read(plain, mentions)
    parts = with_learned(plain, without_repeats(plain, parts))
    placed = any(mention.kind in ("place", "budget") for mention in mentions)
    needs = choose_needs(plain, parts, grounded=bool(mentions) or _is_named(plain), placed=placed)
    limits = read_limits(plain, mentions)
    not_wanted = [*_spans(parts, "not_wanted"), *limits.not_wanted]
    preferences = (
        [*_spans(parts, "preference"), *find_other_wishes(plain, parts, needs), *limits.wishes] if needs else []
    )
    taken = [part.span for part in needs]
    shown_needs = _needs(text, needs)
    shown_not_wanted = _texts(text, not_wanted, taken)
    shown_preferences = _texts(text, preferences, [*taken, *not_wanted])
    claims = _claims(parts, [*taken, *not_wanted, *preferences]) if needs else ()
    claims = (*claims, *_said_before(text, shown_preferences, [*taken, *not_wanted, *preferences, *claims]))
    topic = _topic(text, parts, needs)
    return ParsedDemand(
        needs=shown_needs,
        limits=limits.limits,
        preferences=shown_preferences,
        not_wanted=shown_not_wanted,
        claims=claims,
        tone=detect_tone(plain),
        title=build_title(topic, [need.need for need in shown_needs], limits.limits, "zh"),
        topic=topic,
    )


def _read(plain: str, mentions: Sequence[Mention]) -> tuple[Part, ...]:
    """Return the parts of all clauses, in text order."""
    clauses = split_clauses(plain, [mention.span for mention in mentions if not is_part_of_work(plain, mention)])
    parts: list[Part] = []
    loose: list[Part] = []
    around = ClauseContext()
    starts = {mention.span[0]: plain[mention.span[0]] == "在" for mention in mentions}
    for clause, following in zip(clauses, (*clauses[1:], None), strict=False):
        around = replace(
            around,
            added=bool(
                following and (grammar.ADDITION.match(following.text) or exclusions.SETTLED.match(following.text))
            ),
            subject=bool(following and following.number == clause.number and following.text.startswith("需要")),
        )
        fragment, cut = join_clause(plain, clause, parts)
        here = replace(around, pending=around.pending or cut is not None)
        if clause.after_mention and cut is None and goes_on(plain, parts, clause.start):
            read = (Part("situation", fragment.span),)
        elif (clause.after_mention and clause.number == around.number and sends_person(plain, parts, clause)) or (
            clause.after_mention and clause.number == around.number and is_only_person(parts)
        ):
            read = read_work_of_person(fragment)
        elif clause.after_mention and tells_where_about(plain, clause):
            read = (Part("situation", fragment.span),)
        elif clause.after_mention and around.giving and clause.number == around.number:
            read = read_work_for_person(fragment)
        elif around.asked and (
            (starts.get(clause.end) and len(clause.text) <= MAX_LABEL)
            or (clause.after_mention and grammar.UNTIL.fullmatch(clause.text))
        ):
            read = (Part("claim", fragment.span),)
        else:
            read = read_clause(fragment, here) or _read_label(clause, starts, around)
            read = as_listed(plain, clause, as_heading(plain, clause, read))
        parts.extend(join_parts(plain, read, cut) if cut else read)
        if not read and not states.NONSENSE.search(clause.text):
            loose.append(Part("loose", fragment.span))
        around = _next_context(around, clause, read)
    return (*parts, *loose)


def _read_label(clause: Clause, starts: Mapping[int, bool], around: ClauseContext) -> tuple[Part, ...]:
    """Return a short word directly before a mention as part of it: 全班42人."""
    labels = around.asked and len(clause.text) <= MAX_LABEL and clause.end in starts
    return (Part("claim", (clause.start, clause.end)),) if labels else ()


def _next_context(around: ClauseContext, clause: Clause, read: Sequence[Part]) -> ClauseContext:
    asks = any(part.kind in ("need", "bare") for part in read)
    open_end = _OPEN_CUE.search(clause.text) and not re.fullmatch(r"那个|这个|就是这个", clause.text)
    pending = not asks and bool(open_end)
    framing = all(part.kind == "claim" for part in read) and bool(read)
    return ClauseContext(
        first=around.first and framing and not pending,
        asked=around.asked or asks,
        listed=asks and not any(part.kind == "preference" for part in read),
        pending=pending,
        number=clause.number,
        wished=around.wished or any(part.kind == "aim" for part in read),
        giving=clause.text.endswith(("给", "帮", "替", "为")),
    )


def _is_named(plain: str) -> bool:
    """Return whether the name of a skill makes up at least half of a stretch between punctuation."""
    stretches = [stretch.strip() for stretch in re.split(r"[，,。；;！!？?\n]", plain) if stretch.strip()]
    find = load_thesaurus("skills").find_all
    return any(2 * len(found.word) >= len(stretch) for stretch in stretches[:20] for found in find(stretch))


def _spans(parts: Iterable[Part], kind: PartKind) -> list[Span]:
    return [part.span for part in parts if part.kind == kind]


def _needs(text: str, parts: Sequence[Part]) -> tuple[Need, ...]:
    return tuple(
        Need(need=text[slice(*part.span)], count=part.count, required=part.required, span=part.span) for part in parts
    )


def _texts(text: str, spans: Sequence[Span], taken: Sequence[Span]) -> tuple[TextSpan, ...]:
    """Return the texts of spans that nothing else has taken, in text order, each word once."""
    covered = _offsets(taken)
    free = sorted({part for span in spans for part in _free_parts(span, covered)})
    shown: list[TextSpan] = []
    for start, end in free:
        if shown and shown[-1].span and start < shown[-1].span[1]:
            continue
        shown.append(TextSpan(text=text[start:end], span=(start, end)))
    return tuple(shown)[:MAX_TEXTS]


def _claims(parts: Sequence[Part], taken: Sequence[Span]) -> tuple[Span, ...]:
    """Return the words of all parts that are neither needs nor preferences nor unwanted."""
    spans = [part.span for part in parts if part.kind not in ("not_wanted", "preference", "loose")]
    covered = _offsets(taken)
    return tuple(sorted({part for span in spans for part in _free_parts(span, covered)}))


def _said_before(text: str, wishes: Sequence[TextSpan], taken: Sequence[Span]) -> Iterator[Span]:
    """Yield where the words of wishes stand before them, unless something else has these words."""
    covered = _offsets(taken)
    for start in dict.fromkeys(text.find(wish.text) for wish in wishes):
        words = next(wish.text for wish in wishes if text.find(wish.text) == start)
        span = (start, start + len(words))
        if covered.isdisjoint(range(*span)):
            yield span
            covered.update(range(*span))


def _offsets(spans: Iterable[Span]) -> set[int]:
    return {offset for span in spans for offset in range(*span)}


def _free_parts(span: Span, covered: set[int]) -> Iterator[Span]:
    """Yield the stretches of a span without covered offsets."""
    for free, offsets in groupby(range(*span), key=lambda offset: offset not in covered):
        if free:
            stretch = tuple(offsets)
            yield stretch[0], stretch[-1] + 1


def _topic(text: str, parts: Sequence[Part], needs: Sequence[Part]) -> str:
    """Return the occasion, or the aim, that is no need; empty without one."""
    others = [part for kind in ("event", "aim") for part in parts if part.kind == kind and part not in needs]
    return _OCCASION_LEAD.sub("", text[slice(*others[0].span)]) if others else ""
