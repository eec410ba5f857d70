"""Does every event read well in both languages: names, numbers, reasons, and nothing raw?"""

from collections.abc import Sequence
from typing import TypedDict

import pytest

from negotiation.contracts.candidate import Candidate
from negotiation.contracts.compromise_suggestion import CompromiseProposal, Contribution, Relaxation
from negotiation.contracts.demand import DeepUnderstanding, DemandContext, Limits
from negotiation.contracts.events import (
    EVENTS,
    AgentWithdrawn,
    ChannelCreated,
    ChannelEvent,
    DemandBroadcast,
    DemandCancelled,
    DemandClosed,
    DemandSubmitted,
    DemandTotals,
    DemandUnderstoodEvent,
    FeedbackEvaluated,
    FilterCompleted,
    ForceFinalized,
    GapIdentified,
    NegotiationFailed,
    NegotiationPointRaised,
    OfferSubmitted,
    ProposalDistributed,
    ProposalFeedbackEvent,
    ProposalFinalized,
    RoundStarted,
    SubnetCompleted,
    SubnetTriggered,
)
from negotiation.contracts.person_answer import AnsweredBy
from negotiation.contracts.proposal import (
    AdjustmentSummary,
    Assignment,
    Change,
    DeclinedRequest,
    Gap,
    Milestone,
    Proposal,
    Timeline,
)
from shared.core.language import Language
from shared.core.timestamps import parse_iso8601
from towow.narration.context import NarrationContext
from towow.narration.event import ParsedEvent
from towow.narration.rendered_event import RenderedEvent
from towow.narration.renderers import RENDERERS, render

NOON = parse_iso8601("2026-01-22T12:00:00Z")
NAMES = {"agent_bob": "Bob", "agent_amy": "艾米", "agent_cy": "Cy"}


class At(TypedDict):
    """Where every event stands."""

    demand_id: str
    channel_id: str


AT: At = {"demand_id": "d-abc", "channel_id": "collab-abc"}

PLAN = Proposal(
    proposal_id="prop_1",
    demand_id="d-abc",
    version=2,
    summary="Meetup in Beijing",
    assignments=(
        Assignment(agent_id="agent_bob", display_name="Bob", role="venue", is_confirmed=True, required=True),
        Assignment(agent_id="agent_amy", display_name="艾米", role="speaker", responsibility="one talk", notes="a fee"),
    ),
    timeline=Timeline(start_date="2026-02-01", milestones=(Milestone(name="doors open", date="2026-02-08"),)),
    risks=("rain",),
    gaps=(Gap(gap_type="catering", importance=70, reason="nobody cooks"),),
    adjustment_summary=AdjustmentSummary(
        round=2,
        changes_made=(
            Change(aspect="date", before="Sat", after="Sun", reason="it suits all", requested_by=("agent_amy",)),
        ),
        requests_declined=(DeclinedRequest(request="a drone show", reason="too dear"),),
    ),
    created_at=NOON,
)

COMPROMISE = CompromiseProposal(
    participants=(Contribution(agent_id="agent_bob", can="lend the hall"),),
    missing=("speaker",),
    relax=(Relaxation.model_validate({"aspect": "date", "from": "Sat", "to": "any day", "raw_input": "…"}),),
    alternatives=("meet online",),
)

