"""How a plan is drawn from offers: who holds which role, on which day, what is granted (simulated prompt 4)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from channel_admin.simulated import request_parser
from channel_admin.simulated.request_parser import ParticipantRequest
from channel_admin.simulated.texts import joined, say
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Gap
from negotiation.search.synonyms import known
from negotiation.simulated.quantities import days_in, money_in, people_in, span_in
from shared.core.language import Language
from shared.llm.seeded_random import chance

LONGEST_NOTICE = 30
USUAL_NOTICE = 21
SATURDAY = 5
LONGEST_SIZE = 24
FILMING = ("摄", "拍", "录", "播", "photo", "video", "film", "stream")
"""Signs of a role that cannot be done without a camera."""

NICE_TO_HAVE = 55
"""The most that something matters which the activity suggests and the demand does not ask for."""

_NOTICE = ("提前", "notice", "ahead", "advance")


@dataclass(frozen=True, slots=True)
class RoleAssignment:
    """One role in the plan: the demanded skill, who holds it, whether as a backup; `beside`: who holds it first."""

    skill: str
    offer: Offer
    backup: bool = False
    beside: str = ""


def covers(offer: Offer, tag: str) -> bool:
    """Whether an offer brings a demanded skill: it names it where it says what it takes on."""
    clauses = (offer.contribution or "").replace("；", ";").split(";")
    return known("skills").same(tag, clauses[0])


def parts_of(demand: DemandUnderstanding, offers: Sequence[Offer], seed: str) -> list[RoleAssignment]:
    """One holder per demanded skill, several where it can be shared; who is left over stands by, unpaid."""
    parts: list[RoleAssignment] = []
    taken: set[str] = set()
    for tag in demand.capability_tags:
        able = [offer for offer in offers if covers(offer, tag)]
        able.sort(key=lambda offer: (offer.agent_id in taken, *_preference(offer, seed)))
        for offer in able[:1]:
            parts.append(RoleAssignment(tag, offer))
            taken.add(offer.agent_id)
    first = {part.skill: part.offer.display_name for part in parts}
    parts += [_second(demand, offer, first) for offer in offers if offer.agent_id not in taken]
    return parts


def assignment(part: RoleAssignment, core: str | None, granted: Sequence[str], language: Language) -> Assignment:
    """A part as the plan writes it; everything but the core role waits for the core role."""
    role = say("backup", language, role=part.skill) if part.backup else part.skill
    return Assignment(
        agent_id=part.offer.agent_id,
        display_name=part.offer.display_name,
        role=role,
        responsibility=_duty(part, language),
        dependencies=(core,) if core and part.skill != core else (),
        required=part.skill == core and not part.backup,
        notes=say("later" if part.backup else "granted", language, wishes=joined(granted, language)) if granted else "",
    )


def _duty(part: RoleAssignment, language: Language) -> str:
    """What the part comes to, and up to which size; of a backup, when it is needed and what that costs."""
    if part.backup or part.beside:
        return say("stands by" if part.backup else "shares", language, role=part.skill, holder=part.beside)
    sizes = [clause for clause in _clauses(part.offer)[1:] if people_in(clause) and len(clause) <= LONGEST_SIZE]
    return say("does", language, role=part.skill) + "".join(say("sized", language, size=size) for size in sizes[:1])


def day_for(demand: DemandUnderstanding, offers: Sequence[Offer], today: date) -> date:
    """The demanded day, unless most people need another; without one the day on which most can come."""
    wishes = [wish for offer in offers for wish in request_parser.of_offer(offer)]
    votes = Counter(wish.day for wish in wishes if wish.day and wish.day > today)
    bound = {wish.day for offer in offers if _tied(demand, offer) for wish in request_parser.of_offer(offer)}
    favourite = max(votes, key=lambda day: (votes[day], day in bound, -day.toordinal()), default=None)
    asked = next(iter(days_in(demand.context.date or "")), None)
    if favourite and votes.total() >= (len(offers) // 2 + 1 if asked else (len(offers) + 1) // 2):
        return favourite
    if asked and asked >= today:
        return asked
    notices = [span_in(wish.text) or timedelta() for wish in wishes if is_notice(wish)]
    ahead = max([USUAL_NOTICE, *(min(notice.days, LONGEST_NOTICE) for notice in notices)])
    first = today + timedelta(days=ahead)
    days = [first + timedelta(days=later) for later in range(7)]
    return min(days, key=lambda day: (sum(away(offer, day) for offer in offers), abs(day.weekday() - SATURDAY), day))


def _tied(demand: DemandUnderstanding, offer: Offer) -> bool:
    """Whether somebody brings what cannot be brought from elsewhere: others can move their day more easily."""
    return any(known("skills").bound(tag) and covers(offer, tag) for tag in demand.capability_tags)


def away(offer: Offer, day: date) -> bool:
    """Whether somebody cannot come on that day, as the offer says it."""
    wanted = [wish.day for wish in request_parser.of_offer(offer) if wish.day]
    taken = day.weekday() in request_parser.away_on(offer) or day in request_parser.taken_on(offer)
    return taken or bool(wanted and day not in wanted)


def is_notice(wish: ParticipantRequest) -> bool:
    """Whether a wish is about the time to prepare."""
    return any(sign in wish.text.lower() for sign in _NOTICE) and span_in(wish.text) is not None


def still_open(
    parts: Sequence[RoleAssignment],
    wishes: Sequence[ParticipantRequest],
    demand: DemandUnderstanding,
    day: date,
    today: date,
) -> list[ParticipantRequest]:
    """The wishes that a first plan leaves to be talked over."""
    too_dear = _too_dear(parts, wishes, money_in(demand.context.budget or ""))
    roles = {part.offer.agent_id: part.skill for part in parts if not part.backup}
    return [
        wish
        for wish in wishes
        if wish in too_dear or against(wish, demand, roles) or not _granted(wish, demand, day, today)
    ]


def against(wish: ParticipantRequest, demand: DemandUnderstanding, roles: Mapping[str, str]) -> str:
    """What stands against a wish that names no sum; `roles` is who works on what. Empty: nothing does.

    "broke" where nothing may be spent, "unfunded" where nobody said what may, "bare" where nobody has a place to
    equip, "filmed" where others film.
    """
    budget = money_in(demand.context.budget or "")
    if (wish.costs and budget == 0) or (wish.in_advance and budget is None):
        return "unfunded" if budget is None else "broke"
    if wish.equipped and demand.context.location and not any(map(known("skills").bound, roles.values())):
        return "bare"
    films = (role for who, role in roles.items() if who != wish.agent_id)
    return "filmed" if wish.unfilmed and any(sign in role.lower() for role in films for sign in FILMING) else ""


def gaps_of(demand: DemandUnderstanding, roles: Iterable[str], language: Language, raw_input: str) -> tuple[Gap, ...]:
    """The needed skills that no role covers; what was named first matters most, what nobody named is nice to have."""
    held = list(roles)
    named = named_in(raw_input, demand.capability_tags)
    same = known("skills").same
    return tuple(
        Gap(
            gap_type=tag,
            importance=min(max(88 - 11 * place, 40), 100 if tag in named else NICE_TO_HAVE - place),
            reason=say("gap", language, tag=tag),
            suggested_capability_tags=(tag,),
        )
        for place, tag in enumerate(demand.capability_tags)
        if not any(same(tag, role) for role in held)
    )


def named_in(raw_input: str, tags: Sequence[str]) -> frozenset[str]:
    """Which of the skills the demand's own words name; where they name none, the first: what its activity is about."""
    found = {found.term.en[0] for found in known("skills").found_in(raw_input)}
    said = [tag for tag in tags if tag.lower() in raw_input.lower() or _term(tag) in found]
    return frozenset(said or tags[:1])


