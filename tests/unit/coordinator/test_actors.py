from collections.abc import Sequence

import pytest

from coordinator.actors import Coordinator
from coordinator.core.candidate_selection import FilterReply, RelatedAgent
from coordinator.prompts import FilterFacts
from coordinator.settings import CoordinatorSettings
from negotiation.contracts.demand import DemandUnderstanding
from negotiation.contracts.messages import ChooseCandidates, UnderstandDemand
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.profile import Profile
from shared.llm.port import BudgetExceeded, RetryAt
from shared.runtime.actor import TaskContext
from tests.support.task_fixtures import (
    LATER,
    NOW,
    ask,
    by,
    demand,
    person,
    submission_context,
    without_model,
    without_money,
)

UNDERSTAND = UnderstandDemand(
    demand_id="d-a",
    channel_id="collab-a",
    setting=submission_context(),
    answer_by=LATER,
    raw_input="  我想\n办读书会  ",
)
CHOOSE = ChooseCandidates(
    demand_id="d-a",
    channel_id="collab-a",
    setting=submission_context(),
    answer_by=LATER,
    raw_input="我想办读书会",
    demand=demand("场地", "主持人"),
)
PEOPLE = [person(f"agent_{name}", capabilities=["场地"]) for name in ("amy", "bob", "cat", "dan")]


def coordinator(people: Sequence[Profile] = PEOPLE, **settings: int) -> Coordinator:
    return Coordinator(MemoryProfileRegistry(people), CoordinatorSettings.model_validate(settings))


def filtered(*replies: Sequence[str], seen: list[FilterFacts] | None = None) -> TaskContext:
    """A filter whose first call names the first of `replies`, its second the next."""

    def rule(facts: FilterFacts) -> FilterReply:
        if seen is not None:
            seen.append(facts)
        return FilterReply(definitely_related=tuple(RelatedAgent(agent_id=each) for each in replies[facts.call - 1]))

    return by(smart_filter=rule)


def test_an_understanding_is_sent_to_the_requesting_channel() -> None:
    answer = ask(coordinator(), UNDERSTAND, by(demand_understanding=lambda _: demand("场地")))
    assert (answer.type, answer.demand_id, answer.channel_id) == ("demand_understood", "d-a", "collab-a")
    assert answer.understanding.capability_tags == ("场地",)
    assert (answer.fallback, answer.usage.calls) == (False, 1)


def test_the_fallback_understanding_is_the_raw_input() -> None:
    answer = ask(coordinator(), UNDERSTAND, without_model())
    assert answer.fallback
    assert answer.understanding == DemandUnderstanding(surface_demand="我想 办读书会", confidence="low")


def test_the_candidates_chosen_by_the_filter_are_returned() -> None:
    answer = ask(coordinator(), CHOOSE, filtered(["agent_cat", "agent_amy"]))
    assert [one.agent_id for one in answer.candidates] == ["agent_cat", "agent_amy"]
    assert (answer.calls, answer.fallback, answer.usage.calls) == (1, False, 1)


def test_an_empty_filter_answer_is_requested_again_with_another_prompt() -> None:
    seen: list[FilterFacts] = []
    answer = ask(coordinator(), CHOOSE, filtered([], ["agent_dan"], seen=seen))
    assert [facts.call for facts in seen] == [1, 2]
    assert [one.agent_id for one in answer.candidates] == ["agent_dan"]
    assert (answer.calls, answer.fallback, answer.usage.calls) == (2, False, 2)


def test_a_filter_answer_of_unknown_ids_counts_as_empty() -> None:
    answer = ask(coordinator(), CHOOSE, filtered(["agent_ghost"], ["agent_amy"]))
    assert answer.calls == 2


def test_two_empty_filter_answers_take_search_hits_that_meet_a_need_and_nobody_at_random() -> None:
    people = [*PEOPLE[:1], *(person(f"agent_x{number}") for number in range(5))]
    answer = ask(coordinator(people), CHOOSE, filtered([], []))
    assert [one.agent_id for one in answer.candidates] == ["agent_amy"]
    assert all(one.is_fallback and one.fits for one in answer.candidates)
    assert (answer.calls, answer.fallback, answer.nobody_fits) == (2, True, False)


def test_two_empty_filter_answers_without_a_fitting_agent_invite_nobody() -> None:
    answer = ask(coordinator([person(f"agent_x{number}") for number in range(5)]), CHOOSE, filtered([], []))
    assert answer.candidates == ()
    assert (answer.calls, answer.fallback, answer.nobody_fits) == (2, False, True)


OMITTED = [
    person("agent_far", capabilities=["主持人"], location="上海"),
    person("agent_mute", capabilities=["主持人"], location="北京", languages=["en"]),
    person("agent_baker", capabilities=["烘焙"], location="上海"),
]


