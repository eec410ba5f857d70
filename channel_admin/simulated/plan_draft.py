"""How a plan is drawn from offers: who holds which role, on which day, what is granted (simulated prompt 4)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from channel_admin.simulated import request_parser
from channel_admin.simulated.request_parser import ParticipantRequest
from channel_admin.simulated.texts import join_clauses, render_text
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Gap
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_dates, parse_duration, parse_money, parse_people_count
from shared.core.language import Language
from shared.llm.seeded_random import chance

MAX_NOTICE_DAYS = 30
DEFAULT_NOTICE_DAYS = 21
SATURDAY = 5
MAX_SIZE_CHARS = 24
FILMING_ROLE_WORDS = ("摄", "拍", "录", "播", "photo", "video", "film", "stream")
"""Signs of a role that cannot be done without a camera."""

OPTIONAL_SKILL_IMPORTANCE = 55
"""The most that something matters which the activity suggests and the demand does not ask for."""

_NOTICE_WORDS = ("提前", "notice", "ahead", "advance")


@dataclass(frozen=True, slots=True)
class RoleAssignment:
    """One role in the plan: the demanded skill, who holds it, whether as a backup; `beside`: who holds it first."""

    skill: str
    offer: Offer
    backup: bool = False
    first_holder: str = ""


def covers_skill(offer: Offer, tag: str) -> bool:
    """Whether an offer brings a demanded skill: it names it where it says what it takes on."""
    clauses = (offer.contribution or "").replace("；", ";").split(";")
    return load_thesaurus("skills").are_synonyms(tag, clauses[0])


def assign_roles(demand: DemandUnderstanding, offers: Sequence[Offer], seed: str) -> list[RoleAssignment]:
    """One holder per demanded skill, several where it can be shared; who is left over stands by, unpaid."""
    parts: list[RoleAssignment] = []
    taken: set[str] = set()
    for tag in demand.capability_tags:
        able = [offer for offer in offers if covers_skill(offer, tag)]
        able.sort(key=lambda offer: (offer.agent_id in taken, *_holder_rank(offer, seed)))
        for offer in able[:1]:
            parts.append(RoleAssignment(tag, offer))
            taken.add(offer.agent_id)
    first = {part.skill: part.offer.display_name for part in parts}
    parts += [_additional_role(demand, offer, first) for offer in offers if offer.agent_id not in taken]
    return parts


def build_assignment(
    part: RoleAssignment, core_role: str | None, granted: Sequence[str], language: Language
) -> Assignment:
    """A part as the plan writes it; everything but the core role waits for the core role."""
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
    """What the part comes to, and up to which size; of a backup, when it is needed and what that costs."""
    if part.backup or part.first_holder:
        return render_text(
            "stands by" if part.backup else "shares", language, role=part.skill, holder=part.first_holder
        )
    sizes = [
        clause
        for clause in _contribution_clauses(part.offer)[1:]
        if parse_people_count(clause) and len(clause) <= MAX_SIZE_CHARS
    ]
    return render_text("does", language, role=part.skill) + "".join(
        render_text("sized", language, size=size) for size in sizes[:1]
    )


def choose_day(demand: DemandUnderstanding, offers: Sequence[Offer], today: date) -> date:
    """The demanded day, unless most people need another; without one the day on which most can come."""
    wishes = [wish for offer in offers for wish in request_parser.requests_in_offer(offer)]
    votes = Counter(wish.day for wish in wishes if wish.day and wish.day > today)
    bound = {
        wish.day
        for offer in offers
        if _is_location_bound(demand, offer)
        for wish in request_parser.requests_in_offer(offer)
    }
    favourite = max(votes, key=lambda day: (votes[day], day in bound, -day.toordinal()), default=None)
    asked = next(iter(parse_dates(demand.context.date or "")), None)
    if favourite and votes.total() >= (len(offers) // 2 + 1 if asked else (len(offers) + 1) // 2):
        return favourite
    if asked and asked >= today:
        return asked
    notices = [parse_duration(wish.text) or timedelta() for wish in wishes if is_notice_request(wish)]
    ahead = max([DEFAULT_NOTICE_DAYS, *(min(notice.days, MAX_NOTICE_DAYS) for notice in notices)])
    first = today + timedelta(days=ahead)
    days = [first + timedelta(days=later) for later in range(7)]
    return min(
        days, key=lambda day: (sum(is_unavailable(offer, day) for offer in offers), abs(day.weekday() - SATURDAY), day)
    )


def _is_location_bound(demand: DemandUnderstanding, offer: Offer) -> bool:
    """Whether somebody brings what cannot be brought from elsewhere: others can move their day more easily."""
    return any(load_thesaurus("skills").is_bound(tag) and covers_skill(offer, tag) for tag in demand.capability_tags)


def is_unavailable(offer: Offer, day: date) -> bool:
    """Whether somebody cannot come on that day, as the offer says it."""
    wanted = [wish.day for wish in request_parser.requests_in_offer(offer) if wish.day]
    taken = day.weekday() in request_parser.unavailable_weekdays(offer) or day in request_parser.unavailable_dates(
        offer
    )
    return taken or bool(wanted and day not in wanted)


def is_notice_request(request: ParticipantRequest) -> bool:
    """Whether a wish is about the time to prepare."""
    return any(sign in request.text.lower() for sign in _NOTICE_WORDS) and parse_duration(request.text) is not None


def open_requests(
    parts: Sequence[RoleAssignment],
    requests: Sequence[ParticipantRequest],
    demand: DemandUnderstanding,
    day: date,
    today: date,
) -> list[ParticipantRequest]:
    """The wishes that a first plan leaves to be talked over."""
    too_dear = _unaffordable_requests(parts, requests, parse_money(demand.context.budget or ""))
    roles = {part.offer.agent_id: part.skill for part in parts if not part.backup}
    return [
        wish
        for wish in requests
        if wish in too_dear or obstacle_to(wish, demand, roles) or not _is_granted(wish, demand, day, today)
    ]


def obstacle_to(request: ParticipantRequest, demand: DemandUnderstanding, roles: Mapping[str, str]) -> str:
    """What stands against a wish that names no sum; `roles` is who works on what. Empty: nothing does.

    "broke" where nothing may be spent, "unfunded" where nobody said what may, "bare" where nobody has a place to
    equip, "filmed" where others film.
    """
    budget = parse_money(demand.context.budget or "")
    if (request.implies_cost and budget == 0) or (request.needs_payment_promise and budget is None):
        return "unfunded" if budget is None else "broke"
    if (
        request.needs_equipment
        and demand.context.location
        and not any(map(load_thesaurus("skills").is_bound, roles.values()))
    ):
        return "bare"
    films = (role for who, role in roles.items() if who != request.agent_id)
    return (
        "filmed"
        if request.forbids_filming and any(sign in role.lower() for role in films for sign in FILMING_ROLE_WORDS)
        else ""
    )


def skill_gaps(
    demand: DemandUnderstanding, roles: Iterable[str], language: Language, raw_input: str
) -> tuple[Gap, ...]:
    """The needed skills that no role covers; what was named first matters most, what nobody named is nice to have."""
    held = list(roles)
    named = named_skills(raw_input, demand.capability_tags)
    same = load_thesaurus("skills").are_synonyms
    return tuple(
        Gap(
            gap_type=tag,
            importance=min(max(88 - 11 * place, 40), 100 if tag in named else OPTIONAL_SKILL_IMPORTANCE - place),
            reason=render_text("gap", language, tag=tag),
            suggested_capability_tags=(tag,),
        )
        for place, tag in enumerate(demand.capability_tags)
        if not any(same(tag, role) for role in held)
    )


def named_skills(raw_input: str, tags: Sequence[str]) -> frozenset[str]:
    """Which of the skills the demand's own words name; where they name none, the first: what its activity is about."""
    found = {found.term.en[0] for found in load_thesaurus("skills").find_all(raw_input)}
    said = [tag for tag in tags if tag.lower() in raw_input.lower() or _canonical_skill(tag) in found]
    return frozenset(said or tags[:1])


