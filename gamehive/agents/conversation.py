"""Conversation of a run loop, read from the notes of its game (GH-46, GH-179)."""

from collections.abc import Iterable

from gamehive.contracts.transcript import Note

_SHOWN = frozenset(("user", "assistant", "tool", "summary"))


def select_conversation(notes: Iterable[bytes], loop: str) -> tuple[Note, ...]:
    """Return what the model is shown of a loop: its own notes, from the last summary on."""
    parsed = [Note.model_validate_json(note) for note in notes]
    shown = [note for note in parsed if note.loop == loop and note.kind in _SHOWN]
    start = max((index for index, note in enumerate(shown) if note.kind == "summary"), default=0)
    return tuple(shown[start:])
