"""Run loop of an agent as data: its turns, its pending calls, and what hooks have told it (GH-33…46)."""

from typing import Any, Literal

from pydantic import Field

from gamehive.contracts.agents import PERSONAS, AgentName
from gamehive.contracts.decision import DecisionRequest
from gamehive.contracts.tools import GameToolCall, GameToolResult, ToolName
from gamehive.contracts.transcript import NoteKind
from gamehive.contracts.turns import TurnReply
from shared.core.frozen_model import FrozenModel

HOST_AGENT_MAX_LOOP_COUNT, SUB_AGENT_MAX_LOOP_COUNT = 30, 15
"""Model turns of a decision, and of a task agent (GH-250, GH-251)."""

RECENT_MESSAGES = 30
"""Messages of a loop that the hooks can look back on."""

MAX_MOVE_RETRY = 3

MoveError = Literal["INVALID_FORMAT", "OUT_OF_BOUNDS", "POSITION_OCCUPIED", "SELF_LOSING", "GAME_OVER", "TAKEN_BACK"]


class RecentMessage(FrozenModel):
    """Message of a loop. `tool` and `call_key` are set for the result of a call; `target` for a handoff."""

    kind: NoteKind
    tool: str = ""
    call_key: str = ""
    target: str = ""


class ControlInstruction(FrozenModel):
    """Instruction for the next turn, as the extra fields of a tool message carry it (GH-198…203).

    Attributes:
        force_call_tool: The only tool that may be called, and must be; None: no tool is forced.
        force_call_args: Arguments of the forced call; with them the model is not asked.
        use_tools: White list of tools, `never` for none, or None for all that the agent may call.
        hook_unique_key: Key by which retries of the hook are counted.
        current_retry_count: Retries so far.
        max_retry_count: Retries above which the decision goes to FIX_MODE.
        text: What the agent is told.
    """

    force_call_tool: ToolName | None = None
    force_call_args: dict[str, Any] | None = None
    use_tools: tuple[ToolName, ...] | Literal["never"] | None = None
    hook_unique_key: str
    current_retry_count: int = 0
    max_retry_count: int = MAX_MOVE_RETRY
    text: str = ""


class ProposedMove(FrozenModel):
    """Move that a persona chose, with its reason."""

    x: int
    y: int
    reason: str


class MoveVerdict(FrozenModel):
    """Result of the validation of a final message: the move, or what is wrong with it."""

    move: ProposedMove | None = None
    error: MoveError | None = None
    detail: str = ""


class Loop(FrozenModel):
    """Run loop of a persona's decision, or of a task agent within one.

    Attributes:
        id: Id of the request, or of the call of the task agent.
        agent: Who speaks; a handoff changes it.
        request: The request that is decided; None for a task agent.
        task: What a task agent is asked.
        max_turns: Last possible model turn.
        turns: Model turns begun.
        reply: The model's last reply, while it is processed.
        calls: Calls of that reply that are still to be executed, in order.
        recent: Last messages, the newest last, at most RECENT_MESSAGES (30).
        message_count: Messages in the model's context.
        notes_start: Index of the first note that the model's context holds.
        retries: Retries by key of the hook.
        control: Instruction for the next turn.
        filtered_calls: Keys of calls that were repeated too often; they are answered from `cached_results`.
        cached_results: Last results by key of calls that were made five times within the window.
        forced: Keys of the policies that have forced a call in this loop, each at most once (GH-82…85).
        verdict: Validation of the final message.
        rejected_moves: Points of moves that were rejected in this loop.
        phase_changed: Whether the phase has changed since the persona was last chosen.
        is_undoing: Whether the undo workflow runs.
        empty_replies: Replies without content.
    """

    id: str
    agent: AgentName
    request: DecisionRequest | None = None
    task: str = ""
    max_turns: int = HOST_AGENT_MAX_LOOP_COUNT
    turns: int = 0
    reply: TurnReply | None = None
    calls: tuple[GameToolCall, ...] = ()
    recent: tuple[RecentMessage, ...] = ()
    message_count: int = 0
    notes_start: int = 0
    retries: dict[str, int] = Field(default_factory=dict[str, int])
    control: ControlInstruction | None = None
    filtered_calls: tuple[str, ...] = ()
    cached_results: dict[str, GameToolResult] = Field(default_factory=dict[str, GameToolResult])
    forced: tuple[str, ...] = ()
    verdict: MoveVerdict | None = None
    rejected_moves: tuple[tuple[int, int], ...] = ()
    phase_changed: bool = False
    is_undoing: bool = False
    empty_replies: int = 0

    @property
    def is_persona(self) -> bool:
        """Whether a persona speaks, and not a task agent."""
        return self.agent in PERSONAS
