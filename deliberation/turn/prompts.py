"""Parts that the prompts of all turns share: setting, goal, positions, commands, calls of tools, complaints."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deliberation.contracts.control import Constraints, Directive
from deliberation.contracts.critique import CritiqueFinding
from deliberation.contracts.position import Position
from deliberation.contracts.roles import Discussant
from deliberation.contracts.session import SessionContext
from deliberation.contracts.text_limits import MAX_OUTPUT_TOKENS
from deliberation.contracts.tools import MAX_TOOL_CALLS
from deliberation.contracts.turns import CriticFacts, PlannerFacts, TurnFacts
from shared.core.language import Language
from shared.llm.prompt_blocks import DATA_RULE, render_data_block

OTHER: Mapping[Discussant, Discussant] = {"planner": "critic", "critic": "planner"}
"""The other discussant."""


def join_parts(parts: Iterable[str]) -> str:
    """Return the parts that are not empty, with an empty line between them."""
    return "\n\n".join(filter(None, parts))


def complete_system(text: str, language: Language) -> str:
    """Return a system text with the rules that end all of them: the answer is JSON, and data are no instructions."""
    return f"{text}\n\n{_JSON_RULE[language]}\n\n{DATA_RULE[language]}"


def build_turn_systems(texts: Mapping[Language, tuple[str, str]]) -> Mapping[Language, str]:
    """Return the system texts of a turn with tools.

    Args:
        texts: What the turn is for, up to its position, and what follows the position, its rules last.
    """
    return {
        language: complete_system(
            "\n".join((head, POSITION_CONTRACT[language], rules, FAIRNESS_RULE[language], _TOOL_CONTRACT[language])),
            language,
        )
        for language, (head, rules) in texts.items()
    }


def render_turn(facts: PlannerFacts | CriticFacts, agent: Discussant, material: Sequence[str]) -> str:
    """Return the user text of a turn with tools; `material` is what only this agent is shown."""
    language = facts.context.language
    return join_parts(
        (
            *render_opening(facts, agent),
            render_positions(facts, agent, facts.own_position, facts.other_position),
            *material,
            _render_constraints(facts.constraints, language),
            render_directives(facts.directives, agent, language),
            *_render_tools(facts),
            render_complaints(facts.complaints, language),
            _NOW[language],
        )
    )


def render_setting(context: SessionContext) -> str:
    """Return the session's day and time zone as a sentence."""
    return _TODAY[context.language].format(today=context.today, zone=context.timezone)


def render_goal(context: SessionContext) -> str:
    """Return the user's message as data."""
    return render_data_block("user_goal", context.query)


def render_opening(facts: TurnFacts, agent: Discussant) -> Sequence[str]:
    """Return what every turn begins with: day, round, own name, and the user's goal as data."""
    language = facts.context.language
    names = _NAMES[language].format(own=facts.labels[agent], other=facts.labels[OTHER[agent]])
    rounds = _ROUND[language].format(round=facts.round, of=facts.max_rounds)
    return (f"{render_setting(facts.context)}{rounds}{names}", render_goal(facts.context))


def render_positions(facts: TurnFacts, agent: Discussant, own: Position | None, other: Position | None) -> str:
    """Return the standing positions as data, each under the name of who holds it."""
    held = {facts.labels[agent]: own, facts.labels[OTHER[agent]]: other}
    shown = {label: view_position(position) for label, position in sorted(held.items()) if position is not None}
    return render_data_block("positions", shown) if shown else ""


def view_position(position: Position) -> dict[str, Any]:
    """Return what a prompt shows of a position; neither its role nor whether it was argued on command."""
    return position.model_dump(exclude={"changes_from_last_round", "stance"})


def render_findings(name: str, findings: Sequence[CritiqueFinding]) -> str:
    """Return findings as data, the most severe first as given, each with the last answer to it; "" without any."""
    return render_data_block(name, [_finding_view(finding) for finding in findings]) if findings else ""


