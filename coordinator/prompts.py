"""Prompts of the coordinator: understanding (prompt 1) and filter (prompt 2) (TW-501, TW-502, TW-352)."""

from coordinator.core.candidate_selection import FilterReply
from negotiation.contracts.candidate import NeedFit
from negotiation.contracts.demand import DemandUnderstanding, SubmissionContext
from negotiation.understanding.prompt_view import understanding_for_prompt
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.language import Language
from shared.llm.port import Prompt
from shared.llm.prompt_blocks import DATA_RULE, render_data_block

VERSION = "5"
"""Version of the understanding prompt's text; part of the key of stored answers."""

FILTER_VERSION = "5"
"""Version of the filter prompt's text; part of the key of stored answers."""


class AgentSummary(FrozenModel):
    """Part of a profile that a prompt shows.

    `matched`: the query words that the profile matches. `fits`: the needs that it meets, by its words or their meaning.
    """

    agent_id: str
    display_name: str
    summary: str = ""
    capabilities: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    location: Maybe[str] = None
    languages: tuple[str, ...] = ()
    remote: bool = False
    price: Maybe[int] = None
    currency: str = "CNY"
    capacity: Maybe[int] = None
    matched: tuple[str, ...] = ()
    fits: tuple[NeedFit, ...] = ()


class UnderstandingFacts(FrozenModel):
    """Input of the understanding prompt (1). `requester`: profile of the requester's own agent, if any (TWC-10)."""

    demand_id: str
    channel_id: str
    setting: SubmissionContext
    raw_input: str
    requester: Maybe[AgentSummary] = None


class FilterFacts(FrozenModel):
    """Input of the filter prompt (2). `call` is 2 if the first answer had no usable candidate, else 1."""

    demand_id: str
    channel_id: str
    setting: SubmissionContext
    raw_input: str
    demand: DemandUnderstanding
    call: int
    profiles: tuple[AgentSummary, ...]


def build_understanding_prompt(facts: UnderstandingFacts) -> Prompt[DemandUnderstanding]:
    """Build the understanding prompt (1), answered by the skills, context and motives of a demand.

    Its text is in `facts.setting.language`.
    """
    language = facts.setting.language
    requester = (render_data_block("requester", facts.requester),) if facts.requester else ()
    return Prompt(
        key="demand_understanding",
        version=VERSION,
        system=f"{_UNDERSTAND[language]}\n\n{DATA_RULE[language]}",
        user="\n\n".join(
            (_today(facts.setting), render_data_block("demand", facts.raw_input), *requester, _UNDERSTAND_NOW[language])
        ),
        facts=facts,
        output=DemandUnderstanding,
        max_tokens=2000,
        temperature=0.3,
        time_limit_s=30.0,
        droppable_fields=frozenset({"terms"}),
    )


def build_filter_prompt(facts: FilterFacts) -> Prompt[FilterReply]:
    """Build the filter prompt (2), answered by the agents to invite.

    Its text is in `facts.setting.language`; if `facts.call` is 2, it adds that the first answer had no usable
    candidate.
    """
    language = facts.setting.language
    retry = (_RETRY[language],) if facts.call > 1 else ()
    return Prompt(
        key="smart_filter",
        version=FILTER_VERSION,
        system=f"{_FILTER[language]}\n\n{DATA_RULE[language]}",
        user="\n\n".join(
            (
                _today(facts.setting),
                render_data_block("demand", facts.raw_input),
                render_data_block("understanding", understanding_for_prompt(facts.demand)),
                render_data_block("agents", [_agent_for_prompt(agent) for agent in facts.profiles]),
                _FILTER_NOW[language],
                *retry,
            )
        ),
        facts=facts,
        output=FilterReply,
        max_tokens=2000,
        temperature=0.2,
        time_limit_s=90.0,
    )


def _agent_for_prompt(agent: AgentSummary) -> dict[str, object]:
    """Return an agent's profile with its fits as probabilities by need; the words that fit are in the profile."""
    return {**agent.model_dump(exclude={"fits"}), "fits": {fit.need: round(fit.score, 2) for fit in agent.fits}}


def _today(setting: SubmissionContext) -> str:
    return _TODAY[setting.language].format(today=setting.today, zone=setting.timezone)


_TODAY: dict[Language, str] = {"zh": "今天是 {today}（时区 {zone}）。", "en": "Today is {today} (time zone {zone})."}

