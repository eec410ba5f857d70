"""Replacement of a choice that is proved to lose or to miss a win: checked, too, before it is played (GH-59)."""

from gamehive.contracts.events import ChoiceOverruled
from gamehive.contracts.messages import SearchedCandidate
from gamehive.core.hooks.hook import HookAlert
from gamehive.core.loop.loop import ProposedMove
from gamehive.core.proof_check import GuardProblem
from gamehive.host.core.continuation import Continuation
from gamehive.host.core.final_decision import FinalMove, play_final_move
from gamehive.host.core.host_texts import render_host_text
from gamehive.host.core.move_placement import annotate_tentative_move, place_move, remove_tentative_move
from gamehive.host.core.search_requests import request_search, search_time
from gamehive.host.core.state import ReplacedChoice
from gamehive.host.core.transition import GameTransition
from shared.core.timestamps import seconds_to_ms

MAX_CHECKS = 4
"""Moves that are checked in place of one choice; if all of them lose, the choice is played."""

CHECK_MARGIN_MS = 500
"""Time beside the search itself that a check has to have before the deadline."""

_OVERRULED: dict[GuardProblem, str] = {
    "loses": "overruled_loses",
    "misses_draw": "overruled_misses_draw",
    "misses_win": "overruled_misses_win",
}


def replace_choice(transition: GameTransition, better: SearchedCandidate) -> Continuation | None:
    """Put a move of the engine in the place of the tentative one, and check it unless its result is proved.

    After MAX_CHECKS (4) of them a move that is proved to draw is played, else the choice after all: what comes next has
    not been looked at, and where so many moves lose, it loses as well, and sooner.
    """
    state = transition.state
    assert state.proposal is not None
    if better.proof is None and state.replaced is not None and state.replaced.checked >= MAX_CHECKS:
        listed = () if state.root is None else state.root.candidates
        drawn = next((each for each in listed if each.proof == "drawn"), None)
        if drawn is None:
            return play_replaced_choice(transition)
        better = drawn
    set_choice_aside(transition)
    return try_replacement(transition, better)


def set_choice_aside(transition: GameTransition) -> None:
    """Take the tentative move off the board; the first one that is replaced is kept as the team's choice."""
    move = transition.state.proposal
    assert move is not None
    choice = transition.state.replaced or ReplacedChoice(x=move.x, y=move.y, reason=move.reason)
    remove_tentative_move(transition)
    transition.update(replaced=choice)


def try_replacement(transition: GameTransition, better: SearchedCandidate) -> Continuation | None:
    """Have the engine look at the board after a replacement, or play it if that is not needed or cannot be done."""
    choice = transition.state.replaced
    assert choice is not None
    place_move(transition, ProposedMove(x=better.x, y=better.y, reason=""), "team")
    transition.update(proposal=ProposedMove(x=better.x, y=better.y, reason=""))
    is_settled = better.proof is not None or transition.workspace.game_ended
    if is_settled or not _has_time(transition):
        return play_replacement(transition, better.danger)
    transition.update(replaced=choice.model_copy(update={"checked": choice.checked + 1}))
    request_search(transition, "verification")
    return None


def play_replacement(transition: GameTransition, danger: float | None) -> Continuation:
    """Play the tentative move in place of the team's choice, and say why."""
    state = transition.state
    move, choice, root = state.proposal, state.replaced, state.root
    assert move is not None
    assert choice is not None
    listed = () if root is None else root.candidates
    better = next((each for each in listed if (each.x, each.y) == (move.x, move.y)), None)
    own = next((each.proof for each in listed if (each.x, each.y) == (choice.x, choice.y)), None)
    problem = _find_problem(own, None if better is None else better.proof)
    detail = render_host_text(_OVERRULED[problem], transition.workspace.language, x=choice.x, y=choice.y)
    transition.emit(
        ChoiceOverruled(
            game_id=transition.game_id,
            agent=transition.workspace.current_agent_name,
            x=choice.x,
            y=choice.y,
            better_x=move.x,
            better_y=move.y,
            problem=problem,
            detail=detail,
        )
    )
    annotate_tentative_move(transition, danger, detail)
    final = FinalMove(
        move=move.model_copy(update={"reason": detail}),
        source="engine",
        danger=danger,
        overruled=(choice.x, choice.y),
        is_placed=True,
    )
    return play_final_move(transition, final)


def play_replaced_choice(transition: GameTransition) -> Continuation:
    """Play the team's choice after all, which is proved to lose: no other move is known that is not proved to.

    That is so where all candidates lose, where the engine gave none, and after MAX_CHECKS candidates that lose.
    """
    choice = transition.state.replaced
    assert choice is not None
    if transition.state.proposal is not None:
        remove_tentative_move(transition)
    root, language = transition.state.root, transition.workspace.language
    if root is not None and any(each.proof != "lost" for each in root.candidates):
        text = render_host_text("choice_kept_after", language, x=choice.x, y=choice.y, count=choice.checked)
    else:
        text = render_host_text("choice_kept", language, x=choice.x, y=choice.y)
    transition.raise_alerts((HookAlert("EngineGuard", "info", "choice_kept", text),))
    move = ProposedMove(x=choice.x, y=choice.y, reason=choice.reason)
    return play_final_move(transition, FinalMove(move=move, source="llm", score=0.0, danger=1.0))


def _find_problem(own: str | None, better: str | None) -> GuardProblem:
    if better == "won":
        return "misses_win"
    return "misses_draw" if better == "drawn" and own == "lost" else "loses"


def _has_time(transition: GameTransition) -> bool:
    request = transition.state.loop.request if transition.state.loop is not None else None
    if request is None:
        return True
    return transition.now + seconds_to_ms(search_time(transition)) + CHECK_MARGIN_MS < request.deadline
