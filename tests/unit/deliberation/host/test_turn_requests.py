"""What the host tells the discussants when it asks them to speak (DL-44, DL-124)."""

from deliberation.contracts.events import AgentSpoke, HostDecided
from deliberation.contracts.messages import DraftPlan, StatePosition, WriteCritique
from deliberation.settings import DeliberationSettings
from tests.support.session_harness import SessionHarness, critiqued, drafted, plan, position


def test_a_planner_gets_its_plan_the_critics_position_and_the_open_findings() -> None:
    """DL-44."""
    first = plan(5, 7, title="第一稿")
    harness = SessionHarness(
        planner=(drafted(position("三个月"), first), None),
        critic=(critiqued(position("六个月"), high=["时间不足"], medium=["缺少模考"]),),
        similarity=(0.8,),
    ).run(until=lambda each: len(each.of(HostDecided)) == 2)
    blind, later = [send.body.facts for send in harness.sends if isinstance(send.body, DraftPlan)][:2]
    assert (blind.own_plan, blind.own_position, blind.other_position, blind.findings) == (None, None, None, ())
    assert later.own_plan == first
    assert later.own_position is not None
    assert later.other_position is not None
    assert (later.own_position.conclusion, later.other_position.conclusion) == ("三个月", "六个月")
    assert [(each.id, each.text) for each in later.findings] == [("r1.1", "时间不足"), ("s1.1", "缺少模考")]
    assert later.constraints.must_address == ("时间不足", "缺少模考")


def test_a_critic_gets_the_answers_to_its_findings() -> None:
    harness = SessionHarness(critic=(critiqued(high=["时间不足"]),), similarity=(0.8,))
    harness.run(until=lambda each: len(each.of(HostDecided)) == 2)
    facts = [send.body.facts for send in harness.sends if isinstance(send.body, WriteCritique)][1]
    assert [(answer.finding, answer.decision) for answer in facts.answers] == [("r1.1", "accepted")]


def test_the_planner_can_be_the_devils_advocate() -> None:
    """DL-124: configurable; then it is the critic's position that is attacked."""
    harness = SessionHarness(
        critic=(critiqued(position("六个月"), high=["时间不足"]),),
        similarity=(0.5, 0.5, 0.8),
        settings=DeliberationSettings(devils_advocate="planner"),
    ).run(until=lambda each: len(each.of(HostDecided)) == 2)
    first, second = harness.of(HostDecided)
    (directive,) = first.directives
    assert (directive.role, directive.target_agent, directive.target) == ("devils_advocate", "planner", "critic")
    facts = next(send.body.facts for send in harness.sends if isinstance(send.body, StatePosition))
    assert (facts.kind, facts.agent, facts.target_conclusion) == ("opposition", "planner", "六个月")
    spoken = [event for event in harness.of(AgentSpoke) if event.round == 2]
    assert [(event.agent, event.output_type, event.stance) for event in spoken] == [
        ("planner", "position", "opposition"),
        ("critic", "critique", None),
    ]
    assert (second.consensus, second.action, second.analysis.agents) == (None, "continue", ("critic",))
