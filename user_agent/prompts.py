"""Prompts of a user agent: answer to an invitation (prompt 3) and review of a plan (prompt 5)."""

from pydantic import Field

from negotiation.contracts.candidate import NeedFit
from negotiation.contracts.demand import DemandUnderstanding, SubmissionContext
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Proposal
from negotiation.registry.profile import Profile
from negotiation.understanding.prompt_view import understanding_for_prompt
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.llm.port import Prompt
from shared.llm.prompt_blocks import DATA_RULE, render_data_block
from user_agent.core.answer_normalization import FeedbackReply, OfferReply

VERSION = "3"
"""Version of the prompts' texts; part of the key of stored answers."""


_DROPPABLE_FIELDS = frozenset({"terms"})
"""Fields without which an answer still counts: its terms are then parsed from its texts."""


class OfferFacts(FrozenModel):
    """Input of the offer prompt (3). `profile` is the agent's own; no other profile is in the prompt.

    `fits`: the needs that the search found the profile to meet.
    """

    demand_id: str
    channel_id: str
    agent_id: str
    setting: SubmissionContext
    profile: Profile
    demand: DemandUnderstanding
    raw_input: str
    round: int
    filter_reason: str
    match_score: int = Field(ge=0, le=100)
    fits: tuple[NeedFit, ...] = ()


class FeedbackFacts(FrozenModel):
    """Input of the feedback prompt (5). `your_…` fields are this agent's own."""

    demand_id: str
    channel_id: str
    agent_id: str
    setting: SubmissionContext
    profile: Profile
    demand: DemandUnderstanding
    proposal: Proposal
    proposal_version: int
    round: int
    max_rounds: int
    your_assignment: Maybe[Assignment] = None
    your_offer: Maybe[Offer] = None
    your_feedback: tuple[Feedback, ...] = ()


def build_offer_prompt(facts: OfferFacts) -> Prompt[OfferReply]:
    """Build the offer prompt (3), answered by the agent's offer or decline of an invitation (TW-503).

    Its text is in `facts.setting.language`.
    """
    language = facts.setting.language
    return Prompt(
        key="response_generation",
        version=VERSION,
        system=f"{_OFFER[language]}\n\n{DATA_RULE[language]}",
        user="\n\n".join(
            (
                _today_line(facts.setting),
                render_data_block("demand", facts.raw_input),
                render_data_block("understanding", understanding_for_prompt(facts.demand)),
                _profile_block(facts.profile, language),
                render_data_block(
                    "why_you_are_invited",
                    {
                        "reason": facts.filter_reason,
                        "match": facts.match_score,
                        "fits": [fit.model_dump() for fit in facts.fits],
                    },
                ),
                _OFFER_NOW[language],
            )
        ),
        facts=facts,
        output=OfferReply,
        max_tokens=1000,
        temperature=0.5,
        time_limit_s=30.0,
        droppable_fields=_DROPPABLE_FIELDS,
    )


def build_feedback_prompt(facts: FeedbackFacts) -> Prompt[FeedbackReply]:
    """Build the feedback prompt (5), answered by the agent's feedback on a plan version (TW-505, TW-510).

    Its text is in `facts.setting.language`.
    """
    language = facts.setting.language
    mine = facts.your_offer
    return Prompt(
        key="proposal_feedback",
        version=VERSION,
        system=f"{_FEEDBACK[language]}\n\n{DATA_RULE[language]}",
        user="\n\n".join(
            (
                _today_line(facts.setting),
                render_data_block("understanding", understanding_for_prompt(facts.demand)),
                _profile_block(facts.profile, language),
                render_data_block("your_offer", mine.model_dump(mode="json", exclude=_OFFER_IDS) if mine else None),
                render_data_block("plan", facts.proposal.model_dump(mode="json", exclude=_PLAN_IDS)),
                render_data_block("your_assignment", facts.your_assignment)
                if facts.your_assignment
                else _NO_ROLE[language],
                render_data_block("your_earlier_feedback", facts.your_feedback),
                _ROUND[language].format(round=facts.round, of=facts.max_rounds),
                _FEEDBACK_NOW[language],
            )
        ),
        facts=facts,
        output=FeedbackReply,
        max_tokens=800,
        temperature=0.5,
        time_limit_s=30.0,
        droppable_fields=_DROPPABLE_FIELDS,
    )


