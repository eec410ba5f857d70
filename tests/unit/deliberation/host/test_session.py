"""Course of a session: rounds, order of events, skips, moderation, interrupt, report (DL-102…168)."""

import pytest

from deliberation.contracts.critique import FindingAnswer
from deliberation.contracts.events import (
    AgentSkipped,
    AgentSpoke,
    ErrorReported,
    HostDecided,
    ReportPublished,
    SessionEnded,
)
from deliberation.contracts.messages import (
    ContentReviewed,
    DraftPlan,
    PlanDrafted,
    PositionStated,
    StatePosition,
    TerminateDeliberation,
    WriteCritique,
)
from deliberation.host.core.conclusion import build_facts
from deliberation.host.core.session import SessionNotFound
from deliberation.host.core.snapshot import build_snapshot
from deliberation.settings import DeliberationSettings
from shared.core.message_base import TaskFailed
from tests.support.session_harness import SESSION_ID, SessionHarness, critiqued, drafted, plan, position


def test_the_first_round_is_blind_and_parallel() -> None:
    """DL-57, DL-158: both are asked at once, and the critic is shown neither plan nor position."""
    harness = SessionHarness().start()
    assert [type(send.body) for send in harness.sends] == [DraftPlan, WriteCritique]
    critic = harness.sends[1].body
    assert isinstance(critic, WriteCritique)
    assert (critic.facts.plan, critic.facts.other_position, critic.facts.plan_round) == (None, None, 0)
    harness.run(until=lambda each: len(each.of(AgentSpoke)) == 2)
    assert harness.of(AgentSpoke)[1].metadata["critique"]["target_round"] == 0


def test_later_rounds_are_sequential_and_the_critic_sees_the_plan_of_the_round() -> None:
    """DL-C25."""
    harness = SessionHarness(similarity=(0.8, 0.85)).run(until=lambda each: len(each.of(AgentSpoke)) == 4)
    critic = [send.body for send in harness.sends if isinstance(send.body, WriteCritique)][1]
    assert critic.facts.plan_round == 2
    assert critic.facts.plan is not None
    planner = [send.body for send in harness.sends if isinstance(send.body, DraftPlan)][1]
    assert planner.facts.other_position is not None
    assert [finding.id for finding in planner.facts.findings] == ["r1.1"]
    assert harness.of(AgentSpoke)[3].metadata["critique"]["target_round"] == 2


def test_a_sequential_first_round_shows_the_critic_the_plan() -> None:
    harness = SessionHarness(mode="sequential").start()
    assert [type(send.body) for send in harness.sends] == [DraftPlan]
    harness.run(until=lambda each: len(each.of(AgentSpoke)) == 2)
    assert harness.of(AgentSpoke)[1].metadata["critique"]["target_round"] == 1


def test_outputs_of_a_round_are_published_in_the_order_of_the_roles() -> None:
    """DL-145: the critic's output is held until the planner's is out, even if it arrives first."""
    harness = SessionHarness().start()
    harness.pending.reverse()
    harness.run()
    for number in (1, 2):
        spoken = [event for event in harness.events if getattr(event, "round", None) == number][:3]
        assert [getattr(each, "agent", "host") for each in spoken] == ["planner", "critic", "host"]
    assert harness.state is not None
    for held in harness.state.history[:2]:
        assert [output.agent_id for output in held.outputs] == ["planner", "critic", "host"]


def test_a_session_that_agrees_converges_in_the_third_round() -> None:
    """DL-126: the host decides in round 2, the last statements are round 3, the report says 3 rounds."""
    harness = SessionHarness().run()
    assert harness.types()[-3:] == ["agent_output", "final_report", "session_ended"]
    report, ended = harness.of(ReportPublished)[0], harness.of(SessionEnded)[0]
    assert (ended.status, ended.end_reason, ended.rounds) == ("converged", "consensus", 3)
    assert (report.final_plan.rounds, report.final_plan.consensus_level) == (3, "high")
    assert report.final_plan.participating_agents == ("planner", "critic")
    assert not report.final_plan.provisional
    assert [each.action for each in harness.of(HostDecided)] == ["continue", "converge"]
    assert harness.of(HostDecided)[1].rounds_remaining == 3


