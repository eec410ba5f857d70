"""Registry of the hooks: the seed's fourteen, in its order, each in its phases (GH-61, GH-63)."""

from gamehive.core.hooks.registry import HOOKS

BEFORE, START, REPLY = "BEFORE_LOOP", "LOOP_START", "LOOP_PROCESS_LLM_RESPONSE"
CALLED, SAID = "LOOP_END_WITH_TOOL_CALL", "LOOP_END_WITH_MESSAGE"


def test_the_fourteen_hooks_are_in_the_order_of_the_seed() -> None:
    assert [(hook.name, hook.phases) for hook in HOOKS] == [
        ("InputValidationHook", {BEFORE}),
        ("UndoDetectionHook", {BEFORE}),
        ("UndoExecutionHook", {START}),
        ("RuleAnalysisHook", {START}),
        ("GamePhaseDetectionHook", {BEFORE, START}),
        ("LoopProtectionHook", {REPLY}),
        ("RepeatMoveDetectionHook", {REPLY}),
        ("MoveValidationHook", {SAID}),
        ("MoveRetryHook", {SAID}),
        ("ContextCompressionHook", {START}),
        ("MemorySummaryHook", {CALLED}),
        ("ToolFilterHook", {START}),
        ("WorkflowPhaseTransitionHook", {START}),
        ("WorkflowGuideHook", {START}),
    ]


def test_only_validations_are_critical_and_only_three_hooks_run_for_task_agents() -> None:
    assert {hook.name for hook in HOOKS if hook.is_critical} == {"InputValidationHook", "MoveValidationHook"}
    assert {hook.name for hook in HOOKS if hook.for_task_agents} == {
        "LoopProtectionHook",
        "ContextCompressionHook",
        "ToolFilterHook",
    }
