"""Run of a task agent within a decision: its loop, its finding, and what becomes of it (GH-20…32)."""

from typing import Any

from gamehive.contracts.agents import DISPLAY_NAMES, TaskAgent
from gamehive.contracts.events import BoardAnalysed, LessonLearnt, RulesInterpreted
from gamehive.contracts.tools import GameToolCall, GameToolResult
from gamehive.contracts.transcript import Note
from gamehive.contracts.turns import TaskFinding
from gamehive.contracts.workspace import CandidateMove, RuleInterpretation, Workspace, WorkspaceChange
from gamehive.core.games.board import Point
from gamehive.core.games.position import is_playable, is_safe
from gamehive.core.hooks.hook import HookAlert
from gamehive.core.loop.finding_parser import parse_finding
from gamehive.core.loop.loop import SUB_AGENT_MAX_LOOP_COUNT, Loop
from gamehive.core.rules.interpretation_check import check_interpretation
from gamehive.core.rules.rules_text import builtin_interpretation
from gamehive.core.workspace.board_state import current_position, current_threat, game_of
from gamehive.core.workspace.undo import fast_forward, may_undo, request_undo
from gamehive.host.core.continuation import Continuation
from gamehive.host.core.hook_run import inject_messages
from gamehive.host.core.host_texts import DecisionProblem, render_host_text
from gamehive.host.core.root_search import is_root_current, show_root_search
from gamehive.host.core.state import TaskRun
from gamehive.host.core.tool_result import error_result, finish_call
from gamehive.host.core.transition import GameTransition
from shared.core.language import Language, join_clauses

RETRY_KEY = "finding"
"""Key by which the retries of an unreadable finding are counted; there is one."""


def start(transition: GameTransition, call: GameToolCall, agent: TaskAgent, prompt: str) -> Continuation:
    """Start the loop of a task agent; its answer is the result of the call."""
    loop = Loop(
        id=call.call_id,
        agent=agent,
        task=prompt[:4000],
        max_turns=SUB_AGENT_MAX_LOOP_COUNT,
        notes_start=transition.state.notes_length,
    )
    due = transition.due_in(transition.state.settings.game_task_timeout)
    transition.update(task=TaskRun(loop=loop, call=call, started_at=transition.now, due=due))
    transition.add_span("agent.init", transition.loop_span)
    transition.add_note(Note(loop=loop.id, kind="user", agent=agent, text=prompt))
    return Continuation("turn")


def take_finding(transition: GameTransition) -> Continuation:
    """Take the final message of the task agent; one that cannot be read is asked for once more (GH-57, GH-187)."""
    run = transition.state.task
    assert run is not None
    message = run.loop.reply.message or "" if run.loop.reply is not None else ""
    finding = parse_finding(message)
    problem = _find_problem(transition.workspace, run.loop, finding)
    if problem is None:
        assert finding is not None
        return _finish(transition, run, finding)
    if not run.loop.retries.get(RETRY_KEY):
        transition.update_loop(retries={RETRY_KEY: 1})
        inject_messages(transition, (problem,))
        return Continuation("turn")
    if run.loop.agent == "rule_analyst":
        return _finish(transition, run, finding or TaskFinding(text=""))
    return _fail(transition, problem)


def _find_problem(workspace: Workspace, loop: Loop, finding: TaskFinding | None) -> str | None:
    if finding is None:
        return render_host_text("unreadable_finding", workspace.language)
    if loop.agent != "rule_analyst":
        return None
    if finding.interpretation is None:
        return render_host_text("no_interpretation", workspace.language)
    faults = check_interpretation(game_of(workspace), finding.interpretation, workspace.language)
    text = join_clauses(faults, workspace.language)
    return render_host_text("wrong_interpretation", workspace.language, faults=text) if faults else None


def fail(transition: GameTransition, problem: DecisionProblem) -> Continuation:
    """End the task agent without a finding: its call gets an error, and the persona decides what to do (GH-30)."""
    return _fail(transition, render_host_text(problem, transition.workspace.language))


def _fail(transition: GameTransition, problem: str) -> Continuation:
    run = transition.state.task
    assert run is not None
    if run.loop.agent == "rule_analyst":
        return _finish(transition, run, TaskFinding(text=""))
    transition.end_task()
    language = transition.workspace.language
    name = DISPLAY_NAMES[run.loop.agent][language]
    text = render_host_text("agent_failed", language, name=name, problem=problem)
    finish_call(transition, run.call, error_result(run.call, text))
    if run.loop.agent == "undo_reevaluator":
        _return_from_undo(transition, "")
    return Continuation("calls")


