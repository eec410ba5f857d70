"""Analysis and decision of a round in the host's output: figures, constraints, commands, vetoes (DL-58…69, DL-115…132)."""

import pytest

from deliberation.contracts.agent_output import HostOutput
from deliberation.contracts.control import Directive
from deliberation.contracts.events import HostDecided, ReportPublished, SessionEnded
from deliberation.contracts.messages import DraftPlan, StatePosition
from deliberation.settings import DeliberationSettings
from tests.support.session_harness import SessionHarness, critiqued, drafted, position


def decided(harness: SessionHarness, rounds: int) -> HostDecided:
    """The decision of a round, with which a session is left."""
    harness.run(until=lambda each: len(each.of(HostDecided)) == rounds)
    return harness.of(HostDecided)[rounds - 1]


def directive(event: HostDecided, action: str) -> Directive:
    """The one command of this kind."""
    (found,) = [each for each in event.directives if each.action == action]
    return found


def test_a_negative_similarity_is_no_consensus() -> None:
    """DL-63, DL-64: the consensus is clamped, the matrix is not."""
    event = decided(SessionHarness(similarity=(-0.2,)), 1)
    assert (event.consensus, event.action) == (0.0, "force_opposition")
    assert event.analysis.similarity_matrix == ((1.0, -0.2), (-0.2, 1.0))
    assert event.analysis.most_different_pair == (0, 1)
    assert event.analysis.min_similarity == -0.2


def test_the_consensus_is_the_similarity_of_the_pair_by_the_hosts_row_order() -> None:
    """DL-67, DL-120."""
    analysis = decided(SessionHarness(similarity=(0.8123456789,)), 1).analysis
    assert (analysis.consensus_level, analysis.min_similarity) == (0.812346, 0.812346)
    assert (analysis.agents, analysis.method, analysis.degraded) == (("planner", "critic"), "embedding", False)


def test_severe_findings_are_addressed_first_and_five_at_most() -> None:
    """DL-61, DL-68, DL-127: whatever came first; they are told to both who speak next."""
    harness = SessionHarness(
        planner=(drafted(),),
        critic=(critiqued(medium=["中一", "中二", "中三"]), critiqued(high=["重一", "重二", "重三"])),
        similarity=(0.8,),
    )
    event = decided(harness, 2)
    assert event.constraints.must_address == ("重一", "重二", "重三", "中一", "中二")
    assert event.next_agents == ("planner", "critic")
    harness.run(until=lambda each: isinstance(each.sends[-1].body, DraftPlan))
    request = harness.sends[-1].body
    assert isinstance(request, DraftPlan)
    assert request.facts.constraints == event.constraints


def test_an_answered_finding_need_not_be_addressed() -> None:
    """DL-68."""
    harness = SessionHarness(critic=(critiqued(high=["重一"], medium=["中一"]), critiqued()), similarity=(0.8,))
    assert decided(harness, 1).constraints.must_address == ("重一", "中一")
    assert decided(harness, 2).constraints.must_address == ()


def test_reasons_repeated_word_by_word_are_to_be_avoided() -> None:
    """DL-62, DL-68: those of the last two rounds, of both."""
    harness = SessionHarness(
        planner=(
            drafted(position("甲", "早", "晚")),
            drafted(position("甲", "晚", "新")),
            drafted(position("甲", "早")),
        ),
        critic=(
            critiqued(position("乙", "贵")),
            critiqued(position("乙", "贵", "远")),
            critiqued(position("乙", "近")),
        ),
        similarity=(0.75, 0.8, 0.75),
    )
    assert decided(harness, 1).constraints.avoid == ()
    assert decided(harness, 2).constraints.avoid == ("晚", "贵")
    assert decided(harness, 3).constraints.avoid == ()