def test_whoever_could_meet_a_need_that_no_candidate_meets_is_named_with_the_reason() -> None:
    body = CHOOSE.model_copy(update={"demand": demand("场地", "主持人", location="北京")})
    answer = ask(coordinator([*PEOPLE, *OMITTED]), body, filtered(["agent_amy"]))
    told = {one.agent_id: (one.need, one.reason, one.distance_km) for one in answer.omitted}
    assert told == {"agent_far": ("n2", "too_far", 1067), "agent_mute": ("n2", "language", 0)}


def test_nobody_is_named_as_omitted_if_every_need_has_a_candidate_or_nobody_is_able() -> None:
    body = CHOOSE.model_copy(update={"demand": demand("场地", "主持人", location="北京")})
    people = [*PEOPLE, *OMITTED]
    assert ask(coordinator(people), body, filtered(["agent_amy", "agent_far"])).omitted == ()
    assert ask(coordinator(PEOPLE), body, filtered(["agent_amy"])).omitted == ()


def test_somebody_excluded_is_not_named_as_omitted() -> None:
    body = CHOOSE.model_copy(
        update={"demand": demand("场地", "主持人", location="北京"), "excluded": ("agent_far", "agent_mute")}
    )
    assert ask(coordinator([*PEOPLE, *OMITTED]), body, filtered(["agent_amy"])).omitted == ()


def test_the_fallback_candidates_come_after_one_call_while_the_model_is_unavailable() -> None:
    answer = ask(coordinator(), CHOOSE, without_model())
    assert len(answer.candidates) == 3
    assert (answer.calls, answer.fallback) == (1, True)


def test_the_fallback_returns_fewer_candidates_from_a_small_registry() -> None:
    assert len(ask(coordinator(PEOPLE[:2]), CHOOSE, without_model()).candidates) == 2


def test_a_registry_without_active_agents_means_no_candidates_and_no_call() -> None:
    asleep = person("agent_amy", capabilities=["场地"], active=False)
    answer = ask(coordinator([asleep]), CHOOSE, filtered(["agent_amy"]))
    assert answer.candidates == ()
    assert (answer.fallback, answer.usage.calls) == (False, 0)


@pytest.mark.parametrize("tools", [without_model(), filtered(["agent_own", "agent_bob"])])
def test_the_requesters_and_excluded_agents_are_neither_shown_nor_invited(tools: TaskContext) -> None:
    people = [*PEOPLE, person("agent_own", capabilities=["场地"], user_id="user_alice")]
    body = CHOOSE.model_copy(update={"excluded": ("agent_amy",)})
    invited = {one.agent_id for one in ask(coordinator(people), body, tools).candidates}
    assert invited
    assert not invited & {"agent_own", "agent_amy"}


def test_the_filter_sees_at_most_the_limit_best_first_and_small_registries_whole() -> None:
    seen: list[FilterFacts] = []
    people = [*PEOPLE, person("agent_zoe", capabilities=["潜水"])]
    ask(coordinator(people), CHOOSE, filtered(["agent_amy"], seen=seen))
    ask(coordinator(people, search_limit=2), CHOOSE, filtered(["agent_amy"], seen=seen))
    assert [len(facts.profiles) for facts in seen] == [5, 2]
    assert seen[0].profiles[-1].agent_id == "agent_zoe"
    assert seen[0].profiles[0].matched == ("场地",)


def test_at_most_max_candidates_are_invited() -> None:
    everybody = [profile.agent_id for profile in PEOPLE]
    assert len(ask(coordinator(max_candidates=2), CHOOSE, filtered(everybody)).candidates) == 2
    assert len(ask(coordinator(max_candidates=2), CHOOSE, without_model()).candidates) == 2


@pytest.mark.parametrize("body", [UNDERSTAND, CHOOSE])
def test_the_coordinator_waits_for_a_breaker_probe(body: UnderstandDemand | ChooseCandidates) -> None:
    with pytest.raises(RetryAt):
        ask(coordinator(), body, without_model(retry_at=NOW + 30_000))
    assert ask(coordinator(), body, without_model(retry_at=LATER + 1)).fallback


@pytest.mark.parametrize("body", [UNDERSTAND, CHOOSE])
def test_budget_exceeded_is_passed_on(body: UnderstandDemand | ChooseCandidates) -> None:
    with pytest.raises(BudgetExceeded):
        ask(coordinator(), body, without_money())


def test_the_candidates_do_not_depend_on_the_registry_order() -> None:
    first, second = (ask(coordinator(people), CHOOSE, without_model()) for people in (PEOPLE, PEOPLE[::-1]))
    assert first == second
