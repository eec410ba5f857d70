"""A checker that never failed proves nothing: faults put into the host's own code are seen on the courses that meet them."""

from collections.abc import Callable
from typing import Any

import pytest

from gamehive.contracts.messages import PlayMove
from gamehive.core.hooks import move_retry
from gamehive.host.core import decision_start, final_decision, game, move_check, own_game, task_loop
from gamehive.host.core.continuation import Continuation
from gamehive.host.core.state import PendingStep
from gamehive.host.core.transition import GameTransition
from tests.simulation.game.fault_free_run import play_course


def do_nothing(*_: Any, **__: Any) -> None:
    """Nothing."""


def take_any_answer(transition: GameTransition, _: object) -> PendingStep | None:
    """Take an answer of whatever epoch for the one that is awaited."""
    pending = transition.state.pending
    transition.update(pending=None)
    return pending


def decide_again(transition: GameTransition, request: Any, *, by_engine: bool) -> Continuation:
    """Begin a decision whether the request is known or not."""
    return decision_start.begin_decision(transition, request, by_engine=by_engine)


def play_anything(transition: GameTransition, body: PlayMove) -> bool:
    """Play a person's move for whichever ply it was meant."""
    return take_move(transition, body.model_copy(update={"ply": transition.workspace.plies + 1}))


take_move = own_game.take_person_move


FAULTS: dict[str, tuple[str, object, str, object, str]] = {
    "an answer of an older epoch counts": (
        "superseded in misère",
        game,
        "_take_pending",
        take_any_answer,
        "it ends with the calls",
    ),
    "a request is decided twice": ("repeated", game, "_apply_request", decide_again, "was begun 2 times"),
    "the guard is off": ("plays badly without undo", move_check, "find_overruling", do_nothing, "comes to -1"),
    "a superseded decision is not given up": (
        "superseded",
        decision_start,
        "_give_up_current",
        do_nothing,
        "has no end",
    ),
    "nothing is delivered": ("server", final_decision, "_deliver", do_nothing, "is settled 0 times, not 1"),
    "an undo is not ended": ("server misère late", final_decision, "_end_undo", do_nothing, "is left open: undo_"),
    "retries have another limit": ("illegal always", move_retry, "MAX_MOVE_RETRY", 5, "rejected with the retries"),
    "experts may talk longer": (
        "experts repeat calls",
        task_loop,
        "SUB_AGENT_MAX_LOOP_COUNT",
        40,
        "has its turn 16 of 15",
    ),
    "a person's move counts for any ply": ("careless", own_game, "take_person_move", play_anything, "was not made"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_the_host_is_seen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    course, module, attribute, fault, expected = FAULTS[name]
    assert play_course(course).violations == []
    monkeypatch.setattr(module, attribute, fault)
    found = [each.reason for each in play_course.__wrapped__(course).violations]
    assert any(expected in reason for reason in found), found


NOTES: Callable[..., None] = GameTransition.add_note
ARM: Callable[[GameTransition], None] = GameTransition._arm_timer  # pyright: ignore[reportPrivateUsage]


def test_a_note_that_is_not_counted_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def add_note(transition: GameTransition, *arguments: Any, **options: Any) -> None:
        NOTES(transition, *arguments, **options)
        transition.update(notes_length=min(transition.state.notes_length, 9))

    monkeypatch.setattr(GameTransition, "add_note", add_note)
    found = [each.reason for each in play_course.__wrapped__("server").violations]
    assert any("it counts 9 notes" in reason for reason in found), found


def test_a_deadline_that_is_missed_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def arm_late(transition: GameTransition) -> None:
        ARM(transition)
        timer = transition.state.timer
        if timer is not None:
            transition.update(timer=timer.model_copy(update={"due": timer.due + 6_000}))

    monkeypatch.setattr(GameTransition, "_arm_timer", arm_late)
    found = [each.reason for each in play_course.__wrapped__("model hangs").violations]
    assert any("ms late" in reason for reason in found), found