ROWS: Sequence[tuple[ChannelEvent, Sequence[str], Sequence[str]]] = [
    (
        DemandSubmitted(
            **AT,
            raw_input="a meetup",
            user_id="user_alice",
            visibility="private",
            language="en",
            today="2026-01-22",
            timezone="UTC",
            model="simulated",
            limits=Limits(max_rounds=5, budget_tokens=300_000),
        ),
        ["需求", "a meetup", "user_alice", "d-abc", "模拟模型", "最多 5 轮", "300,000", "不公开"],
        ["Demand", "a meetup", "user_alice", "d-abc", "simulated", "at most 5 rounds", "300,000", "private"],
    ),
    (
        DemandUnderstoodEvent(
            **AT,
            surface_demand="hold a meetup",
            deep_understanding=DeepUnderstanding(motivation="to meet", likely_preferences=("near",)),
            capability_tags=("venue", "speaker"),
            context=DemandContext(location="Beijing", expected_attendees=50, date="2026-02-08", budget="2000"),
            confidence="high",
            fallback=True,
        ),
        ["理解", "把握：高", "venue、speaker", "Beijing", "50 人", "2026-02-08", "2000", "to meet", "near", "备用答复"],
        ["Understood", "confidence: high", "venue, speaker", "50 people", "to meet", "near", "stand-in"],
    ),
    (
        FilterCompleted(
            **AT,
            candidates_count=2,
            candidates=(
                Candidate(agent_id="agent_bob", display_name="Bob", reason="has a hall", relevance_score=90),
                Candidate(
                    agent_id="agent_amy", display_name="艾米", reason="talks", relevance_score=80, is_fallback=True
                ),
            ),
            calls=2,
            fallback=True,
        ),
        ["找到 2 位候选人", "问了两次", "模型没有选出人", "Bob 90  has a hall", "艾米 80（备选）  talks"],
        [
            "2 candidates found",
            "asked twice",
            "the model named nobody",
            "Bob 90  has a hall",
            "艾米 80 (stand-in choice)  talks",
        ],
    ),
    (
        ChannelCreated(**AT, participants_count=3, invited_agents=("agent_bob",), max_rounds=5, depth=0),
        ["邀请 3 位", "最多 5 轮"],
        ["3 invited", "at most 5 rounds"],
    ),
    (
        DemandBroadcast(**AT, invited_agents=("agent_bob", "agent_amy"), deadline=NOON),
        ["邀请已发给 Bob、艾米", "20:00:00"],
        ["Invitations sent to Bob, 艾米", "20:00:00"],
    ),
    (
        OfferSubmitted(
            **AT,
            offer_id="offer_1",
            agent_id="agent_bob",
            display_name="Bob",
            response_type="offer",
            decision="conditional",
            contribution="a hall",
            conditions=("14 days' notice",),
            reasoning="it is free",
            confidence=80,
            late=True,
            answered_by="person",
        ),
        ["Bob 有条件参加（迟到）：a hall ［本人］", "条件  14 days' notice", "it is free"],
        ["Bob joins on conditions (late): a hall [in person]", "condition  14 days' notice", "it is free"],
    ),
    (
        NegotiationPointRaised(
            **AT,
            agent_id="agent_bob",
            display_name="Bob",
            bargain_type="fee",
            content="a little more",
            current_value="800",
            desired_value="900",
            round=1,
        ),
        ["Bob 想商量fee：a little more（800 → 900）"],
        ["Bob bargains about fee: a little more (800 → 900)"],
    ),
    (
        RoundStarted(**AT, round=5, max_rounds=5, reason="no_quorum"),
        ["第 5/5 轮（最后一轮）", "答复太少"],
        ["Round 5/5 (the last)", "too few answers"],
    ),
    (
        ProposalDistributed(
            **AT,
            proposal=PLAN,
            participants=("agent_bob", "agent_amy"),
            round=2,
            version=2,
            resent=False,
            deadline=NOON,
        ),
        [
            "方案第 2 版  Meetup in Beijing",
            "改动  date：Sat → Sun，应 艾米 的要求（it suits all）",
            "未采纳  a drone show（too dear）",
            "✔ Bob  venue（必需）",
            "○ 艾米  speaker：one talk（a fee）",
            "2026-02-01 开始；2026-02-08 doors open",
            "缺口  catering（重要度 70）  nobody cooks",
            "风险  rain",
            "发给 Bob、艾米",
        ],
        [
            "Plan version 2  Meetup in Beijing",
            "changed  date: Sat → Sun, as 艾米 asked (it suits all)",
            "not met  a drone show (too dear)",
            "✔ Bob  venue (required)",
            "○ 艾米  speaker: one talk (a fee)",
            "starts 2026-02-01; 2026-02-08 doors open",
            "gap  catering (importance 70)  nobody cooks",
            "risks  rain",
            "sent to Bob, 艾米",
        ],
    ),
    (
        ProposalFeedbackEvent(
            **AT,
            agent_id="agent_amy",
            display_name="艾米",
            feedback_type="negotiate",
            reasoning="Saturday is taken",
            adjustment_request="Sunday",
            concerns=("noise",),
            confidence=60,
            round=2,
            proposal_version=2,
        ),
        ["艾米 还想改方案第 2 版：Saturday is taken", "顾虑  noise"],
        ["艾米 wants changes to plan version 2: Saturday is taken", "concern  noise"],
    ),
    (
        AgentWithdrawn(**AT, agent_id="agent_cy", display_name="Cy", reason="ill", round=2, proposal=PLAN),
        ["Cy 退出了协商：ill", "缺口  catering"],
        ["Cy left the negotiation: ill", "gap  catering"],
    ),
    (
        FeedbackEvaluated(
            **AT,
            round=2,
            proposal_version=2,
            sent=6,
            answered=5,
            silent=1,
            accepts=2,
            rejects=1,
            negotiates=1,
            withdraws=1,
            accept_rate=0.5,
            decision="renegotiate",
            rule=7,
        ),
        [
            "第 2/5 轮结果",
            "接受率 ██████████┊░░░░░┊░░░ 50%",
            "继续协商",
            "4 份答复中接受 2 · 商量 1 · 反对 1；退出 1（不计入） · 未答 1（共 6 人",
        ],
        [
            "Result of round 2/5",
            "acceptance rate ██████████┊░░░░░┊░░░ 50%",
            "negotiate on",
            "of 4 answers 2 accept · 1 want changes · 1 reject; 1 left (not counted) · 1 silent (of 6",
        ],
    ),
    (
        ProposalFinalized(
            **AT,
            final_proposal=PLAN,
            summary="Meetup in Beijing",
            confirmed_participants=("agent_bob",),
            optional_participants=("agent_amy",),
            rounds_taken=2,
        ),
        ["达成一致（用了 2 轮）  Meetup in Beijing", "确认  Bob", "待定  艾米", "离开  Cy", "✔ Bob  venue"],
        ["Agreed after 2 rounds  Meetup", "confirmed  Bob", "optional  艾米", "gone  Cy", "✔ Bob  venue"],
    ),
    (
        ForceFinalized(
            **AT,
            final_proposal=PLAN,
            confirmed_participants=("agent_bob",),
            optional_participants=(),
            rounds_taken=5,
            compromise_suggestion="start small",
        ),
        ["勉强成案（用了 5 轮）", "确认  Bob", "离开  艾米、Cy", "折中建议  start small"],
        ["Forced through after 5 rounds", "confirmed  Bob", "gone  艾米, Cy", "compromise  start small"],
    ),
    (
        NegotiationFailed(
            **AT,
            reason="timeout",
            detail="no_feedback",
            error_code="E006",
            accept_rate=1 / 3,
            rounds_taken=3,
            compromise_suggestion="start small",
            compromise_proposal=COMPROMISE,
        ),
        [
            "未能达成（用了 3 轮）  超时 — 没有人答复方案 · 33.3% [E006]",
            "折中建议  start small",
            "仍可  Bob  lend the hall",
            "还缺  speaker",
            "可放宽  date  Sat → any day",
            "也可以  meet online",
        ],
        [
            "No agreement after 3 rounds  time ran out — nobody answered the plan · 33.3% [E006]",
            "compromise  start small",
            "still possible  Bob  lend the hall",
            "missing  speaker",
            "could be relaxed  date  Sat → any day",
            "or  meet online",
        ],
    ),
    (
        GapIdentified(**AT, gaps=PLAN.gaps, is_complete=False),
        ["还缺 1 项", "缺口  catering（重要度 70）  nobody cooks"],
        ["1 gap left", "gap  catering (importance 70)  nobody cooks"],
    ),
    (
        SubnetTriggered(
            **AT,
            parent_demand_id="d-abc",
            sub_demand="who cooks?",
            sub_demand_id="d-abc-1",
            sub_channel_id="collab-abc-1",
            gap_type="catering",
            depth=1,
        ),
        ["子协商", "「catering」", "who cooks?"],
        ["subnet", "“catering”", "who cooks?"],
    ),
    (
        SubnetCompleted(
            **AT,
            sub_demand_id="d-abc-1",
            sub_channel_id="collab-abc-1",
            gap_type="catering",
            status="finalized",
            participants=("agent_cy",),
            proposal=PLAN,
        ),
        ["子协商「catering」  达成一致", "Cy 加入，方案成为 v2"],
        ["Subnet “catering”  agreed", "Cy joined; the plan is now v2"],
    ),
    (
        DemandCancelled(**AT, cancelled_by="user_alice", reason="rain"),
        ["user_alice 取消了需求：rain"],
        ["Cancelled by user_alice: rain"],
    ),
    (
        DemandClosed(
            **AT,
            status="force_finalized",
            rounds=5,
            totals=DemandTotals(
                model_calls=12,
                fallback_calls=3,
                input_tokens=1000,
                output_tokens=234,
                cost_usd=0.0123,
                duration_ms=61_500,
            ),
        ),
        ["结束  勉强成案", "5 轮", "12 次模型调用（3 次备用答复）", "1,234 词元", "$0.0123", "61.5 秒"],
        ["Closed  forced through", "5 rounds", "12 model calls (3 stand-ins)", "1,234 tokens", "$0.0123", "61.5 s"],
    ),
]


