"""Searches that the host asks of the engines: the board to decide on, and the board after a proposed move."""

from collections.abc import Mapping

from gamehive.contracts.messages import SearchMove, SearchPurpose
from gamehive.core.games.position import safe_moves
from gamehive.core.workspace.board_state import current_position
from gamehive.host.core.decision_spans import DECISION, FINAL, PREPARE
from gamehive.host.core.transition import SEARCH_KIND, GameTransition

SEARCH_SHARE = 0.2
"""Share of the time left that one search may take at most, so that some fit into a short decision."""


def request_search(
    transition: GameTransition, purpose: SearchPurpose, time_s: float | None = None, answer_s: float | None = None
) -> None:
    """Have an engine search the current board of the workspace; its answer is awaited.

    Args:
        transition: The game.
        purpose: What the answer is for.
        time_s: Seconds for the search; None for those of the settings, cut to a share of the time left.
        answer_s: Seconds that the answer may take, past the deadline, too; None for those of the settings, cut by it.
    """
    state = transition.state
    position = current_position(transition.workspace)
    if answer_s is None:
        step = transition.begin_step(purpose, _time_limit(transition, purpose))
    else:
        step = transition.begin_last_step(purpose, answer_s)
    seconds = search_time(transition) if time_s is None else time_s
    last = None if position.last is None else (position.last.x, position.last.y)
    transition.send(
        SEARCH_KIND,
        SearchMove(
            game_id=transition.game_id,
            epoch=transition.epoch,
            call_id=step.call_id,
            answer_by=step.due,
            purpose=purpose,
            game=transition.workspace.game,
            board=transition.workspace.board_state,
            to_move=position.to_move,
            last=last,
            level=state.level,
            time_s=seconds,
            seed=position.plies,
        ),
        step.due,
        _open_span(transition, purpose),
    )


LAST_SEARCH_S, LAST_ANSWER_S = 1.0, 1.5
"""Longest last search of a decision, and the time that its answer may take."""
LAST_SEARCH_SHARE, MIN_LAST_ANSWER_S = 0.4, 0.2
"""Share of the time until the answer is useless that the last search gets, and the least that is worth one."""


def request_last_search(transition: GameTransition) -> bool:
    """Have an engine search for a second what nobody has decided, and return whether it does (GH-196).

    It does not if there is no time for it, or no choice between safe moves. At the deadline a part of the reserve is
    used, which is otherwise kept for the delivery.
    """
    request = transition.state.loop.request if transition.state.loop is not None else None
    answer_s = LAST_ANSWER_S
    if request is not None:
        end = request.received_at + request.allowed_ms
        answer_s = min(LAST_ANSWER_S, (end - transition.now) / 1000 * LAST_SEARCH_SHARE)
    if answer_s < MIN_LAST_ANSWER_S or len(safe_moves(current_position(transition.workspace))) < 2:
        return False
    request_search(transition, "root", answer_s * LAST_SEARCH_S / LAST_ANSWER_S, answer_s)
    return True


def _open_span(transition: GameTransition, purpose: SearchPurpose) -> str:
    """Return the key of the span that a search is part of; later searches of the board are the decision's own."""
    key = _SPANS.get(purpose, "")
    return key if not key or transition.spans.context(key) is not None else DECISION


_SPANS: Mapping[SearchPurpose, str] = {"root": PREPARE, "verification": FINAL}
"""Span that a search is part of, by its purpose."""


FIRST_SEARCH_S, FIRST_SEARCH_SHARE = 60.0, 0.5
"""Limits of the wait for the first search of a decision: seconds, and a share of the time left.

It may include the compilation of the engine; without its answer no move of the decision is checked.
"""


def _time_limit(transition: GameTransition, purpose: SearchPurpose) -> float:
    """Return the seconds that the answer to a search may take."""
    state = transition.state
    request = state.loop.request if state.loop is not None else None
    limit_s = state.settings.game_tool_timeout
    if purpose != "root" or request is None:
        return limit_s
    left_s = max(0, request.deadline - transition.now) / 1000
    if state.decided_by_engine:
        return left_s
    return min(max(limit_s, FIRST_SEARCH_S), left_s * FIRST_SEARCH_SHARE)


def search_time(transition: GameTransition) -> float:
    """Return the seconds that one search may take now."""
    state = transition.state
    request = state.loop.request if state.loop is not None else None
    if request is None:
        return state.settings.game_engine_time
    left_s = max(0, request.deadline - transition.now) / 1000
    return max(0.01, min(state.settings.game_engine_time, left_s * SEARCH_SHARE))
