"""Fallback answers of prompts 7 and 8 (TW-524, TWC-23); those of 4, 6 and 9 are in `core/fallback_content.py`."""

from channel_admin.prompts import GapsReply, RecursionReply


def gaps_fallback() -> GapsReply:
    """Build the fallback answer of the gap-identification prompt (7): no gaps."""
    return GapsReply(gaps=(), is_complete=True)


def recursion_fallback() -> RecursionReply:
    """Build the fallback answer of the recursion prompt (8): no subnets."""
    return RecursionReply(should_recurse=False)