def shown(event: ChannelEvent, language: Language) -> str:
    scene = NarrationContext(
        language=language,
        timezone="Asia/Shanghai",
        names=NAMES,
        max_rounds={"collab-abc": 5},
        participants={"collab-abc": frozenset(NAMES)},
    )
    return plain(render(ParsedEvent(1, event.type, NOON, "collab-abc", event), scene))


def plain(paragraph: RenderedEvent) -> str:
    return "\n".join(line.plain for line in (paragraph.head, *paragraph.below))


def test_every_event_type_has_a_teller_and_a_row_here() -> None:
    assert set(RENDERERS) == set(EVENTS)
    assert {type(event) for event, _, _ in ROWS} == set(EVENTS)


@pytest.mark.parametrize(("event", "chinese", "english"), ROWS, ids=[event.type for event, _, _ in ROWS])
def test_an_event_reads_well_in_both_languages(
    event: ChannelEvent, chinese: Sequence[str], english: Sequence[str]
) -> None:
    both: list[tuple[Language, Sequence[str]]] = [("zh", chinese), ("en", english)]
    for language, wanted in both:
        text = shown(event, language)
        for piece in wanted:
            assert piece in text, text
        assert "{" not in text, "raw data"
        assert "None" not in text


@pytest.mark.parametrize(
    ("by", "chinese", "english"),
    [
        ("person", "接受方案第 2 版 ［本人］", "accepts plan version 2 [in person]"),
        ("agent", "［本人未答", "[the person did not"),
    ],
)
def test_who_answered_is_told_where_a_person_was_waited_for(by: AnsweredBy, chinese: str, english: str) -> None:
    said = ProposalFeedbackEvent(
        **AT,
        agent_id="agent_bob",
        display_name="Bob",
        feedback_type="accept",
        reasoning="",
        confidence=100,
        round=1,
        proposal_version=2,
        answered_by=by,
    )
    assert chinese in shown(said, "zh")
    assert english in shown(said, "en")
    alone = shown(said.model_copy(update={"answered_by": None}), "en")
    assert "person" not in alone


