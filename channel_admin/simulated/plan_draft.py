"""Draft of a plan from offers: role assignment, day, granted requests, gaps (simulated prompt 4)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from channel_admin.simulated import request_parser
from channel_admin.simulated.plan_day import is_unavailable
from channel_admin.simulated.request_parser import ParticipantRequest, covers_skill, is_notice_request
from channel_admin.simulated.texts import render_text
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Gap
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_duration, parse_money, parse_people_count
from shared.core.language import Language, join_clauses
from shared.llm.seeded_random import seeded_fraction

MAX_SIZE_CHARS = 24
FILMING_ROLE_WORDS = ("摄", "拍", "录", "播", "photo", "video", "film", "stream")
"""Parts of role names that mean filming or photography."""

OPTIONAL_SKILL_IMPORTANCE = 55
"""Maximum importance (0–100) of a gap in a skill that the demand text does not name."""


@dataclass(frozen=True, slots=True)
class RoleAssignment:
    """Demanded skill with its holder or backup; `first_holder` is the name of the main holder, if another one."""

    skill: str
    offer: Offer
    backup: bool = False
    first_holder: str = ""


def assign_roles(
    demand: DemandUnderstanding, offers: Sequence[Offer], seed: str, day: date | None = None
) -> list[RoleAssignment]:
    """Return the roles of all offers: one main holder for each demanded skill, the other agents as backups.

    The main holder is preferably an agent that is free on `day`, without another role, with few requests and high
    confidence. An agent that is
    no main holder becomes a backup, or a second holder if several people can share the skill; if its offer covers no
    demanded skill, its role has the skill "".

    Args:
        demand: Its `capability_tags` are the demanded skills; one that no offer covers gets no role.
        offers: Offers that do not decline; the caller removes the others.
        seed: The demand's id; varies the choice between similar offers, always in the same way for the same id.
        day: Day that the demand names; None if it names none, or leaves a choice that the offers are to decide.
    """

    def rank(offer: Offer) -> tuple[bool, bool, int, float]:
        is_busy = day is not None and is_unavailable(offer, day)
        return (is_busy, offer.agent_id in assigned_agents, *_holder_rank(offer, seed))

    parts: list[RoleAssignment] = []
    assigned_agents: set[str] = set()
    for tag in demand.capability_tags:
        matching = [offer for offer in offers if covers_skill(offer, tag)]
        matching.sort(key=rank)
        for offer in matching[: needed_count(demand, tag)]:
            parts.append(RoleAssignment(tag, offer))
            assigned_agents.add(offer.agent_id)
    main_holders = {part.skill: part.offer.display_name for part in parts}
    parts += [
        _additional_role(demand, offer, main_holders) for offer in offers if offer.agent_id not in assigned_agents
    ]
    return parts


def needed_count(demand: DemandUnderstanding, tag: str) -> int:
    """Return how many holders a demanded skill needs: the largest count of the needs that it stands for, else 1."""
    same = load_thesaurus("skills").are_synonyms
    return max((need.count for need in demand.needs if same(need.need, tag)), default=1)


def build_assignment(
    part: RoleAssignment, core_role: str | None, granted: Sequence[str], language: Language
) -> Assignment:
    """Build the plan's assignment for one role, with texts in `language`.

    Args:
        part: The role; its skill is not "".
        core_role: The skill, as spelled in `RoleAssignment.skill`, whose role is required and on which all others
            depend; None if there is none.
        granted: Texts of the agent's granted requests; the notes list them, a backup's as still to be settled.
        language: Language of the texts.
    """
    role = render_text("backup", language, role=part.skill) if part.backup else part.skill
    return Assignment(
        agent_id=part.offer.agent_id,
        display_name=part.offer.display_name,
        role=role,
        responsibility=_responsibility(part, language),
        dependencies=(core_role,) if core_role and part.skill != core_role else (),
        required=part.skill == core_role and not part.backup,
        notes=render_text("later" if part.backup else "granted", language, wishes=join_clauses(granted, language))
        if granted
        else "",
    )


def _responsibility(part: RoleAssignment, language: Language) -> str:
    """Responsibility of a holder with its size limit, or of a backup or second holder."""
    if part.backup or part.first_holder:
        return render_text(
            "stands_by" if part.backup else "shares", language, role=part.skill, holder=part.first_holder
        )
    size_limits = [
        clause
        for clause in _contribution_clauses(part.offer)[1:]
        if parse_people_count(clause) and len(clause) <= MAX_SIZE_CHARS
    ]
    return render_text("does", language, role=part.skill) + "".join(
        render_text("sized", language, size=size) for size in size_limits[:1]
    )


def ungranted_requests(
    parts: Sequence[RoleAssignment],
    requests: Sequence[ParticipantRequest],
    demand: DemandUnderstanding,
    day: date,
    today: date,
) -> list[ParticipantRequest]:
    """Return those of `requests` that a first plan on `day` does not grant, in their order.

    These are fees beyond the budget, counted from the lowest up (all fees if no budget is named), requests with an
    obstacle (`obstacle_to`), other days, a longer notice than from `today` to `day`, and numbers of people that the
    expected attendance does not fit.

    Args:
        parts: Roles of the plan. The offered fees of agents without a fee in `requests` are deducted from the budget
            first; those of backups are not.
        requests: Requests of the agents in `parts` that are not backups.
        demand: Budget, location and expected attendance.
        day: Day of the plan.
        today: Date of the submission.
    """
    unaffordable = _unaffordable_requests(parts, requests, parse_money(demand.context.budget or ""))
    roles = {part.offer.agent_id: part.skill for part in parts if not part.backup}
    return [
        wish
        for wish in requests
        if wish in unaffordable or obstacle_to(wish, demand, roles) or not _is_granted(wish, demand, day, today)
    ]


def obstacle_to(request: ParticipantRequest, demand: DemandUnderstanding, roles: Mapping[str, str]) -> str:
    """Return the key of the text (`render_text`) on the obstacle to a request; "" if there is none.

    Keys: "broke" for a cost if the budget is zero, "unfunded" for the time of a payment if no budget is named, "bare"
    for equipment if no participant provides the venue, "filmed" for an objection to filming if another participant
    films. `roles` maps agent ids to the roles that they hold, without backups. Amounts and days are not checked.
    """
    budget = parse_money(demand.context.budget or "")
    if (request.implies_cost and budget == 0) or (request.needs_payment_promise and budget is None):
        return "unfunded" if budget is None else "broke"
    if (
        request.needs_equipment
        and demand.context.location
        and not any(map(load_thesaurus("skills").is_location_bound, roles.values()))
    ):
        return "bare"
    other_roles = (role for who, role in roles.items() if who != request.agent_id)
    return (
        "filmed"
        if request.forbids_filming and any(sign in role.lower() for role in other_roles for sign in FILMING_ROLE_WORDS)
        else ""
    )


def skill_gaps(
    demand: DemandUnderstanding, roles: Iterable[str], language: Language, raw_input: str
) -> tuple[Gap, ...]:
    """Return a gap for each demanded skill that none of `roles` covers, in the order of the demand's skills.

    Args:
        demand: Its `capability_tags` are the demanded skills. The importance (0–100) is 88 for the first and 11 less
            for each later one, but at least 40.
        roles: Role names of the plan; a backup's covers its skill too, so the caller removes it if it is not to count.
        language: Language of the reasons.
        raw_input: The demand text; a skill that it does not name (`named_skills`) has an importance of at most 55.
    """
    held = list(roles)
    demanded_skills = named_skills(raw_input, demand.capability_tags)
    are_synonyms = load_thesaurus("skills").are_synonyms
    return tuple(
        Gap(
            gap_type=tag,
            importance=min(
                max(88 - 11 * place, 40), 100 if tag in demanded_skills else OPTIONAL_SKILL_IMPORTANCE - place
            ),
            reason=render_text("gap", language, tag=tag),
            suggested_capability_tags=(tag,),
        )
        for place, tag in enumerate(demand.capability_tags)
        if not any(are_synonyms(tag, role) for role in held)
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


def fees_by_agent(parts: Sequence[RoleAssignment]) -> Mapping[str, int]:
    """Return the offered fee in yuan (0: none) by agent id, for all agents that are not backups."""
    return {part.offer.agent_id: request_parser.offered_fee(part.offer) for part in parts if not part.backup}


def _holder_rank(offer: Offer, seed: str) -> tuple[int, float]:
    return (
        len(request_parser.requests_in_offer(offer)),
        -offer.confidence - 25 * seeded_fraction(seed, offer.agent_id, "holder"),
    )


def _additional_role(demand: DemandUnderstanding, offer: Offer, main_holders: Mapping[str, str]) -> RoleAssignment:
    skill = next((tag for tag in demand.capability_tags if covers_skill(offer, tag)), "")
    term = load_thesaurus("skills").find(skill) if skill else None
    is_held = skill in main_holders
    return RoleAssignment(
        skill, offer, backup=is_held and not (term and term.many), first_holder=main_holders.get(skill, "")
    )


def as_additional_holder(part: RoleAssignment, held: Mapping[str, str]) -> RoleAssignment:
    """Return the role of an agent that joins later: as backup or second holder if its skill is held already.

    It becomes a second holder if several people can share the skill, else a backup. `held` maps each role of the plan
    to the display name of its holder; a role whose skill is not in it is returned unchanged.
    """
    if part.skill not in held:
        return part
    term = load_thesaurus("skills").find(part.skill)
    return RoleAssignment(part.skill, part.offer, backup=not (term and term.many), first_holder=held[part.skill])


def _contribution_clauses(offer: Offer) -> list[str]:
    return [clause.strip() for clause in (offer.contribution or "").replace("；", ";").split(";")]


def _unaffordable_requests(
    parts: Sequence[RoleAssignment], requests: Sequence[ParticipantRequest], budget: int | None
) -> list[ParticipantRequest]:
    """Return requests with an amount beyond the budget; without a budget, all requests with an amount."""
    ascending = sorted(
        (wish for wish in requests if wish.amount_yuan), key=lambda wish: (wish.amount_yuan or 0, wish.agent_id)
    )
    if budget is None:
        return ascending
    requesting_agents = {wish.agent_id for wish in ascending}
    remaining_yuan = budget - sum(fee for agent, fee in fees_by_agent(parts).items() if agent not in requesting_agents)
    unaffordable: list[ParticipantRequest] = []
    for wish in ascending:
        if (wish.amount_yuan or 0) <= remaining_yuan:
            remaining_yuan -= wish.amount_yuan or 0
        else:
            unaffordable.append(wish)
    return unaffordable


def _is_granted(request: ParticipantRequest, demand: DemandUnderstanding, day: date, today: date) -> bool:
    if request.day:
        return request.day == day
    if is_notice_request(request):
        return day - today >= (parse_duration(request.text) or timedelta())
    return request.fits_attendance(demand.context.expected_attendees)