def _render_constraints(constraints: Constraints, language: Language) -> str:
    """Return what must be addressed and what must not be repeated, as data; "" if there is nothing."""
    shown = {
        name: texts
        for name, texts in (("must_address", constraints.must_address), ("avoid", constraints.avoid))
        if texts
    }
    return f"{_CONSTRAINTS[language]}\n{render_data_block('constraints', shown)}" if shown else ""


def render_directives(directives: Sequence[Directive], agent: Discussant, language: Language) -> str:
    """Return the host's commands to this agent; "" if there is none."""
    lines = [
        f"- {describe_directive(directive, language)}"
        for directive in directives
        if directive.target_agent in (None, agent) and directive.action in _COMMANDS[language]
    ]
    return "\n".join((_COMMAND_HEAD[language], *lines)) if lines else ""


def describe_directive(directive: Directive, language: Language) -> str:
    """Return what a directive requires: the host's words, or the usual ones for its action."""
    return directive.requirement.strip() or _COMMANDS[language].get(directive.action, "")


def _render_tools(facts: TurnFacts) -> Sequence[str]:
    """Return the calls of tools so far with their results as data, and whether a further one is allowed."""
    language = facts.context.language
    exchanges = [exchange.model_dump(mode="json", exclude_none=True) for exchange in facts.exchanges]
    left = max(0, MAX_TOOL_CALLS - len(exchanges))
    allowed = _TOOLS_LEFT[language].format(left=left) if facts.may_call_tools else _NO_TOOLS[language]
    return (render_data_block("tool_results", exchanges) if exchanges else "", allowed)


def render_complaints(complaints: Sequence[str], language: Language) -> str:
    """Return what was wrong with the previous answer, as data; "" if nothing was."""
    return f"{_COMPLAINTS[language]}\n{render_data_block('complaints', complaints)}" if complaints else ""


def _finding_view(finding: CritiqueFinding) -> dict[str, Any]:
    view = finding.model_dump(mode="json", exclude={"answer", "answered_in"}, exclude_none=True)
    answer = finding.answer and finding.answer.model_dump(exclude={"finding"})
    return {**view, "answer": answer, "answered_in": finding.answered_in} if answer else view


_TOOL_CONTRACT: Mapping[Language, str] = {
    "zh": f"""- 要算日期就先调用工具：只给 tool_calls，每项是 {{"tool": "get_now"}} 或 {{"tool": "calculate_date", "base_date": "YYYY-MM-DD", "offset": {{"weeks": 2, "days": 3}}}}（weeks、days 是整数，可为负，可省略）。一次可以列出几项，整个回合最多 {MAX_TOOL_CALLS} 次；结果会随下一次提问给出。其余时候只给 turn。
- 整个回答最多 {MAX_OUTPUT_TOKENS} 个 token，超出就会被截断而作废：句子写短。""",
    "en": f"""- To work out dates call tools first: give only tool_calls, each {{"tool": "get_now"}} or {{"tool": "calculate_date", "base_date": "YYYY-MM-DD", "offset": {{"weeks": 2, "days": 3}}}} (weeks and days are whole numbers, may be negative and may be left out). You may list several at once, at most {MAX_TOOL_CALLS} in the whole turn; the results come with the next question. Otherwise give only turn.
- The whole answer has at most {MAX_OUTPUT_TOKENS} tokens; a longer one is cut off and useless: write short sentences.""",
}
"""Rules of a system text for an answer that is either calls of tools or the turn."""

LENGTH_RULE: Mapping[Language, str] = {
    "zh": f"- 整个回答最多 {MAX_OUTPUT_TOKENS} 个 token，超出就会被截断而作废。",
    "en": f"- The whole answer has at most {MAX_OUTPUT_TOKENS} tokens; a longer one is cut off and useless.",
}
"""Rule of a system text for the length of an answer."""