def test_agreement_in_the_last_round_runs_the_last_statements_uncounted() -> None:
    harness = SessionHarness(similarity=(0.75, 0.8, 0.85, 0.8, 0.95)).run()
    assert harness.of(SessionEnded)[0].rounds == 5
    assert harness.of(SessionEnded)[0].end_reason == "consensus"
    assert [send.body.facts.round for send in harness.sends if isinstance(send.body, StatePosition)] == [5, 5]


def test_without_agreement_the_fifth_round_ends_with_a_divergence_report() -> None:
    """DL-81, DL-150, DL-163."""
    harness = SessionHarness(similarity=(0.75, 0.8, 0.85, 0.8, 0.85)).run()
    ended = harness.of(SessionEnded)[0]
    assert (ended.status, ended.end_reason, ended.rounds) == ("terminated", "max_rounds", 5)
    last = harness.of(HostDecided)[-1]
    assert (last.action, last.directives[0].action, last.end_reason) == ("terminate", "force_summary", "max_rounds")
    assert harness.of(ReportPublished)[0].final_plan.provisional
    assert harness.of(ReportPublished)[0].final_plan.consensus_level == "medium"


def test_low_consensus_calls_a_devils_advocate_who_sees_the_conclusion_only() -> None:
    """DL-117, DL-124, DL-125."""
    harness = SessionHarness(planner=(drafted(position("方案甲")),), similarity=(0.5, 0.5, 0.8)).run()
    first = harness.of(HostDecided)[0]
    assert first.action == "force_opposition"
    assert (first.directives[0].role, first.directives[0].target) == ("devils_advocate", "planner")
    opposed = next(send.body for send in harness.sends if isinstance(send.body, StatePosition))
    assert (opposed.facts.kind, opposed.facts.target_conclusion) == ("opposition", "方案甲")
    assert (opposed.facts.own_position, opposed.facts.findings, opposed.facts.plan) == (None, (), None)
    spoken = [event for event in harness.of(AgentSpoke) if event.round == 2]
    assert [event.stance for event in spoken] == [None, "opposition"]
    assert harness.state is not None
    assert harness.state.consensus_trend[1] is None
    assert harness.of(HostDecided)[1].action == "continue"
    assert harness.of(HostDecided)[1].analysis.consensus_level is None


def test_a_late_planner_is_skipped_and_its_last_output_is_compared_as_stale() -> None:
    """§ 15: planner timeout in round 3 → the output of round 2, no self-similarity, consensus flagged stale."""
    harness = SessionHarness(
        planner=(None, None, "silent", None),
        similarity=(0.75, 0.8, 0.85, 0.95),
        self_similarity={"planner": (None, 0.5, 0.5, 0.5), "critic": (None, 0.5, 0.5, 0.5)},
    ).run()
    skipped = harness.of(AgentSkipped)
    assert [(each.agent, each.round, each.reason, each.action) for each in skipped] == [
        ("planner", 3, "agent_timeout", "skip_agent")
    ]
    assert skipped[0].fallback == "使用上一轮输出"
    third = harness.of(HostDecided)[2].analysis
    assert (third.consensus_level, third.stale_agents, third.degraded) == (0.85, ("planner",), True)
    assert "planner" not in third.self_similarity
    assert harness.state is not None
    assert harness.state.self_similarity["planner"] == (None, 0.5, None, 0.5)


def test_a_planner_without_any_plan_ends_the_session_after_one_retry() -> None:
    """DL-147."""
    harness = SessionHarness(planner=("silent",)).run()
    assert [send.body.attempt for send in harness.sends if isinstance(send.body, DraftPlan)] == [1, 2]
    assert harness.of(SessionEnded)[0].end_reason == "error"
    assert harness.of(ReportPublished)[0].plan is None
    assert [event.agent for event in harness.of(AgentSpoke)] == ["critic"]
    assert "absent:planner:1" in build_facts(harness.state).remarks  # pyright: ignore[reportArgumentType]
    assert harness.of(ErrorReported)[0].message == "规划师未能给出计划。"


def test_a_repeated_turn_is_told_what_was_wrong() -> None:
    """Else the model's memo would answer the same question with the same unusable answer."""
    harness = SessionHarness(planner=("fail",), failure="no JSON").run()
    requests = [send.body for send in harness.sends if isinstance(send.body, DraftPlan)]
    assert [request.facts.complaints for request in requests] == [(), ("no JSON",)]


def test_a_critic_missing_in_the_first_round_leaves_no_consensus() -> None:
    """DL-147, DL-110: the trend has an entry for the round, which is null."""
    harness = SessionHarness(critic=("silent", None)).run(until=lambda each: len(each.of(HostDecided)) == 2)
    assert harness.state is not None
    assert harness.state.consensus_trend == (None, 0.95)
    assert harness.of(HostDecided)[0].action == "continue"


