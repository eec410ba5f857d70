"""Reply of a turn, built from what a model that uses tools says and calls (GH-37, GH-183)."""

from gamehive.contracts.turns import MAX_REPLY_CHARACTERS, ReplyCall, TurnReply
from shared.llm.tool_conversation import ToolReply


def build_turn_reply(reply: ToolReply) -> TurnReply:
    """Return the reply of a turn: beside calls all text is a thought; else the message begins at its first brace.

    Raises:
        ValidationError: There are too many calls, or the message is too long.
    """
    text = reply.text.strip()
    if reply.calls:
        calls = tuple(ReplyCall(tool=call.name, arguments=dict(call.arguments)) for call in reply.calls)
        return TurnReply(thought=text[:MAX_REPLY_CHARACTERS], calls=calls)
    start = text.find("{")
    thought = _strip_fence(text[:start]) if start > 0 else ""
    return TurnReply(thought=thought[:MAX_REPLY_CHARACTERS], message=text[max(start, 0) :])


def _strip_fence(text: str) -> str:
    """Return a text without the code fence that opens at its end."""
    return text.rstrip().removesuffix("```json").removesuffix("```").rstrip()
