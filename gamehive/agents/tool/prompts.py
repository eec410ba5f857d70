"""Descriptions of the tools: their arguments and results, as the agents are told (GH-47…54)."""

from collections.abc import Mapping, Sequence

from gamehive.contracts.agents import DISPLAY_NAMES, PERSONAS, TASK_AGENTS, AgentName
from gamehive.contracts.tools import ToolName
from shared.core.language import Language, join_items


def describe_tool(tool: ToolName, agent: AgentName, language: Language) -> str:
    """Return what a tool does, with its arguments, as an agent is told; "" for one that is never offered."""
    return (
        _TOOLS[language]
        .get(tool, "")
        .format(
            experts=_names(TASK_AGENTS, language),
            personas=_names(tuple(name for name in PERSONAS if name != agent), language),
        )
    )


def _names(agents: Sequence[AgentName], language: Language) -> str:
    return join_items((f"{agent} ({DISPLAY_NAMES[agent][language]})" for agent in agents), language)


_TOOLS: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "call_task_agent": '{{"agentName": …, "prompt": 你要问的一个具体问题}}：请一位专家回答一次，得到他的结论和推荐着手。专家：{experts}。',
        "handoff_to_agent": '{{"agentName": …, "currentAgentOutputSummary": 你的判断，两三句}}：把这一手交给另一位主帅决定，之后由他发言：{personas}。只在局面明显属于他的职责时用。',
        "analyze_rule": "取得本局规则解读。",
        "evaluate_position": '{{"x": 行, "y": 列}}：引擎计算一个空点，得到我方走这里的期望（0 负、0.5 均势、1 胜）、对方最好的应手，以及对方走这里对它的价值（防守价值）。',
        "search_pattern": '{{"query": 要找什么, "topK": 条数，可省}}：查本棋类的知识库；若有正是这个局面的条目，附棋谱着手。',
        "analyze_board": "引擎看全盘，得到双方威胁、阶段、双方安全着手数和候选着手（附期望或已证明的结果）。",
        "undo_evaluate": '{{"reason": 哪一手错了、为什么}}：我方上一手是严重失误时，要求退回去重新评估；棋盘上的子不会变，得到的是教训和新的候选。',
    },
    "en": {
        "call_task_agent": '{{"agentName": …, "prompt": one concrete question}}: an expert answers once; you get the finding and the moves recommended. Experts: {experts}.',
        "handoff_to_agent": '{{"agentName": …, "currentAgentOutputSummary": your judgement in two or three sentences}}: another lead decides this move and speaks from now on: {personas}. Only where the position plainly belongs to that lead\'s duties.',
        "analyze_rule": "The interpretation of this game's rules.",
        "evaluate_position": '{{"x": row, "y": column}}: the engine looks at one empty point; you get the expected result of playing there (0 lost, 0.5 even, 1 won), the opponent\'s best reply, and what the point is worth to the opponent (value of a defence).',
        "search_pattern": '{{"query": what to look for, "topK": how many, optional}}: the game\'s knowledge base; an entry on this very position comes with its moves.',
        "analyze_board": "The engine looks at the whole board; you get the threats of both sides, the phase, the safe moves of both, and candidates with their expected or proved results.",
        "undo_evaluate": '{{"reason": which move was wrong, and why}}: when our last move was a serious mistake, it is thought over again; the stones stay where they are, and you get a lesson and new candidates.',
    },
}
