"""Prompts of a channel: aggregation (4), adjustment (6), gaps (7), recursion (8), compromise (9) (TW-504…511)."""

from collections import Counter
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from negotiation.contracts.compromise_suggestion import Compromise
from negotiation.contracts.demand import DemandUnderstanding, SubmissionContext
from negotiation.contracts.feedback import FEEDBACK_TYPES, Feedback
from negotiation.contracts.messages import SubDemand
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Finding, Gap, Proposal, ProposalDraft
from negotiation.understanding.prompt_view import understanding_for_prompt
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.llm.port import Prompt
from shared.llm.prompt_blocks import DATA_RULE, render_data_block

VERSION = "3"

_OMITTED_OFFER_FIELDS = {"offer_id", "demand_id", "submitted_at"}
_OMITTED_PLAN_FIELDS = {"proposal_id", "demand_id", "created_at"}
"""Fields omitted from prompts to save tokens: no answer depends on them."""

_DROPPABLE_FIELDS = frozenset({"terms"})
"""Fields without which a plan is still of use, if a model gives invalid ones."""


class ChannelFacts(FrozenModel):
    """Facts that every prompt of a channel depends on."""

    demand_id: str
    channel_id: str
    setting: SubmissionContext
    demand: DemandUnderstanding
    raw_input: str


class AggregationFacts(ChannelFacts):
    """Facts that the answer of the aggregation prompt (4) depends on."""

    offers: tuple[Offer, ...]


class AdjustmentFacts(ChannelFacts):
    """Facts that the answer of the adjustment prompt (6) depends on.

    Attributes:
        proposal: Plan to adjust, with its findings.
        base_version: Its version.
        round: Round of the feedback.
        feedback: Feedback on it.
        offers: Offers of the channel.
        left: agent_ids that withdrew.
        kept: Findings whose limit the requester keeps: the adjusted plan must not leave it.
    """

    proposal: Proposal
    base_version: int
    round: int
    feedback: tuple[Feedback, ...]
    offers: tuple[Offer, ...]
    left: tuple[str, ...] = ()
    kept: tuple[Finding, ...] = ()


class GapFacts(ChannelFacts):
    """Facts that the answer of the gap-identification prompt (7) depends on."""

    proposal: Proposal
    feedback: tuple[Feedback, ...] = ()


class RecursionFacts(ChannelFacts):
    """Facts that the answer of the recursion prompt (8) depends on."""

    gaps: tuple[Gap, ...]
    max_subnets: int
    proposal: Maybe[Proposal] = None