def _finish(transition: GameTransition, run: TaskRun, finding: TaskFinding) -> Continuation:
    """Write the finding into the workspace in one transaction, and answer the call with it (GH-31)."""
    workspace, agent = transition.workspace, run.loop.agent
    fields: dict[str, Any] = {}
    candidates = _candidates(workspace, agent, finding)
    if candidates:
        kept = tuple(each for each in workspace.candidate_moves if each.source != agent)
        fields["candidate_moves"] = (*kept, *candidates)
    if agent == "rule_analyst":
        fields["rule_interpretation"] = _interpretation(transition, finding)
    if agent == "opening_expert" and finding.knowledge:
        fields["rag_context"] = finding.knowledge
    if finding.plan is not None:
        fields["strategic_plan"] = finding.plan.model_copy(update={"updated_at_ply": workspace.plies})
    if agent == "defense_analyst" and finding.urgency is not None and workspace.threat_analysis is not None:
        urgency = max(finding.urgency, workspace.threat_analysis.urgency)
        fields["threat_analysis"] = workspace.threat_analysis.model_copy(update={"urgency": urgency})
    transition.end_task()
    if fields:
        description = f"{agent} answered call {run.call.call_id}"
        transition.commit(WorkspaceChange(type="FINDING", description=description, actor=agent, fields=fields))
    _show(transition, run, finding, candidates)
    result = GameToolResult(
        call_id=run.call.call_id,
        tool=run.call.tool,
        content=_describe(finding, workspace.language),
        data=finding.model_dump(mode="json"),
        duration_ms=max(0, transition.now - run.started_at),
    )
    finish_call(transition, run.call, result)
    _follow_up(transition, run, finding)
    return Continuation("calls")


def _describe(finding: TaskFinding, language: Language) -> str:
    """Return what the persona reads of a finding: its text, and the moves in it with their scores."""
    moves = "; ".join(f"({each.x},{each.y}) {each.reason or format(each.score, '.2f')}" for each in finding.moves)
    return "\n".join(filter(None, (finding.text, moves))) or render_host_text("builtin_interpretation", language)


def _candidates(workspace: Workspace, agent: str, finding: TaskFinding) -> tuple[CandidateMove, ...]:
    """Return the recommended moves that can be played on the board; the others are dropped."""
    position = current_position(workspace)
    points = ((Point(each.x, each.y), each) for each in finding.moves)
    return tuple(
        CandidateMove(x=point.x, y=point.y, score=each.score, source=agent, reason=each.reason, ply=workspace.plies)
        for point, each in points
        if is_playable(position, point) and is_safe(position, point)
    )


def _interpretation(transition: GameTransition, finding: TaskFinding) -> RuleInterpretation:
    """Return the analyst's interpretation, or ours if it gave none that agrees with the rules (GH-112)."""
    workspace = transition.workspace
    game, found = game_of(workspace), finding.interpretation
    if found is not None and not check_interpretation(game, found):
        return found
    detail = render_host_text("interpretation_unusable", workspace.language)
    alert = HookAlert("RuleAnalysisHook", "warning", "built_in_interpretation", detail)
    transition.raise_alerts((alert,))
    return builtin_interpretation(game, workspace.language)


def _show(
    transition: GameTransition, run: TaskRun, finding: TaskFinding, candidates: tuple[CandidateMove, ...]
) -> None:
    workspace = transition.workspace
    if run.loop.agent == "rule_analyst" and workspace.rule_interpretation is not None:
        transition.emit(RulesInterpreted(game_id=transition.game_id, interpretation=workspace.rule_interpretation))
    if candidates or finding.urgency is not None:
        transition.emit(
            BoardAnalysed(
                game_id=transition.game_id,
                source=run.loop.agent,
                candidates=candidates,
                threat_analysis=workspace.threat_analysis,
            )
        )


def _follow_up(transition: GameTransition, run: TaskRun, finding: TaskFinding) -> None:
    """Request an undo that the defence analyst suggests, or end the one whose re-evaluation this was (GH-132…138)."""
    if run.loop.agent == "undo_reevaluator":
        _return_from_undo(transition, finding.lesson or finding.text[:400])
    elif run.loop.agent == "defense_analyst" and finding.suggests_undo and may_undo(transition.workspace):
        reason = _undo_reason(transition.workspace, finding)
        transition.commit(request_undo(transition.workspace, "defence_report", reason, "defense_analyst"))


def _undo_reason(workspace: Workspace, finding: TaskFinding) -> str:
    """Return why the last move is thought over: the danger that an engine sees; without one, what the analyst says."""
    analysis = current_threat(workspace)
    if analysis is None:
        return finding.text[:500]
    return render_host_text("undo_hopeless", workspace.language, danger=f"{analysis.threat:.2f}")


def _return_from_undo(transition: GameTransition, lesson: str) -> None:
    """Go back to the referee's board with the lesson, to decide anew (GH-139, GH-141)."""
    workspace = transition.workspace
    if workspace.undo_state.phase != "undo_reeval":
        return
    transition.commit(fast_forward(workspace, "host"))
    state = transition.workspace.undo_state
    undone = state.blacklist[-1]
    transition.commit(
        WorkspaceChange(
            type="LESSON",
            description=f"({undone.x},{undone.y}) re-evaluated",
            detail=lesson,
            actor="undo_reevaluator",
            fields={"undo_state": state.model_copy(update={"lesson": lesson})},
        )
    )
    transition.update_loop(is_undoing=False)
    if is_root_current(transition):
        show_root_search(transition)  # what the search after the move has proved is new
    transition.emit(LessonLearnt(game_id=transition.game_id, x=undone.x, y=undone.y, lesson=lesson))
