"""What must hold of every version of a game's record, and of its notes. Pure."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from gamehive.contracts.workspace import MAX_UNDO_DEPTH, MAX_UNDOS_PER_GAME, MAX_UNDOS_PER_REQUEST
from gamehive.core.loop.loop import HOST_AGENT_MAX_LOOP_COUNT, MAX_MOVE_RETRY, SUB_AGENT_MAX_LOOP_COUNT
from shared.store.port import Commit
from tests.simulation.game.board_invariants import Moves


def version_problems(commits: Sequence[Commit]) -> Iterator[str]:
    """Yield what a record must be in none of its versions, given the commits that wrote them."""
    epoch = notes = 0
    for commit in commits:
        state: dict[str, Any] = json.loads(commit.record or b"{}")
        notes += len(commit.notes)
        workspace = state["workspace"]
        undo = workspace["undo_state"]
        if workspace["epoch"] < epoch:
            yield f"the epoch falls from {epoch} to {workspace['epoch']}"
        epoch = workspace["epoch"]
        if state["notes_length"] != notes:
            yield f"it counts {state['notes_length']} notes of {notes}"
        if state["loop"] is None and (undo["branch"] or undo["phase"] != "playing" or state["proposal"]):
            yield f"nothing is decided, and an undo or a proposal is left open: {undo['phase']}, {state['proposal']}"
        if state["loop"] is None and state["task"] is not None:
            yield "a task agent works, and nothing is decided"
        if len(workspace["snapshots"]) > MAX_UNDO_DEPTH:
            yield f"there are {len(workspace['snapshots'])} snapshots"
        if undo["attempts_this_request"] > MAX_UNDOS_PER_REQUEST or undo["attempts_in_game"] > MAX_UNDOS_PER_GAME:
            yield f"{undo['attempts_this_request']} undos of the request, {undo['attempts_in_game']} of the game"
        yield from _loop_problems(state)


def _loop_problems(state: dict[str, Any]) -> Iterator[str]:
    loop, task = state["loop"], state["task"] and state["task"]["loop"]
    for each, limit in ((loop, HOST_AGENT_MAX_LOOP_COUNT), (task, SUB_AGENT_MAX_LOOP_COUNT)):
        if each is not None and each["turns"] > limit:
            yield f"{each['agent']} has {each['turns']} turns"
        if each is not None and max(each["retries"].values(), default=0) > MAX_MOVE_RETRY:
            yield f"{each['agent']} has the retries {each['retries']}"


def final_problems(record: bytes, moves: Moves) -> Iterator[str]:
    """Yield where the record of a game that has ended is not what its log makes it."""
    state: dict[str, Any] = json.loads(record)
    history = [(move["x"], move["y"]) for move in state["workspace"]["move_history"]]
    if history != [tuple(move) for move in moves]:
        yield f"the record has the moves {history}, the log {[tuple(move) for move in moves]}"
    if not state["is_over"] or state["timer"] is not None or state["pending"] is not None:
        yield f"it has ended and waits for {state['pending']}, {state['timer']}"


def note_problems(notes: Sequence[bytes], length: int) -> Iterator[str]:
    """Yield where the notes of a game are not as many as its record counts, or a result stands in them twice."""
    if len(notes) != length:
        yield f"the record counts {length} notes, the store has {len(notes)}"
    parsed: list[dict[str, Any]] = [json.loads(note) for note in notes]
    calls = Counter(call["call_id"] for note in parsed for call in note["calls"])
    results = Counter(note["result"]["call_id"] for note in parsed if note.get("result"))
    for name, count in (calls + results).items():
        if calls[name] != 1 or results[name] > 1:
            yield f"the call {name} stands {calls[name]} times in the notes with {results[name]} results, in all {count}"