@pytest.mark.parametrize(
    ("decision", "chinese", "english"),
    [("participate", "愿意参加", "joins"), ("decline", "婉拒：no time", "declines: no time")],
)
def test_offers_and_declines_are_told_apart(decision: str, chinese: str, english: str) -> None:
    event = OfferSubmitted.model_validate(
        {
            **AT,
            "offer_id": "offer_1",
            "agent_id": "agent_bob",
            "display_name": "Bob",
            "response_type": "offer",
            "decision": decision,
            "decline_reason": "no time" if decision == "decline" else None,
            "confidence": 50,
        }
    )
    assert chinese in shown(event, "zh")
    assert english in shown(event, "en")


@pytest.mark.parametrize(
    ("feedback", "chinese", "english"),
    [
        ("accept", "接受方案第 1 版", "accepts plan version 1"),
        ("reject", "反对方案第 1 版", "rejects plan version 1"),
        ("withdraw", "要退出", "wants to leave"),
    ],
)
def test_every_kind_of_feedback_is_told_apart(feedback: str, chinese: str, english: str) -> None:
    event = ProposalFeedbackEvent.model_validate(
        {
            **AT,
            "agent_id": "agent_bob",
            "display_name": "Bob",
            "feedback_type": feedback,
            "reasoning": "",
            "confidence": 50,
            "round": 1,
            "proposal_version": 1,
        }
    )
    assert chinese in shown(event, "zh")
    assert english in shown(event, "en")


