"""Workspaces, requests and loops of the games, built from moves, and runs of single hooks on them."""

from collections.abc import Sequence
from typing import Any

from gamehive.contracts.agents import PHASE_PERSONAS
from gamehive.contracts.decision import DecisionRequest, PlyRecord
from gamehive.contracts.turns import ReplyCall, TurnReply
from gamehive.contracts.workspace import (
    CandidateMove,
    MoveRecord,
    RuleInterpretation,
    ThreatAnalysis,
    Workspace,
    WorkspaceChange,
)
from gamehive.core.games.board import FIRST, Player, other_player
from gamehive.core.games.game import games
from gamehive.core.hooks.chain import ChainOutcome, run_hooks
from gamehive.core.hooks.hook import Hook, HookPhase
from gamehive.core.loop.loop import Loop, RecentMessage
from gamehive.core.phases.phase import find_phase
from gamehive.core.workspace.board_state import fields_after_moves
from gamehive.core.workspace.change import commit_change

RULES = RuleInterpretation(win_condition="w", lose_condition="l", strategic_guideline="s")
Points = Sequence[tuple[int, int]]


def side_of(index: int, first: Player = FIRST) -> Player:
    """Return the side that makes the move with an index."""
    return first if index % 2 == 0 else other_player(first)


def record_moves(points: Points, first: Player = FIRST, at: int = 1) -> tuple[MoveRecord, ...]:
    """Return the records of moves at points, the sides in turn."""
    return tuple(
        MoveRecord(ply=index + 1, x=x, y=y, side=side_of(index, first), by="opponent", at=at)
        for index, (x, y) in enumerate(points)
    )


def build_workspace(game: str = "gomoku", points: Points = (), **fields: Any) -> Workspace:
    """Return a workspace in which moves were made one by one; the team is the side to move unless it is named."""
    rules = games()[game]
    first: Player = fields.get("first_side", FIRST)
    workspace = Workspace(
        game_id="g1",
        game=game,
        language="en",
        board_state=("0" * rules.columns,) * rules.rows,
        first_side=first,
        my_side=fields.get("my_side", side_of(len(points), first)),
        rule_interpretation=RULES,
        current_agent_name=PHASE_PERSONAS[find_phase(rules, len(points))],
        created_at=0,
        updated_at=0,
    )
    for ply in range(len(points)):
        workspace = play(workspace, *points[ply])
    return workspace.model_copy(update=fields)


def play(workspace: Workspace, x: int, y: int, **record: Any) -> Workspace:
    """Return the workspace after one move more."""
    index = workspace.plies
    side = side_of(index, workspace.first_side)
    values: dict[str, Any] = {"ply": index + 1, "x": x, "y": y, "side": side, "by": "opponent", "at": 1}
    move = MoveRecord(**values | record)
    fields = fields_after_moves(workspace, (*workspace.move_history, move))
    return commit(workspace, fields, type="MOVE")


def commit(workspace: Workspace, fields: dict[str, Any], **options: Any) -> Workspace:
    """Return the workspace with a change."""
    values: dict[str, Any] = {"type": "TEST", "description": "", "actor": "test", "fields": fields}
    return commit_change(workspace, WorkspaceChange(**values | options), epoch=workspace.epoch, now=5)


def build_request(game: str = "gomoku", points: Points = (), /, **fields: Any) -> DecisionRequest:
    """Return a request after moves at points; fields replace what would be right."""
    first: Player = fields.pop("first_side", FIRST)
    board = [["0"] * games()[game].columns for _ in range(games()[game].rows)]
    for index, (x, y) in enumerate(points):
        board[x][y] = str(side_of(index, first))
    values: dict[str, Any] = {
        "request_id": "r1",
        "game": game,
        "board": tuple("".join(row) for row in board),
        "side": side_of(len(points), first),
        "history": tuple(
            PlyRecord(x=x, y=y, side=side_of(index, first), by="human") for index, (x, y) in enumerate(points)
        ),
        "allowed_ms": 600_000,
        "received_at": 9,
        "deadline": 595_009,
    }
    return DecisionRequest(**values | fields)


def build_loop(**fields: Any) -> Loop:
    """Return the loop of a persona, or of another agent."""
    values: dict[str, Any] = {"id": "r1", "agent": "strategist"}
    return Loop(**values | fields)


def message(text: str) -> TurnReply:
    """Return a reply with a final message."""
    return TurnReply(message=text)


def calls(*named: tuple[str, dict[str, Any]]) -> TurnReply:
    """Return a reply with calls."""
    return TurnReply(calls=tuple(ReplyCall(tool=tool, arguments=arguments) for tool, arguments in named))


def handoffs(*targets: str) -> tuple[RecentMessage, ...]:
    """Return the results of handoffs, each with the reply before it."""
    return tuple(
        each
        for target in targets
        for each in (
            RecentMessage(kind="assistant"),
            RecentMessage(kind="tool", tool="handoff_to_agent", call_key=f"handoff {target}", target=target),
        )
    )


def threat(value: float, ply: int, urgency: float = 0.0) -> ThreatAnalysis:
    """Return a danger that was computed at a ply."""
    return ThreatAnalysis(threat=value, urgency=urgency, computed_at_ply=ply)


def candidate(x: int, y: int, score: float, source: str, ply: int, **fields: Any) -> CandidateMove:
    """Return a candidate that was computed at a ply."""
    return CandidateMove(x=x, y=y, score=score, source=source, ply=ply, **fields)


def run_hook(hook: Hook, phase: HookPhase, workspace: Workspace, loop: Loop) -> ChainOutcome:
    """Return what one hook leaves of workspace and loop; neither it nor the chain may change what they are given."""
    before = workspace.model_dump_json(), loop.model_dump_json()
    outcome = run_hooks((hook,), phase, workspace, loop, epoch=workspace.epoch, now=10)
    assert (workspace.model_dump_json(), loop.model_dump_json()) == before
    return outcome