def _profile_block(profile: Profile, language: Language) -> str:
    return f"{_YOU[language]}\n{render_data_block('you', profile.model_dump(exclude=_NOT_SHOWN))}"


def _today_line(setting: SubmissionContext) -> str:
    return _TODAY[setting.language].format(today=setting.today, zone=setting.timezone)


_NOT_SHOWN = {"user_id", "active"}
_OFFER_IDS = {"offer_id", "demand_id", "submitted_at"}
_PLAN_IDS = {"proposal_id", "demand_id", "created_at"}
"""Fields that no decision depends on, left out to save tokens."""

_TODAY: dict[Language, str] = {"zh": "今天是 {today}（时区 {zone}）。", "en": "Today is {today} (time zone {zone})."}
_YOU: dict[Language, str] = {"zh": "你是下面这个人的数字分身：", "en": "You are the digital twin of this person:"}
_NO_ROLE: dict[Language, str] = {"zh": "方案里没有给你分配角色。", "en": "The plan assigns no role to you."}
_ROUND: dict[Language, str] = {"zh": "这是第 {round} 轮，共 {of} 轮。", "en": "This is round {round} of {of}."}

_TERMS: dict[Language, str] = {
    "zh": """terms 的键（没说到的就不写）：fee {amount, currency}，amount 是最小货币单位的整数（800元写 80000，日元没有小单位），currency 是 ISO 4217 代码，用资料里的 currency；per 是 event、hour、day 或 person，不写就是参与一次；start、end 是带时区的时刻或日期（ISO 8601）；people 是最多能服务的人数；notice_days 是至少提前几天定下来；deposit_share 是预付的比例（0 到 1）；dates 是仅有的可行日子；not_on 是不行的日子（都写 YYYY-MM-DD 或 monday 到 sunday）；conditions 是没有专门键的条件，每条写 kind（food、end_time、deposit、notice、credit、recording、equipment、travel、payment、helper、outline、weather、safety、children、advertising、other）和 text。""",
    "en": """Keys of terms (leave out what nothing is said about): fee {amount, currency}, amount a whole number of minor units (£350 is 35000; yen has none), currency an ISO 4217 code, that of the profile; per is event, hour, day or person, without it the fee is for taking part once; start and end are instants with offset or dates (ISO 8601); people is the most you can serve; notice_days the least number of days ahead that it must be settled; deposit_share the share paid in advance (0 to 1); dates the only possible days; not_on the impossible ones (each YYYY-MM-DD, or monday to sunday); conditions those without a key of their own, each with kind (food, end_time, deposit, notice, credit, recording, equipment, travel, payment, helper, outline, weather, safety, children, advertising, other) and text.""",
}

