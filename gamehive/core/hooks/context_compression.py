"""Hook 10: has a long conversation compressed (GH-77, GH-179)."""

from gamehive.contracts.workspace import Workspace
from gamehive.core.hooks.hook import Hook, HookResult
from gamehive.core.loop.loop import Loop

LONG_CTX_COMPRESS_THRESHOLD = 100
"""Messages above which a conversation is compressed (GH-254)."""


def _is_long(_workspace: Workspace, loop: Loop) -> bool:
    return loop.message_count > LONG_CTX_COMPRESS_THRESHOLD


def _need_compression(_workspace: Workspace, _loop: Loop) -> HookResult:
    return HookResult(continue_to_next_hook=False, need="compression")


CONTEXT_COMPRESSION = Hook(
    name="ContextCompressionHook",
    layer="context",
    phases=frozenset(("LOOP_START",)),
    should_execute=_is_long,
    execute=_need_compression,
    for_task_agents=True,
)
