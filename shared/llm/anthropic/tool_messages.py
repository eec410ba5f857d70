"""Messages of a conversation with tools: alternating roles, and each call followed by its result (GH-204)."""

import json
import re
from collections.abc import Iterable, Sequence

from anthropic.types import (
    CacheControlEphemeralParam,
    MessageParam,
    TextBlockParam,
    ToolResultBlockParam,
    ToolUseBlockParam,
)

from shared.llm.tool_conversation import AssistantTurn, ConversationTurn, ModelToolCall, ModelToolResult, UserText

MAX_NAME_CHARS = 64
"""Maximum length of a tool's name at the endpoint."""

PLACEHOLDER = "…"
"""Text where the API requires one and there is none."""

MISSING_RESULT = "There is no result of this call."

Block = TextBlockParam | ToolUseBlockParam | ToolResultBlockParam

_CACHED = CacheControlEphemeralParam(type="ephemeral")
_NOT_IN_NAME = re.compile(r"[^A-Za-z0-9_-]")


def build_messages(conversation: Iterable[ConversationTurn], user: str) -> list[MessageParam]:
    """Return the messages of a conversation, of which the text `user` is the last part.

    Calls get ids of the endpoint's form, unique even if they are not in the conversation. A call without a result gets
    an error as its result; a result without a call becomes a text. The end of the conversation is marked for caching.
    """
    builder = _MessageBuilder()
    for turn in conversation:
        match turn:
            case UserText():
                builder.add_text(turn.text)
            case AssistantTurn():
                builder.add_assistant(turn)
            case ModelToolResult():
                builder.add_result(turn)
    return builder.finish(user)


def count_text(conversation: Sequence[ConversationTurn]) -> str:
    """Return all text of a conversation, to estimate its tokens."""
    return "".join(_text_of(turn) for turn in conversation)


def _text_of(turn: ConversationTurn) -> str:
    calls = turn.calls if isinstance(turn, AssistantTurn) else ()
    # Ids and block borders count, too: 40 characters each is more than they have.
    return turn.text + "".join(f"{each.name}{json.dumps(dict(each.arguments))}" for each in calls) + "-" * 40


def sanitize_name(name: str) -> str:
    """Return a tool's name as the endpoint accepts it; a model can have made up another one."""
    return _NOT_IN_NAME.sub("_", name)[:MAX_NAME_CHARS] or "_"


class _MessageBuilder:
    """Messages so far; the blocks of the last user message are still open."""

    def __init__(self) -> None:
        self._messages: list[MessageParam] = []
        self._open: list[Block] = []
        self._pending: list[tuple[str, str]] = []
        self._count = 0

    def add_text(self, text: str) -> None:
        """Add a text of the user, after the results of the calls before it."""
        self._answer_pending()
        if text.strip():
            self._open.append(TextBlockParam(type="text", text=text))

    def add_assistant(self, turn: AssistantTurn) -> None:
        """Add a turn of the model; one without content is left out."""
        self._answer_pending()
        blocks: list[Block] = [TextBlockParam(type="text", text=turn.text)] if turn.text.strip() else []
        blocks += [self._call_block(call) for call in turn.calls]
        if not blocks:
            return
        if not self._open:
            # Two turns of the model in a row, or the first one of the conversation.
            self._open.append(TextBlockParam(type="text", text=PLACEHOLDER))
        self._close_user()
        self._messages.append({"role": "assistant", "content": blocks})

    def add_result(self, result: ModelToolResult) -> None:
        """Add the result of a call."""
        identifier = next((own for given, own in self._pending if given == result.call_id), None)
        if identifier is None:
            return self.add_text(result.text)
        self._pending.remove((result.call_id, identifier))
        self._open.append(_result_block(identifier, result.text, is_error=result.is_error))
        return None

    def finish(self, user: str) -> list[MessageParam]:
        """Add the last text and return all messages."""
        self._answer_pending()
        if self._open:
            self._open[-1]["cache_control"] = _CACHED
        if user.strip() or not self._open:
            self._open.append(TextBlockParam(type="text", text=user if user.strip() else PLACEHOLDER))
        self._close_user()
        return self._messages

    def _call_block(self, call: ModelToolCall) -> ToolUseBlockParam:
        self._count += 1
        identifier = f"call_{self._count}"
        self._pending.append((call.id, identifier))
        return ToolUseBlockParam(
            type="tool_use", id=identifier, name=sanitize_name(call.name), input=dict(call.arguments)
        )

    def _answer_pending(self) -> None:
        """Answer calls without a result: the API requires one for each."""
        results: list[Block] = [_result_block(own, MISSING_RESULT, is_error=True) for _, own in self._pending]
        self._open += results
        self._pending.clear()

    def _close_user(self) -> None:
        if self._open:
            self._messages.append({"role": "user", "content": self._open})
            self._open = []


def _result_block(identifier: str, text: str, *, is_error: bool) -> ToolResultBlockParam:
    block = ToolResultBlockParam(
        type="tool_result", tool_use_id=identifier, content=text if text.strip() else PLACEHOLDER
    )
    if is_error:
        block["is_error"] = True
    return block
