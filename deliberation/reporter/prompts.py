"""Prompt of the reporter: the report in Markdown and its summary; the plan is copied by code (DL-04, DL-70…81)."""

from collections.abc import Mapping

from deliberation.contracts.report import ReportReply
from deliberation.contracts.text_limits import MAX_OUTPUT_TOKENS
from deliberation.contracts.turns import ReporterFacts
from deliberation.turn.prompts import (
    LENGTH_RULE,
    complete_system,
    join_parts,
    render_complaints,
    render_findings,
    render_goal,
    render_setting,
    view_position,
)
from shared.core.language import Language
from shared.llm.port import Prompt
from shared.llm.prompt_blocks import render_data_block

VERSION = "1"
"""Version of the prompt's text; part of the key of stored answers."""


def build_report_prompt(facts: ReporterFacts) -> Prompt[ReportReply]:
    """Build the prompt of the report; its text is in `facts.context.language`.

    The last of the session's budget may be spent on it.
    """
    language = facts.context.language
    open_findings = [finding for finding in facts.findings if finding.is_open]
    resolved = [finding for finding in facts.findings if not finding.is_open]
    return Prompt(
        key="deliberation_report",
        version=VERSION,
        system=_SYSTEM[language],
        user=join_parts(
            (
                render_setting(facts.context).strip(),
                render_goal(facts.context),
                _EDITION[facts.edition][language].format(rounds=facts.rounds),
                render_data_block("plan", facts.plan) if facts.plan else _NO_PLAN[language],
                render_data_block(
                    "positions",
                    {agent: view_position(position) for agent, position in facts.positions.items()},
                ),
                render_findings("resolved_findings", resolved),
                render_findings("open_findings", open_findings),
                render_data_block("last_statements", facts.statements) if facts.statements else "",
                render_complaints(facts.complaints, language),
                _NOW[language],
            )
        ),
        facts=facts,
        output=ReportReply,
        max_tokens=MAX_OUTPUT_TOKENS,
        temperature=0.3,
        time_limit_s=20.0,
        budget_headroom=0.0,
        droppable_fields=frozenset({"summary"}),
    )


_TEXT: Mapping[Language, str] = {
    "zh": f"""一场关于用户目标的讨论已经结束：一方制定计划，另一方挑错。你把结果写成一份用户读完就能行动的报告。

请给出：
- content：Markdown 正文，用 ## 分节：结论（这份计划要达到什么，凭什么做得到）；先做什么；讨论中改掉了哪些问题；还有什么没有解决、最坏会怎样、怎样及早发现。计划的阶段、任务、小时和日期由程序另附，不要逐项抄写，需要时只提关键的日期和总时长。
- summary：key_agreements 是双方一致的要点；resolved_concerns 每条写成“问题 -> 怎样解决”；remaining_uncertainties 是仍未解决或不确定的。

规则：
- 只写资料里有的内容：不添加任务、日期、数字、机构或承诺，也不改动它们。
- 如实：没有解决的问题不能写成已解决，没有一致就不能写成一致。双方意见不一时，把两种结论原话并列写出，并说明计划是暂定的。
- 为要行动的人写：用“您”称呼，句子短，不写套话。不要用 HTML、图片和链接。
{LENGTH_RULE["zh"]}""",
    "en": f"""A discussion of the user's goal has ended: one side made a plan, the other looked for its faults. Write the result as a report after which the user can act.

Give:
- content: Markdown, with ## headings: the conclusion (what the plan reaches, and why it can); what to do first; which faults the discussion removed; what stayed open, the worst case and how to notice it early. Phases, tasks, hours and dates of the plan are added by the program: do not copy them one by one, and mention only the dates that matter and the total.
- summary: key_agreements are the points on which both agree; each of resolved_concerns is written as "concern -> how it was resolved"; remaining_uncertainties is what is still open or uncertain.

Rules:
- Write only what is in the material: add no tasks, dates, figures, institutions or promises, and change none.
- Be honest: what is open is not resolved, and what is disputed is not agreed. If the two disagree, give both conclusions in their own words side by side, and say that the plan is provisional.
- Write for somebody who has to act: address them as "you", in short sentences, without empty phrases. No HTML, no images, no links.
{LENGTH_RULE["en"]}""",
}
_SYSTEM: Mapping[Language, str] = {language: complete_system(text, language) for language, text in _TEXT.items()}
_EDITION: Mapping[str, Mapping[Language, str]] = {
    "consensus": {
        "zh": "讨论进行了 {rounds} 轮，双方达成一致。",
        "en": "The discussion had {rounds} round(s) and ended in agreement.",
    },
    "divergence": {
        "zh": "讨论进行了 {rounds} 轮，双方没有达成一致：请并列写出双方的结论，并说明计划是暂定的。",
        "en": "The discussion had {rounds} round(s) and ended without agreement: give both conclusions side by side, "
        "and say that the plan is provisional.",
    },
}
_NO_PLAN: Mapping[Language, str] = {"zh": "没有产生计划；请如实说明。", "en": "No plan was made; say so."}
_NOW: Mapping[Language, str] = {"zh": "请写报告。", "en": "Write the report."}
