"""Rewriting of a demand's text for a relaxed limit: in the words that state it, else from the understanding."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from channel_admin.core.fallback_content import MAX_DEMAND_CHARS
from channel_admin.simulated.demand_reader import RelaxedAspect, changed_aspects, read_demand
from channel_admin.simulated.demand_writer import write_demand
from channel_admin.simulated.texts import render_text
from negotiation.contracts.demand import DemandUnderstanding, LimitName, LimitWords, Span, SubmissionContext
from negotiation.contracts.money import units_of_money
from negotiation.simulated.quantities import NO_BUDGET_PATTERN
from negotiation.understanding.derived_fields import format_money
from shared.core.language import Language

LIMIT_OF_ASPECT: dict[RelaxedAspect, LimitName] = {"date": "dates", "people": "people", "budget": "budget"}
"""Limits that a relaxation replaces by another value."""

_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_EMPTY_BRACKETS = re.compile(r"\s*(?:\(\s*\)|（\s*）)")
_EMPTY_START = re.compile(r"^\s*[,，、]\s*")
_NO_MONEY_CLAUSE = re.compile(
    rf"(?:^|(?P<before>[，,；;。.!！、]))\s*(?:{NO_BUDGET_PATTERN.pattern})\s*(?P<after>[，,；;。.!！、]|$)",
    re.IGNORECASE,
)
_ADVERB_PREFIXES = ("without", "free", "for free", "unpaid")
"""Beginnings of the English phrases that \"with a budget of …\" replaces."""


@dataclass(frozen=True, slots=True)
class RelaxedDemand:
    """A demand with one relaxed aspect: what it is to be understood as, with the new value in words.

    `value` is None where no limit gets another value: for the scope, and for travel that is paid.
    """

    aspect: RelaxedAspect
    understanding: DemandUnderstanding
    value: str | None = None


def rewrite_demand(
    raw_input: str, demand: DemandUnderstanding, relaxed: RelaxedDemand, setting: SubmissionContext
) -> str | None:
    """Return a demand's text as it reads with one aspect relaxed, None if no wording says that and nothing else.

    Each wording is read again by the rules of prompt 1: it must mean `relaxed.understanding`, and differ from `demand` in
    that aspect alone. If the requester edited the understanding, the text is written from it.

    Args:
        raw_input: The demand's text.
        demand: Its understanding now.
        relaxed: What is to be understood.
        setting: Language, date and time zone of the submission.
    """
    is_edited = bool(changed_aspects(demand, read_demand(raw_input, setting)))
    in_place = () if is_edited else _rewrite_in_place(raw_input, demand, relaxed, setting.language)
    for text in (*in_place, *write_demand(relaxed.understanding, setting.language)):
        if len(text) <= MAX_DEMAND_CHARS and text != raw_input and not _still_says_nothing(text, demand, relaxed):
            again = read_demand(text, setting)
            is_meant = relaxed.aspect not in changed_aspects(relaxed.understanding, again)
            if is_meant and [*changed_aspects(demand, again)] == [relaxed.aspect]:
                return text
    return None


def _still_says_nothing(text: str, demand: DemandUnderstanding, relaxed: RelaxedDemand) -> bool:
    """Return whether a text says that there is no money although the budget of nothing is relaxed."""
    budget = demand.limits.budget
    is_nothing = relaxed.aspect == "budget" and not (budget and budget.amount)
    return is_nothing and NO_BUDGET_PATTERN.search(text) is not None


def _rewrite_in_place(
    raw: str, demand: DemandUnderstanding, relaxed: RelaxedDemand, language: Language
) -> Iterator[str]:
    """Yield the text with the new value where the old one stands, else appended; the least change first."""
    if relaxed.aspect == "place":
        yield append_sentence(raw, render_text("relaxation.travel", language), language)
        yield append_clause(raw, render_text("relaxation.travel", language).lower(), language)
    if relaxed.value is None:
        return
    words = [each for each in demand.limit_words if each.limit == LIMIT_OF_ASPECT[relaxed.aspect] and each.span]
    phrase = render_text(f"relaxed.{relaxed.aspect}", language, to=relaxed.value)
    number = _current_number(demand, relaxed.aspect)
    is_nothing = relaxed.aspect == "budget" and not number
    if words and number is not None:
        for text in replace_number(raw, words[0], number, _new_number(relaxed, language)):
            if is_nothing:
                yield _NO_MONEY_CLAUSE.sub(_remaining_punctuation, text)
            yield text
    if is_nothing:
        yield replace_no_budget(raw, relaxed.value)
    if words:
        texts = [_replace_words(raw, words, phrase), _replace_words(raw, words, relaxed.value)]
        yield from reversed(texts) if relaxed.aspect == "date" and _names_itself(raw, words[0], language) else texts
    if is_nothing:
        return
    key = f"change.{relaxed.aspect}" if words else f"append.{relaxed.aspect}"
    yield append_clause(raw, render_text(key, language, to=relaxed.value).lstrip("，, "), language)


