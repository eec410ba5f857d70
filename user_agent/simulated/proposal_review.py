"""Can a person live with a plan? What they ask for, when they concede, when they leave (TW-510; simulated agents)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from negotiation.contracts.proposal import Proposal
from negotiation.search.synonyms import known
from negotiation.simulated.quantities import days_in, money_in
from shared.core.language import Language
from shared.llm.seeded_random import chance
from user_agent.prompts import FeedbackFacts
from user_agent.simulated import suitability
from user_agent.simulated.constraints import LEAST, MOST, wishes
from user_agent.simulated.suitability import unmet_limit
from user_agent.simulated.temperament import Temperament, character

Stand = Literal[
    "fine",
    "still",
    "moved",
    "waiting",
    "called",
    "met",
    "standby",
    "still_by",
    "let_be",
    "give_way",
    "ask",
    "again",
    "one_more",
    "refuse",
    "hold_out",
    "leave",
    "away",
    "replaced",
    "no_role",
    "hollow",
    "hollow_ask",
    "for_now",
]

GRAVE = 60
LACKING: dict[Language, str] = {"zh": "还缺", "en": "missing"}
FEW = 4
"""In so small a plan whoever has no part in it waits."""

PATIENT = 2
"""How often somebody asks for those who are missing before they say no."""

MUCH = 50
"""From so many people on, one pair of hands may be too few."""

HANDS: tuple[dict[Language, str], dict[Language, str]] = (
    {"zh": "人手", "en": "hands"},
    {"zh": "{role}由两个人分担", "en": "two people to share {role}"},
)
AT_ONCE = 0.4
"""At most this share of those in a plan speaks up at once; the others see that enough is open already."""


@dataclass(frozen=True, slots=True)
class RequestedPlanChange:
    """Something still wanted: a day, a sum, or a text; `label` as the offer called it, "" when it is unsaid yet."""

    about: Literal["date", "fee", "hands", "other"]
    label: str
    text: str
    day: date | None = None
    sum: int | None = None


@dataclass(frozen=True, slots=True)
class ReviewDecision:
    """Where somebody stands towards a plan, what they want changed now, and what else stays open for them."""

    stand: Stand
    want: RequestedPlanChange | None = None
    open: tuple[RequestedPlanChange, ...] = ()


def judge(facts: FeedbackFacts) -> ReviewDecision:
    """Judge a plan version by the person's own profile, offer and earlier feedback."""
    who = character(facts.profile.temperament)
    clash, lacking = _clash(facts), _lacking(facts)
    if lacking:
        return _hollow(facts, lacking)
    if _reserve(facts):
        return ReviewDecision("away", clash) if clash else ReviewDecision("still_by" if _agreed(facts) else "standby")
    limit = unmet_limit(facts)
    if clash or limit:
        want = clash or RequestedPlanChange(
            "other", limit.aspect if limit else "", limit.desired_value if limit else ""
        )
        times = _asked(facts)
        return ReviewDecision("leave" if times > who.insists else "again" if times else "ask", want)
    if _asked(facts):
        return _after_asking(facts, who)
    return _first_time(facts, who)


def _lacking(facts: FeedbackFacts) -> RequestedPlanChange | None:
    """As much of what the demand asks for is missing as there is in the plan: nobody can make up for that."""
    grave = [gap.gap_type for gap in facts.proposal.gaps if gap.importance >= GRAVE]
    tags = facts.demand.capability_tags
    missing = [tag for tag in tags if tag in grave]
    working = {part.role for part in facts.proposal.assignments if not _stands_by(facts, part.role)}
    if len(missing) < max(len(working), 2):
        return None
    between = "、" if facts.setting.language == "zh" else ", "
    return RequestedPlanChange("other", LACKING[facts.setting.language], between.join(missing))


