"""Account of a demand's words: each content word is a need, a limit, a preference, not wanted, or not understood."""

from collections.abc import Iterable, Sequence
from datetime import date

from negotiation.contracts.demand import (
    Confidence,
    DemandUnderstanding,
    LimitName,
    LimitWords,
    Need,
    Span,
    TextSpan,
)
from negotiation.understanding.content_words import find_content_words
from negotiation.understanding.mention import Mention
from negotiation.understanding.mentions import find_mentions, overlaps
from shared.core.language import Language

MAX_WORDS = 20
"""Maximum number of stretches of text in `not_understood`."""


def account_words(
    understanding: DemandUnderstanding,
    raw_input: str,
    language: Language,
    today: date,
    claims: Iterable[Span] = (),
) -> DemandUnderstanding:
    """Return an understanding whose parts say where they stand, with every other content word in `not_understood`.

    Needs are numbered `n1`, `n2` … in text order. A part without a valid span gets that of its first occurrence in the
    text that is still free, ignoring case; none if it does not stand there. What the model itself called not understood
    stays so if nothing else claims it. Words of a limit are those that the model gives, and the mentions in the text
    (see find_mentions). Confidence is high only if nothing is left over, low without a need.

    Args:
        understanding: Answer of the understanding prompt (1), by whichever model.
        raw_input: Text of the demand.
        language: Language of the demand.
        today: Date from which its relative dates count.
        claims: Further spans that are understood: framing, purpose, what the requester has.
    """
    claimed: list[Span] = []
    claims = tuple(claims)
    needs = tuple(
        need.model_copy(update={"span": _claim(need.need, need.span, raw_input, claimed)})
        for need in understanding.needs
    )
    not_wanted = tuple(
        each.model_copy(update={"span": _claim(each.text, each.span, raw_input, claimed)})
        for each in understanding.not_wanted
    )
    background = tuple(
        each.model_copy(update={"span": _claim(each.text, each.span, raw_input, claimed)})
        for each in understanding.background
    )
    stated = [*claims, *(each.span for each in background if each.span)]
    for preference in understanding.preferences:
        if not any(preference and preference in raw_input[start:end] for start, end in stated):
            _claim(preference, None, raw_input, claimed)
    mentions = find_mentions(raw_input, language, today)
    limit_words = _limit_words(understanding, mentions, raw_input, claimed)
    claimed.extend(mention.span for mention in mentions if mention.soft or mention.kind == "period")
    claimed.extend(claims)
    left = _left_over(raw_input, language, claimed)
    return understanding.model_copy(
        update={
            "needs": _number(needs),
            "not_wanted": not_wanted,
            "limit_words": limit_words,
            "background": background,
            "not_understood": left[:MAX_WORDS],
            "confidence": _confidence(understanding.confidence, needs, left),
        }
    )


def _limit_words(
    understanding: DemandUnderstanding, mentions: Sequence[Mention], raw_input: str, claimed: list[Span]
) -> tuple[LimitWords, ...]:
    """Return the words of limits in text order: those that the model gives and stand in the text, and the mentions.

    All are noted as claimed. A mention counts if the understanding has such a limit.
    """
    spans = [(each, _claim(each.text, each.span, raw_input, claimed)) for each in understanding.limit_words]
    given = [each.model_copy(update={"span": span}) for each, span in spans if span is not None]
    found = [
        LimitWords(text=raw_input[slice(*mention.span)], span=mention.span, limit=_limit_name(mention))
        for mention in mentions
        if _is_used(mention, understanding)
        and not any(each.span and overlaps(each.span, mention.span) for each in given)
    ]
    claimed.extend(each.span for each in found if each.span)
    return tuple(sorted((*given, *found), key=lambda each: each.span or (0, 0)))[:MAX_WORDS]


def _is_used(mention: Mention, understanding: DemandUnderstanding) -> bool:
    """Return whether the understanding has a limit of a mention's kind; a wish is none, a period is one as its date.

    Of several amounts, or numbers of people, only the one that became the limit is used: the others are said.
    """
    match mention.kind:
        case _ if mention.soft:
            return False
        case "period":
            return understanding.context.date == mention.value
        case "remote":
            return True
        case "budget" | "people":
            return getattr(understanding.limits, mention.kind) == mention.value
        case _:
            return bool(getattr(understanding.limits, _limit_name(mention)))


def _limit_name(mention: Mention) -> LimitName:
    match mention.kind:
        case "dates" | "weekdays" if mention.excluded:
            return "not_on"
        case "period":
            return "dates"
        case "remote":
            return "place"
        case kind:
            return kind


def _claim(text: str, span: Span | None, raw_input: str, claimed: list[Span]) -> Span | None:
    """Return where a text stands in the demand, and note it as claimed; None if it does not stand there.

    A span whose words are others is none: it would hide what stands in it.
    """
    if span is not None and raw_input[slice(*span)].strip().lower() == text.strip().lower() != "":
        claimed.append(span)
        return span
    words, lower, start = text.lower(), raw_input.lower(), 0
    if not words or len(lower) != len(raw_input):
        return None
    while (offset := lower.find(words, start)) >= 0:
        found = (offset, offset + len(words))
        if not any(overlaps(found, other) for other in claimed):
            claimed.append(found)
            return found
        start = offset + 1
    return None


def _left_over(raw_input: str, language: Language, claimed: Iterable[Span]) -> tuple[TextSpan, ...]:
    """Return the content words that nothing claims; neighbours, and Chinese ones one character apart, are joined."""
    taken = {offset for span in claimed for offset in range(*span)}
    free = [word for word in find_content_words(raw_input, language) if taken.isdisjoint(range(*word))]
    joined: list[Span] = []
    for word in free:
        if joined and _is_joint(raw_input, range(joined[-1][1], word[0]), taken):
            joined[-1] = (joined[-1][0], word[1])
        else:
            joined.append(word)
    return tuple(TextSpan(text=raw_input[start:end], span=(start, end)) for start, end in joined)


def _is_joint(raw_input: str, gap: range, taken: set[int]) -> bool:
    """Return whether what stands between two words divides none: spaces, or one Chinese character (雅马*哈*立式)."""
    between = raw_input[gap.start : gap.stop]
    return not between.strip() or (len(gap) == 1 and "\u3400" <= between <= "\u9fff" and gap.start not in taken)


def _number(needs: Sequence[Need]) -> tuple[Need, ...]:
    """Return the needs in text order, those that stand nowhere last, with ids `n1`, `n2`, `n3`."""
    ordered = sorted(needs, key=lambda need: need.span or (10**9, 0))
    return tuple(need.model_copy(update={"id": f"n{number}"}) for number, need in enumerate(ordered, 1))


def _confidence(stated: Confidence, needs: Sequence[Need], left: Sequence[TextSpan]) -> Confidence:
    if not needs:
        return "low"
    return "medium" if left and stated == "high" else stated