def _names_itself(raw: str, words: LimitWords, language: Language) -> bool:
    """Return whether a date needs no word before it: in Chinese, and in English after "on", "the" or the like."""
    before = raw[: words.span[0]].rstrip().lower() if words.span else ""
    return language == "zh" or before.endswith((" on", " the", " for"))


def replace_number(raw: str, words: LimitWords, current: float, new: str) -> Iterator[str]:
    """Yield the text with a number of digits in the words of a limit replaced, if it is the current one."""
    if words.span is None:
        return
    start, end = words.span
    for match in _DIGITS.finditer(raw, start, end):
        if float(match[0].rstrip(",").replace(",", "")) == current:
            yield _replace_span(raw, match.span(), new + "," * match[0].endswith(","))


def replace_no_budget(raw: str, new: str) -> str:
    """Return the text with the budget `new` in place of a phrase that there is none; as it is without such a phrase."""
    found = NO_BUDGET_PATTERN.search(raw)
    if not found:
        return raw
    replaced = _replace_span(raw, found.span(), _budget_phrase(found[0], new))
    return _NO_MONEY_CLAUSE.sub(_remaining_punctuation, replaced)


def append_clause(raw: str, clause: str, language: Language) -> str:
    """Return the text with a clause before its final punctuation."""
    text = raw.rstrip("。.!！?？ ")
    return f"{text}{'，' if language == 'zh' else ', '}{clause}{raw[len(text) :].strip()}"


def append_sentence(raw: str, sentence: str, language: Language) -> str:
    """Return the text with one more sentence at its end."""
    text = raw.rstrip()
    if language == "zh":
        return f"{text}{'' if text.endswith(('。', '！', '？', '!', '?')) else '。'}{sentence}。"
    return f"{text}{'' if text.endswith(('.', '!', '?')) else '.'} {sentence}."


def _replace_words(raw: str, words: list[LimitWords], new: str) -> str:
    """Return the text with `new` in place of the first words of a limit, and without its other ones."""
    first, *others = [each.span for each in words if each.span]
    for span in reversed(others):
        raw = _replace_span(raw, span, "")
        raw = raw[: span[0]] + _EMPTY_START.sub("", raw[span[0] :])
        raw = _EMPTY_BRACKETS.sub("", raw)
    is_spaced = first[0] > 0 and raw[first[0]].isspace()
    return _replace_span(raw, first, f" {new}" if is_spaced else new)


def _current_number(demand: DemandUnderstanding, aspect: RelaxedAspect) -> float | None:
    limits = demand.limits
    if aspect == "people":
        return limits.people.max if limits.people else None
    return units_of_money(limits.budget) if aspect == "budget" and limits.budget else None


def _new_number(relaxed: RelaxedDemand, language: Language) -> str:
    limits = relaxed.understanding.limits
    if relaxed.aspect == "people" and limits.people:
        return str(limits.people.max)
    number = _DIGITS.search(format_money(limits.budget, language)) if limits.budget else None
    return number[0] if number else ""


def _replace_span(raw: str, span: Span, new: str) -> str:
    return raw[: span[0]] + new + raw[span[1] :]


def _budget_phrase(words: str, budget: str) -> str:
    """Phrase that states the budget in place of one that says there is none."""
    if not words.isascii():
        return f"预算{budget}"
    phrase = words.lower()
    article = "with a " if phrase.startswith(_ADVERB_PREFIXES) else "" if phrase.startswith("zero") else "a "
    text = f"{article}budget of {budget}"
    return text[0].upper() + text[1:] if words[0].isupper() else text


def _remaining_punctuation(match: re.Match[str]) -> str:
    """Return the punctuation that remains of a removed clause, preferring one that ends a sentence."""
    before = match["before"]
    return "" if before is None else match["after"] if before in "，,；;、" else before