class CompromiseFacts(ChannelFacts):
    """Facts that the answer of the compromise prompt (9) depends on."""

    outcome: str
    detail: Maybe[str] = None
    proposal: Maybe[Proposal] = None
    offers: tuple[Offer, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    left: tuple[str, ...] = ()


# A reply's docstring is part of the JSON schema that the model sees: a change needs a new VERSION.
class GapsReply(BaseModel):
    """The answer of prompt 7 (TW-507)."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    gaps: tuple[Gap, ...] = ()
    is_complete: bool = True


class RecursionReply(BaseModel):
    """The answer of prompt 8 (TW-508)."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    should_recurse: bool = False
    sub_demands: tuple[SubDemand, ...] = ()


def proposal_aggregation(facts: AggregationFacts) -> Prompt[ProposalDraft]:
    """Build the aggregation prompt (4), answered by one plan from the offers in `facts` (TW-504)."""
    return Prompt(
        key="proposal_aggregation",
        version=VERSION,
        system=_system_text(_AGGREGATE_SYSTEM, facts),
        user=_user_text(facts, _offers_block(facts.offers), _AGGREGATE_INSTRUCTION),
        facts=facts,
        output=ProposalDraft,
        max_tokens=4000,
        temperature=0.3,
        time_limit_s=90.0,
        droppable_fields=_DROPPABLE_FIELDS,
    )


def proposal_adjustment(facts: AdjustmentFacts) -> Prompt[ProposalDraft]:
    """Build the adjustment prompt (6), answered by a plan that more people can accept (TW-346, TW-506, TW-511).

    The answer is the whole plan, with an adjustment summary.
    """
    language = facts.setting.language
    counts = Counter(review.feedback_type for review in facts.feedback)
    numbers = {kind: counts[kind] for kind in FEEDBACK_TYPES}
    changed = ("negotiate", "reject", "withdraw")
    requests = [review for review in facts.feedback if review.feedback_type in changed]
    return Prompt(
        key="proposal_adjustment",
        version=VERSION,
        system=_system_text(_ADJUST_SYSTEM, facts),
        user=_user_text(
            facts,
            _plan_block("plan", facts.proposal, "findings"),
            render_data_block("findings", facts.proposal.findings),
            render_data_block("kept", facts.kept),
            _FEEDBACK_COUNTS[language].format(round=facts.round, version=facts.base_version, **numbers),
            render_data_block("requests", requests),
            render_data_block(
                "accepted_by", [review.agent_id for review in facts.feedback if review.feedback_type == "accept"]
            ),
            _offers_block(facts.offers),
            render_data_block("left", facts.left),
            _ADJUST_INSTRUCTION,
        ),
        facts=facts,
        output=ProposalDraft,
        max_tokens=4000,
        temperature=0.4,
        time_limit_s=90.0,
        droppable_fields=_DROPPABLE_FIELDS,
    )


def gap_identification(facts: GapFacts) -> Prompt[GapsReply]:
    """Build the gap-identification prompt (7), answered by the gaps of the agreed plan."""
    return Prompt(
        key="gap_identification",
        version=VERSION,
        system=_system_text(_GAPS_SYSTEM, facts),
        user=_user_text(
            facts, _plan_block("plan", facts.proposal), render_data_block("feedback", facts.feedback), _GAPS_INSTRUCTION
        ),
        facts=facts,
        output=GapsReply,
        max_tokens=1200,
        temperature=0.2,
        time_limit_s=30.0,
    )


def recursion_decision(facts: RecursionFacts) -> Prompt[RecursionReply]:
    """Build the recursion prompt (8), answered by a sub-demand for each gap that gets a subnet.

    The text asks for at most `facts.max_subnets`; the answer is not checked here.
    """
    instruction = _RECURSION_INSTRUCTION[facts.setting.language].format(limit=facts.max_subnets)
    return Prompt(
        key="recursion_decision",
        version=VERSION,
        system=_system_text(_RECURSION_SYSTEM, facts),
        user=_user_text(
            facts,
            *((_plan_block("plan", facts.proposal),) if facts.proposal else ()),
            render_data_block("gaps", facts.gaps),
            instruction,
        ),
        facts=facts,
        output=RecursionReply,
        max_tokens=1000,
        temperature=0.2,
        time_limit_s=30.0,
    )


def compromise(facts: CompromiseFacts) -> Prompt[Compromise]:
    """Build the compromise prompt (9) for a failed or force-finalized negotiation; `facts.outcome` is its status.

    The prompt's `budget_headroom` is 0: the call may use the last of the demand's budget.
    """
    return Prompt(
        key="compromise",
        version=VERSION,
        system=_system_text(_COMPROMISE_SYSTEM, facts),
        user=_user_text(
            facts,
            render_data_block("outcome", {"status": facts.outcome, "detail": facts.detail}),
            _plan_block("last_plan", facts.proposal),
            _offers_block(facts.offers),
            render_data_block("feedback", facts.feedback),
            render_data_block("left", facts.left),
            _COMPROMISE_INSTRUCTION,
        ),
        facts=facts,
        output=Compromise,
        max_tokens=2000,
        temperature=0.4,
        time_limit_s=90.0,
        budget_headroom=0.0,
    )


def _system_text(text: dict[Language, str], facts: ChannelFacts) -> str:
    language = facts.setting.language
    return f"{text[language]}\n\n{_OUTPUT_RULE[language]}\n\n{DATA_RULE[language]}"


def _user_text(facts: ChannelFacts, *parts: str | dict[Language, str]) -> str:
    language = facts.setting.language
    texts = (part if isinstance(part, str) else part[language] for part in parts)
    today = _TODAY[language].format(today=facts.setting.today, zone=facts.setting.timezone)
    demand = (
        render_data_block("demand", facts.raw_input),
        render_data_block("understanding", understanding_for_prompt(facts.demand)),
    )
    return "\n\n".join((today, *demand, *texts))


def _plan_block(label: str, plan: Proposal | None, *omitted: str) -> str:
    fields = {*_OMITTED_PLAN_FIELDS, *omitted}
    return render_data_block(label, plan.model_dump(mode="json", exclude=fields) if plan else None)


def _offers_block(offers: Sequence[Offer]) -> str:
    return render_data_block(
        "offers", [offer.model_dump(mode="json", exclude=_OMITTED_OFFER_FIELDS) for offer in offers]
    )


_TODAY: dict[Language, str] = {"zh": "今天是 {today}（时区 {zone}）。", "en": "Today is {today} (time zone {zone})."}
_OUTPUT_RULE: dict[Language, str] = {
    "zh": "用需求所用的语言书写。只输出符合要求结构的有效 JSON。",
    "en": "Write in the language of the demand. Answer only with valid JSON of the required structure.",
}

_AGGREGATE_SYSTEM: dict[Language, str] = {
    "zh": """你是 ToWow 的方案聚合系统。把各方的提议合成一份可以执行的协作方案。

- assignments：只能分配给提出过提议的人（agent_id 原样照抄），只分配本人答应过的事；每项写明 role、responsibility、dependencies，need 写它满足的需求的 id（understanding.needs 里的 id）；谈妥的条件写进 notes。少了它整个方案就不成立的核心角色才标 required。is_confirmed 一律为 false。
- 每项需求只要它要的人数（count）；多出来的人 reserve 为 true，role 与正选相同，responsibility 写明替谁。正选优先挑：当天有空的、容得下全部人的、条件与其他分工不冲突的，并让费用合计不超过 limits.budget（只比较同一种货币）。
- terms：承担这一项的条件，写成数值：提议里的 fee（连同 per）、people、notice_days、deposit_share，再加上同意的要求和 conditions；start 与 end 为方案的日子（知道钟点时写带时区的时刻）。每个人提出的费用都要写进去，同一个人只写在第一项上；不写 dates 与 not_on。
- 日子、地点、人数、预算由需求方定（understanding.limits）：除非别无办法，不要改动。
- timeline：start_date 与 milestones（name、date 为 YYYY-MM-DD 或 null、label）。
- summary、objective、rationale、success_criteria、risks 写得具体；还没谈拢的条件写进 risks。
- gaps：需求要的而没有人提供的能力（gap_type、importance 0–100、reason、suggested_capability_tags）。
- confidence：high、medium 或 low。""",
    "en": """You are ToWow's plan aggregation system. Make one workable plan of collaboration out of what everybody offered.

- assignments: only for people who made an offer (agent_id copied exactly), only what they agreed to do; each with role, responsibility and dependencies, and in need the id of the need that it meets (an id of understanding.needs); conditions that the plan meets go into notes. Mark as required only the core role without which the plan is worth nothing. is_confirmed is always false.
- Each need gets as many holders as its count; further people have reserve true, the same role, and a responsibility that says for whom they step in. Prefer holders who are free on the day, can serve all who come, and whose conditions do not contradict another part, so that the fees add up to no more than limits.budget (compare the same currency only).
- terms: on which the part is held, as values: the offer's fee (with per), people, notice_days, deposit_share, and what you grant of requests and conditions; start and end are the plan's day (instants with offset if the hours are known). Every offered fee is in the plan, of one person on the first part only; leave out dates and not_on.
- The day, the place, the number of people and the budget are the requester's (understanding.limits): keep them unless nothing else is possible.
- timeline: start_date and milestones (name, date as YYYY-MM-DD or null, label).
- summary, objective, rationale, success_criteria and risks are concrete; conditions that are not settled yet go into risks.
- gaps: abilities that the demand needs and nobody offers (gap_type, importance 0–100, reason, suggested_capability_tags).
- confidence: high, medium or low.""",
}
_AGGREGATE_INSTRUCTION: dict[Language, str] = {"zh": "请给出协作方案。", "en": "Draw up the plan."}

_ADJUST_SYSTEM: dict[Language, str] = {
    "zh": """你是 ToWow 的方案调整系统。根据参与者的反馈优化协作方案。

原则：
1. 先解决多人共同提出的问题。
2. 不损害已经接受方案的人。
3. 调整后的方案必须仍然可以执行。
4. 每处改动都要说明理由；办不到的要求也要说明为什么。

plan 是现在的方案，requests 是要求改动、拒绝或退出的人说的话，accepted_by 是已经接受的人，left 是已经退出的人。可以换日子、加钱、拆分角色、再请一个人分担，只要相关的人做得到。
findings 是程序在 plan 里查出的问题，逐条解决：换成有空、容得下、条件不冲突或更便宜的后备，恢复丢掉的条件。kept 是需求方不肯让步的限制：新方案必须回到这个限制之内（日子、人数、预算）；做不到的人由后备顶上，没有后备的那一项成为缺口，不能只把问题藏起来，也不能丢掉已有人愿意承担的需求。
每项保留 need、reserve 与 terms；同意一项要求，就把它的 terms 并进去，新值代替旧值；费用从不消失。后备（reserve）的 role 与正选相同。responsibility、notes、risks 里不提已经离开或换了角色的人。什么都改不了时，assignments 与 timeline 原样照抄，changes_made 为空。

输出完整的新方案（summary、objective、assignments、timeline、success_criteria、risks、gaps、confidence），并附 adjustment_summary：round、changes_made（aspect、before、after、reason、terms 为新值、requested_by 为提出者的 agent_id）、requests_addressed、requests_declined（request、reason）。只能把任务分配给提出过提议且没有退出的人。""",
    "en": """You are ToWow's plan adjustment system. Improve the plan by what its participants said of it.

Principles:
1. Solve first what several people ask for.
2. Do not hurt those who have accepted.
3. The changed plan must still be workable.
4. Explain every change, and for every request that cannot be met say why.

plan is the plan as it stands, requests what those said who want changes, reject it or leave, accepted_by those who are content, left those who are gone. The date may move, a fee rise, a role be split or shared with a second person, as long as those concerned can do it.
findings are what code found against the plan. Settle each: with a reserve who is free, has room, whose conditions fit or who costs less; restore terms that were lost. kept are limits that the requester does not give up: the new plan must return to them (day, number of people, budget). Whoever cannot is replaced by a reserve; without one, that part becomes a gap. Never only hide a problem, and never lose a need that somebody is willing to meet.
Each assignment keeps need, reserve and terms; a granted request is merged into the terms, its new values in place of the old; no fee ever vanishes. Reserves have the same role as the holder. responsibility, notes and risks name nobody who has left or holds another role now. If nothing can be changed, copy assignments and timeline exactly and leave changes_made empty.

Give the whole new plan (summary, objective, assignments, timeline, success_criteria, risks, gaps, confidence) with an adjustment_summary: round, changes_made (aspect, before, after, reason, terms with the new value, and requested_by with the agent_id of those who asked), requests_addressed, requests_declined (request, reason). Assign work only to people who made an offer and did not leave.""",
}
_FEEDBACK_COUNTS: dict[Language, str] = {
    "zh": "第 {round} 轮，方案第 {version} 版的反馈：接受 {accept}，希望调整 {negotiate}，拒绝 {reject}，退出 {withdraw}。",
    "en": "Round {round}, feedback on version {version} of the plan: {accept} accept, {negotiate} negotiate, {reject} reject, {withdraw} withdraw.",
}
_ADJUST_INSTRUCTION: dict[Language, str] = {"zh": "请给出调整后的方案。", "en": "Give the adjusted plan."}

_GAPS_SYSTEM: dict[Language, str] = {
    "zh": """你是 ToWow 的缺口识别系统。对照需求检查已经商定的方案，指出真正欠缺的东西。

- gaps：gap_type（简短名词）、importance（0–100；缺了它事情就办不成的在 80 以上，锦上添花的在 40 以下）、reason、suggested_capability_tags。
- 方案里已经有人负责的不算缺口。没有缺口时 gaps 为空、is_complete 为 true。""",
    "en": """You are ToWow's gap identification system. Compare the agreed plan with the demand and name what it really lacks.

- gaps: gap_type (a short noun), importance (0–100; above 80 when it cannot work without, below 40 when it would be nice to have), reason, suggested_capability_tags.
- What somebody in the plan is responsible for is no gap. When nothing is missing, gaps is empty and is_complete is true.""",
}
_GAPS_INSTRUCTION: dict[Language, str] = {"zh": "请指出方案的缺口。", "en": "Name the gaps of the plan."}

_RECURSION_SYSTEM: dict[Language, str] = {
    "zh": """你是 ToWow 的递归判断系统。判断哪些缺口值得单独发起一次小范围的协商来补上。

对每个缺口想三个问题：补上它，需求者的满意度会明显提高吗？相关的人看得到它的价值吗？花的功夫值得吗？都成立才发起。
- should_recurse：有没有值得发起的。sub_demands：每项 gap_type（原样照抄）与 raw_input（一句完整、可以独立提交的需求，写明地点、时间和所需能力；日子以 plan 为准）。plan 里已有后备可顶上的缺口不必发起。""",
    "en": """You are ToWow's recursion decision system. Decide which gaps deserve a small negotiation of their own.

Ask three things of each: will closing it make the requester clearly more satisfied? Will those concerned see its value? Is it worth the effort? Only when all three hold it gets one.
- should_recurse: whether any does. sub_demands: for each gap_type (copied exactly) and raw_input (a whole demand that can be submitted by itself, with place, time and the ability needed; the day is the plan's). A gap that somebody in reserve in the plan can fill needs none.""",
}
_RECURSION_INSTRUCTION: dict[Language, str] = {"zh": "请判断，最多 {limit} 项。", "en": "Decide; at most {limit}."}

_COMPROMISE_SYSTEM: dict[Language, str] = {
    "zh": """你是 ToWow 的妥协方案系统。协商没有完全谈成，但有方案总比没有强。根据现有的资源给出实在的建议。

- suggestion：写给需求者的一段话：现在能做什么、和谁一起、还差什么、建议怎么办。
- proposal：feasible（现在能否做成一部分）；participants（agent_id 与 can：这个人仍然能做什么，只写愿意留下的人）；missing；relax（每项 aspect、from、to，以及 raw_input：放宽之后完整的需求原文，可直接再次提交）；alternatives（别的办法）。""",
    "en": """You are ToWow's compromise system. The negotiation did not fully succeed, but any plan beats no plan. Give honest advice from the resources there are.

- suggestion: a paragraph to the requester: what can be done now, with whom, what is missing, what you advise.
- proposal: feasible (whether a part can be done now); participants (agent_id and can: what this person could still do, only of those willing to stay); missing; relax (each with aspect, from, to, and raw_input: the whole demand as it would then read, ready to be submitted again); alternatives (other ways).""",
}
_COMPROMISE_INSTRUCTION: dict[Language, str] = {"zh": "请给出妥协方案。", "en": "Give the compromise."}
