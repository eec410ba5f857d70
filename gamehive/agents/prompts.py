"""Prompts of the agents' turns and of summaries (GH-18, GH-28, GH-35, GH-111, GH-178, GH-179)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gamehive.agents.board_table import draw_board
from gamehive.agents.model_conversation import build_conversation, render_note
from gamehive.agents.persona.prompts import FINAL_MESSAGE, persona_role
from gamehive.agents.persona.prompts import VERSIONS as PERSONA_VERSIONS
from gamehive.agents.task_agent.prompts import VERSIONS as EXPERT_VERSIONS
from gamehive.agents.task_agent.prompts import expert_role, finding_form
from gamehive.agents.tool.definition import define_tool
from gamehive.agents.turn_reply import build_turn_reply
from gamehive.contracts.agents import DISPLAY_NAMES, PERSONAS, TASK_AGENTS, AgentName
from gamehive.contracts.tools import ToolName, allowed_tools
from gamehive.contracts.transcript import Note
from gamehive.contracts.turns import BoardContext, GameTurnFacts, Summary, SummaryFacts, TurnReply
from gamehive.core.games.game import find_game
from gamehive.core.phases.phase import Phase
from gamehive.core.rules.rules_text import rule_text
from shared.core.language import Language, join_items
from shared.llm.port import Prompt
from shared.llm.prompt_blocks import DATA_RULE, render_data_block
from shared.llm.tool_conversation import AUTOMATIC, NONE

VERSIONS: Mapping[str, str] = {**PERSONA_VERSIONS, **EXPERT_VERSIONS}
"""Version of each agent's prompt; part of the key of stored answers, and of cached interpretations (GH-113)."""

SUMMARY_VERSION = "1"
MAX_SUMMARY_CHARACTERS = 200
RECENT_MOVES = 10
TURN_TOKENS, INTERPRETATION_TOKENS, SUMMARY_TOKENS = 1200, 2400, 500


def build_turn_prompt(facts: GameTurnFacts, temperature: float) -> Prompt[TurnReply]:
    """Build the prompt of one turn of an agent, answered by calls of tools or by a final message.

    Its text is in the game's language. It holds the game as data of the workspace and the notes of this loop; nothing
    of another agent's conversation.
    """
    language = facts.context.language
    tools = tuple(define_tool(tool, facts.agent, language) for tool in _known_tools(facts))
    return Prompt(
        key=f"game_{facts.agent}",
        version=VERSIONS[facts.agent],
        system=_build_system(facts),
        user=_build_user(facts),
        facts=facts,
        output=TurnReply,
        max_tokens=INTERPRETATION_TOKENS if facts.agent == "rule_analyst" else TURN_TOKENS,
        temperature=temperature,
        time_limit_s=60.0,
        build_output=build_turn_reply,
        tools=tools,
        tool_choice=_choose_tool(facts),
        conversation=build_conversation(facts),
    )


def _known_tools(facts: GameTurnFacts) -> tuple[ToolName, ...]:
    """Return the tools in the prompt: all of the agent's where the choice limits them, so that they stay cached."""
    if facts.tools and facts.forced_tool is None:
        return facts.tools
    allowed, forced = allowed_tools(facts.agent), facts.forced_tool
    return allowed if forced is None or forced in allowed else (*allowed, forced)


def _choose_tool(facts: GameTurnFacts) -> str:
    if facts.forced_tool is not None:
        return facts.forced_tool
    return AUTOMATIC if facts.tools and facts.turn < facts.max_turns else NONE


def build_summary_prompt(facts: SummaryFacts) -> Prompt[Summary]:
    """Build the prompt of a summary of a conversation, for the next persona or in place of the conversation."""
    language = facts.context.language
    successor = facts.successor and DISPLAY_NAMES[facts.successor][language]
    purpose = _HANDOFF[language].format(successor=successor) if successor else _COMPRESSION[language]
    return Prompt(
        key="game_summary",
        version=SUMMARY_VERSION,
        system=_join(
            (
                _SUMMARY[language].format(name=DISPLAY_NAMES[facts.speaker][language], purpose=purpose),
                DATA_RULE[language],
            )
        ),
        user=_join(
            (
                *_render_game(facts.context, language),
                render_data_block("own_words", facts.own_words) if facts.own_words else "",
                *_render_notes(facts.notes, language),
                _WRITE_SUMMARY[language],
            )
        ),
        facts=facts,
        output=Summary,
        max_tokens=SUMMARY_TOKENS,
        temperature=0.2,
        time_limit_s=30.0,
    )