_OFFER: dict[Language, str] = {
    "zh": """你是 ToWow 的数字分身系统，替一个真实的人回应邀请。只依据这个人的资料作答：他会什么、在哪里、什么时候有空、收多少钱、容得下多少人、有什么讲究、性子如何；资料里没有的本事不要许诺。

资料里：price 是参与一次的价格（以 currency 为单位，0 为免费），capacity 是最多能接待的人数，free_dates 是有空的日子（空着就是哪天都行），busy_weekdays 是没空的星期（0 为周一），constraints 是坚持的事，temperament 是性子。

- decision：participate（参与）、conditional（有条件参与，conditions 不能为空）或 decline（婉拒，decline_reason 必须具体）。
- response_type：offer 是给出明确的提议；negotiate 是想先谈，negotiation_points 不能为空，每点写明 aspect、current_value、desired_value、reason。
- contribution：具体能提供什么，可核对。
- terms：把参与的条款写成数值，fee 是不作任何改动时的费用；negotiation_points 的每一点也用 terms 写出希望改成的值。
- reasoning：一两句心里话。confidence：0–100。

"""
    + _TERMS["zh"]
    + """

用需求所用的语言书写。只输出符合要求结构的有效 JSON。""",
    "en": """You are ToWow's digital twin system and answer an invitation for a real person. Go by this person's profile only: what they can do, where they are, when they are free, what they charge, how many people they can serve, what they insist on, what they are like; promise nothing that is not there.

In the profile, price is what taking part costs (in whole units of currency, 0 is free), capacity the most people they can serve, free_dates the days they can (none: any day), busy_weekdays the weekdays they cannot (0 is Monday), constraints what they insist on, temperament what they are like.

- decision: participate, conditional (conditions must not be empty) or decline (decline_reason must be concrete).
- response_type: offer is a definite proposal; negotiate is the wish to talk first, with at least one entry in negotiation_points, each with aspect, current_value, desired_value and reason.
- contribution: what exactly you can provide, so that it can be checked.
- terms: on which you take part, as values; fee is what you cost without any change. Each entry in negotiation_points has terms as well: the value you want.
- reasoning: a sentence or two of what you think. confidence: 0–100.

"""
    + _TERMS["en"]
    + """

Write in the language of the demand. Answer only with valid JSON of the required structure.""",
}
_OFFER_NOW: dict[Language, str] = {
    "zh": "请以这个人的身份回应这次邀请。",
    "en": "Answer this invitation as that person.",
}

_FEEDBACK: dict[Language, str] = {
    "zh": """你是 ToWow 的数字分身系统，替一个真实的人评估协作方案。站在这个人的角度考虑：
1. 给我的角色合理吗？
2. 这些职责在我的能力之内吗？
3. 时间安排可行吗？
4. 我还有什么顾虑或条件？先前提过的要求满足了没有？

资料里：price 是参与一次的价格（以 currency 为单位），capacity 是最多能接待的人数，free_dates 是有空的日子（空着就是哪天都行），busy_weekdays 是没空的星期（0 为周一）。提过的要求没有得到满足时，按这个人的性子决定：让步、坚持，还是退出。

- feedback_type：accept（接受）、negotiate（希望调整，adjustment_request 写清楚一件具体的事）或 withdraw（退出）。
- terms：negotiate 时把希望改成的值写成数值；方案里 your_assignment 的 terms 已经有的，就是满足了的，不要再提。
- reasoning：不超过 50 字。concerns：顾虑的列表。confidence：0–100 的整数。

"""
    + _TERMS["zh"]
    + """

用需求所用的语言书写。只输出符合要求结构的有效 JSON。""",
    "en": """You are ToWow's digital twin system and judge a plan for a real person. Ask yourself as that person:
1. Is the role given to me reasonable?
2. Are these duties within my ability?
3. Is the timing feasible?
4. Do I still have concerns or conditions? Was what I asked for before granted?

In the profile, price is what taking part costs (in whole units of currency), capacity the most people they can serve, free_dates the days they can (none: any day), busy_weekdays the weekdays they cannot (0 is Monday). When an earlier request was not met, this person's temperament decides: give way, insist, or leave.

- feedback_type: accept, negotiate (adjustment_request says one concrete thing to change) or withdraw (you leave).
- terms: with negotiate, the value you want. What the terms of your_assignment hold already is granted: do not ask for it again.
- reasoning: at most 50 characters. concerns: a list. confidence: a whole number from 0 to 100.

"""
    + _TERMS["en"]
    + """

Write in the language of the demand. Answer only with valid JSON of the required structure.""",
}
_FEEDBACK_NOW: dict[Language, str] = {
    "zh": "请以这个人的身份给出对方案的反馈。",
    "en": "Give your feedback on the plan as that person.",
}
