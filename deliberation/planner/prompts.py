"""Prompt of the planner: a plan, a position, and answers to findings (DL-02, DL-30…44, DL-101)."""

from collections.abc import Mapping

from deliberation.contracts.replies import PlanReply
from deliberation.contracts.text_limits import MAX_OUTPUT_TOKENS
from deliberation.contracts.turns import PlannerFacts
from deliberation.turn.prompts import build_turn_systems, render_findings, render_turn
from shared.core.language import Language
from shared.llm.port import Prompt
from shared.llm.prompt_blocks import render_data_block

VERSION = "1"
"""Version of the prompt's text; part of the key of stored answers."""


def build_plan_prompt(facts: PlannerFacts) -> Prompt[PlanReply]:
    """Build the prompt of a planner's turn, answered by calls of tools or by the turn.

    Its text is in `facts.context.language`. In the blind first round it shows nothing of the other discussant.
    """
    language = facts.context.language
    return Prompt(
        key="deliberation_plan",
        version=VERSION,
        system=_SYSTEM[language],
        user=render_turn(
            facts,
            "planner",
            (
                render_data_block("your_plan", facts.own_plan) if facts.own_plan else "",
                _FINDINGS[language] if facts.findings else "",
                render_findings("findings", facts.findings),
            ),
        ),
        facts=facts,
        output=PlanReply,
        max_tokens=MAX_OUTPUT_TOKENS,
        temperature=0.4,
        time_limit_s=20.0,
        droppable_fields=frozenset({"changes_from_last_round", "tags", "answers", "rebuttals"}),
    )


_TEXT: Mapping[Language, tuple[str, str]] = {
    "zh": (
        """你在一场有主持的讨论里制定计划：把用户的目标变成一份照着做就能达成的计划。另一位讨论者会找出其中的问题，主持人衡量你们有多一致。

在 turn 里给出：
- content：给用户看的几句话：这份计划凭什么能达到目标，这一轮改了什么、为什么改。""",
        """- plan：title、goal，以及按先后排列的 phases，每个阶段有 phase_name、duration、tasks。每个任务有 title（具体到做完就能划掉的一件事）、estimated_hours（真正要花的小时数）、deadline（YYYY-MM-DD）、tags。total_estimated_hours 是各任务小时数之和。deadline 必须是存在的日期，不早于今天；后一阶段的任何日期都不早于前一阶段的。最多四个阶段，每个阶段最多四个任务。
- answers：逐条回应 findings，finding 填它的 id（前五条必须回应）：decision 为 accepted 时，text 写明计划里具体改了什么，而且真的改；为 rebutted 时，text 写明论据。
- rebuttals：你在对方推理中看到的漏洞；没有就不填。

规则：
- 只用用户说过的条件；他没有说的（基础、每天的时间、预算）写进 assumptions，不要编造事实、机构、价格或成绩。任务必须是这个目标本身需要的。
- 时间要经得起计算：各阶段的小时数不能超过到截止日期为止实际可用的小时数。做不到就直说，并给出在这段时间里做得到的那部分。""",
    ),
    "en": (
        """You make the plan in a moderated discussion: turn the user's goal into a plan that reaches it when followed. Another discussant looks for its faults, and a host measures how far you agree.

In turn give:
- content: a few sentences for the user: why this plan reaches the goal, what you changed in this round, and why.""",
        """- plan: title, goal, and the phases in their order, each with phase_name, duration and tasks. Each task has a title (one thing that can be ticked off when done), estimated_hours (the hours that it really takes), deadline (YYYY-MM-DD) and tags. total_estimated_hours is the sum of the tasks' hours. A deadline is a date that exists and not before today; no date of a later phase is before one of an earlier phase. At most four phases of at most four tasks.
- answers: one for each of the findings, with its id as finding (the first five must be answered): with the decision accepted, text says what exactly you changed in the plan, and you do change it; with rebutted, text gives the argument.
- rebuttals: flaws that you see in the other's reasoning; leave it out if there are none.

Rules:
- Use only the conditions that the user stated; what they did not state (their level, hours a day, budget) goes into assumptions. Do not invent facts, institutions, prices or results. Every task is something that this very goal needs.
- The time must add up: the hours of a phase cannot exceed the hours that there really are until its deadlines. If it cannot be done, say so, and give the part that can be done in that time.""",
    ),
}
_SYSTEM = build_turn_systems(_TEXT)
_FINDINGS: Mapping[Language, str] = {
    "zh": "findings 是另一位讨论者提出而仍未解决的问题，最严重的在前：",
    "en": "findings are the faults that the other discussant raised and that are still open, the most severe first:",
}