def test_to_converge_asks_all_for_uncertainties_and_names_the_report_as_the_next_step() -> None:
    """DL-115, DL-C24."""
    harness = SessionHarness(similarity=(0.8, 0.95))
    event = decided(harness, 2)
    command = directive(event, "state_uncertainties")
    assert (event.action, event.end_reason, event.rounds_remaining) == ("converge", "consensus", 3)
    assert (command.target_agent, command.requirement) == (None, "列出剩余不确定性和最坏情况")
    assert event.next_agents == ("planner", "critic")
    assert harness.state is not None
    output = harness.state.history[1].outputs[-1]
    assert isinstance(output, HostOutput)
    assert output.metadata.decision.next_step == "reporter_summary"
    harness.run()
    asked = [send.body.facts for send in harness.sends if isinstance(send.body, StatePosition)]
    assert [(facts.kind, facts.agent) for facts in asked] == [("convergence", "planner"), ("convergence", "critic")]
    assert all(facts.directives == event.directives for facts in asked)
    assert [(each.agent, each.uncertainties, each.worst_case) for each in harness.report_facts().statements] == [
        ("planner", ("不确定",), "最坏"),
        ("critic", ("不确定",), "最坏"),
    ]


def test_the_commands_have_the_seeds_words() -> None:
    """DL-117, DL-118, DL-123."""
    low = decided(SessionHarness(similarity=(0.5,)), 1)
    assert directive(low, "force_opposition") == Directive(
        action="force_opposition",
        target_agent="critic",
        role="devils_advocate",
        target="planner",
        requirement="仅从反方角度论证，不引用之前观点",
    )
    own = {"critic": (None, 0.99, 0.99)}
    stubborn = decided(SessionHarness(similarity=(0.75, 0.8, 0.75), self_similarity=own), 3)  # pyright: ignore[reportArgumentType]
    assert (stubborn.action, stubborn.consensus) == ("continue", 0.75)
    assert directive(stubborn, "update_command") == Directive(
        action="update_command",
        target_agent="critic",
        reason="连续2轮self_similarity > 0.98",
        requirement="必须完成以下至少一项：修改关键假设、降低置信度、指出对方逻辑漏洞",
    )


def test_a_command_comes_beside_a_devils_advocate_too() -> None:
    """DL-122, DL-123: the round's action is kept."""
    harness = SessionHarness(
        similarity=(0.75, 0.8, 0.6), self_similarity={"planner": (None, 0.99, 0.99), "critic": (None, 0.5, 0.5)}
    )
    event = decided(harness, 3)
    assert event.action == "force_opposition"
    assert [(each.action, each.target_agent) for each in event.directives] == [
        ("update_command", "planner"),
        ("force_opposition", "critic"),
    ]


@pytest.mark.parametrize(("level", "stubborn"), [(0.85, ("planner",)), (0.95, ())])
def test_who_agrees_is_not_stubborn(level: float, stubborn: tuple[str, ...]) -> None:
    """DL-132: the contradiction keeps the session running above the threshold."""
    harness = SessionHarness(
        similarity=(0.75, 0.8, level),
        self_similarity={"planner": (None, 0.99, 0.99)},
        contradictions=((), (), ("number: 2 / 3",)),
    )
    event = decided(harness, 3)
    assert event.action == "continue"
    assert event.analysis.self_similarity == {"planner": 0.99}
    assert event.analysis.stubborn_agents == stubborn


def test_a_devils_advocate_breaks_a_run_of_repetitions() -> None:
    """DL-125, DL-131: its turn has no self-similarity."""
    own = {"critic": (None, 0.99, 0.99, 0.99, 0.99), "planner": (None, 0.5, 0.5, 0.5, 0.5)}
    harness = SessionHarness(similarity=(0.75, 0.6, 0.6, 0.75, 0.8), self_similarity=own)  # pyright: ignore[reportArgumentType]
    events = [decided(harness, number) for number in range(1, 6)]
    assert [event.action for event in events[1:3]] == ["force_opposition", "continue"]
    assert [event.analysis.self_similarity.get("critic") for event in events] == [None, 0.99, None, 0.99, 0.99]
    assert [event.analysis.stubborn_agents for event in events] == [(), (), (), (), ("critic",)]