def _hollow(facts: FeedbackFacts, lacking: RequestedPlanChange) -> ReviewDecision:
    """Of several in such a plan half hold on to it while the others are sought; the rest ask for them, then say no."""
    people = sorted(
        {part.agent_id for part in facts.proposal.assignments}, key=lambda who: chance(facts.demand_id, who, "hope")
    )
    if facts.your_assignment is None:
        return ReviewDecision("standby" if len(people) < FEW else "hollow", lacking)
    if len(people) > 1 and facts.agent_id in people[: -(-len(people) // 2)]:
        return ReviewDecision("for_now", lacking)
    return ReviewDecision("hollow_ask" if len(people) > 1 and _asked(facts) < PATIENT else "hollow", lacking)


def day_of(plan: Proposal) -> date | None:
    """The day a plan leads up to: its last milestone's, else its start."""
    texts = [milestone.date or "" for milestone in plan.timeline.milestones]
    days = [day for text in texts for day in days_in(text)]
    return max(days, default=next(iter(days_in(plan.timeline.start_date or "")), None))


def _clash(facts: FeedbackFacts) -> RequestedPlanChange | None:
    """The plan's day is one at which this person cannot be there, or not be ready."""
    day, today = day_of(facts.proposal), date.fromisoformat(facts.setting.today)
    if day is None or facts.your_assignment is None:
        return None
    if suitability.free_on(facts.profile, day, today, facts.demand_id) and suitability.in_time(
        facts.profile, day, today
    ):
        return None
    other = suitability.nearest_day(facts.profile, day, today, facts.demand_id)
    return RequestedPlanChange("date", "", "", day=other) if other else None


def _after_asking(facts: FeedbackFacts, who: Temperament) -> ReviewDecision:
    want, last_said = _last_want(facts), facts.your_feedback[-1].feedback_type
    if facts.your_assignment is None:
        return ReviewDecision("replaced", want)
    if _met(facts, want, who):
        more = _next(facts, who)
        return ReviewDecision("one_more", more) if more else ReviewDecision("met", want)
    if last_said == "accept":  # it gave way, or was content; this version is no worse
        return ReviewDecision(_content(facts))
    if last_said == "reject":  # it said no, and still nothing came of it
        return ReviewDecision("hold_out" if who.stays else "leave", want)
    if _asked(facts) < who.insists:
        return ReviewDecision("again", _lowered(facts, want, who))
    last: dict[str, Stand] = {"accept": "give_way", "reject": "refuse", "withdraw": "leave"}
    return ReviewDecision(last[who.ends], want)


def _first_time(facts: FeedbackFacts, who: Temperament) -> ReviewDecision:
    if facts.your_assignment is None:
        return ReviewDecision("no_role" if who.ends == "withdraw" and not facts.your_feedback else "standby")
    still_open = tuple(_open(facts))
    if facts.your_feedback:  # it accepted an earlier version, and this one is no worse
        return ReviewDecision(_content(facts), open=still_open)
    alone = len({part.agent_id for part in facts.proposal.assignments}) < 2
    firm = who.firm and not alone and any(want.about == "fee" for want in still_open)
    if firm or _may_speak(facts):
        grounds = (*still_open, *_shared(facts, who), *_unsaid(facts))
        if grounds:
            return ReviewDecision("ask", grounds[0], grounds[1:])
    return ReviewDecision("let_be" if still_open else "fine", open=still_open)


def _next(facts: FeedbackFacts, who: Temperament) -> RequestedPlanChange | None:
    """What somebody asks for who got one thing and is not the person to leave it at that."""
    said = [feedback.adjustment_request or "" for feedback in facts.your_feedback]
    grounds = (*_open(facts), *_unsaid(facts))
    new = [want for want in grounds if not any(want.text in request for request in said)]
    return new[0] if new and who.asks > len({request for request in said if request}) else None


def _agreed(facts: FeedbackFacts) -> bool:
    return bool(facts.your_feedback) and facts.your_feedback[-1].feedback_type == "accept"


def _content(facts: FeedbackFacts) -> Literal["still", "moved", "called", "waiting"]:
    """How somebody says yes once more: to the same day, or to another one that suits them as well."""
    summary, day = facts.proposal.adjustment_summary, day_of(facts.proposal)
    changes = summary.changes_made if summary else ()
    afters = [change.after for change in changes]
    name = facts.your_assignment.display_name if facts.your_assignment else ""
    if name and any(name in change.after and facts.agent_id not in change.requested_by for change in changes):
        return "called"
    if not changes:
        return "waiting"
    return "moved" if day and any(day in days_in(after) for after in afters) else "still"


def _asked(facts: FeedbackFacts) -> int:
    return sum(said.feedback_type != "accept" for said in facts.your_feedback)


def _met(facts: FeedbackFacts, want: RequestedPlanChange, who: Temperament) -> bool:
    summary = facts.proposal.adjustment_summary
    mine = [change for change in summary.changes_made if facts.agent_id in change.requested_by] if summary else []
    named = bool(mine)
    if want.sum is not None:  # less than one can do without is no answer
        paid = [value for change in mine if (value := money_in(change.after)) is not None]
        named = named and all(value >= want.sum * (1 - who.discount) for value in paid)
    notes = facts.your_assignment.notes if facts.your_assignment else ""
    return named or bool(want.text and want.text in notes)


def _reserve(facts: FeedbackFacts) -> bool:
    """Whether the own part is only to stand by for somebody else."""
    return facts.your_assignment is not None and _stands_by(facts, facts.your_assignment.role)


def _stands_by(facts: FeedbackFacts, role: str) -> bool:
    """Whether a role is a demanded one with something added in brackets: in reserve."""
    tags = facts.demand.capability_tags
    return role not in tags and any(role.startswith(tag) and role.endswith(("）", ")")) for tag in tags)


def _last_want(facts: FeedbackFacts) -> RequestedPlanChange:
    said = [feedback.adjustment_request or "" for feedback in facts.your_feedback]
    text = next((request for request in reversed(said) if request), "")
    label, colon, wanted = text.replace("：", ":").partition(":")
    return _want(label.strip() if colon else "", wanted.strip() if colon else text)


def _lowered(facts: FeedbackFacts, want: RequestedPlanChange, who: Temperament) -> RequestedPlanChange:
    """Asked again, a sum comes down as far as the character allows: to what is left, when that is enough."""
    if want.sum is None:
        return want
    least = round(want.sum * (1 - who.discount) / 10) * 10
    summary = facts.proposal.adjustment_summary
    refused = summary.requests_declined if summary else ()
    name = facts.your_assignment.display_name if facts.your_assignment else ""
    left = [money_in(said.reason) or 0 for said in refused if name and said.request.startswith(name)]
    enough = [rest for rest in left if least <= rest < want.sum]
    return RequestedPlanChange("fee", want.label, "", sum=max(enough, default=least))


def _open(facts: FeedbackFacts) -> Iterator[RequestedPlanChange]:
    """What the offer asked for and the own assignment does not grant."""
    offer, mine = facts.your_offer, facts.your_assignment
    if offer is None:
        return
    notes = mine.notes if mine else ""
    asked = [(point.aspect, point.desired_value) for point in offer.negotiation_points]
    asked += [("", said) for said in offer.conditions if not any(text and text in said for _, text in asked)]
    for label, text in asked:
        want = _want(label, text)
        if text and text not in notes and not want.day:  # on a day that does not suit it would have said so before
            yield want


def _shared(facts: FeedbackFacts, who: Temperament) -> Iterator[RequestedPlanChange]:
    """A second pair of hands, when many come, the role can be held by two, and the person likes company."""
    mine, coming = facts.your_assignment, facts.demand.context.expected_attendees or 0
    alone = mine is not None and [part.role for part in facts.proposal.assignments].count(mine.role) == 1
    if mine is None or coming < MUCH or not alone or known("skills").bound(mine.role):
        return
    if chance(facts.demand_id, facts.agent_id, "hands") < who.shares:
        yield RequestedPlanChange(
            "hands", HANDS[0][facts.setting.language], HANDS[1][facts.setting.language].format(role=mine.role)
        )


def _unsaid(facts: FeedbackFacts) -> Iterator[RequestedPlanChange]:
    """What the person insists on and had not mentioned yet."""
    said = facts.your_offer.conditions if facts.your_offer else ()
    for wish in wishes(facts.profile, facts.setting.language):
        known_already = wish.key in (MOST, LEAST) and facts.demand.context.expected_attendees is not None
        if wish.wanted not in said and not wish.span and not known_already:
            yield RequestedPlanChange("other", wish.label, wish.wanted)


def _may_speak(facts: FeedbackFacts) -> bool:
    """Not everybody speaks at once: first those whose wishes the plan itself calls open, then by chance."""
    risks = "\n".join(facts.proposal.risks)
    working = [part for part in facts.proposal.assignments if not _stands_by(facts, part.role)]
    people = {part.agent_id: part.display_name for part in working}
    everybody = len({part.agent_id for part in facts.proposal.assignments})

    def turn(agent_id: str) -> tuple[bool, float]:
        name = people[agent_id]
        return not (name and name in risks), chance(facts.demand_id, agent_id, "turn")

    order = sorted(people, key=turn)
    return facts.agent_id in order[: min(everybody // 2, max(1, int(everybody * AT_ONCE)))]


def _want(label: str, text: str) -> RequestedPlanChange:
    day = next(iter(days_in(text)), None)
    if day:
        return RequestedPlanChange("date", label, text, day=day)
    value = money_in(text) if any(sign in text.lower() for sign in ("元", "yuan")) else None
    return RequestedPlanChange("other" if value is None else "fee", label, text, sum=value)