def _build_system(facts: GameTurnFacts) -> str:
    agent, context, language = facts.agent, facts.context, facts.context.language
    role, form = _describe_agent(agent, language)
    return _join(
        (
            role,
            _render_rules(context, agent, language),
            form,
            _REPLY_FORM[language],
            DATA_RULE[language],
        )
    )


def _describe_agent(agent: AgentName, language: Language) -> tuple[str, str]:
    for persona in PERSONAS:
        if agent == persona:
            return persona_role(persona, language), FINAL_MESSAGE[language]
    for expert in TASK_AGENTS:
        if agent == expert:
            return expert_role(expert, language), finding_form(expert, language)
    raise LookupError(f"no agent {agent!r}")


def _render_rules(context: BoardContext, agent: AgentName, language: Language) -> str:
    game = find_game(context.game)
    brief = _RULES[language].format(rules=rule_text(game, language)) if game else ""
    if context.rule_interpretation is None or agent == "rule_analyst":
        return brief
    interpretation = context.rule_interpretation.model_dump(exclude={"builtin"})
    return "\n".join((brief, _INTERPRETATION[language], render_data_block("rule_interpretation", interpretation)))


def _build_user(facts: GameTurnFacts) -> str:
    language = facts.context.language
    return _join(
        (
            *_render_game(facts.context, language),
            _render_turn(facts, language),
        )
    )


def _render_game(context: BoardContext, language: Language) -> Iterator[str]:
    """Yield the parts that say how the game stands."""
    yield _BOARD[language].format(board=draw_board(context.board, context.my_side))
    yield _STATE[language].format(
        side=context.my_side,
        turn=_TURNS[language][context.to_move == context.my_side],
        phase=_PHASES[language][context.phase],
        plies=len(context.history),
        moves=_describe_moves(context, language),
    )
    for label, content in _game_data(context):
        if content:
            yield render_data_block(label, content)


def _describe_moves(context: BoardContext, language: Language) -> str:
    owners = _OWNERS[language]
    moves = (f"{owners[move.side == context.my_side]} ({move.x},{move.y})" for move in context.history[-RECENT_MOVES:])
    return join_items(moves, language) or _NO_MOVES[language]


def _game_data(context: BoardContext) -> Iterator[tuple[str, Any]]:
    yield "game_rule", context.game_rule
    yield "threats", context.threat_analysis and context.threat_analysis.model_dump(mode="json")
    yield "plan", context.strategic_plan and context.strategic_plan.model_dump(mode="json")
    yield (
        "candidates",
        [each.model_dump(mode="json", exclude={"ply"}, exclude_none=True) for each in context.candidates],
    )
    yield "knowledge", context.rag_context
    yield "lesson", context.lesson
    yield "taken_back", [[move.x, move.y] for move in context.blacklist]
    yield "summary", context.summary


def _render_notes(notes: Sequence[Note], language: Language) -> Iterator[str]:
    """Yield the conversation of the loop, each note as data."""
    if notes:
        yield _NOTES[language]
    yield from (render_note(note, language) for note in notes)


def _render_turn(facts: GameTurnFacts, language: Language) -> str:
    parts = [_TURN[language].format(turn=facts.turn, of=facts.max_turns)]
    if facts.forced_tool is not None:
        parts.append(_FORCED[language].format(tool=facts.forced_tool))
    elif facts.turn >= facts.max_turns:
        parts.append(_LAST_TURN[language])
    elif not facts.tools:
        parts.append(_NO_TOOLS[language])
    else:
        parts.append(_NOW[language])
    return ("" if language == "zh" else " ").join(parts)


def _join(parts: Iterable[str]) -> str:
    return "\n\n".join(filter(None, parts))


