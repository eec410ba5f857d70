"""Run of the hooks of a phase within a transition."""

from gamehive.contracts.transcript import Note
from gamehive.core.hooks.chain import CriticalHookFailure, run_hooks
from gamehive.core.hooks.hook import HookPhase, HookResult
from gamehive.core.hooks.registry import HOOKS
from gamehive.host.core.decision_spans import PREPARE
from gamehive.host.core.transition import GameTransition


def run_phase(transition: GameTransition, phase: HookPhase) -> HookResult:
    """Run the hooks of a phase on the active loop, keep what they leave, and return their merged result.

    Alerts are raised and texts are injected into the conversation; everything else is the caller's.

    Raises:
        CriticalHookFailure: A critical hook failed.
    """
    try:
        outcome = run_hooks(
            HOOKS, phase, transition.workspace, transition.loop, epoch=transition.epoch, now=transition.now
        )
    except CriticalHookFailure as failure:
        _add_hook_span(transition, failure.hook, phase, "the hook failed")
        raise
    transition.update(workspace=outcome.workspace)
    transition.replace_loop(outcome.loop)
    result = outcome.result
    for hook in outcome.executed:
        _add_hook_span(transition, hook, phase)
    for alert in result.alerts:
        if alert.code == "hook_failed":
            _add_hook_span(transition, alert.hook, phase, "the hook failed")
    if _PHASE_HOOK in outcome.executed:
        workspace = transition.workspace
        transition.log("info", "phase_changed", phase=workspace.current_phase, previous=workspace.persona_phase)
    if outcome.executed:
        text = f"{phase}: {', '.join(outcome.executed)}"
        transition.add_note(Note(loop=outcome.loop.id, kind="hook", agent=outcome.loop.agent, text=text))
    transition.raise_alerts(result.alerts)
    if not result.guides:
        inject_messages(transition, result.inject_messages)
    return result


_PHASE_HOOK = "GamePhaseDetectionHook"


def _add_hook_span(transition: GameTransition, hook: str, phase: HookPhase, error: str | None = None) -> None:
    within = PREPARE if phase == "BEFORE_LOOP" else transition.loop_span
    outcome = "executed" if error is None else "failed"
    transition.add_span("agent.hook_execute", within, error, hook=hook, phase=phase, outcome=outcome)


def inject_messages(transition: GameTransition, texts: tuple[str, ...]) -> None:
    """Tell the active agent some texts before its next turn."""
    loop = transition.loop
    for text in texts:
        transition.add_note(Note(loop=loop.id, kind="user", agent=loop.agent, text=text, hook="inject"))
