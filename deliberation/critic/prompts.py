"""Prompt of the critic: risks, suggestions, a check of validity, and a position (DL-03, DL-45…57, DL-101)."""

from collections.abc import Mapping

from deliberation.contracts.replies import CritiqueReply
from deliberation.contracts.text_limits import MAX_OUTPUT_TOKENS
from deliberation.contracts.turns import CriticFacts
from deliberation.turn.prompts import build_turn_systems, render_findings, render_turn
from shared.core.language import Language
from shared.llm.port import Prompt
from shared.llm.prompt_blocks import render_data_block

VERSION = "1"
"""Version of the prompt's text; part of the key of stored answers."""


def build_critique_prompt(facts: CriticFacts) -> Prompt[CritiqueReply]:
    """Build the prompt of a critic's turn, answered by calls of tools or by the turn.

    Its text is in `facts.context.language`. Without a plan, in the blind first round, it asks for a critique of the
    goal itself (DL-57).
    """
    language = facts.context.language
    plan = (
        f"{_PLAN[language].format(round=facts.plan_round)}\n{render_data_block('plan', facts.plan)}"
        if facts.plan
        else _NO_PLAN[language]
    )
    return Prompt(
        key="deliberation_critique",
        version=VERSION,
        system=_SYSTEM[language],
        user=render_turn(
            facts,
            "critic",
            (
                plan,
                _FINDINGS[language] if facts.findings else "",
                render_findings("findings", facts.findings),
                render_data_block("last_answers", facts.answers) if facts.answers else "",
            ),
        ),
        facts=facts,
        output=CritiqueReply,
        max_tokens=MAX_OUTPUT_TOKENS,
        temperature=0.5,
        time_limit_s=20.0,
        droppable_fields=frozenset({"changes_from_last_round", "repeats"}),
    )


_TEXT: Mapping[Language, tuple[str, str]] = {
    "zh": (
        """你在一场有主持的讨论里挑错：检查为用户的目标所做的计划能不能成，指出会让它落空的地方，并提出改法。主持人衡量你和另一位讨论者有多一致。

在 turn 里给出：
- content：给用户看的几句话：你最担心什么，依据是什么，怎样改你才同意。""",
        """- critique.risks：每项有 risk（会出什么事、为什么）、severity（low、medium、high）、impact（后果）。
- critique.suggestions：每项有 issue（哪里不对）、solution（具体怎么改）、priority（low、medium、high）。
- critique.validity_check：feasible（时间和条件够不够做完）、realistic（估计是否符合实际）、complete（目标需要的是否都有）。
- 先前的 findings 如果没有真正解决，就再提一次，并在 repeats 填它的 id；解决了的不要再提。新问题不填 repeats。

什么算一个问题：能指着计划或目标里的具体内容说，会导致目标达不成、做不完、做错，或漏掉必需的东西。要核对的有：小时数加起来是否超过可用的时间；日期是否已过、是否来得及、顺序是否颠倒；目标必需而计划里没有的练习、检查或准备；与目标无关的任务；没有说出来的假设；出了意外有没有余地。措辞和个人喜好不算。

规则：
- 要紧的地方要严厉：会让目标落空的是 high，并把 feasible 设为 false；不要紧的不要抬高。没有依据的指责不要写；真的没有问题就不要凑数。
- 只用用户说过的条件，不要编造事实、机构、价格或成绩。指出对方推理的漏洞时，用它的代号并引用它的话。
- 对方的回应若真的解决了问题，就承认，并说明是哪一处改动解决的；没有解决就说还差什么。""",
    ),
    "en": (
        """You look for faults in a moderated discussion: check whether the plan for the user's goal can work, name what would make it fail, and propose changes. A host measures how far you and the other discussant agree.

In turn give:
- content: a few sentences for the user: what worries you most, on what grounds, and what change would make you agree.""",
        """- critique.risks: each with risk (what goes wrong, and why), severity (low, medium or high) and impact (the consequence).
- critique.suggestions: each with issue (what is not right), solution (what exactly to change) and priority (low, medium or high).
- critique.validity_check: feasible (time and means suffice), realistic (the estimates fit real life), complete (all that the goal needs is there).
- If an earlier one of the findings was not really resolved, raise it again with its id in repeats; do not raise again what is resolved. A new one has no repeats.

What counts as a finding: you can point at something in the plan or the goal because of which the goal will not be reached, not be finished, be done wrong, or lack something that it needs. Check: whether the hours add up to more than there are; whether dates have passed, are too soon, or are in the wrong order; practice, checks or preparation that the goal needs and the plan lacks; tasks that have nothing to do with the goal; assumptions that nobody states; room for what goes wrong. Wording and taste do not count.

Rules:
- Be severe where it matters: what makes the goal fail is high, and then feasible is false; do not blow up what does not matter. Raise nothing without grounds, and do not pad the list when there is no fault.
- Use only the conditions that the user stated; do not invent facts, institutions, prices or results. When you point out a flaw in the other's reasoning, use its letter and quote its words.
- If an answer really resolves a finding, say so and name the change that does; if not, say what is still missing.""",
    ),
}
_SYSTEM = build_turn_systems(_TEXT)
_PLAN: Mapping[Language, str] = {
    "zh": "这是第 {round} 轮的计划，请检查它：",
    "en": "This is the plan of round {round}; check it:",
}
_NO_PLAN: Mapping[Language, str] = {
    "zh": "还没有计划。请检查目标本身：在用户说的条件下做不做得到，任何计划都必须注意什么。",
    "en": "There is no plan yet. Check the goal itself: whether it can be reached under the conditions that the user "
    "states, and what any plan must heed.",
}
_FINDINGS: Mapping[Language, str] = {
    "zh": "findings 是到现在提出过的问题，以及得到的回应：",
    "en": "findings are the faults raised so far, with the answers to them:",
}
