"""Relaxations of a demand, each with the rewritten text to submit (TW-373; simulated prompt 9)."""

from collections.abc import Sequence

from channel_admin.prompts import CompromiseFacts
from channel_admin.simulated.demand_rewriter import rewrite_demand
from channel_admin.simulated.filled_needs import is_done_on_the_spot, unfilled_needs
from channel_admin.simulated.refusal import read_refusal
from channel_admin.simulated.relaxation_candidates import RelaxationCandidate, list_candidates
from channel_admin.simulated.texts import render_text
from negotiation.contracts.compromise_suggestion import Relaxation
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.derived_fields import complete_understanding
from shared.core.language import Language, join_items, join_sentences


def build_relaxations(facts: CompromiseFacts) -> tuple[Relaxation, ...]:
    """Return the relaxations that could bring participants: budget, day, attendance, location, scope, in this order.

    They follow from the terms that offers and feedback ask for and from the reasons of declined offers. Each has the
    demand text to submit again, and is offered only if prompt 1 reads that text as the demand with this one aspect
    changed. Empty if nothing can be relaxed so.
    """
    facts = _complete(facts)
    options = (_build_relaxation(facts, candidate) for candidate in list_candidates(facts))
    return tuple(option for option in options if option)


def build_suggestion(
    names: Sequence[str], missing: Sequence[str], options: Sequence[Relaxation], language: Language
) -> str:
    """Return a text that names who could begin, what is missing, and what to relax.

    Args:
        names: Display names of the participants; if empty, the text says that nobody has agreed yet.
        missing: Missing skills, as the text is to name them; may be empty.
        options: Relaxations to recommend, at least one.
        language: Language of the text.
    """
    named = join_items(
        (render_text("relaxation.to", language, aspect=each.aspect, to=each.to) for each in options), language
    )
    return _suggest(names, missing, render_text("relaxation.advice", language, what=named), language)


def build_hopeless_suggestion(names: Sequence[str], missing: Sequence[str], facts: CompromiseFacts) -> str:
    """Return a text that names who could begin and what is missing, and why nothing is worth relaxing.

    Args:
        names: Display names of the participants; may be empty.
        missing: Missing skills, as the text is to name them; may be empty.
        facts: Facts of the compromise prompt, for which `build_relaxations` returns nothing.
    """
    return _suggest(names, missing, _no_relaxation_reason(_complete(facts)), facts.setting.language)


def clarification_request(facts: CompromiseFacts) -> str:
    """Return the text that asks to clarify a demand, in the demand's language, or "" if it is clear enough.

    A demand is unclear if its understanding names no skill, or if none of its skills is in the thesaurus and nobody
    answered the invitation, or only by declines that are not about the distance.
    """
    language, tags = facts.setting.language, facts.demand.capability_tags
    if not tags:
        return render_text("relaxation.say_more", language)
    unknown = [tag for tag in tags if load_thesaurus("skills").find(tag) is None]
    has_offers = any(offer.decision != "decline" for offer in facts.offers)
    return (
        ""
        if has_offers or len(unknown) < len(tags) or _far_places(facts)
        else render_text("relaxation.say_otherwise", language, what=join_items(unknown, language))
    )


def _complete(facts: CompromiseFacts) -> CompromiseFacts:
    """Return the facts with needs and limits in the demand, as an understanding of an older release may lack them."""
    return facts.model_copy(update={"demand": complete_understanding(facts.demand, facts.setting.language)})


def _build_relaxation(facts: CompromiseFacts, candidate: RelaxationCandidate) -> Relaxation | None:
    text = rewrite_demand(facts.raw_input, facts.demand, candidate.demand, facts.setting)
    if text is None:
        return None
    return Relaxation.model_validate(
        {
            "aspect": render_text(f"aspect.{candidate.demand.aspect}", facts.setting.language),
            "from": candidate.before,
            "to": candidate.after,
            "raw_input": text,
            "expected": candidate.expected,
        }
    )


def _suggest(names: Sequence[str], missing: Sequence[str], advice: str, language: Language) -> str:
    parts = [
        render_text(
            "relaxation.now_with" if names else "relaxation.nobody_yet", language, names=join_items(names, language)
        )
    ]
    if missing:
        parts.append(render_text("relaxation.lacking", language, what=join_items(missing, language)))
    return join_sentences([*parts, advice], language)


def _no_relaxation_reason(facts: CompromiseFacts) -> str:
    """Return why nothing is worth relaxing: too far away for what is done on the spot, nobody found, or else."""
    language, unfilled = facts.setting.language, unfilled_needs(facts)
    on_the_spot = [need.need for need in unfilled if is_done_on_the_spot(need, language)]
    places = _far_places(facts)
    if places and on_the_spot:
        what = join_items(on_the_spot, language)
        return render_text("relaxation.none_far", language, places=join_items(places, language), what=what)
    if not facts.offers and unfilled:
        what = join_items((need.need for need in unfilled), language)
        return render_text("relaxation.none_invited", language, what=what)
    return render_text("relaxation.none", language)


def _far_places(facts: CompromiseFacts) -> tuple[str, ...]:
    """Return the places of those who declined over the distance, each once."""
    refusals = [
        read_refusal(offer, facts.demand, facts.setting) for offer in facts.offers if offer.decision == "decline"
    ]
    language = facts.setting.language
    return tuple(dict.fromkeys(term.label(language) for each in refusals for term in each.places))