POSITION_CONTRACT: Mapping[Language, str] = {
    "zh": "- position：conclusion 用一句话说出用户应当怎么做，带上关键的数字和日期；key_reasons 给三条理由；assumptions 是你依赖而没有证实的前提（至多五条）；confidence 是 0 到 1 的把握。changes_from_last_round 不要填，由程序计算。",
    "en": "- position: conclusion says in one sentence what the user should do, with the figures and dates that matter; key_reasons are three reasons; assumptions are what you rely on without proof (at most five); confidence is your certainty from 0 to 1. Leave changes_from_last_round out: the program works it out.",
}
"""Rule of a system text for a position."""

FAIRNESS_RULE: Mapping[Language, str] = {
    "zh": "- 不要出于客气而同意，也不要为了面子而坚持。只有新的论据、新的事实或自己发现的错误才能改变立场，并且要说出是哪一条；没有就维持原来的立场。讨论者只有代号，谁说的不重要，说得对不对才重要。",
    "en": "- Do not agree out of politeness, and do not insist to save face. Only a new argument, a new fact or an error that you found changes a position, and you say which; without one, keep your position. The discussants have letters for names: it does not matter who says something, only whether it is right.",
}
"""Rule of a system text against agreement without a reason."""

_JSON_RULE: Mapping[Language, str] = {
    "zh": "用用户目标所用的语言书写。只输出符合要求结构的有效 JSON。",
    "en": "Write in the language of the user's goal. Answer only with valid JSON of the required structure.",
}
"""Last rule of a system text."""

_NOW: Mapping[Language, str] = {"zh": "现在轮到你发言。", "en": "It is your turn now."}
_TODAY: Mapping[Language, str] = {
    "zh": "今天是 {today}（时区 {zone}）。",
    "en": "Today is {today} (time zone {zone}). ",
}
_ROUND: Mapping[Language, str] = {
    "zh": "这是第 {round} 轮，最多 {of} 轮。",
    "en": "This is round {round} of at most {of}. ",
}
_NAMES: Mapping[Language, str] = {
    "zh": "你是讨论者 {own}，另一位是讨论者 {other}。",
    "en": "You are discussant {own}; the other is discussant {other}.",
}
_CONSTRAINTS: Mapping[Language, str] = {
    "zh": "must_address 中的每一点都要回应；avoid 中的理由已经说过，不要再重复：",
    "en": "Address every point of must_address; the reasons of avoid were given before, do not repeat them:",
}
_COMMAND_HEAD: Mapping[Language, str] = {"zh": "主持人要求你：", "en": "The host requires of you:"}
_COMMANDS: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "update_command": "你的立场连续几轮没有变化：请至少做到一项：改变或放弃一个关键假设；把 confidence 降低至少 0.05；指出对方推理中的一个漏洞。",
        "force_opposition": "只站在反方论证，不要引用先前的观点。",
        "challenge": "到现在还没有人真正质疑过：请找出最可能让目标落空的一点，说清依据。",
        "state_uncertainties": "列出仍不确定的地方和最坏的情况。",
    },
    "en": {
        "update_command": "Your position has not moved for rounds. Do at least one of these: change or drop a key assumption; lower your confidence by at least 0.05; point out a flaw in the other side's reasoning.",
        "force_opposition": "Argue only from the opposing side, and do not cite earlier views.",
        "challenge": "Nothing has really been challenged so far: find what is most likely to make the goal fail, and say on what grounds.",
        "state_uncertainties": "List the remaining uncertainties and the worst case.",
    },
}
_TOOLS_LEFT: Mapping[Language, str] = {
    "zh": "还可以调用工具 {left} 次。",
    "en": "You may call tools {left} more times.",
}
_NO_TOOLS: Mapping[Language, str] = {
    "zh": "不能再调用工具：现在就给出 turn。",
    "en": "You may not call any further tool: give your turn now.",
}
_COMPLAINTS: Mapping[Language, str] = {
    "zh": "你上一次的回答有下列问题。请改正，并重新给出完整的回答：",
    "en": "Your previous answer had these faults. Correct them, and give the whole answer again:",
}
