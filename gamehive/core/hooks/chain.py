"""Chain of hooks: runs those of a phase in the order of the registry and merges their results (GH-62, GH-65)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from gamehive.contracts.tools import ToolName
from gamehive.contracts.workspace import Workspace
from gamehive.core.hooks.hook import SKIP, Hook, HookAlert, HookPhase, HookResult
from gamehive.core.hooks.texts import render_text
from gamehive.core.loop.loop import Loop
from gamehive.core.workspace.change import WorkspaceConflict, commit_change
from shared.core.timestamps import Instant


class CriticalHookFailure(Exception):
    """A hook without which no decision is allowed failed; `hook` is its name (GH-66)."""

    def __init__(self, hook: str, error: Exception) -> None:
        super().__init__(f"{hook}: {error!r}")
        self.hook = hook


@dataclass(frozen=True, slots=True)
class ChainOutcome:
    """Outcome of a phase: the changed workspace and loop, the merged result, and the hooks that did something."""

    workspace: Workspace
    loop: Loop
    result: HookResult
    executed: tuple[str, ...] = ()


def run_hooks(
    hooks: Sequence[Hook], phase: HookPhase, workspace: Workspace, loop: Loop, *, epoch: int, now: Instant
) -> ChainOutcome:
    """Run the hooks of a phase, each on what the earlier ones left, until one stops the chain.

    Args:
        hooks: Hooks in their order.
        phase: Phase of the run loop.
        workspace: Workspace before the phase.
        loop: Loop before the phase.
        epoch: Epoch under which the loop runs.
        now: Time of the step (ms since the epoch).

    Returns:
        What the phase leaves. A hook that fails is skipped with an alert, unless it is critical.

    Raises:
        CriticalHookFailure: A critical hook failed.
        WorkspaceConflict: The epoch is older than the workspace's.
    """
    outcome = ChainOutcome(workspace, loop, SKIP)
    for hook in hooks:
        if phase not in hook.phases or not (outcome.loop.is_persona or hook.for_task_agents):
            continue
        try:
            if not hook.should_execute(outcome.workspace, outcome.loop):
                continue
            result = hook.execute(outcome.workspace, outcome.loop)
            outcome = _apply(outcome, hook, result, epoch=epoch, now=now)
        except WorkspaceConflict:
            raise
        except Exception as error:
            if hook.is_critical:
                raise CriticalHookFailure(hook.name, error) from error
            detail = render_text("hook_failed", outcome.workspace.language)
            alert = HookAlert(hook.name, "error", "hook_failed", detail, repr(error))
            outcome = replace(outcome, result=merge_results(outcome.result, HookResult(alerts=(alert,))))
            continue
        if not result.continue_to_next_hook:
            break
    return outcome


def _apply(outcome: ChainOutcome, hook: Hook, result: HookResult, *, epoch: int, now: Instant) -> ChainOutcome:
    workspace = outcome.workspace
    if result.change is not None:
        workspace = commit_change(workspace, result.change, epoch=epoch, now=now)
    loop = outcome.loop.model_copy(update=result.loop) if result.loop else outcome.loop
    if result.force_call_tool is not None:
        result = replace(result, forced_by=hook.name)
    return ChainOutcome(workspace, loop, merge_results(outcome.result, result), (*outcome.executed, hook.name))


def merge_results(earlier: HookResult, later: HookResult) -> HookResult:
    """Return both results as one: the later one wins, lists append, white lists intersect, `never` dominates."""
    forced = later if later.force_call_tool is not None else earlier
    return HookResult(
        continue_to_next_hook=later.continue_to_next_hook,
        force_workflow=later.force_workflow or earlier.force_workflow,
        force_call_tool=forced.force_call_tool,
        force_call_args=forced.force_call_args,
        forced_by=forced.forced_by,
        use_tools=_intersect(earlier.use_tools, later.use_tools),
        inject_messages=(*earlier.inject_messages, *later.inject_messages),
        continue_loop=earlier.continue_loop if later.continue_loop is None else later.continue_loop,
        final_decision=later.final_decision or earlier.final_decision,
        is_out_of_retries=later.is_out_of_retries or earlier.is_out_of_retries,
        rejection=later.rejection or earlier.rejection,
        alerts=(*earlier.alerts, *later.alerts),
        need=later.need or earlier.need,
        guides=later.guides or earlier.guides,
    )


_WhiteList = tuple[ToolName, ...] | Literal["never"] | None


def _intersect(earlier: _WhiteList, later: _WhiteList) -> Any:
    if "never" in (earlier, later):
        return "never"
    if earlier is None or later is None:
        return earlier if later is None else later
    return tuple(tool for tool in earlier if tool in later)
