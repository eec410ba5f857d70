"""Hook 14: guides the persona: forced experts, the opening book, pending instructions (GH-81…85)."""

from gamehive.contracts.agents import PHASE_EXPERTS, TASK_AGENTS, TaskAgent
from gamehive.contracts.workspace import CandidateMove, Workspace
from gamehive.core.games.board import Point
from gamehive.core.games.position import safe_moves
from gamehive.core.hooks.hook import SKIP, Hook, HookResult
from gamehive.core.hooks.texts import render_points, render_text
from gamehive.core.loop.loop import Loop
from gamehive.core.workspace.board_state import (
    current_candidates,
    current_position,
    current_threat,
    last_own_move,
)
from gamehive.core.workspace.undo import taken_back_points

URGENCY_THRESHOLD = 0.7
"""Urgency above which the defence is analysed first (GH-84)."""

HIGH_MATCH = 0.85
"""Similarity of the board with that of a book move from which the move is recommended (GH-83)."""

CLOSE_SCORES = 0.1
MAX_CROSS_CHECKS = 2
_BOOK_KEY, _CROSS_CHECK_KEY = "book_move", "cross_check:"
_NEVER_CROSS_CHECKED = ("rule_analyst", "attack_analyst", "undo_reevaluator")


def _is_deciding(workspace: Workspace, _loop: Loop) -> bool:
    return workspace.undo_state.phase in ("playing", "undo_decide")


def _guide(workspace: Workspace, loop: Loop) -> HookResult:
    """Show a pending instruction; or force one expert that a policy asks for; or else recommend the book's move."""
    if loop.control is not None and loop.control.text:
        return HookResult(inject_messages=(loop.control.text,), guides=True)
    if _may_force_expert(loop):
        for policy in (_opening_expert, _defence_analyst, _cross_check):
            forced = policy(workspace, loop)
            if forced is not None:
                return forced
    return _advise_book_move(workspace, loop)


def _may_force_expert(loop: Loop) -> bool:
    control = loop.control
    if control is None:
        return True
    is_listed = control.use_tools is None or "call_task_agent" in control.use_tools
    return control.force_call_tool is None and is_listed


def _force_expert(loop: Loop, agent: TaskAgent, prompt: str, key: str) -> HookResult:
    return HookResult(
        force_call_tool="call_task_agent",
        force_call_args={"agentName": agent, "prompt": prompt},
        loop={"forced": (*loop.forced, key)},
    )


def _opening_expert(workspace: Workspace, loop: Loop) -> HookResult | None:
    """Force the opening expert before the team's first move, also when it moves second (GH-82, GH-C25)."""
    is_first_move = workspace.current_phase == "opening" and last_own_move(workspace) is None
    if not is_first_move or "opening_expert" in loop.forced:
        return None
    return _force_expert(loop, "opening_expert", render_text("opening_task", workspace.language), "opening_expert")


def _defence_analyst(workspace: Workspace, loop: Loop) -> HookResult | None:
    """Force the defence analyst when a defence is urgent (GH-84)."""
    analysis = current_threat(workspace)
    if analysis is None or analysis.urgency <= URGENCY_THRESHOLD or "defense_analyst" in loop.forced:
        return None
    prompt = render_text("defence_task", workspace.language, urgency=f"{analysis.urgency:.2f}")
    return _force_expert(loop, "defense_analyst", prompt, "defense_analyst")


def _cross_check(workspace: Workspace, loop: Loop) -> HookResult | None:
    """Force another expert while attack and defence are close, at most MAX_CROSS_CHECKS (2) times (GH-85).

    Attack is the attack analyst's best score of a move; defence is 1 − threat, what the team can expect if it only
    answers. They are close if they differ by CLOSE_SCORES (0.1) at most. A proved result needs no second opinion. The
    experts of the persona come first; who has already given candidates for this board is not asked again.
    """
    candidates, analysis = current_candidates(workspace), current_threat(workspace)
    attacks = [each.score for each in candidates if each.source == "attack_analyst"]
    is_proved = any(each.verified and each.proof in ("won", "drawn") for each in candidates)
    if analysis is None or not attacks or is_proved:
        return None
    attack, defence = max(attacks), 1 - analysis.threat
    expert = _next_cross_checker(workspace, loop, candidates)
    if round(abs(attack - defence), 9) > CLOSE_SCORES or expert is None:
        return None
    prompt = render_text(
        "cross_check_task",
        workspace.language,
        attack=f"{attack:.2f}",
        defence=f"{defence:.2f}",
        points=render_points(tuple(dict.fromkeys((each.x, each.y) for each in candidates))[:5]),
    )
    return _force_expert(loop, expert, prompt, f"{_CROSS_CHECK_KEY}{expert}")


def _next_cross_checker(workspace: Workspace, loop: Loop, candidates: tuple[CandidateMove, ...]) -> TaskAgent | None:
    checked = [key.removeprefix(_CROSS_CHECK_KEY) for key in loop.forced if key.startswith(_CROSS_CHECK_KEY)]
    if len(checked) >= MAX_CROSS_CHECKS:
        return None
    asked = {*_NEVER_CROSS_CHECKED, *loop.forced, *checked, *(each.source for each in candidates)}
    own = PHASE_EXPERTS[workspace.current_agent_name]
    return next((agent for agent in (*own, *TASK_AGENTS) if agent not in asked), None)


def _advise_book_move(workspace: Workspace, loop: Loop) -> HookResult:
    """Recommend a book move with a high match that an engine has not proved lost (GH-83), once a loop."""
    candidates, taken_back = current_candidates(workspace), taken_back_points(workspace)
    safe = safe_moves(current_position(workspace)) if candidates else []
    for book in candidates:
        point = (book.x, book.y)
        is_high_match = book.match is not None and book.match >= HIGH_MATCH
        proofs = [each.proof for each in candidates if each.verified and (each.x, each.y) == point]
        is_safe = bool(proofs) and "lost" not in proofs and Point(*point) in safe and point not in taken_back
        if is_high_match and is_safe and _BOOK_KEY not in loop.forced:
            advice = render_text("book_advice", workspace.language, x=book.x, y=book.y)
            return HookResult(inject_messages=(advice,), guides=True, loop={"forced": (*loop.forced, _BOOK_KEY)})
    return SKIP


WORKFLOW_GUIDE = Hook(
    name="WorkflowGuideHook",
    layer="workflow",
    phases=frozenset(("LOOP_START",)),
    should_execute=_is_deciding,
    execute=_guide,
)
