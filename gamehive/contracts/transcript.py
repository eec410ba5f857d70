"""Transcript of a game: everything that was said and done for its decisions, in order (GH-46, GH-261)."""

from typing import Literal

from gamehive.contracts.tools import GameToolCall, GameToolResult
from shared.core.frozen_model import FrozenModel, Maybe

NoteKind = Literal["user", "assistant", "tool", "hook", "summary", "decision"]


class Note(FrozenModel):
    """Entry of the transcript. Notes of the kinds `hook` and `decision` are for replay only; no model reads them.

    Attributes:
        loop: Id of the run loop: of a decision, or of the call of a task agent.
        kind: `user`: what the agent is told; `assistant`: its reply; `tool`: result of a call; `hook`: what a hook did;
            `summary`: replaces all earlier notes of the loop in the model's context; `decision`: the final answer.
        agent: Agent who speaks or is spoken to.
        text: Text of the note.
        calls: Calls of tools in a reply.
        result: Result of a call.
        hook: Name of the hook that wrote it or injected it.
    """

    loop: str
    kind: NoteKind
    agent: str
    text: str = ""
    calls: tuple[GameToolCall, ...] = ()
    result: Maybe[GameToolResult] = None
    hook: Maybe[str] = None
