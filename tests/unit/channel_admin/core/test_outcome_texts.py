"""When people leave, the plan's texts do not count on them any more (DESIGN § 7, "names refreshed")."""

from dataclasses import replace

import pytest

from channel_admin.core.outcome_texts import refresh_summary, rewrite_summary
from channel_admin.core.plan_review import outcome_fields
from channel_admin.core.state import ChannelState
from negotiation.contracts.demand import Need
from negotiation.contracts.events import AgentWithdrawn, ProposalDistributed, ProposalFinalized
from negotiation.contracts.proposal import Proposal
from shared.core.address import Address
from shared.core.language import Language
from tests.unit.channel_admin.core.channel_harness import DEMAND, ROOT, ChannelHarness
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers, feedback_to

PEOPLE = ("amy", "bob", "cai", "dan", "eva", "fay")
TEAM = ScriptedAnswers(people=PEOPLE, parts={"amy": {"role": "venue"}, "bob": {"role": "music"}})


def named(world: ChannelHarness, summary: str) -> None:
    """Give the plan under way a summary and a risk that name people."""
    plan = world.root.proposal.model_copy(update={"summary": summary, "risks": ("nothing is settled with Fay",)})
    world.states[ROOT] = world.root.model_copy(update={"current_proposal": plan})


def texts(plan: Proposal) -> str:
    return " ".join((plan.summary, *plan.risks, *(part.responsibility for part in plan.assignments)))


def test_whoever_rejects_is_in_no_text_of_the_agreed_plan() -> None:
    world = ChannelHarness(replace(TEAM, feedback={"fay": (("reject", 1),)})).run_until_waiting("feedback")
    named(world, "Amy, Bob and Fay make a meetup")
    world.run()
    (agreed,) = [event for event in world.events if isinstance(event, ProposalFinalized)]
    assert "Fay" not in texts(agreed.final_proposal)
    assert agreed.summary == agreed.final_proposal.summary
    assert "venue (Amy)" in agreed.summary


def test_a_summary_that_names_nobody_who_is_gone_stays_as_it_was_written() -> None:
    world = ChannelHarness(replace(TEAM, feedback={"fay": (("reject", 1),)})).run_until_waiting("feedback")
    named(world, "Amy and Bob make a meetup")
    world.run()
    assert world.root.proposal.summary == "Amy and Bob make a meetup"


def test_whoever_leaves_after_the_outcome_is_in_no_text_of_the_next_version() -> None:
    world = ChannelHarness(TEAM).run_until_waiting("gaps")
    named(world, "Amy, Bob and Fay make a meetup")
    body = feedback_to(DEMAND, ROOT, world.root.proposal, "fay", "withdraw", 1)
    assert world.tell(body, sender=Address("user_agent", "fay")) is not None
    (gone,) = [event for event in world.events if isinstance(event, AgentWithdrawn)]
    assert gone.proposal is not None
    assert "Fay" not in texts(gone.proposal)


def test_a_failed_adjustment_does_not_name_whoever_left() -> None:
    script = replace(TEAM, feedback={"fay": (("withdraw", 1),), "eva": (("negotiate", 1),), "dan": (("negotiate", 1),)})
    world = ChannelHarness(replace(script, adjustment=("failed", 1))).run_until_waiting("feedback")
    named(world, "a meetup")
    world.run(lambda w: w.root.proposal_version == 2)
    *_, sent = [event for event in world.events if isinstance(event, ProposalDistributed)]
    assert (sent.version, sent.proposal.adjustment_failed) == (2, True)
    assert "Fay" not in texts(sent.proposal)
    assert "role of fay" in {gap.gap_type for gap in sent.proposal.gaps}


def agreed_state(language: Language) -> ChannelState:
    state = ChannelHarness(TEAM).run_until_waiting("gaps").root
    return state.model_copy(update={"setting": state.setting.model_copy(update={"language": language})})


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Still missing: a grand piano: nobody."), ("zh", "还缺：a grand piano：还没有人。")],
)
def test_a_rewritten_summary_says_who_does_what_and_what_is_missing(language: Language, told: str) -> None:
    state = agreed_state(language)
    demand = state.demand.model_copy(update={"needs": (Need(id="n7", need="a grand piano"),), "title": "Concert"})
    state = state.model_copy(update={"demand_data": demand})
    summary = rewrite_summary(state, outcome_fields(state)).summary
    assert summary.startswith("Concert")
    assert "Amy" in summary
    assert told in summary


def test_a_rewritten_summary_is_no_longer_than_any_other() -> None:
    """Also that of a plan of which nobody is confirmed any more."""
    state = agreed_state("en")
    plan = state.proposal
    many = tuple(part.model_copy(update={"role": "venue " * 30}) for part in plan.assignments)
    long = state.model_copy(update={"current_proposal": plan.model_copy(update={"assignments": many})})
    rewritten = rewrite_summary(long, outcome_fields(long))
    assert Proposal.model_validate_json(rewritten.model_dump_json()) == rewritten
    none = state.model_copy(update={"current_proposal": plan.model_copy(update={"assignments": ()})})
    assert "nobody is confirmed" in rewrite_summary(none, outcome_fields(none)).summary
    assert refresh_summary(none, outcome_fields(none), {"zoe"}) is none.current_proposal
