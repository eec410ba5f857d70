"""What may reach a channel that should not concern it: doubled, foreign, outdated, early and out of turn."""

from collections.abc import Callable, Iterator
from typing import Any

from channel_admin.core.channel import AWAITED_TASKS
from channel_admin.core.state import ChannelState
from negotiation.contracts.candidate import Candidate
from negotiation.contracts.compromise_suggestion import Compromise, CompromiseProposal
from negotiation.contracts.demand import DemandUnderstanding, UnderstandingChanges
from negotiation.contracts.messages import (
    AnswerQuestion,
    CancelDemand,
    CompromiseWritten,
    CreateChannel,
    DemandOffer,
    DemandUnderstood,
    GapsIdentified,
    OfferResponse,
    OpenSubnet,
    ProposalAdjusted,
    ProposalAggregated,
    ProposalFeedback,
    ProposalReview,
    RecursionDecided,
    ReviseUnderstanding,
    SubmitDemand,
    SubnetEnded,
    SubnetMemberWithdrawn,
)
from negotiation.contracts.proposal import Assignment, ProposalDraft
from shared.core.address import Address, parse_address
from shared.core.decision import Timer
from shared.core.message_base import Message, TaskFailed, TimerFired
from tests.unit.channel_admin.core.channel_harness import DEMAND, ROOT, SETTING, ChannelHarness, Parcel
from tests.unit.channel_admin.core.scripted_answers import offer_fields

Strange = Iterator[tuple[Message, Address]]
KINDS = ("accept", "negotiate", "reject", "withdraw")


def duplicates(world: ChannelHarness) -> Iterator[Parcel]:
    """What had its effect before, as a new message: only `decide` can see that it is a repetition."""
    waits = world.states[ROOT].waiting if ROOT in world.states else "nothing"
    for taken in world.history:
        # A change that is made once more, while changes are awaited, is another change.
        is_change = isinstance(taken.message.body, ReviseUnderstanding) and waits in ("clarification", "review")
        if taken.decision is not None and not is_change:
            yield world.say(taken.message.body, sender=taken.message.sender, to=taken.message.recipient.id)


def beginnings(state: ChannelState) -> Strange:
    """The channel exists already."""
    ids = _ids(state)
    yield SubmitDemand(**ids, raw_input="another one", setting=SETTING, submitted_at=0), Address("gateway", DEMAND)
    opening = OpenSubnet(
        **ids, parent_channel_id=ROOT, sub_demand_id="d-x-1", raw_input="x", gap_type="x", setting=SETTING, depth=1
    )
    yield opening, Address("channel", ROOT)


def outdated(state: ChannelState) -> Strange:
    """Feedback for another version than the one under review, or when none is."""
    for agent in state.invited_agents:
        for kind in KINDS[:3]:
            for version in {state.proposal_version - 1, state.proposal_version + 1}:
                yield _feedback(state, agent, kind, version), Address("user_agent", agent)
            if state.waiting != "feedback":
                yield _feedback(state, agent, kind, state.proposal_version), Address("user_agent", agent)


def changed_answers(state: ChannelState) -> Strange:
    """The first answer of an agent to a version counts, and its first offer."""
    for agent in state.feedback:
        for kind in KINDS[:3]:
            yield _feedback(state, agent, kind, state.proposal_version), Address("user_agent", agent)
    for agent in state.responses:
        for word in ("participate", "decline"):
            yield _offer(state, agent, word), Address("user_agent", agent)


def unknown_senders(state: ChannelState) -> Strange:
    """Somebody who was never invited, under its own address; a withdraw of somebody who is not on board."""
    zoe = Address("user_agent", "zoe")
    yield _offer(state, "zoe", "participate"), zoe
    for kind in KINDS:
        yield _feedback(state, "zoe", kind, state.proposal_version), zoe
    yield TaskFailed(task=DemandOffer.type, reason="budget"), zoe
    yield (
        TaskFailed(task=ProposalReview.type, reason="budget", of=f"{state.proposal_version}/{state.current_round}"),
        zoe,
    )
    for agent in state.invited_agents:
        if agent not in state.participants:
            yield _feedback(state, agent, "withdraw", state.proposal_version), Address("user_agent", agent)


