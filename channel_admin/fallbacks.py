"""What the skills answer when no model does, beyond `core/degraded.py`: no gaps, no subnets (TW-524, TWC-23)."""

from channel_admin.prompts import GapsReply, RecursionReply


def gaps_fallback() -> GapsReply:
    """Prompt 7 without a model: nothing is missing."""
    return GapsReply(gaps=(), is_complete=True)


def recursion_fallback() -> RecursionReply:
    """Prompt 8 without a model: no subnet."""
    return RecursionReply(should_recurse=False)