_UNDERSTAND: dict[Language, str] = {
    "zh": """你是 ToWow 的需求理解系统。有人用自己的话说出一件想做成的事，你要弄清楚他究竟要什么，供后续寻找合作者。

请给出：
- surface_demand：用一句话概括他明说的要求，不加料。
- deep_understanding：motivation 是他为什么想做；likely_preferences 是他多半会在意的几点；emotional_context 是字里行间的情绪，看不出就不填。
- needs：他请别人提供的每一样东西，一项一条：need 照抄原文的词，count 是几位（没说就是 1），required 表示少了它办不办得成。他自己已经有的、说了不要的都不算；requester（如有）是他本人的资料。
- capability_tags：每个 need 对应的能力，一个简短的名词；之后可补上做这类事少不了的。
- limits：计划必须遵守的条件：place、dates（YYYY-MM-DD）、weekdays（0 是周一）、not_on（不行的日子，YYYY-MM-DD 或 monday…sunday）、people（min、max）、budget（amount 以分为单位，currency 为 ISO 代码）、language、hours。没说的就不填，不要猜。limit_words：写明这些条件的词，照抄原文；limit 是条件名。
- terms：他除条件之外还给出或要求的：fee 和 per 是他愿意付的单价（amount 以分为单位；per 是 event、hour、day 或 person），start、end 是开始和结束的时刻（日子和钟点都知道才填，ISO 8601，带时区），conditions 是他提出的条件（kind 和原文的词，如“不能有坚果”）。没说的就不填。
- not_wanted：他明说不要的，照抄原文的词。先看否定词（不要、不用、别、除了、只），再看别的。
- preferences：他希望如此、但不是非如此不可的，照抄原文。
- background：只作说明的词，照抄原文：为了什么事、为什么、他已经有什么。
- not_understood：你读不懂或不知道怎么用的词，照抄原文。原文每个实词都要落在 needs、limit_words、preferences、not_wanted、background、not_understood 中恰好一处。
- register：grave（丧事、疾病、官司、孩子处于危险）、festive 或 neutral。title：不超过八个词的名词短语。
- question：只有当答案会改变邀请谁的时候才问一句，给二到四个选项，每项的 changes 写明选它会改动什么；否则不填。
- context：location、expected_attendees（整数）、date（能算出具体日子就写 YYYY-MM-DD）、budget（带单位）。没说的就不填。
- confidence：high、medium 或 low；有任何读不懂的就不是 high。

用需求所用的语言书写。只输出符合要求结构的有效 JSON。""",
    "en": """You are ToWow's demand understanding system. Somebody says in their own words what they want to get done; find out what they really need, so that collaborators can be found.

Give:
- surface_demand: what they openly ask for, in one sentence, nothing added.
- deep_understanding: motivation is why they want it; likely_preferences are the few things they will probably care about; emotional_context is the mood between the lines, left out when there is none.
- needs: each thing that others must bring, one entry each: need in the words of the text, count (1 unless they say more), required when it cannot work without. Leave out what they have themselves and what they say they do not want; requester, when shown, is their own profile.
- capability_tags: the ability for each need, one short noun; after these, what such an undertaking cannot do without.
- limits: what a plan must keep: place, dates (YYYY-MM-DD), weekdays (0 is Monday), not_on (days ruled out: YYYY-MM-DD or monday to sunday), people (min, max), budget (amount in cents, currency as ISO code), language, hours. Leave out what is not said; do not guess. limit_words: the words that state these limits, as they stand; limit is the limit's name.
- terms: what they offer or require beyond the limits: fee and per for a rate of pay (amount in cents; per is event, hour, day or person), start and end as instants when both day and hours are known (ISO 8601 with offset), conditions that they make (kind, and their words, such as "no nuts"). Leave out what is not said.
- not_wanted: what they say they do not want, in their words. Read negations (not, no, without, only, except) before anything else.
- preferences: what they would like but do not insist on, in their words.
- background: words that only explain, as they stand: the occasion, the reason, what they have already.
- not_understood: words that you cannot read or place, as they stand. Every content word of the text belongs to exactly one of needs, limit_words, preferences, not_wanted, background and not_understood.
- register: grave (mourning, illness, law, a child in danger), festive or neutral. title: a noun phrase of at most eight words.
- question: one question, only when its answer changes who is invited, with two to four options whose changes say what each replaces; otherwise leave it out.
- context: location, expected_attendees (a whole number), date (YYYY-MM-DD when the day can be worked out), budget (with its currency). Leave out what is not said.
- confidence: high, medium or low; not high when anything is not understood.

Write in the language of the demand. Answer only with valid JSON of the required structure.""",
}
_UNDERSTAND_NOW: dict[Language, str] = {"zh": "请说明这个需求。", "en": "Say what this demand is."}

_FILTER: dict[Language, str] = {
    "zh": """你是 ToWow 的智能筛选系统。根据一个需求，从给出的智能体资料里挑出值得邀请的人；每个智能体代表一位真实的人。

- definitely_related：能力直接对应需求的人。possibly_related：可能帮得上忙、值得一问的人。
- 每项给出 agent_id（必须原样取自资料）、reason（具体说明这个人凭什么合适，一句话）、relevance_score（0–100）。
- 看能力是否对得上、地点是否够得着、规模和价格是否合适；不合适的人不要列。各项所需能力都尽量有人。price 是参与一次的价格（以 currency 计，0 为免费），capacity 是最多能接待的人数，remote 为 true 的人可以远程参与。fits 按需要的 id 给出此人做得来的概率。
- 必须至少返回 1 个候选人；明显相关的人一个也不要漏。

用需求所用的语言书写。只输出符合要求结构的有效 JSON。""",
    "en": """You are ToWow's smart filter. For a given demand, pick from the profiles shown those agents who are worth inviting; each agent stands for a real person.

- definitely_related: people whose abilities answer the demand directly. possibly_related: people who might help and are worth asking.
- For each give agent_id (exactly as in the profile), reason (one sentence: what makes this very person fit) and relevance_score (0–100).
- Look at whether the ability fits, the place can be reached, size and price are right; leave out who does not fit. Try to have somebody for every ability that is needed. price is what taking part costs (in `currency`, 0 is free), capacity the most people they can serve; whoever is remote can work from afar. fits gives the probability that the person meets a need, by the id of the need.
- You must return at least 1 candidate; do not miss anybody who is obviously related.

Write in the language of the demand. Answer only with valid JSON of the required structure.""",
}
_FILTER_NOW: dict[Language, str] = {"zh": "请选出应当邀请的候选人。", "en": "Choose the candidates to invite."}
_RETRY: dict[Language, str] = {
    "zh": "上一次的回答里没有可用的候选人。请放宽标准：哪怕只是部分相关、或能转介他人，也请从资料里至少选出 1 位，agent_id 必须与资料一致。",
    "en": "The previous answer held no usable candidate. Be less strict: pick at least 1 person from the profiles, even one who fits only in part or could refer others; agent_id must be as in the profile.",
}
