import pytest

from coordinator.core.candidate_selection import FilterReply
from coordinator.prompts import AgentSummary, FilterFacts
from coordinator.simulated.rules import filter_candidates
from negotiation.contracts.candidate import NeedFit
from negotiation.contracts.demand import DemandLimits, Need
from negotiation.contracts.money import Money, money_of_units
from tests.support.task_fixtures import demand, submission_context

VENUE = AgentSummary(
    agent_id="a_venue", display_name="V", capabilities=("场地",), location="上海", capacity=50, price=900
)
SPEAKER = AgentSummary(agent_id="a_speaker", display_name="S", capabilities=("演讲",), location="上海")
PIANO = AgentSummary(agent_id="a_piano", display_name="P", capabilities=("钢琴",), location="上海")
FAR = AgentSummary(agent_id="a_far", display_name="F", capabilities=("场地",), location="北京")
FAR_SPEAKER = AgentSummary(agent_id="a_far_speaker", display_name="G", capabilities=("演讲",), location="北京")


def filtered(
    *cards: AgentSummary,
    call: int = 1,
    tags: tuple[str, ...] = ("场地提供", "演讲嘉宾"),
    people: int | None = None,
    budget: Money | None = None,
) -> FilterReply:
    return filter_candidates(
        FilterFacts(
            demand_id="d-a",
            channel_id="collab-a",
            setting=submission_context(),
            raw_input="办一场沙龙",
            demand=demand(*tags, location="上海", expected_attendees=people).model_copy(
                update={"limits": DemandLimits(budget=budget)}
            ),
            call=call,
            profiles=cards,
        )
    )


def invited(reply: FilterReply) -> set[str]:
    return {one.agent_id for one in (*reply.definitely_related, *reply.possibly_related)}


def test_only_local_agents_with_a_wanted_skill_are_invited() -> None:
    assert invited(filtered(VENUE, SPEAKER, PIANO, FAR)) == {"a_venue", "a_speaker"}


def test_a_skill_nobody_nearby_has_is_looked_for_elsewhere_unless_it_cannot_move() -> None:
    assert invited(filtered(VENUE, FAR_SPEAKER)) == {"a_venue", "a_far_speaker"}
    assert invited(filtered(SPEAKER, FAR)) == {"a_speaker"}


def test_who_works_remotely_is_in_reach_only_for_what_needs_nobody_on_the_spot() -> None:
    band = AgentSummary(agent_id="a_band", display_name="B", capabilities=("现场音乐", "文案"), location="上海")
    remote = AgentSummary(
        agent_id="a_remote", display_name="R", capabilities=("现场音乐", "文案"), location="北京", remote=True
    )
    assert invited(filtered(band, remote, tags=("现场音乐",))) == {"a_band"}
    assert invited(filtered(band, remote, tags=("文案",))) == {"a_band", "a_remote"}


def test_an_overseas_agent_is_invited_only_for_a_skill_missing_in_the_region() -> None:
    overseas = AgentSummary(agent_id="an_overseas_speaker", display_name="O", capabilities=("演讲",), location="伦敦")
    assert invited(filtered(VENUE, FAR_SPEAKER, overseas)) == {"a_venue", "a_far_speaker"}
    assert invited(filtered(VENUE, overseas)) == {"a_venue", "an_overseas_speaker"}


def test_every_candidate_has_a_reason_that_names_the_skill() -> None:
    reply = filtered(VENUE, SPEAKER)
    reasons = {one.agent_id: one.reason for one in (*reply.definitely_related, *reply.possibly_related)}
    assert "场地提供" in reasons["a_venue"]
    assert "上海" in reasons["a_venue"]
    assert "演讲嘉宾" in reasons["a_speaker"]


def test_a_candidate_with_too_little_room_or_too_high_a_price_scores_lower() -> None:
    def score(people: int | None = None, budget: Money | None = None) -> float:
        reply = filtered(VENUE, people=people, budget=budget)
        (one,) = (*reply.definitely_related, *reply.possibly_related)
        return one.relevance_score or 0

    assert score(people=80) < score() < score(people=40)
    assert score(budget=money_of_units(500, "CNY")) < score(budget=money_of_units(2000, "CNY"))
    assert score(budget=money_of_units(500, "GBP")) == score()  # another currency is not compared


def test_candidates_are_shared_between_the_skills() -> None:
    venues = [VENUE.model_copy(update={"agent_id": f"a_{number}"}) for number in range(20)]
    chosen = invited(filtered(*venues, SPEAKER))
    assert "a_speaker" in chosen
    assert len(chosen) <= 10


def test_the_repeated_filter_is_less_strict() -> None:
    topical = PIANO.model_copy(update={"tags": ("沙龙",), "capabilities": ("摄影",), "summary": "拍摄影展"})
    assert invited(filtered(topical, tags=("养蜂",))) == set()
    assert invited(filtered(FAR_SPEAKER, topical, tags=("养蜂", "演讲嘉宾"), call=2)) == {"a_far_speaker"}


def fitting(agent_id: str, score: float, *languages: str, matched: str = "演讲") -> AgentSummary:
    """Return an agent that meets the need `n1` with this probability."""
    fits = (NeedFit(need="n1", matched=matched, score=score),)
    return AgentSummary(
        agent_id=agent_id, display_name="N", capabilities=(matched,), location="上海", languages=languages, fits=fits
    )


def invited_for_a_speaker(*cards: AgentSummary, count: int = 1) -> set[str]:
    facts = FilterFacts(
        demand_id="d-a",
        channel_id="collab-a",
        setting=submission_context(),
        raw_input="请人做演讲",
        demand=demand("演讲嘉宾", location="上海").model_copy(
            update={"needs": (Need(id="n1", need="演讲", count=count),)}
        ),
        call=1,
        profiles=cards,
    )
    return invited(filter_candidates(facts))


def test_an_agent_of_another_language_is_invited_only_if_no_speaker_has_the_skill() -> None:
    assert invited_for_a_speaker(fitting("a_zh", 0.6, "zh"), fitting("b_en", 0.9, "en")) == {"a_zh"}
    assert invited_for_a_speaker(fitting("a_any", 0.6), fitting("b_en", 0.9, "en")) == {"a_any"}
    assert invited_for_a_speaker(fitting("b_en", 0.9, "en")) == {"b_en"}


@pytest.mark.parametrize(
    ("scores", "count", "expected"),
    [
        ((0.95, 0.9, 0.7), 1, 2),
        ((0.95, 0.7, 0.41), 1, 1),
        ((0.95, 0.7, 0.41), 2, 2),
        ((0.44, 0.43, 0.42), 1, 3),
        ((1.0, 0.9), 1, 1),
    ],
)
def test_beside_the_best_only_those_who_are_nearly_as_surely_able_are_invited(
    scores: tuple[float, ...], count: int, expected: int
) -> None:
    cards = [fitting(f"a_{number}", score) for number, score in enumerate(scores)]
    assert invited_for_a_speaker(*cards, count=count) == {f"a_{number}" for number in range(expected)}


def test_a_skill_that_only_contains_the_wanted_one_is_no_reason_to_invite_a_further_agent() -> None:
    special = fitting("a_special", 0.65, matched="英语演讲")
    assert invited_for_a_speaker(fitting("a_plain", 0.9), special) == {"a_plain"}
    assert invited_for_a_speaker(special) == {"a_special"}


def test_without_a_fit_a_capability_of_that_name_does_not_count() -> None:
    assert invited_for_a_speaker(SPEAKER) == set()