def _term(tag: str) -> str:
    term = known("skills").of(tag)
    return term.en[0] if term else tag


def fees(parts: Sequence[RoleAssignment]) -> Mapping[str, int]:
    """What everybody costs who is no mere backup."""
    return {part.offer.agent_id: request_parser.fee_of(part.offer) for part in parts if not part.backup}


def _preference(offer: Offer, seed: str) -> tuple[int, float]:
    return (len(request_parser.of_offer(offer)), -offer.confidence - 25 * chance(seed, offer.agent_id, "holder"))


def _second(demand: DemandUnderstanding, offer: Offer, first: Mapping[str, str]) -> RoleAssignment:
    skill = next((tag for tag in demand.capability_tags if covers(offer, tag)), "")
    term = known("skills").of(skill) if skill else None
    held = skill in first
    return RoleAssignment(skill, offer, backup=held and not (term and term.many), beside=first.get(skill, ""))


def behind(part: RoleAssignment, held: Mapping[str, str]) -> RoleAssignment:
    """The part of somebody who came later: behind the one who holds that role already, or beside them."""
    if part.skill not in held:
        return part
    term = known("skills").of(part.skill)
    return RoleAssignment(part.skill, part.offer, backup=not (term and term.many), beside=held[part.skill])


def _clauses(offer: Offer) -> list[str]:
    return [clause.strip() for clause in (offer.contribution or "").replace("；", ";").split(";")]


def _too_dear(
    parts: Sequence[RoleAssignment], wishes: Sequence[ParticipantRequest], budget: int | None
) -> list[ParticipantRequest]:
    """Sums beyond the budget; without a budget all of them, for nobody has said what may be spent."""
    asked = sorted((wish for wish in wishes if wish.sum), key=lambda wish: (wish.sum or 0, wish.agent_id))
    if budget is None:
        return asked
    spoken_for = {wish.agent_id for wish in asked}
    left = budget - sum(fee for agent, fee in fees(parts).items() if agent not in spoken_for)
    beyond: list[ParticipantRequest] = []
    for wish in asked:
        if (wish.sum or 0) <= left:
            left -= wish.sum or 0
        else:
            beyond.append(wish)
    return beyond


def _granted(wish: ParticipantRequest, demand: DemandUnderstanding, day: date, today: date) -> bool:
    if wish.day:
        return wish.day == day
    if is_notice(wish):
        return day - today >= (span_in(wish.text) or timedelta())
    return wish.suits(demand.context.expected_attendees)
