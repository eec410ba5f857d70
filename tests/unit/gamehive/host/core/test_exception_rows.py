"""Exceptions of a decision, row by row of the ledger (GH-182…197): how each is handled, and that a move is made."""

import re
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import replace
from typing import Any

import pytest

from gamehive.contracts.events import (
    DecisionSettled,
    GameEvent,
    HandedOver,
    HookAlerted,
    MovePlayed,
    MoveRejected,
    MoveTakenBack,
    ToolAnswered,
)
from gamehive.contracts.messages import ExecuteTool, TakeTurn
from gamehive.contracts.turns import TurnReply
from gamehive.contracts.workspace import Workspace, WorkspaceChange
from gamehive.core.games.game import GameKey
from gamehive.core.hooks.hook import HookResult
from gamehive.core.hooks.move_validation import MOVE_VALIDATION
from gamehive.core.hooks.registry import HOOKS
from gamehive.core.loop.loop import Loop
from gamehive.core.workspace.change import WorkspaceConflict, commit_change
from gamehive.host.core import hook_run
from gamehive.settings import GameSettings
from shared.core.language import Language
from tests.support.game_script import TASKS, ScriptedTeam, ask, call, find_nothing, hand_over, move

CIRCLE = {
    "strategist": [hand_over("tactician"), hand_over("tactician"), move(1, 1)],
    "tactician": [hand_over("strategist")],
}


_LANGUAGE: ContextVar[Language] = ContextVar("_LANGUAGE", default="en")
_TEAMS: ContextVar[list[ScriptedTeam] | None] = ContextVar("_TEAMS", default=None)
"""Teams of the row that is run now, if anybody wants to look at them."""


def new_team(game: GameKey, **more: Any) -> ScriptedTeam:
    """Return a team that speaks the language of the test."""
    team = ScriptedTeam(game, language=_LANGUAGE.get(), **more)
    teams = _TEAMS.get()
    if teams is not None:
        teams.append(team)
    return team


def decide(game: Any = "gomoku8", *moves: tuple[int, int], **more: Any) -> ScriptedTeam:
    team = new_team(game, **more)
    team.request(*moves)
    return team.run()


def _illegal_move() -> None:
    team = decide(strategist=[move(9, 9), move(0, 0)])
    assert [each.error for each in team.of(MoveRejected)] == ["OUT_OF_BOUNDS"]
    assert team.decision.source == "llm"


def _empty_reply() -> None:
    assert decide(strategist=[TurnReply(), move(0, 0)]).decision.source == "llm"
    assert decide(strategist=[TurnReply()]).decision.source == "engine"


def _endless_loop() -> None:
    def look(request: TakeTurn) -> TurnReply:
        return call("search_pattern", query=str(request.facts.turn))

    team = decide(strategist=[look])
    assert (team.decision.loops, team.decision.source) == (30, "engine")
    assert (team.decision.x, team.decision.y) in [
        (each.x, each.y) for each in team.workspace.snapshots[-1].candidate_moves
    ]


def _repeated_handover() -> None:
    team = decide(**CIRCLE)
    assert (len(team.of(HandedOver)), team.alerts().count("repeated_handoff")) == (4, 1)


def _repeated_call() -> None:
    team = decide(strategist=[*[call("analyze_board")] * 7, move(0, 0)])
    assert (len(team.sent(ExecuteTool)), team.alerts().count("repeated_call")) == (5, 1)


def _unreadable_json() -> None:
    assert decide(strategist=["{'x': 0, 'y': 0,}"]).decision.loops == 1
    assert decide(strategist=["no move", move(0, 0)]).decision.loops == 2


def _circle_of_handovers() -> None:
    team = decide(**CIRCLE)
    assert set(team.workspace.handoff_exclude_agents) == {"strategist", "tactician"}
    assert team.decision.source == "llm"


def _failed_expert() -> None:
    team = decide(strategist=[ask("attack_analyst"), move(0, 0)], attack_analyst=[None])
    assert team.results()[-1].is_error
    assert team.decision.source == "llm"


def _missing_target() -> None:
    team = decide(strategist=[hand_over("nobody"), move(0, 0)])
    names = "strategist, tactician, endgame_specialist"
    if team.language == "en":
        assert team.results()[-1].content == f"no agent nobody to hand over to; there are {names}"
    assert (team.decision.agent, team.of(HandedOver)) == ("strategist", [])


def _timeout() -> None:
    team = new_team("gomoku8", settings=GameSettings(game_tool_timeout=1200, game_turn_timeout=600))
    request = team.request(allowed_ms=60_000)
    team.run("verification")
    team.fire_timer()
    assert team.now == request.deadline
    assert team.decision.source == "engine"


def _empty_stack() -> None:
    team = decide("gomoku8", strategist=[call("undo_evaluate", reason="doubt"), move(0, 0)])
    assert team.of(MoveTakenBack) == []
    assert team.decision.source == "llm"


