"""Prompts of a turn with a position only: devil's advocate, or last statement (DL-16, DL-125, DL-126)."""

from collections.abc import Mapping, Sequence

from deliberation.contracts.control import Constraints
from deliberation.contracts.replies import PositionTurn
from deliberation.contracts.text_limits import MAX_OUTPUT_TOKENS
from deliberation.contracts.turns import PositionFacts
from deliberation.turn.prompts import (
    FAIRNESS_RULE,
    LENGTH_RULE,
    POSITION_CONTRACT,
    complete_system,
    join_parts,
    render_complaints,
    render_directives,
    render_findings,
    render_goal,
    render_opening,
    render_positions,
    render_setting,
)
from shared.core.language import Language
from shared.llm.port import Prompt
from shared.llm.prompt_blocks import render_data_block

VERSION = "1"
"""Version of the prompts' texts; part of the key of stored answers."""


def build_position_prompt(facts: PositionFacts) -> Prompt[PositionTurn]:
    """Build the prompt of a turn with a position only; its text is in `facts.context.language`.

    A devil's advocate is told the goal and the conclusion to oppose, and nothing else of the discussion (DL-125),
    whatever the facts hold. For a last statement the prompt holds both positions, the plan and the open findings.
    """
    language = facts.context.language
    shown = _hide_discussion(facts) if facts.kind == "opposition" else facts
    parts = _opposition_parts(shown) if facts.kind == "opposition" else _convergence_parts(shown)
    return Prompt(
        key="deliberation_position",
        version=VERSION,
        system=_SYSTEM[facts.kind][language],
        user=join_parts((*parts, render_complaints(shown.complaints, language), _NOW[facts.kind][language])),
        facts=shown,
        output=PositionTurn,
        max_tokens=MAX_OUTPUT_TOKENS,
        temperature=0.5,
        time_limit_s=20.0,
        droppable_fields=frozenset({"changes_from_last_round", "uncertainties", "worst_case"}),
    )


def _hide_discussion(facts: PositionFacts) -> PositionFacts:
    """Return the facts without anything that was said before, own views included."""
    return facts.model_copy(
        update={
            "own_position": None,
            "other_position": None,
            "plan": None,
            "findings": (),
            "constraints": Constraints(),
            "directives": (),
        }
    )


def _opposition_parts(facts: PositionFacts) -> Sequence[str]:
    return (
        render_setting(facts.context),
        render_goal(facts.context),
        render_data_block("conclusion_to_oppose", facts.target_conclusion),
    )


def _convergence_parts(facts: PositionFacts) -> Sequence[str]:
    return (
        *render_opening(facts, facts.agent),
        render_positions(facts, facts.agent, facts.own_position, facts.other_position),
        render_data_block("plan", facts.plan) if facts.plan else "",
        render_findings("open_findings", facts.findings),
        render_directives(facts.directives, facts.agent, facts.context.language),
    )


_TEXT: Mapping[str, Mapping[Language, tuple[str, str]]] = {
    "opposition": {
        "zh": (
            """你在一场有主持的讨论里担任反方：只从反面论证，反对给出的结论，不管你自己怎么想，也不引用任何先前的观点。

请给出：
- content：给用户看的几句话：反对这个结论的最有力的论证。""",
            """- uncertainties：结论所依赖、而谁也没有证实的地方。worst_case：照这个结论做，最坏会怎样。

规则：
- conclusion 必须与给出的结论相反：主张另一种做法，或说明为什么不该这样做；不要复述它，也不要折中。
- 论据要针对这个目标，具体、站得住：时间、精力、先后、成本、风险、替代办法。只用用户说过的条件，不要编造事实。""",
        ),
        "en": (
            """You are the devil's advocate in a moderated discussion: argue only from the opposing side, against the given conclusion, whatever you think yourself, and cite no earlier view.

Give:
- content: a few sentences for the user: the strongest case against this conclusion.""",
            """- uncertainties: what the conclusion relies on and nobody has proved. worst_case: the worst that can happen if it is followed.

Rules:
- Your conclusion is opposed to the given one: it argues for another way, or says why this should not be done. Neither repeat it nor split the difference.
- The arguments are about this very goal, concrete and sound: time, effort, order, cost, risk, alternatives. Use only the conditions that the user stated; do not invent facts.""",
        ),
    },
    "convergence": {
        "zh": (
            """一场有主持的讨论即将结束，这是你最后一次发言。请老实说出还没有把握的地方，报告会把它们写给用户看。

请给出：
- content：给用户看的几句话：你最后的立场，以及用户动手之前应当知道什么。""",
            f"""- uncertainties：仍不确定的地方（至多五条），每条说清取决于什么、怎样查证。worst_case：照计划做最坏会怎样，以及最早的征兆。

规则：
{FAIRNESS_RULE["zh"]}
- 仍未解决的问题要写进 uncertainties，不要为了结束讨论而略去。""",
        ),
        "en": (
            """A moderated discussion is about to end, and this is your last statement. Say honestly what is not certain; the report will tell it to the user.

Give:
- content: a few sentences for the user: where you stand in the end, and what to know before starting.""",
            f"""- uncertainties: what is still uncertain (at most five), each with what it depends on and how to find out. worst_case: the worst that can happen if the plan is followed, and its earliest sign.

Rules:
{FAIRNESS_RULE["en"]}
- Findings that are still open belong to the uncertainties; do not leave them out to end the discussion.""",
        ),
    },
}
_SYSTEM: Mapping[str, Mapping[Language, str]] = {
    kind: {
        language: complete_system(
            "\n".join((head, POSITION_CONTRACT[language], rules, LENGTH_RULE[language])), language
        )
        for language, (head, rules) in texts.items()
    }
    for kind, texts in _TEXT.items()
}
_NOW: Mapping[str, Mapping[Language, str]] = {
    "opposition": {"zh": "请反对这个结论。", "en": "Argue against this conclusion."},
    "convergence": {"zh": "请作最后陈述。", "en": "Make your last statement."},
}
