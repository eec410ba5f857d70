"""Registry of the hooks; their order is part of the contract (GH-63)."""

from gamehive.core.hooks.context_compression import CONTEXT_COMPRESSION
from gamehive.core.hooks.game_phase_detection import GAME_PHASE_DETECTION
from gamehive.core.hooks.hook import Hook
from gamehive.core.hooks.input_validation import INPUT_VALIDATION
from gamehive.core.hooks.loop_protection import LOOP_PROTECTION
from gamehive.core.hooks.memory_summary import MEMORY_SUMMARY
from gamehive.core.hooks.move_retry import MOVE_RETRY
from gamehive.core.hooks.move_validation import MOVE_VALIDATION
from gamehive.core.hooks.repeat_move_detection import REPEAT_MOVE_DETECTION
from gamehive.core.hooks.rule_analysis import RULE_ANALYSIS
from gamehive.core.hooks.tool_filter import TOOL_FILTER
from gamehive.core.hooks.undo_detection import UNDO_DETECTION
from gamehive.core.hooks.undo_execution import UNDO_EXECUTION
from gamehive.core.hooks.workflow_guide import WORKFLOW_GUIDE
from gamehive.core.hooks.workflow_phase_transition import WORKFLOW_PHASE_TRANSITION

HOOKS: tuple[Hook, ...] = (
    INPUT_VALIDATION,
    UNDO_DETECTION,
    UNDO_EXECUTION,
    RULE_ANALYSIS,
    GAME_PHASE_DETECTION,
    LOOP_PROTECTION,
    REPEAT_MOVE_DETECTION,
    MOVE_VALIDATION,
    MOVE_RETRY,
    CONTEXT_COMPRESSION,
    MEMORY_SUMMARY,
    TOOL_FILTER,
    WORKFLOW_PHASE_TRANSITION,
    WORKFLOW_GUIDE,
)