@pytest.mark.parametrize(
    ("turns", "values", "stubborn_in"),
    [
        ((None,), (None, 0.99, 0.99), 3),
        ((None, None, "silent", None), (None, 0.99, None, 0.99), None),
        ((None,), (None, 0.98, 0.99), None),
    ],
    ids=["(-, .99, .99)", "(-, .99, skipped, .99)", "(-, .98, .99)"],
)
def test_two_repetitions_in_a_row_are_stubborn(
    turns: tuple[str | None, ...], values: tuple[float | None, ...], stubborn_in: int | None
) -> None:
    """Ledger § 15, DL-129…131: more than 0.98, of live turns, one after the other."""
    rounds = len(values)
    harness = SessionHarness(
        planner=turns, similarity=(0.75, 0.8, 0.75, 0.8, 0.75), self_similarity={"planner": values}
    )
    events = [decided(harness, number) for number in range(1, rounds + 1)]
    assert [event.analysis.self_similarity.get("planner") for event in events] == list(values)
    assert [event.round for event in events if event.analysis.stubborn_agents] == ([stubborn_in] if stubborn_in else [])


@pytest.mark.parametrize(("rounds", "found"), [(1, 2), (2, 3), (3, 4)])
def test_the_number_of_repetitions_is_a_setting(rounds: int, found: int) -> None:
    """DL-C17: two comparisons by default."""
    assert DeliberationSettings().stubborn_rounds == 2
    harness = SessionHarness(
        similarity=(0.75, 0.8, 0.75, 0.8, 0.75),
        self_similarity={"planner": (None, 0.99, 0.99, 0.99, 0.99)},
        settings=DeliberationSettings(stubborn_rounds=rounds),
    ).run()
    first = next(event for event in harness.of(HostDecided) if event.analysis.stubborn_agents)
    assert first.round == found


@pytest.mark.parametrize(("is_on", "action", "veto"), [(True, "continue", "infeasible"), (False, "converge", None)])
def test_the_veto_can_be_switched_off(is_on: bool, action: str, veto: str | None) -> None:
    """DL-168: it is on by default."""
    assert DeliberationSettings().contradiction_veto
    harness = SessionHarness(
        critic=(critiqued(feasible=False),),
        similarity=(0.95,),
        settings=DeliberationSettings(contradiction_veto=is_on),
    )
    event = decided(harness, 1)
    assert (event.action, event.consensus, event.analysis.veto) == (action, 0.95, veto)
    assert ("批评家认为计划不可行" in event.reason) == is_on


def test_a_session_without_answers_ends_with_a_forced_summary() -> None:
    """DL-149."""
    harness = SessionHarness(critic=(None, "fail", "fail"), similarity=(0.75, 0.8, 0.85)).run()
    last = harness.of(HostDecided)[-1]
    assert (last.action, last.end_reason, last.next_agents) == ("terminate", "error", ("reporter",))
    assert directive(last, "force_summary").requirement == "输出分歧版结论"
    assert harness.report_facts().edition == "divergence"


@pytest.mark.parametrize(
    ("harness", "label", "participants"),
    [
        (SessionHarness(similarity=(0.8, 0.95)), "high", ("planner", "critic")),
        (SessionHarness(similarity=(0.75, 0.8, 0.85, 0.8, 0.85)), "medium", ("planner", "critic")),
        (SessionHarness(similarity=(0.5, 0.5, 0.4, 0.5, 0.6)), "low", ("planner", "critic")),
        (SessionHarness(critic=("silent",)), "unknown", ("planner",)),
    ],
    ids=["high", "medium", "low", "unknown"],
)
def test_the_consensus_of_the_report_is_a_word(
    harness: SessionHarness, label: str, participants: tuple[str, ...]
) -> None:
    """DL-73, DL-74, DL-C12."""
    harness.run()
    (report,) = harness.of(ReportPublished)
    assert report.final_plan.consensus_level == label
    assert report.final_plan.participating_agents == participants
    assert report.final_plan.rounds == harness.of(SessionEnded)[0].rounds