def impostors(state: ChannelState) -> Strange:
    """In somebody else's name, and actors who say what is not theirs to say."""
    for agent in state.invited_agents:
        for sender in (Address("user_agent", "zoe"), Address("skills", agent), Address("channel", state.channel_id)):
            yield _offer(state, agent, "participate"), sender
            for kind in KINDS:
                yield _feedback(state, agent, kind, state.proposal_version), sender
    for body in _task_answers(state):
        yield body, Address("user_agent", "amy")
        yield (
            body,
            Address(
                "skills" if isinstance(body, DemandUnderstood | CreateChannel) else "coordinator", state.channel_id
            ),
        )
    for task, (kind, _) in AWAITED_TASKS.items():
        wrong = "skills" if kind == "coordinator" else "coordinator"
        yield TaskFailed(task=task, reason="budget"), Address(wrong, state.channel_id)
    cancellation = CancelDemand(**_ids(state), cancelled_by="zoe")
    others = ("user_agent/amy", "skills/x", "coordinator/x", f"channel/{ROOT}-1", "channel/collab-other")
    for sender in others if state.parent else (*others, f"channel/{ROOT}"):
        yield cancellation, parse_address(sender)
    for number in (1, 2, 9):
        yield _subnet_ended(state, f"{ROOT}-{number}"), Address("channel", ROOT)
    yield _subnet_ended(state, f"{ROOT}-9"), Address("channel", f"{ROOT}-9")


def clarifications(state: ChannelState) -> Strange:
    """Answers to other questions or to none, options that there are not, and changes that come too late."""
    gateway, asked = Address("gateway", DEMAND), state.question.question_id if state.question else "q-none"
    for option, text in ((None, None), ("nonsense", None), ("nonsense", "some words")):
        yield AnswerQuestion(**_ids(state), question_id=asked, option=option, text=text), gateway
    for option, text in (("here", None), (None, "some words")):
        yield AnswerQuestion(**_ids(state), question_id="q-other", option=option, text=text), gateway
        if state.waiting != "clarification":
            yield AnswerQuestion(**_ids(state), question_id=asked, option=option, text=text), gateway
        for sender in ("user_agent/amy", "coordinator/x", "skills/x", f"channel/{state.channel_id}"):
            body = AnswerQuestion(**_ids(state), question_id=asked, option=option, text=text)
            yield body, parse_address(sender)
    change = ReviseUnderstanding(**_ids(state), changes=UnderstandingChanges(title="another"))
    go = ReviseUnderstanding(**_ids(state), go=True)
    for body in (change, go):
        if state.waiting not in ("clarification", "review"):
            yield body, gateway
        yield body, Address("user_agent", "amy")
    yield ReviseUnderstanding(**_ids(state), changes=UnderstandingChanges(needs=())), gateway
    if state.waiting == "understanding":
        demand = DemandUnderstanding(surface_demand="read with other words")
        words = f"{state.own_words} or so"
        yield DemandUnderstood(**_ids(state), understanding=demand, own_words=words), Address("coordinator", ROOT)
        failed = TaskFailed(task="understand_demand", reason="budget", of=words)
        yield failed, Address("coordinator", ROOT)


def limit_answers(state: ChannelState) -> Strange:
    """Answers to questions about limits that are answered, from others than a gateway, in words, or too late."""
    gateway = Address("gateway", DEMAND)
    for asked in state.limit_questions:
        for option in ("keep", "allow"):
            body = AnswerQuestion(**_ids(state), question_id=asked.question_id, option=option)
            if asked.answer is not None or state.waiting != "feedback":
                yield body, gateway
            for sender in ("user_agent/amy", "coordinator/x", "skills/x", f"channel/{state.channel_id}"):
                yield body, parse_address(sender)
        for answer in ({"option": "maybe"}, {"text": "whatever you like"}, {}):
            yield AnswerQuestion.model_validate({**_ids(state), "question_id": asked.question_id, **answer}), gateway


def strange_members(state: ChannelState) -> Strange:
    """Withdrawals that no subnet of this channel reports, or of agents that hold nothing in its plan."""
    for number, agent in ((1, "zoe"), (9, "gus"), (1, "")):
        sub = f"{ROOT}-{number}"
        body = SubnetMemberWithdrawn(**_ids(state), sub_channel_id=sub, agent_id=agent)
        yield body, Address("channel", sub)
        yield body, Address("user_agent", agent or "zoe")
        yield body, Address("channel", state.channel_id)


def departed_senders(state: ChannelState) -> Strange:
    """Who has left is gone."""
    for agent in state.left:
        for kind in KINDS:
            yield _feedback(state, agent, kind, state.proposal_version), Address("user_agent", agent)