def _concurrent_change() -> None:
    """The step that comes second finds its answer no longer awaited; the store refuses it by the version."""
    team = new_team("gomoku8")
    team.request()
    team.run("turn")
    answer = team.answer(team.step_request())
    assert team.deliver(answer, TASKS)  # pyright: ignore[reportArgumentType]
    version = team.workspace.version
    assert not team.deliver(answer, TASKS)  # pyright: ignore[reportArgumentType]
    assert team.workspace.version == version


def _old_owner() -> None:
    """There is no lock to release: whoever decided under an older epoch writes nothing."""
    team = decide("gomoku8")
    change = WorkspaceChange(type="LATE", description="", actor="x", fields={"summary": "late"})
    with pytest.raises(WorkspaceConflict):
        commit_change(team.workspace, change, epoch=team.workspace.epoch - 1, now=team.now)


def _two_executors() -> None:
    team = new_team("gomoku8")
    team.request()
    team.run("turn")
    loser = team.answer(team.step_request())
    winner = team.request((4, 4), (5, 5))
    assert not team.deliver(loser, TASKS)  # pyright: ignore[reportArgumentType]
    team.run()
    assert [each.request_id for each in team.of(MovePlayed)] == [winner.request_id]
    assert [each.outcome for each in team.of(DecisionSettled)] == ["superseded"]


def _default_strategy() -> None:
    assert decide(strategist=[None]).decision.source == "engine"
    team = decide("misere", search=find_nothing, strategist=[None])
    assert (team.decision.source, team.decision.x, team.decision.y) == ("fallback", 1, 1)


def _limit_of_a_step() -> None:
    team = new_team("gomoku8")
    team.request()
    team.run("turn")
    assert team.pending.due - team.pending.started_at == 60_000
    other = new_team("gomoku8")
    request = other.request(allowed_ms=20_000)
    other.run("turn")
    assert other.pending.due == request.deadline
    expert = new_team("gomoku8", strategist=[ask("attack_analyst"), move(0, 0)])
    expert.request()
    while expert.state.task is None or expert.state.task.loop.agent != "attack_analyst":
        expert.step()
    assert expert.state.task.due == expert.state.task.started_at + 180_000
    assert expert.state.step_due is not None
    assert expert.state.task.started_at < expert.state.step_due <= expert.state.task.started_at + 90_000


ROWS: dict[str, Callable[[], None]] = {
    "GH-182": _illegal_move,
    "GH-183": _empty_reply,
    "GH-184": _endless_loop,
    "GH-185": _repeated_handover,
    "GH-186": _repeated_call,
    "GH-187": _unreadable_json,
    "GH-188": _circle_of_handovers,
    "GH-189": _failed_expert,
    "GH-190": _missing_target,
    "GH-191": _timeout,
    "GH-192": _empty_stack,
    "GH-193": _concurrent_change,
    "GH-194": _old_owner,
    "GH-195": _two_executors,
    "GH-196": _default_strategy,
    "GH-197": _limit_of_a_step,
}


@pytest.mark.parametrize("row", ROWS)
def test_an_exception_is_handled_as_its_row_says(row: str) -> None:
    ROWS[row]()


def test_every_row_has_a_test() -> None:
    assert list(ROWS) == [f"GH-{number}" for number in range(182, 198)]


def test_a_check_of_the_move_that_fails_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """GH-66: without its validation no move of the team is played."""

    def fail(_workspace: Workspace, _loop: Loop) -> HookResult:
        raise ValueError("broken")

    hooks = tuple(replace(each, execute=fail) if each is MOVE_VALIDATION else each for each in HOOKS)
    monkeypatch.setattr(hook_run, "HOOKS", hooks)
    team = decide(strategist=[move(0, 0)])
    assert team.decision.source == "engine"
    assert team.decision.reason == "Decided by the engine: the check of the move failed"
    assert any("ValueError('broken')" in str(each.fields.get("detail")) for each in team.logs)
    assert not any("broken" in event.model_dump_json() for event in team.events)


ENGLISH = re.compile(r"[A-Za-z]{2,}[ ,.:;'’]+[A-Za-z]{2,}")


@pytest.mark.parametrize("row", ROWS)
def test_a_chinese_game_has_only_chinese_texts_after_a_failure(row: str) -> None:
    token = _LANGUAGE.set("zh")
    teams = _TEAMS.set([])
    try:
        ROWS[row]()
        texts = [text for team in _TEAMS.get() or () for event in team.events for text in _texts(event)]
    finally:
        _LANGUAGE.reset(token)
        _TEAMS.reset(teams)
    assert [text for text in texts if ENGLISH.search(text)] == []


def _texts(event: GameEvent) -> list[str]:
    """Return the texts of an event that the host writes."""
    match event:
        case ToolAnswered() if event.is_error:
            return [event.content]
        case HookAlerted():
            return [event.detail]
        case MovePlayed() if event.source != "llm":
            return [event.reason or ""]
        case MoveTakenBack():
            return [event.reason]
        case _:
            return []


def test_an_expert_is_offered_no_turn_after_the_decision() -> None:
    team = decide(strategist=[move(0, 0)])
    assert all(isinstance(each, TakeTurn) for each in team.asked)
    assert team.state.pending is team.state.task is None