_PHASES: Mapping[Language, Mapping[Phase, str]] = {
    "zh": {"opening": "开局", "midgame": "中盘", "endgame": "残局"},
    "en": {"opening": "opening", "midgame": "midgame", "endgame": "endgame"},
}
_TURNS: Mapping[Language, Mapping[bool, str]] = {
    "zh": {True: "轮到我方", False: "轮到对方"},
    "en": {True: "it is our turn", False: "it is the opponent's turn"},
}
_OWNERS: Mapping[Language, Mapping[bool, str]] = {
    "zh": {True: "我方", False: "对方"},
    "en": {True: "we", False: "opponent"},
}
_NO_MOVES: Mapping[Language, str] = {"zh": "还没有", "en": "none yet"}
_RULES: Mapping[Language, str] = {"zh": "规则要点：{rules}", "en": "The rules in brief: {rules}"}
_INTERPRETATION: Mapping[Language, str] = {
    "zh": "规则分析专家对规则的解读，已与程序核对，请照此理解规则：",
    "en": "The rule analyst's interpretation, checked against the program; understand the rules by it:",
}
_BOARD: Mapping[Language, str] = {
    "zh": "棋盘（x 为行号，y 为列号，从 0 数起；X 我方，O 对方，. 空点）：\n{board}",
    "en": "Board (x is the row, y the column, from 0; X ours, O the opponent's, . empty):\n{board}",
}
_STATE: Mapping[Language, str] = {
    "zh": "我方是 {side} 号方，{turn}；阶段：{phase}；已下 {plies} 手。最近的着手（旧的在前）：{moves}。",
    "en": "We are side {side}, and {turn}; phase: {phase}; {plies} moves so far. The last moves, the oldest first: {moves}.",
}
_NOTES: Mapping[Language, str] = {
    "zh": "到目前为止的经过，旧的在前。以「流程：」开头的是流程对你的要求，照它做；reply 是已给出的回答。",
    "en": "What has happened so far, the oldest first. What begins with “Workflow:” is what the workflow requires of you: do it; reply is an answer that was given.",
}
_TURN: Mapping[Language, str] = {"zh": "这是第 {turn} 轮，最多 {of} 轮。", "en": "This is turn {turn} of at most {of}."}
_FORCED: Mapping[Language, str] = {
    "zh": "这一轮必须调用 {tool}，且只能调用它：不给最后的回答。",
    "en": "In this turn you must call {tool} and nothing else: give no final answer.",
}
_LAST_TURN: Mapping[Language, str] = {
    "zh": "这是最后一轮：不再调用工具，给出最后的回答。",
    "en": "This is the last turn: call no tool, give the final answer.",
}
_NO_TOOLS: Mapping[Language, str] = {
    "zh": "现在没有可用的工具：直接给出最后的回答。",
    "en": "No tool may be called now: give the final answer.",
}
_NOW: Mapping[Language, str] = {
    "zh": "请调用工具，或给出最后的回答。",
    "en": "Call tools, or give the final answer.",
}
_REPLY_FORM: Mapping[Language, str] = {
    "zh": "每一轮要么调用工具（一次至多四个，按顺序执行，结果在下一轮给你），要么给出最后的回答，不能两样都给。调用之前写一两句想法给观众看；最后的回答只有 JSON 文本。以「流程：」开头的是流程对你的要求，照它做。文字用中文。",
    "en": "In each turn either call tools (at most four at once; they run in order, and you get the results in your next turn) or give the final answer, never both. Before calls write one or two sentences of considerations for the audience; the final answer is the JSON text only. What begins with “Workflow:” is what the workflow requires of you: do it. Write in English.",
}
_SUMMARY: Mapping[Language, str] = {
    "zh": '你是下棋团队里的{name}，写一段小结，{purpose}。不超过 200 个字：局面与阶段、关键着手、分析得出的结论（威胁、候选及其评价）、计划和教训。只写材料里有的，不写客套话。回答是一个 JSON 对象：{{"text": "…"}}。',
    "en": 'You are the {name} of a team that plays a board game, and write a summary {purpose}. At most 200 characters: the position and phase, the key moves, the conclusions of the analyses (threats, candidates and what they are worth), plan and lesson. Only what the material says, no courtesies. The answer is one JSON object: {{"text": "…"}}.',
}
_HANDOFF: Mapping[Language, str] = {"zh": "交给接手的{successor}", "en": "for the {successor}, who takes over"}
_COMPRESSION: Mapping[Language, str] = {
    "zh": "用来代替到目前为止的对话",
    "en": "that replaces the conversation so far",
}
_WRITE_SUMMARY: Mapping[Language, str] = {"zh": "请写小结。", "en": "Write the summary."}
