"""Known failures of a debate between models, planted: none of them passes for agreement (issue: planted cases)."""

from deliberation.contracts.events import HostDecided, ReportPublished, SessionEnded
from deliberation.host.core.turn_requests import label_discussants
from tests.support.session_harness import SessionHarness, critiqued, drafted, plan, position


def actions(harness: SessionHarness) -> list[str]:
    return [event.action for event in harness.of(HostDecided)]


def test_a_conformist_critic_does_not_make_an_agreement_early() -> None:
    """Nothing was challenged: the critic is told to, and the report says that it never objected."""
    harness = SessionHarness(critic=(critiqued(),), similarity=(0.97,)).run()
    assert actions(harness) == ["continue"] * 4 + ["converge"]
    first = harness.of(HostDecided)[0]
    assert first.analysis.veto == "nothing_challenged"
    assert [(each.action, each.target_agent) for each in first.directives] == [("challenge", "critic")]
    assert harness.state is not None
    facts = harness.report_facts()
    assert "no_objection" in facts.remarks


def test_a_critic_that_gives_in_without_an_argument_is_shown() -> None:
    """It called the plan infeasible, then fine, while the planner answered nothing and no reason was added."""
    harness = SessionHarness(
        planner=(drafted(position("三个月", "每天两小时")),),
        critic=(
            critiqued(position("不可行", "时间不够"), high=["时间不够"], feasible=False),
            critiqued(position("可行", "时间不够")),
        ),
        similarity=(0.75, 0.95),
        changed=((), ("critic",)),
    ).run(until=lambda each: len(each.of(HostDecided)) == 2)
    second = harness.of(HostDecided)[1]
    assert second.analysis.unargued_changes == ("critic",)
    assert "批评家改变了立场" in second.reason
    assert second.action == "continue"  # its finding is still unanswered
    assert second.analysis.veto == "findings_unanswered"


def test_swapped_numbers_are_no_agreement() -> None:
    """The texts are nearly equal, so the similarity is high; the numbers exclude each other."""
    harness = SessionHarness(
        similarity=(0.99,),
        contradictions=((), ("number: 6 weeks / 3 months",), ("number: 6 weeks / 3 months",)),
    ).run()
    assert actions(harness)[:3] == ["continue", "continue", "continue"]
    assert harness.of(HostDecided)[1].analysis.veto == "opposite_conclusions"
    assert "6 weeks / 3 months" in harness.of(HostDecided)[1].content
    assert actions(harness)[3] == "converge"


def test_opposite_dates_until_the_end_are_reported_as_divided() -> None:
    harness = SessionHarness(similarity=(0.99,), contradictions=(("date: 1 May / 1 June",),) * 5).run()
    assert actions(harness) == ["continue"] * 4 + ["terminate"]
    report = harness.of(ReportPublished)[0]
    assert report.final_plan.provisional
    assert report.final_plan.consensus_level == "medium"
    assert harness.of(SessionEnded)[0].end_reason == "max_rounds"


def test_two_oscillating_positions_never_converge() -> None:
    """Each takes the other's side every round: similar to nothing, changed without an argument."""
    first, second = position("线上", "便宜"), position("线下", "有效")
    harness = SessionHarness(
        planner=(drafted(first), drafted(second), drafted(first), drafted(second), drafted(first)),
        critic=(critiqued(second), critiqued(first), critiqued(second), critiqued(first), critiqued(second)),
        similarity=(0.75, 0.76, 0.75, 0.76, 0.75),
        changed=((), ("planner", "critic"), ("planner", "critic"), ("planner", "critic"), ("planner", "critic")),
        contradictions=(("slot: 线上 / 线下",),) * 5,
    ).run()
    assert "converge" not in actions(harness)
    assert harness.of(SessionEnded)[0].end_reason == "max_rounds"
    assert harness.state is not None
    # Going back to a reason of two rounds before is a new reason against the last round only.
    assert harness.of(HostDecided)[1].analysis.unargued_changes == ()
    assert harness.of(ReportPublished)[0].final_plan.provisional


def test_a_plan_that_got_worse_does_not_win() -> None:
    """The plan of round 2 is feasible, that of round 3 is not: the report has the earlier one and says so."""
    better, worse = plan(20, title="第二轮"), plan(900, title="第三轮")
    harness = SessionHarness(
        planner=(drafted(), drafted(None, better, "r1.1"), drafted(None, worse)),
        critic=(critiqued(high=["风险"]), critiqued(complete=False), critiqued(feasible=False, high=["时间不够"])),
        similarity=(0.75, 0.8, 0.75, 0.8, 0.75),
    ).run()
    report = harness.of(ReportPublished)[0]
    assert report.plan == better
    assert report.final_plan.plan_round == 2
    facts = harness.report_facts()
    assert "earlier_plan:2" in facts.remarks


def test_the_later_of_two_equal_plans_wins() -> None:
    harness = SessionHarness(planner=(drafted(None, plan(5)), drafted(None, plan(6), "r1.1"))).run()
    assert harness.of(ReportPublished)[0].plan == plan(6)


def test_a_stubborn_agent_is_commanded_once_and_named_in_the_report() -> None:
    """§ 15: self-similarities (-, .99, .99) → stubborn after round 3."""
    harness = SessionHarness(
        similarity=(0.75, 0.8, 0.75, 0.8, 0.75),
        self_similarity={"planner": (None, 0.99, 0.99, 0.99, 0.99), "critic": (None, 0.98, 0.99, 0.5, 0.5)},
    ).run()
    decisions = harness.of(HostDecided)
    assert [event.analysis.stubborn_agents for event in decisions] == [(), (), ("planner",), ("planner",), ("planner",)]
    commands = [each for event in decisions for each in event.directives if each.action == "update_command"]
    assert [(each.target_agent, each.reason) for each in commands] == [("planner", "连续2轮self_similarity > 0.98")]
    facts = harness.report_facts()
    assert "stubborn:planner" in facts.remarks


def test_a_skipped_round_breaks_the_run_of_repetitions() -> None:
    """§ 15: (-, .99, skipped, .99) is not stubborn."""
    harness = SessionHarness(
        planner=(None, None, "silent", None),
        similarity=(0.75, 0.8, 0.75, 0.8),
        self_similarity={"planner": (None, 0.99, None, 0.99)},
    ).run(until=lambda each: len(each.of(HostDecided)) == 4)
    assert all(event.analysis.stubborn_agents == () for event in harness.of(HostDecided))


def test_labels_tell_no_role_and_change() -> None:
    labels = {label_discussants("s-x", number)["planner"] for number in range(1, 30)}
    assert labels == {"A", "B"}
    assert all(len(set(label_discussants("s-x", number).values())) == 2 for number in range(1, 30))
