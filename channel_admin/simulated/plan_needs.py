"""Needs that a plan is to meet, their holders, and the gaps where holders are missing."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from channel_admin.simulated.texts import render_text
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.proposal import Assignment, Gap
from negotiation.search.synonyms import load_thesaurus
from negotiation.understanding.derived_fields import need_tag
from shared.core.language import Language

OPTIONAL_SKILL_IMPORTANCE = 55
"""Maximum importance (0–100) of a gap in a need that is optional or that the demand text does not name."""

LOST_CORE_IMPORTANCE = 100
"""Importance (0–100) of a gap in a core need that had a holder (DESIGN § 7)."""

MAX_CORE_NEEDS = 2
"""Number of needs up to which every required one is a core need."""


@dataclass(frozen=True, slots=True)
class PlanNeed:
    """One need that a plan is to meet.

    Attributes:
        tag: Skill that meets it; the role of its holders.
        id: Id of the demand's need; None for a skill that no need names.
        words: The need in the demand's words.
        count: Number of holders.
        required: Whether the demand requires it.
    """

    tag: str
    id: str | None = None
    words: str = ""
    count: int = 1
    required: bool = True


def list_needs(demand: DemandUnderstanding, language: Language) -> tuple[PlanNeed, ...]:
    """Return the needs of a demand in its order, then its skills that none of them names.

    Such skills are required only if the demand has no needs at all: else they go with what it asks for.
    """
    skills = _skills_of_needs(demand, language)
    needs = [
        PlanNeed(skill, need.id, need.need, need.count, need.required)
        for need, skill in zip(demand.needs, skills, strict=True)
    ]
    same = load_thesaurus("skills").are_synonyms
    known = [text for need in needs for text in (need.tag, need.words)]
    others = (tag for tag in demand.capability_tags if not any(same(tag, text) for text in known))
    return (*needs, *(PlanNeed(tag, words=tag, required=not demand.needs) for tag in others))


def _skills_of_needs(demand: DemandUnderstanding, language: Language) -> list[str]:
    """Return the skill of the demand that meets each need, in the order of the needs.

    It is the need's usual name, else a skill that its words name. The skills that are left, which a model took from words
    that name none ("hold a reading group"), belong to the needs that are left, in order; without one the usual name stays.
    """
    same = load_thesaurus("skills").are_synonyms
    usual = [need_tag(need, language) for need in demand.needs]
    named = [
        tag
        if tag in demand.capability_tags
        else next((each for each in demand.capability_tags if same(each, words)), "")
        for tag, words in zip(usual, (need.need for need in demand.needs), strict=True)
    ]
    left = iter([tag for tag in demand.capability_tags if tag not in named])
    return [skill or next(left, tag) for skill, tag in zip(named, usual, strict=True)]


def core_needs(needs: Sequence[PlanNeed]) -> tuple[PlanNeed, ...]:
    """Return the needs without which a plan is worth nothing: the first required one, of one or two needs all of them."""
    required = tuple(need for need in needs if need.required)
    return required if len(needs) <= MAX_CORE_NEEDS else required[:1]


def find_plan_need(part: Assignment, needs: Sequence[PlanNeed]) -> PlanNeed | None:
    """Return the need that an assignment meets: by its id, else by its role; None if it meets none."""
    if part.need is not None:
        return next((need for need in needs if need.id == part.need), None)
    same = load_thesaurus("skills").are_synonyms
    exact = (need for need in needs if need.tag == part.role)
    return next(exact, None) or next((need for need in needs if same(need.tag, part.role)), None)


def count_holders(need: PlanNeed, assignments: Sequence[Assignment], needs: Sequence[PlanNeed]) -> int:
    """Return how many agents hold a need, without reserves.

    A role whose assignment names no need counts for each need that it names.
    """
    same = load_thesaurus("skills").are_synonyms
    return len(
        {
            part.agent_id
            for part in assignments
            if not part.reserve
            and (find_plan_need(part, needs) == need if part.need is not None else same(need.tag, part.role))
        }
    )


def need_gaps(
    needs: Sequence[PlanNeed],
    assignments: Sequence[Assignment],
    language: Language,
    raw_input: str,
    lost: Collection[str] = (),
) -> tuple[Gap, ...]:
    """Return a gap for each need with fewer holders than it asks for, one a skill, in the order of the needs.

    Args:
        needs: Needs of the plan. The importance (0–100) is 88 for the first and 11 less for each later one, but at
            least 40; it is at most 55 for an optional need, and for one whose skill the text does not name.
        assignments: Assignments of the plan; reserves hold no need.
        language: Language of the reasons.
        raw_input: The demand text.
        lost: Skills that had a holder: if it is a core need, the importance of the gap is 100.
    """
    return tuple({gap.gap_type: gap for gap in _gaps(needs, assignments, language, raw_input, lost)}.values())


def _gaps(
    needs: Sequence[PlanNeed],
    assignments: Sequence[Assignment],
    language: Language,
    raw_input: str,
    lost: Collection[str],
) -> Iterator[Gap]:
    named = named_skills(raw_input, [need.tag for need in needs])
    core = core_needs(needs)
    for place, need in enumerate(needs):
        held = count_holders(need, assignments, needs)
        if held >= need.count:
            continue
        is_named = need.required and (need.tag in named or need.words.lower() in raw_input.lower())
        most = 100 if is_named else OPTIONAL_SKILL_IMPORTANCE - place
        is_lost = need in core and need.tag in lost and not held
        yield Gap(
            gap_type=need.tag,
            importance=LOST_CORE_IMPORTANCE if is_lost else max(min(max(88 - 11 * place, 40), most), 0),
            reason=render_text("gap.some" if held else "gap", language, tag=need.tag, held=held, count=need.count),
            suggested_capability_tags=(need.tag,),
        )


def named_skills(raw_input: str, tags: Sequence[str]) -> frozenset[str]:
    """Return those of `tags` that the demand text names, directly or by a synonym; if none, the first tag.

    Case is ignored. Empty only if `tags` is empty.
    """
    found = {found.term.en[0] for found in load_thesaurus("skills").find_all(raw_input)}
    named = [tag for tag in tags if tag.lower() in raw_input.lower() or _canonical_skill(tag) in found]
    return frozenset(named or tags[:1])


def _canonical_skill(tag: str) -> str:
    term = load_thesaurus("skills").find(tag)
    return term.en[0] if term else tag