def test_a_rate_below_a_mark_never_looks_like_it() -> None:
    event = FeedbackEvaluated(
        **AT,
        round=1,
        proposal_version=1,
        sent=500,
        answered=500,
        silent=0,
        accepts=398,
        rejects=102,
        negotiates=0,
        withdraws=0,
        accept_rate=398 / 500,
        decision="renegotiate",
        rule=7,
    )
    assert "79.6%" in shown(event, "en")


def test_without_answers_there_is_no_rate() -> None:
    event = FeedbackEvaluated(
        **AT,
        round=1,
        proposal_version=1,
        sent=2,
        answered=0,
        silent=2,
        accepts=0,
        rejects=0,
        negotiates=0,
        withdraws=0,
        accept_rate=None,
        decision="renegotiate",
        rule=4,
    )
    assert "acceptance rate —" in shown(event, "en")


def test_a_plan_sent_again_is_not_told_again() -> None:
    event = ProposalDistributed(
        **AT, proposal=PLAN, participants=("agent_cy",), round=2, version=2, resent=True, deadline=NOON
    )
    assert shown(event, "zh") == "方案第 2 版再次发给 Cy"
    assert shown(event, "en") == "Plan version 2 sent again to Cy"


def test_a_new_version_tells_only_what_is_different() -> None:
    before = PLAN.model_copy(update={"version": 1, "assignments": PLAN.assignments[:1]})
    event = ProposalDistributed(
        **AT, proposal=PLAN, participants=("agent_bob",), round=2, version=2, resent=False, deadline=NOON
    )
    scene = NarrationContext(names=NAMES, plans={"collab-abc": (before, PLAN)})
    text = plain(render(ParsedEvent(9, event.type, NOON, "collab-abc", event), scene))
    assert "speaker" in text
    assert "Bob  venue" not in text
    assert "1 other assignment is as before" in text


def test_an_unknown_event_is_shown_plainly() -> None:
    told = ParsedEvent(7, "towow.something.new", NOON, "collab-abc", None)
    assert plain(render(told, NarrationContext(language="zh"))) == "towow.something.new（此版本不认识的事件）"
    assert plain(render(told, NarrationContext())) == "towow.something.new (an event this version does not know)"