def _canonical_skill(tag: str) -> str:
    term = load_thesaurus("skills").find(tag)
    return term.en[0] if term else tag


def fees_by_agent(parts: Sequence[RoleAssignment]) -> Mapping[str, int]:
    """What everybody costs who is no mere backup."""
    return {part.offer.agent_id: request_parser.offered_fee(part.offer) for part in parts if not part.backup}


def _holder_rank(offer: Offer, seed: str) -> tuple[int, float]:
    return (
        len(request_parser.requests_in_offer(offer)),
        -offer.confidence - 25 * chance(seed, offer.agent_id, "holder"),
    )


def _additional_role(demand: DemandUnderstanding, offer: Offer, first: Mapping[str, str]) -> RoleAssignment:
    skill = next((tag for tag in demand.capability_tags if covers_skill(offer, tag)), "")
    term = load_thesaurus("skills").find(skill) if skill else None
    held = skill in first
    return RoleAssignment(skill, offer, backup=held and not (term and term.many), first_holder=first.get(skill, ""))


def as_additional_holder(part: RoleAssignment, held: Mapping[str, str]) -> RoleAssignment:
    """The part of somebody who came later: behind the one who holds that role already, or beside them."""
    if part.skill not in held:
        return part
    term = load_thesaurus("skills").find(part.skill)
    return RoleAssignment(part.skill, part.offer, backup=not (term and term.many), first_holder=held[part.skill])


def _contribution_clauses(offer: Offer) -> list[str]:
    return [clause.strip() for clause in (offer.contribution or "").replace("；", ";").split(";")]


def _unaffordable_requests(
    parts: Sequence[RoleAssignment], requests: Sequence[ParticipantRequest], budget: int | None
) -> list[ParticipantRequest]:
    """Sums beyond the budget; without a budget all of them, for nobody has said what may be spent."""
    asked = sorted(
        (wish for wish in requests if wish.amount_yuan), key=lambda wish: (wish.amount_yuan or 0, wish.agent_id)
    )
    if budget is None:
        return asked
    spoken_for = {wish.agent_id for wish in asked}
    left = budget - sum(fee for agent, fee in fees_by_agent(parts).items() if agent not in spoken_for)
    beyond: list[ParticipantRequest] = []
    for wish in asked:
        if (wish.amount_yuan or 0) <= left:
            left -= wish.amount_yuan or 0
        else:
            beyond.append(wish)
    return beyond


def _is_granted(request: ParticipantRequest, demand: DemandUnderstanding, day: date, today: date) -> bool:
    if request.day:
        return request.day == day
    if is_notice_request(request):
        return day - today >= (parse_duration(request.text) or timedelta())
    return request.fits_attendance(demand.context.expected_attendees)
