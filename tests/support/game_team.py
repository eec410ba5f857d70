"""A run of the simulated team without a host: personas and task agents with the real tools, one loop after the other."""

from typing import Any

from gamehive.contracts.agents import AgentName, find_persona, find_task_agent
from gamehive.contracts.messages import ExecuteTool, ToolExecuted
from gamehive.contracts.tools import GameToolCall, GameToolResult, allowed_tools
from gamehive.contracts.transcript import Note
from gamehive.contracts.turns import BoardContext, GameTurnFacts, TaskFinding, TurnReply
from gamehive.contracts.workspace import MoveRecord
from gamehive.core.games.board import Player
from gamehive.core.games.game import find_game
from gamehive.core.games.position import GamePosition
from gamehive.core.phases.phase import find_phase
from gamehive.engines.in_process import InProcessEngines
from gamehive.simulated.rules import RULES
from gamehive.tools.actors import GameTools
from shared.core.address import Address
from shared.core.language import Language
from shared.core.message_base import ReceivedMessage
from shared.llm.rule_based_model import RuleBasedModel, Rules
from shared.runtime.actor import TaskContext

ENGINES = InProcessEngines()


class StoppedClock:
    def now(self) -> int:
        return 0


def context_of(
    game: str, rows: tuple[str, ...], to_move: Player, language: Language = "en", **fields: Any
) -> BoardContext:
    rules = find_game(game)
    assert rules is not None
    stones = sum(cell != "0" for row in rows for cell in row)
    values: dict[str, Any] = {"phase": find_phase(rules, stones), "my_side": to_move, **fields}
    return BoardContext(game=game, language=language, board=rows, to_move=to_move, **values)


def context_at(position: GamePosition, history: tuple[MoveRecord, ...], language: Language) -> BoardContext:
    return context_of(position.game.key, position.board.to_text(), position.to_move, language, history=history)


def facts_of(agent: AgentName, context: BoardContext, notes: tuple[Note, ...] = (), **fields: Any) -> GameTurnFacts:
    values: dict[str, Any] = {"tools": allowed_tools(agent), "max_turns": 30, "turn": 1 + len(notes), **fields}
    return GameTurnFacts(agent=agent, context=context, notes=notes, **values)


def ask(facts: GameTurnFacts, rules: Rules = RULES) -> TurnReply:
    reply = rules[f"game_{facts.agent}"](facts)
    assert isinstance(reply, TurnReply)
    assert not reply.is_empty
    return TurnReply.model_validate(reply.model_dump())


def note_of(agent: str, reply: TurnReply, calls: tuple[GameToolCall, ...]) -> Note:
    return Note(loop="l", kind="assistant", agent=agent, text=reply.message or reply.thought, calls=calls)


def result_note(agent: str, result: GameToolResult) -> Note:
    return Note(loop="l", kind="tool", agent=agent, text=result.content, result=result)


def exchange(
    tool: str, arguments: dict[str, Any], content: str, data: dict[str, Any] | None = None
) -> tuple[Note, ...]:
    """Return the notes of one call and its result."""
    call = GameToolCall(call_id=f"{tool}{sorted(arguments.items())}", tool=tool, arguments=arguments)
    result = GameToolResult(call_id=call.call_id, tool=tool, content=content, data=data)
    return note_of("x", TurnReply(), (call,)), result_note("x", result)


class Team:
    """Team that decides one move; `spoken` lists agent and tool of every call, in order."""

    def __init__(self, rules: Rules = RULES) -> None:
        self._rules = rules
        self.spoken: list[tuple[str, str]] = []

    async def decide(self, agent: AgentName, context: BoardContext, task: str = "", depth: int = 0) -> TurnReply:
        """Return the final reply of an agent's loop."""
        notes: tuple[Note, ...] = ()
        for turn in range(1, 16):
            reply = ask(facts_of(agent, context, notes, turn=turn, max_turns=15, task=task), self._rules)
            if not reply.calls:
                return reply
            (wanted,) = reply.calls
            self.spoken.append((agent, wanted.tool))
            call = GameToolCall(call_id=f"{depth}.{turn}", tool=wanted.tool, arguments=wanted.arguments)
            result = GameToolResult(call_id=call.call_id, tool=call.tool, content="not now", is_error=True)
            if call.tool == "call_task_agent":
                expert = find_task_agent(str(call.arguments["agentName"]))
                assert expert is not None
                final = await self.decide(expert, context, str(call.arguments["prompt"]), depth + 1)
                finding = TaskFinding.model_validate_json(final.message or "")
                result = GameToolResult(call_id=call.call_id, tool=call.tool, content=finding.model_dump_json())
            elif call.tool == "handoff_to_agent":
                persona = find_persona(str(call.arguments["agentName"]))
                assert persona is not None
                agent = persona
                result = GameToolResult(call_id=call.call_id, tool=call.tool, content=f"handed over to {persona}")
            elif call.tool in ("analyze_board", "evaluate_position", "search_pattern"):
                result = await self._execute(call, context)
            notes = (*notes, note_of(agent, reply, (call,)), result_note(agent, result))
        raise AssertionError("the agent does not come to an end")

    async def _execute(self, call: GameToolCall, context: BoardContext) -> GameToolResult:
        request = ExecuteTool(
            game_id="g", epoch=0, call_id=call.call_id, answer_by=10_000, call=call, context=context, level=2, time_s=1
        )
        task = ReceivedMessage(request, Address("game", "g"), Address("tools", "1"), "m", "g")
        tools = TaskContext(model=RuleBasedModel({}), clock=StoppedClock())
        (send,) = await GameTools(ENGINES).perform(task, tools)
        assert isinstance(send.body, ToolExecuted)
        return send.body.result