def out_of_turn(state: ChannelState) -> Strange:
    """Answers and failures of tasks that the channel does not wait for (any more)."""
    for body in _task_answers(state):
        if WAITS_FOR[body.type] != state.waiting:
            yield (
                body,
                Address(
                    "coordinator" if isinstance(body, DemandUnderstood | CreateChannel) else "skills", state.channel_id
                ),
            )
    if state.waiting == "adjustment":
        for version in (state.proposal_version - 1, state.proposal_version + 1):
            late = ProposalAdjusted(**_ids(state), base_version=version, draft=ProposalDraft(summary="late"))
            yield late, Address("skills", state.channel_id)
            failed = TaskFailed(task="adjust_proposal", reason="budget", of=str(version))
            yield failed, Address("skills", state.channel_id)
    for task, (kind, waiting) in AWAITED_TASKS.items():
        if waiting != state.waiting:
            yield TaskFailed(task=task, reason="budget"), Address(kind, state.channel_id)
    yield from _reviews_given_up(state)


def _reviews_given_up(state: ChannelState) -> Strange:
    """Reviewers who could not answer an earlier version, or had answered, or were asked in an earlier round."""
    for agent in state.invited_agents:
        sender = Address("user_agent", agent)
        yield TaskFailed(task=ProposalReview.type, reason="budget", of=f"{state.proposal_version - 1}/1"), sender
        yield (
            TaskFailed(
                task=ProposalReview.type, reason="budget", of=f"{state.proposal_version}/{state.current_round - 1}"
            ),
            sender,
        )
        if agent not in state.silent_reviewers or agent in state.unanswered or state.waiting != "feedback":
            now = TaskFailed(
                task=ProposalReview.type, reason="budget", of=f"{state.proposal_version}/{state.current_round}"
            )
            yield now, sender
        if agent in state.responses or agent in state.unavailable:
            yield TaskFailed(task=DemandOffer.type, reason="budget"), sender


def timers(state: ChannelState, now: int) -> Strange:
    """The armed timer early, all the earlier ones, and one that is yet to come."""
    here = Address("channel", state.channel_id)
    for generation in {*range(1, state.generation), state.generation + 1}:
        yield TimerFired(name=state.waiting, generation=generation, due=now), here
    if state.timer and now < state.timer.due:
        yield _fired(state.timer), here
    if state.timer is None:
        yield TimerFired(name="nothing", generation=state.generation, due=now), here


DISTURBANCES: tuple[Callable[[ChannelState], Strange], ...] = (
    beginnings,
    outdated,
    changed_answers,
    unknown_senders,
    impostors,
    clarifications,
    limit_answers,
    strange_members,
    departed_senders,
    out_of_turn,
)

WAITS_FOR = {
    "demand_understood": "understanding",
    "create_channel": "filtering",
    "proposal_aggregated": "aggregation",
    "proposal_adjusted": "adjustment",
    "compromise_written": "compromise",
    "gaps_identified": "gaps",
    "recursion_decided": "recursion",
}


def _fired(timer: Timer) -> TimerFired:
    return TimerFired(name=timer.name, generation=timer.generation, due=timer.due)


def _ids(state: ChannelState) -> dict[str, Any]:
    return {"demand_id": state.demand_id, "channel_id": state.channel_id}


def _offer(state: ChannelState, agent: str, word: str) -> OfferResponse:
    return OfferResponse.model_validate({**_ids(state), **offer_fields(agent, word)})


def _feedback(state: ChannelState, agent: str, kind: str, version: int) -> ProposalFeedback:
    return ProposalFeedback.model_validate(
        {
            **_ids(state),
            "agent_id": agent,
            "feedback_type": kind,
            "round": max(1, state.current_round),
            "proposal_version": version,
        }
    )


def _task_answers(state: ChannelState) -> Iterator[Message]:
    ids = _ids(state)
    zoe = Candidate(agent_id="zoe", display_name="Zoe", reason="r", relevance_score=1)
    demand = DemandUnderstanding(surface_demand="something else")
    part = Assignment(agent_id="bob", role="speaker", responsibility="speaks")
    draft = ProposalDraft(summary="another plan", assignments=(part,))
    yield DemandUnderstood(**ids, understanding=demand)
    yield CreateChannel(**ids, demand=demand, candidates=(zoe,))
    yield ProposalAggregated(**ids, draft=draft)
    yield ProposalAdjusted(**ids, base_version=state.proposal_version, draft=draft)
    yield CompromiseWritten(**ids, compromise=Compromise(suggestion="s", proposal=CompromiseProposal()))
    yield GapsIdentified(**ids)
    yield RecursionDecided(**ids)


def _subnet_ended(state: ChannelState, channel: str) -> SubnetEnded:
    return SubnetEnded(
        **_ids(state), sub_demand_id="d-x-1", sub_channel_id=channel, gap_type="photo", status="finalized"
    )