def test_an_agent_skipped_in_two_rounds_in_a_row_ends_the_session_with_a_report() -> None:
    """DL-149."""
    harness = SessionHarness(critic=(None, "fail", "fail"), similarity=(0.75, 0.8, 0.85)).run()
    assert [each.reason for each in harness.of(AgentSkipped)] == ["invalid_output", "invalid_output"]
    assert harness.of(SessionEnded)[0].end_reason == "error"
    assert harness.of(SessionEnded)[0].rounds == 3
    assert len(harness.of(ReportPublished)) == 1


def test_one_blocked_output_is_a_skipped_turn_and_a_second_one_ends_the_session() -> None:
    """DL-161."""
    once = SessionHarness(critic=(None, "block", None), similarity=(0.75, 0.8, 0.95)).run()
    assert [each.reason for each in once.of(AgentSkipped)] == ["blocked"]
    assert once.of(SessionEnded)[0].end_reason == "consensus"
    twice = SessionHarness(planner=(None, "block", None), critic=(None, None, "block"), similarity=(0.75, 0.8)).run()
    assert twice.of(SessionEnded)[0].end_reason == "moderation"
    assert twice.of(ReportPublished) == []
    assert not any("违禁词" in event.model_dump_json() for event in (*once.events, *twice.events))


def test_an_unreviewed_output_is_never_published() -> None:
    """The review is requested three times; without a verdict the turn is repeated, and nothing counts as blocked."""
    harness = SessionHarness().start()
    harness.pending = [send for send in harness.pending if isinstance(send.body, WriteCritique)]
    critic = harness.pending.pop()
    answer = harness._answer(critic.body)  # pyright: ignore[reportPrivateUsage]
    assert answer is not None
    harness.feed(answer, "critic")
    harness.pending.clear()
    for _ in range(3):
        harness.fire_timer()
    assert harness.of(AgentSpoke) == []
    assert harness.state is not None
    assert (harness.state.blocks, harness.state.repeated) == (0, ("critic",))


def test_the_user_ends_the_session_at_once_and_nothing_happens_afterwards() -> None:
    """DL-113, DL-144, DL-164."""
    harness = SessionHarness().start()
    turn = harness.pending[0].body
    assert isinstance(turn, DraftPlan)
    assert harness.feed(TerminateDeliberation(session_id=SESSION_ID, terminated_by="user_1"), "gateway")
    assert harness.types() == ["session_ended"]
    ended = harness.of(SessionEnded)[0]
    assert (ended.status, ended.end_reason, ended.terminated_by) == ("terminated", "user", "user_1")
    assert harness.state is not None
    assert harness.state.timer is None
    late = PlanDrafted(session_id=SESSION_ID, agent="planner", kind="plan", round=1, turn=drafted())
    assert not harness.feed(late, "planner")
    assert not harness.feed(TerminateDeliberation(session_id=SESSION_ID, terminated_by="user_1"), "gateway")


def test_a_stopped_session_gets_a_report_if_that_is_set() -> None:
    harness = SessionHarness(settings=DeliberationSettings(report_on_stop=True))
    harness.run(until=lambda each: len(each.of(HostDecided)) == 1)
    harness.feed(TerminateDeliberation(session_id=SESSION_ID, terminated_by="user_1"), "gateway")
    harness.run()
    assert harness.types()[-2:] == ["final_report", "session_ended"]
    assert harness.of(SessionEnded)[0].end_reason == "user"


def test_a_repeated_or_foreign_answer_is_ignored() -> None:
    """DL-156."""
    harness = SessionHarness().start()
    answer = PlanDrafted(session_id=SESSION_ID, agent="planner", kind="plan", round=1, turn=drafted())
    assert not harness.feed(answer, "critic")
    assert harness.feed(answer, "planner")
    assert not harness.feed(answer, "planner")
    unknown = ContentReviewed(session_id=SESSION_ID, key="planner/plan/9/1", verdict="allow")
    assert not harness.feed(unknown, "deliberation_skills")
    state = PositionStated(
        session_id=SESSION_ID,
        agent="critic",
        kind="convergence",
        round=1,
        turn={"content": "x", "position": position().model_dump()},  # pyright: ignore[reportArgumentType]
    )
    assert not harness.feed(state, "critic")


