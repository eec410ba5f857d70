"""Clarifying question: asked only when its answer changes who is invited, with two to four options (INTERFACES § 7)."""

from collections.abc import Sequence

from coordinator.simulated.activity import detect_activity, is_bare_occasion
from coordinator.simulated.contradiction import is_same_ability
from coordinator.simulated.parsed_demand import ParsedDemand
from negotiation.contracts.demand import (
    Need,
    QuestionOption,
    UnderstandingChanges,
    UnderstandingQuestion,
)
from negotiation.contracts.money import Money
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.derived_fields import format_money
from negotiation.understanding.mention import Mention
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog

MAX_OPTIONS = 4

_render_text = TextCatalog.load("coordinator.simulated").render


def clarifying_question(
    text: str, parsed: ParsedDemand, mentions: Sequence[Mention], language: Language
) -> UnderstandingQuestion | None:
    """Return the question that a demand raises; None if it raises none that decides who is invited.

    Asked are, in this order: whether something is wanted that the demand both rules out and asks for; which of several
    budgets in different currencies counts; what others should do for an occasion that is all the demand asks for.

    Args:
        text: Text of the demand.
        parsed: What the rules read in it.
        mentions: Limits that it states.
        language: Language of the question.
    """
    return (
        _ask_about_contradiction(parsed, language)
        or _ask_for_budget(parsed, mentions, language)
        or _ask_for_needs(text, parsed, language)
    )


def _ask_about_contradiction(parsed: ParsedDemand, language: Language) -> UnderstandingQuestion | None:
    pairs = ((each, need) for each in parsed.not_wanted for need in parsed.needs)
    pair = next((pair for pair in pairs if is_same_ability(pair[0].text, pair[1].need)), None)
    if pair is None:
        return None
    refused, asked = pair
    return _question(
        "not_wanted",
        language,
        {
            "no": UnderstandingChanges(needs=tuple(need for need in parsed.needs if need is not asked)),
            "yes": UnderstandingChanges(not_wanted=tuple(each for each in parsed.not_wanted if each is not refused)),
        },
        what=refused.text,
    )


def _ask_for_budget(
    parsed: ParsedDemand, mentions: Sequence[Mention], language: Language
) -> UnderstandingQuestion | None:
    amounts = [each.value for each in mentions if each.kind == "budget" and isinstance(each.value, Money)]
    by_currency = {amount.currency: amount for amount in reversed(amounts)}
    if len(by_currency) < 2:
        return None
    options = {
        format_money(amount, language): UnderstandingChanges(limits=parsed.limits.model_copy(update={"budget": amount}))
        for amount in amounts
        if by_currency[amount.currency] is amount
    }
    return _question("budget", language, options)


def _ask_for_needs(text: str, parsed: ParsedDemand, language: Language) -> UnderstandingQuestion | None:
    """Ask what others should do for an occasion, if the demand asks for nothing but the occasion itself."""
    activity = detect_activity(text)
    if activity is None or not is_bare_occasion(parsed.needs, activity):
        return None
    skills = [load_thesaurus("skills").translate(skill, language) for skill in (*activity.implies, *activity.maybe)]
    options = {skill: UnderstandingChanges(needs=(Need(need=skill),)) for skill in dict.fromkeys(skills)}
    if len(options) < 2 or parsed.needs[0].need in options:
        return None
    return _question("needs", language, {"all": UnderstandingChanges(), **options}, what=parsed.needs[0].need)


def _question(
    aspect: str, language: Language, changes: dict[str, UnderstandingChanges], **values: str
) -> UnderstandingQuestion:
    """Build a question whose options are named by the catalogue, or by themselves; the first is the default."""
    options = tuple(
        QuestionOption(
            id=f"o{number}",
            text=_render_text(f"option.{name}", language) if name in ("all", "no", "yes") else name,
            changes=change,
        )
        for number, (name, change) in enumerate(list(changes.items())[:MAX_OPTIONS], 1)
    )
    text = _render_text(f"question.{aspect}", language, **values)
    return UnderstandingQuestion(aspect=aspect, text=text, options=options, default=options[0].id)
