"""Contents of the messages that a channel sends to agents (TW-121, TW-124)."""

from negotiation.contracts.messages import CreateChannel, DemandOffer, ProposalReview
from tests.unit.channel_admin.core.channel_harness import ChannelHarness, run_channel
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers


def test_an_invitation_has_the_demand_and_why_its_agent_was_chosen() -> None:
    world = run_channel(ScriptedAnswers())
    (answer,) = [m.message.body for m in world.history if isinstance(m.message.body, CreateChannel)]
    chosen = {candidate.agent_id: candidate for candidate in answer.candidates}
    invitations = {send.to.id: send.body for send in world.sent(DemandOffer.type)}
    assert invitations.keys() == chosen.keys() == {"amy", "bob", "cai"}
    for agent, body in invitations.items():
        assert isinstance(body, DemandOffer)
        assert (body.filter_reason, body.match_score) == (chosen[agent].reason, chosen[agent].relevance_score)
        assert (body.demand, body.round, body.raw_input) == (answer.demand, 1, world.root.raw_input)
        assert (body.demand_id, body.channel_id) == (world.root.demand_id, world.root.channel_id)
        assert body.filter_reason


def test_a_review_has_the_plan_the_round_and_the_agents_own_assignment() -> None:
    world = ChannelHarness(ScriptedAnswers()).run_until_waiting("feedback")
    plan = world.root.proposal
    reviews = {send.to.id: send.body for send in world.sent(ProposalReview.type)}
    assert reviews.keys() == {"amy", "bob", "cai"}
    for agent, body in reviews.items():
        assert isinstance(body, ProposalReview)
        assert (body.proposal, body.round, body.max_rounds) == (plan, 1, 5)
        assert [body.your_assignment] == [part for part in plan.assignments if part.agent_id == agent]
