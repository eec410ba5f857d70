from collections.abc import Sequence

import pytest

from negotiation.contracts.events import (
    ChannelEvent,
    DemandClosed,
    FilterCompleted,
    ForceFinalized,
    NegotiationFailed,
    OfferSubmitted,
    ProposalDistributed,
    ProposalFinalized,
    RoundStarted,
)
from negotiation.contracts.money import add_money
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from shared.core.language import Language
from shared.core.message_base import EventPayload
from tests.support.demand_harness import run_demand

SEED_DEMAND = "我想在北京办一场AI主题聚会，需要场地和嘉宾"
OTHERS: list[tuple[Language, str]] = [
    ("zh", "在武汉给60人办一场社区合唱音乐会，3月7日，预算3000元，需要场地、合唱指挥和音响"),
    ("zh", "想找一位徒步领队带12个人去川西，下个月出发"),
    (
        "en",
        "I'd like to hold a small wedding in Edinburgh for 60 people, budget 20000 yuan; need a venue and live music",
    ),
    ("en", "Need a lawyer to review a contract, asap"),
    ("en", "We need a logo, a website and a copywriter for our bakery, budget 12000 yuan"),
    ("en", "nothing in particular"),
]


def root(events: Sequence[EventPayload]) -> list[EventPayload]:
    """The events of the demand's own channel, without its subnets'."""
    told = [event for event in events if isinstance(event, ChannelEvent)]
    return [event for event in told if event.channel_id == told[0].channel_id]


def of(events: Sequence[EventPayload], kind: type[EventPayload]) -> list[EventPayload]:
    return [event for event in events if isinstance(event, kind)]


def lively(events: Sequence[EventPayload]) -> bool:
    """What a viewer of the seed's demand is promised (issue 2)."""
    own = root(events)
    (chosen,) = [event for event in own if isinstance(event, FilterCompleted)]
    hesitant = [event for event in own if isinstance(event, OfferSubmitted) and event.decision != "participate"]
    met = [
        change
        for event in own
        if isinstance(event, ProposalDistributed) and event.proposal.adjustment_summary
        for change in event.proposal.adjustment_summary.changes_made
        if change.requested_by
    ]
    ends = of(own, ProposalFinalized) + of(own, ForceFinalized) + of(own, NegotiationFailed)
    rounds = of(own, RoundStarted)
    return chosen.candidates_count >= 3 and bool(hesitant) and len(rounds) >= 2 and bool(met) and len(ends) == 1


def course_of(events: Sequence[EventPayload]) -> tuple[object, ...]:
    """A course as a viewer would tell it: who offered what, who said what, how it ended."""
    told = ("OfferSubmitted", "ProposalFeedbackEvent", "ProposalFinalized", "NegotiationFailed", "ForceFinalized")
    return tuple(
        event.model_dump_json(exclude={"demand_id", "channel_id"}) for event in events if type(event).__name__ in told
    )


def test_the_example_demand_is_never_complete_without_a_confirmed_venue_and_its_plan_has_totals() -> None:
    """For 50 ids, of which nearly every one has several rounds."""
    courses = [root(run_demand(SEED_DEMAND, f"d-seed{number}")) for number in range(50)]
    assert sum(map(lively, courses)) >= 45
    ended = [event for events in courses for event in events if isinstance(event, ProposalFinalized | ForceFinalized)]
    assert len(ended) > 25
    for event in ended:
        plan = event.final_proposal
        venue = {need.id for need in event.needs or () if "场地" in need.need}
        held = [part for part in plan.assignments if part.need in venue and part.is_confirmed and not part.reserve]
        assert held or not event.complete
        fees = [part.terms.fee for part in plan.assignments if part.terms and part.terms.fee and not part.reserve]
        assert plan.totals == add_money(fees)
        assert plan.totals


def test_outcomes_vary_by_demand_id_and_repeat_for_one_id() -> None:
    assert len({course_of(run_demand(SEED_DEMAND, f"d-seed{number}")) for number in range(10)}) >= 3
    assert course_of(run_demand(SEED_DEMAND, "d-seed1")) == course_of(run_demand(SEED_DEMAND, "d-seed1"))


@pytest.mark.parametrize(("language", "text"), OTHERS)
def test_any_demand_ends_with_a_consistent_outcome(language: Language, text: str) -> None:
    for number in range(6):
        events = run_demand(text, f"d-other{number}", language=language)
        assert isinstance(events[-1], DemandClosed)


def test_different_demands_have_different_candidates_and_outcomes() -> None:
    courses = [run_demand(text, "d-a", language=language) for language, text in OTHERS[:5]]
    courses.append(run_demand(SEED_DEMAND, "d-a"))
    invited = [
        tuple(one.agent_id for one in event.candidates)
        for events in courses
        for event in root(events)
        if isinstance(event, FilterCompleted)
    ]
    assert len(set(invited)) == len(courses)


def test_nobody_is_assigned_what_they_did_not_offer() -> None:
    for number in range(10):
        offered: dict[str, str] = {}
        for event in run_demand(SEED_DEMAND, f"d-seed{number}"):
            if isinstance(event, OfferSubmitted) and event.decision != "decline":
                offered[event.agent_id] = event.contribution or ""
            if isinstance(event, ProposalDistributed):
                for part in event.proposal.assignments:
                    assert part.role in offered[part.agent_id]


def test_an_empty_registry_fails_the_demand_at_once_with_its_reason() -> None:
    events = run_demand(SEED_DEMAND, "d-a", profiles=[])
    (failed,) = of(events, NegotiationFailed)
    assert isinstance(failed, NegotiationFailed)
    assert failed.detail == "no_active_agents"


def test_the_proposal_texts_are_in_the_language_of_the_demand() -> None:
    events = run_demand(
        OTHERS[2][1], "d-a", language="en", profiles=read_profiles([shipped_profiles_folder() / "world.jsonl"]).profiles
    )
    texts = "".join(event.model_dump_json() for event in events)
    assert texts.isascii() or not any("\u4e00" <= sign <= "\u9fff" for sign in texts)