def test_the_first_message_must_start_the_session() -> None:
    with pytest.raises(SessionNotFound):
        SessionHarness().feed(TerminateDeliberation(session_id=SESSION_ID, terminated_by="user_1"), "gateway")


def test_a_reporter_that_fails_is_replaced_by_the_template() -> None:
    """DL-154."""
    harness = SessionHarness(report=None).run()
    report = harness.of(ReportPublished)[0]
    assert report.fallback is True
    assert report.content.strip()
    assert harness.of(SessionEnded)[0].status == "converged"


def test_a_comparison_that_never_answers_is_replaced_by_keywords() -> None:
    """DL-151, DL-128."""
    same = position("每周两次限时写作并每月一次模考", "写作不足")
    harness = SessionHarness(
        planner=(drafted(same),), critic=(critiqued(same, high=["风险"]),), similarity=(None,)
    ).run(until=lambda each: len(each.of(HostDecided)) == 1)
    analysis = harness.of(HostDecided)[0].analysis
    assert (analysis.method, analysis.degraded, analysis.consensus_level) == ("keyword", True, 1.0)


def test_a_task_that_gave_up_is_a_skipped_turn() -> None:
    harness = SessionHarness(similarity=(0.75, 0.8, 0.95)).run(until=lambda each: len(each.of(HostDecided)) == 1)
    failure = TaskFailed(task="draft_plan", reason="budget", of="plan/2/1")
    assert not harness.feed(failure, "critic")
    assert harness.feed(failure, "planner")
    assert harness.of(AgentSkipped)[0].reason == "budget"


def test_nothing_runs_longer_than_the_session_may() -> None:
    settings = DeliberationSettings(deliberation_timeout=100, turn_timeout=600)
    harness = SessionHarness(planner=("silent",), settings=settings).run()
    ended = harness.of(SessionEnded)[0]
    assert (ended.end_reason, ended.totals.duration_ms) == ("error", 100_000)
    assert len(harness.of(ReportPublished)) == 1


def test_findings_get_ids_and_repeats_keep_theirs() -> None:
    harness = SessionHarness(
        critic=(
            critiqued(high=["时间不足"], medium=["缺少模考"]),
            critiqued(repeats={"r1.1": "时间不足"}, high=["新风险"]),
        ),
        planner=(drafted(), drafted(None, None, "r1.1", "s1.1")),
        similarity=(0.8,),
    ).run(until=lambda each: len(each.of(HostDecided)) == 2)
    assert harness.state is not None
    findings = {finding.id: finding for finding in harness.state.findings}
    assert list(findings) == ["r1.1", "s1.1", "r2.1"]
    assert [finding.id for finding in findings.values() if finding.is_open] == ["r1.1", "r2.1"]
    assert findings["s1.1"].answer == FindingAnswer(finding="s1.1", decision="accepted", text="已调整")
    assert harness.of(HostDecided)[1].constraints.must_address == ("时间不足", "新风险")


def test_the_snapshot_has_what_the_ledger_lists() -> None:
    """DL-102…112."""
    harness = SessionHarness(similarity=(0.75, 0.95)).run()
    assert harness.state is not None
    snapshot = build_snapshot(harness.state, 7)
    assert (snapshot.session_id, snapshot.status, snapshot.version) == (SESSION_ID, "converged", 7)
    assert (snapshot.current_round, snapshot.max_rounds) == (3, 5)
    assert snapshot.consensus_trend == (0.75, 0.95)
    assert [held.round for held in snapshot.history] == [1, 2, 3]
    assert [output.agent_id for output in snapshot.history[2].outputs] == ["planner", "critic", "reporter"]
    assert {role: each.status for role, each in snapshot.agents.items()} == {
        "planner": "completed",
        "critic": "completed",
        "host": "completed",
        "reporter": "completed",
    }
    assert snapshot.agents["reporter"].last_output is not None
    assert snapshot.end_reason == "consensus"
    assert snapshot.pending == ()


def test_the_plan_is_copied_into_the_report() -> None:
    """DL-80."""
    planned = plan(10, 20)
    harness = SessionHarness(planner=(drafted(), drafted(None, planned, "r1.1"))).run()
    assert harness.of(ReportPublished)[0].plan == planned
    assert harness.of(ReportPublished)[0].plan_id
    assert [todo.estimated_hours for todo in harness.of(ReportPublished)[0].todos] == [10, 20]
