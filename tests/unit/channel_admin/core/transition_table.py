"""In which situations a channel can be, which messages there are, and what one of them does: a row's left and right side."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from channel_admin.core.channel import ChannelMessage, decide
from channel_admin.core.requester_questions import open_questions
from channel_admin.core.state import ChannelState
from channel_admin.settings import NegotiationRules
from negotiation.contracts.candidate import Candidate
from negotiation.contracts.compromise_suggestion import Compromise, CompromiseProposal
from negotiation.contracts.demand import DemandLimits, DemandUnderstanding
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
    review_request_key,
)
from negotiation.contracts.proposal import Assignment, ProposalDraft
from shared.core.address import Address
from shared.core.decision import Decision
from shared.core.message_base import Message, ReceivedMessage, TaskFailed, TimerFired
from tests.unit.channel_admin.core.channel_harness import DEMAND, ROOT, SETTING, ChannelHarness
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers, offer_fields

# Three people are invited; bob says no, amy is on board; cai never answers, so that an answer of hers is a first one.
CAST = ScriptedAnswers(
    offers={"cai": ("silent", 0), "bob": ("decline", 1)}, lacks=(("photo", 70),), feedback={"amy": (("silent", 0),)}
)
AGREED = replace(CAST, feedback={})
ASKED = replace(CAST, interactive=True, question=("silent", 0))
CROWD = ("amy", "bob", "cai", "dan", "eva", "fay", "gus")
FORCED = replace(CAST, people=CROWD, required=("dan",), feedback={"dan": (("reject", 1),)})
REFUSED = replace(CAST, feedback={"amy": (("reject", 1),)})
TALKING = replace(CAST, people=CROWD[:4], feedback={"dan": (("negotiate", 1),), "amy": (("silent", 0),)})
LATE = replace(CAST, interactive=True, limits=DemandLimits(dates=("2026-02-01",)), day="2026-02-02")
LATE_TALK = replace(LATE, people=CROWD[:4])
HELPERS = tuple(ScriptedAnswers(people=(agent,), offers={"hal": ("participate", 50)}) for agent in ("gus", "hal"))
MERGING = replace(CAST, lacks=(("photo", 70), ("sound", 70)), subnets=HELPERS, feedback={"gus": (("silent", 0),)})
CHANGING = replace(TALKING, feedback={"dan": (("negotiate", 1),)})


def _at(
    script: ScriptedAnswers, waiting: str, status: str, also: Callable[[ChannelState], object] = lambda _: True
) -> Callable[[], ChannelHarness]:
    def is_there(world: ChannelHarness) -> bool:
        return ROOT in world.states and (world.root.waiting, str(world.root.status)) == (waiting, status)

    def world() -> ChannelHarness:
        reached = ChannelHarness(script).run(lambda w: is_there(w) and bool(also(w.root)))
        assert is_there(reached)
        assert also(reached.root)
        return reached

    return world


def nowhere() -> ChannelHarness:
    return ChannelHarness(CAST)


SITUATIONS: dict[str, Callable[[], ChannelHarness]] = {
    "no channel": nowhere,
    "created, understanding": _at(CAST, "understanding", "created"),
    "created, clarification": _at(ASKED, "clarification", "created"),
    "created, review": _at(replace(CAST, interactive=True), "review", "created"),
    "created, filtering": _at(CAST, "filtering", "created"),
    "collecting, offers": _at(CAST, "offers", "collecting"),
    "aggregating, aggregation": _at(CAST, "aggregation", "aggregating"),
    "proposal_sent, feedback": _at(CAST, "feedback", "proposal_sent"),
    "proposal_sent, adjustment": _at(CHANGING, "adjustment", "proposal_sent"),
    "proposal_sent, feedback, asking": _at(LATE, "feedback", "proposal_sent", open_questions),
    "negotiating, feedback": _at(TALKING, "feedback", "negotiating"),
    "negotiating, feedback, asking": _at(LATE_TALK, "feedback", "negotiating", open_questions),
    "finalized, gaps": _at(AGREED, "gaps", "finalized"),
    "finalized, recursion": _at(AGREED, "recursion", "finalized"),
    "finalized, subnets": _at(AGREED, "subnets", "finalized"),
    "finalized, subnets, merging": _at(MERGING, "subnets", "finalized", lambda state: state.merge_reviews),
    "finalized, subnets, merged": _at(
        replace(MERGING, feedback={}), "subnets", "finalized", lambda state: state.members
    ),
    "finalized, nothing": _at(AGREED, "nothing", "finalized"),
    "force_finalized, compromise": _at(FORCED, "compromise", "force_finalized"),
    "force_finalized, gaps": _at(FORCED, "gaps", "force_finalized"),
    "force_finalized, recursion": _at(FORCED, "recursion", "force_finalized"),
    "force_finalized, subnets": _at(FORCED, "subnets", "force_finalized"),
    "force_finalized, nothing": _at(FORCED, "nothing", "force_finalized"),
    "failed, compromise": _at(REFUSED, "compromise", "failed"),
    "failed, nothing": _at(REFUSED, "nothing", "failed"),
    "cancelled, nothing": _at(replace(CAST, cancels=2), "nothing", "cancelled"),
}
"""Every status with everything it can wait for (`WAITS`), and what else makes a difference there."""


Said = tuple[Message, Address]
Speaker = Callable[[ChannelState], Said]

TASK_OF = {
    "understanding": "understand_demand",
    "filtering": "choose_candidates",
    "offers": DemandOffer.type,
    "aggregation": "aggregate_offers",
    "feedback": ProposalReview.type,
    "adjustment": "adjust_proposal",
    "compromise": "write_compromise",
    "gaps": "identify_gaps",
    "recursion": "decide_recursion",
}


def _ids(state: ChannelState) -> dict[str, str]:
    return {"demand_id": state.demand_id, "channel_id": state.channel_id}


def _amys(word: str) -> Speaker:
    def said(state: ChannelState) -> Said:
        body = ProposalFeedback.model_validate(
            {
                **_ids(state),
                "agent_id": "amy",
                "feedback_type": word,
                "round": max(1, state.current_round),
                "proposal_version": state.proposal_version,
            }
        )
        return body, Address("user_agent", "amy")

    return said


def _failed(reason: str) -> Speaker:
    def said(state: ChannelState) -> Said:
        task = TASK_OF.get(state.waiting, "aggregate_offers")
        match state.waiting:
            case "offers":
                return TaskFailed(task=task, reason=reason), Address("user_agent", "cai")
            case "feedback":
                ticket = review_request_key(state.proposal_version, state.current_round)
                return TaskFailed(task=task, reason=reason, of=ticket), Address("user_agent", "amy")
            case "understanding" | "filtering":
                return TaskFailed(task=task, reason=reason), Address("coordinator", ROOT)
            case _:
                return TaskFailed(task=task, reason=reason), Address("skills", ROOT)

    return said


def _opened(state: ChannelState) -> Said:
    body = OpenSubnet(
        demand_id=DEMAND,
        channel_id=ROOT,
        parent_channel_id="collab-parent",
        sub_demand_id="d-abc12345-1",
        raw_input="a photographer",
        gap_type="photo",
        setting=SETTING,
        depth=1,
    )
    return body, Address("channel", "collab-parent")


def _submitted(state: ChannelState) -> Said:
    body = SubmitDemand(demand_id=DEMAND, channel_id=ROOT, raw_input="a meetup", setting=SETTING, submitted_at=0)
    return body, Address("gateway", DEMAND)


def _chosen(state: ChannelState) -> Said:
    zoe = Candidate(agent_id="zoe", display_name="Zoe", reason="fits", relevance_score=70)
    demand = DemandUnderstanding(surface_demand="a meetup")
    return CreateChannel.model_validate({**_ids(state), "demand": demand, "candidates": (zoe,)}), Address(
        "coordinator", ROOT
    )


def _answered(**answer: str) -> Speaker:
    def said(state: ChannelState) -> Said:
        asked = [state.question] if state.question else open_questions(state)
        question_id = asked[0].question_id if asked else "q-none"
        body = AnswerQuestion.model_validate({**_ids(state), "question_id": question_id, **answer})
        return body, Address("gateway", DEMAND)

    return said


def _revised(**change: object) -> Speaker:
    return lambda state: (
        ReviseUnderstanding.model_validate({**_ids(state), **change}),
        Address("gateway", DEMAND),
    )


def _skill(answer: Callable[[ChannelState], Message]) -> Speaker:
    return lambda state: (answer(state), Address("skills", ROOT))


def _sub_ended(state: ChannelState) -> Said:
    body = SubnetEnded(
        demand_id=DEMAND,
        channel_id=ROOT,
        sub_demand_id=f"{DEMAND}-1",
        sub_channel_id=f"{ROOT}-1",
        gap_type="photo",
        status="failed",
    )
    return body, Address("channel", f"{ROOT}-1")


def _member_left(state: ChannelState) -> Said:
    body = SubnetMemberWithdrawn(demand_id=DEMAND, channel_id=ROOT, sub_channel_id=f"{ROOT}-1", agent_id="gus")
    return body, Address("channel", f"{ROOT}-1")


def _due(state: ChannelState) -> Said:
    timer = state.timer
    body = TimerFired(name=timer.name if timer else "none", generation=timer.generation if timer else 1, due=0)
    return body, Address("channel", ROOT)


PHOTO = {"gap_type": "photo", "importance": 70}

MESSAGES: dict[str, Speaker] = {
    "submit_demand": _submitted,
    "open_subnet": _opened,
    "demand_understood": lambda s: (
        DemandUnderstood.model_validate({**_ids(s), "understanding": {"surface_demand": "a meetup"}}),
        Address("coordinator", ROOT),
    ),
    "create_channel": _chosen,
    "offer_response": lambda s: (
        OfferResponse.model_validate({**_ids(s), **offer_fields("cai", "participate")}),
        Address("user_agent", "cai"),
    ),
    "proposal_aggregated": _skill(lambda s: ProposalAggregated.model_validate({**_ids(s), "draft": _draft("plan")})),
    "proposal_feedback accept": _amys("accept"),
    "proposal_feedback withdraw": _amys("withdraw"),
    "proposal_adjusted": _skill(
        lambda s: ProposalAdjusted.model_validate(
            {**_ids(s), "base_version": s.proposal_version, "draft": _draft("changed")}
        )
    ),
    "compromise_written": _skill(
        lambda s: CompromiseWritten.model_validate(
            {**_ids(s), "compromise": Compromise(suggestion="less", proposal=CompromiseProposal())}
        )
    ),
    "gaps_identified": _skill(
        lambda s: GapsIdentified.model_validate({**_ids(s), "gaps": [PHOTO], "is_complete": False})
    ),
    "recursion_decided": _skill(
        lambda s: RecursionDecided.model_validate(
            {**_ids(s), "should_recurse": True, "sub_demands": [{"gap_type": "photo", "raw_input": "a photographer"}]}
        )
    ),
    "subnet_ended": _sub_ended,
    "subnet_member_withdrawn": _member_left,
    "answer_question option": _answered(option="there"),
    "answer_question text": _answered(text="in the old mill"),
    "answer_question keep": _answered(option="keep"),
    "answer_question allow": _answered(option="allow"),
    "revise_understanding title": _revised(changes={"title": "a party"}),
    "revise_understanding limits": _revised(changes={"limits": {"place": "elsewhere"}}),
    "revise_understanding go": _revised(go=True),
    "cancel_demand": lambda s: (
        CancelDemand.model_validate({**_ids(s), "cancelled_by": "user_alice"}),
        Address("gateway", DEMAND),
    ),
    "task_failed handler_failed": _failed("handler_failed"),
    "task_failed budget": _failed("budget"),
    "timer_fired": _due,
}
"""Every message type (the word after it tells variants apart), as the one it should come from says it in that situation."""


def outcome(situation: str, message: str) -> str:
    """What the message does there: `nothing`, `refused`, or `status, waiting: sends -> events`."""
    world = SITUATIONS[situation]()
    state = world.states.get(ROOT)
    body, sender = MESSAGES[message](state or _imagined())
    received: ReceivedMessage[ChannelMessage] = world.say(body, sender=sender)
    now = max(world.now, state.timer.due) if message == "timer_fired" and state and state.timer else world.now
    decision = decide(NegotiationRules(), state, received, now)
    return "nothing" if decision is None else describe(decision)


def _draft(summary: str) -> ProposalDraft:
    part = Assignment(agent_id="amy", role="speaker", responsibility="speaks")
    return ProposalDraft(summary=summary, assignments=(part,))


def _imagined() -> ChannelState:
    """Where there is no channel, messages are as for one that has just been created."""
    return ChannelHarness(CAST).run_until_waiting("understanding").root


def describe(decision: Decision[ChannelState]) -> str:
    """A decision in one line."""
    sends = Counter(send.body.type for send in decision.sends)
    sent = " ".join(f"{kind}*{count}" if count > 1 else kind for kind, count in sends.items()) or "-"
    events = " ".join(event.type.removeprefix("towow.") for event in decision.events) or "-"
    return f"{decision.state.status}, {decision.state.waiting}: {sent} -> {events}"
