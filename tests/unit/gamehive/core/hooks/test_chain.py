"""Chain of hooks: order, merged results, an early stop, and hooks that fail (GH-62, GH-65…67)."""

from dataclasses import replace

import pytest

from gamehive.contracts.workspace import Workspace, WorkspaceChange
from gamehive.core.hooks.chain import CriticalHookFailure, merge_results, run_hooks
from gamehive.core.hooks.hook import Hook, HookAlert, HookResult
from gamehive.core.loop.loop import Loop, ProposedMove
from gamehive.core.workspace.change import WorkspaceConflict
from tests.support.game_workspace import build_loop, build_workspace

WORKSPACE, LOOP = build_workspace(), build_loop()


def hook(name: str, result: HookResult | Exception, *, is_needed: bool = True) -> Hook:
    def execute(workspace: Workspace, loop: Loop) -> HookResult:
        if isinstance(result, Exception):
            raise result
        return result

    return Hook(name, "test", frozenset(("LOOP_START",)), lambda _workspace, _loop: is_needed, execute)


def summary(text: str) -> HookResult:
    change = WorkspaceChange(type="SUMMARY", description="", actor="test", fields={"summary": text})
    return HookResult(change=change, loop={"turns": len(text)})


def test_hooks_run_in_order_each_on_what_the_earlier_ones_left() -> None:
    read: list[tuple[str, int]] = []

    def look(workspace: Workspace, loop: Loop) -> HookResult:
        read.append((workspace.summary, loop.turns))
        return HookResult(inject_messages=("seen",))

    chain = (
        hook("first", summary("a")),
        replace(hook("look", HookResult()), execute=look),
        hook("idle", summary("no"), is_needed=False),
        replace(hook("elsewhere", summary("no")), phases=frozenset(("BEFORE_LOOP",))),
        hook("last", summary("ab")),
    )
    outcome = run_hooks(chain, "LOOP_START", WORKSPACE, LOOP, epoch=0, now=7)
    assert read == [("a", 1)]
    assert outcome.executed == ("first", "look", "last")
    assert (outcome.workspace.summary, outcome.loop.turns, outcome.workspace.version) == ("ab", 2, 2)
    assert outcome.result.inject_messages == ("seen",)
    assert (WORKSPACE.summary, LOOP.turns) == ("", 0)


def test_a_hook_stops_the_chain() -> None:
    stop = HookResult(continue_to_next_hook=False, force_call_tool="analyze_rule")
    chain = (hook("stop", stop), hook("later", HookResult(force_call_tool="analyze_board")))
    outcome = run_hooks(chain, "LOOP_START", WORKSPACE, LOOP, epoch=0, now=7)
    assert (outcome.executed, outcome.result.force_call_tool) == (("stop",), "analyze_rule")
    assert not outcome.result.continue_to_next_hook


def test_a_task_agent_is_left_alone_by_the_hooks_of_personas() -> None:
    task_loop = build_loop(agent="attack_analyst")
    chain = (hook("persona", HookResult()), replace(hook("both", HookResult()), for_task_agents=True))
    assert run_hooks(chain, "LOOP_START", WORKSPACE, task_loop, epoch=0, now=7).executed == ("both",)


def test_the_later_result_wins_lists_append_and_white_lists_intersect() -> None:
    first, second = HookAlert("a", "info", "one"), HookAlert("b", "error", "two")
    earlier = HookResult(
        force_call_tool="call_task_agent",
        force_call_args={"agentName": "rule_analyst", "prompt": ""},
        use_tools=("analyze_board", "analyze_rule"),
        inject_messages=("1",),
        continue_loop=True,
        final_decision=ProposedMove(x=1, y=1, reason=""),
        alerts=(first,),
        need="threat",
        guides=True,
    )
    later = HookResult(
        force_call_tool="analyze_board",
        use_tools=("analyze_board",),
        inject_messages=("2",),
        continue_loop=False,
        alerts=(second,),
        rejection="no",
        force_workflow="UNDO_WORKFLOW",
        is_out_of_retries=True,
    )
    merged = merge_results(earlier, later)
    assert (merged.force_call_tool, merged.force_call_args) == ("analyze_board", None)
    assert (merged.use_tools, merged.inject_messages, merged.alerts) == (
        ("analyze_board",),
        ("1", "2"),
        (first, second),
    )
    assert (merged.continue_loop, merged.need, merged.guides, merged.rejection) == (False, "threat", True, "no")
    assert (merged.final_decision, merged.is_out_of_retries) == (ProposedMove(x=1, y=1, reason=""), True)
    assert merge_results(later, HookResult()).force_workflow == "UNDO_WORKFLOW"
    assert merge_results(earlier, HookResult()).force_call_args == {"agentName": "rule_analyst", "prompt": ""}


@pytest.mark.parametrize("lists", [("never", ("analyze_board",)), (("analyze_board",), "never"), ("never", None)])
def test_never_dominates_every_white_list(lists: tuple[object, object]) -> None:
    results = [HookResult(use_tools=each) for each in lists]  # pyright: ignore[reportArgumentType]
    assert merge_results(*results).use_tools == "never"


@pytest.mark.parametrize(
    "result",
    [RuntimeError("broken"), HookResult(change=WorkspaceChange(type="", description="", actor="", fields={"no": 1}))],
    ids=["raises", "changes a field that does not exist"],
)
def test_a_hook_that_fails_is_skipped_unless_it_is_critical(result: HookResult | Exception) -> None:
    broken = hook("broken", result)
    outcome = run_hooks((broken, hook("next", summary("a"))), "LOOP_START", WORKSPACE, LOOP, epoch=0, now=7)
    assert outcome.executed == ("next",)
    assert [(alert.hook, alert.level, alert.code) for alert in outcome.result.alerts] == [
        ("broken", "error", "hook_failed")
    ]
    with pytest.raises(CriticalHookFailure, match="broken"):
        run_hooks((replace(broken, is_critical=True),), "LOOP_START", WORKSPACE, LOOP, epoch=0, now=7)


def test_a_change_under_an_old_epoch_ends_the_chain() -> None:
    newer = WORKSPACE.model_copy(update={"epoch": 2})
    with pytest.raises(WorkspaceConflict):
        run_hooks((hook("late", summary("a")),), "LOOP_START", newer, LOOP, epoch=1, now=7)
