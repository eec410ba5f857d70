"""Difference between a position and the same agent's previous one (DL-23…28)."""

from deliberation.contracts.position import Position, PositionChanges, PositionDraft
from deliberation.core.normalized_text import normalize_text

DELTA_DECIMALS = 6
"""Decimals of a difference of confidence, so that it shows no binary rounding."""


def diff_positions(previous: Position | None, draft: PositionDraft) -> Position:
    """Return the position that an agent states, with its changes computed by code; its own claim is dropped (DL-28).

    Args:
        previous: Last live position of the agent; None in its first live turn, which has no changes (DL-27).
        draft: Position as the model wrote it.
    """
    changes = None if previous is None else compute_changes(previous, draft)
    fields = draft.model_dump(exclude={"changes_from_last_round", "stance"})
    return Position(**fields, changes_from_last_round=changes)


def compute_changes(previous: PositionDraft, current: PositionDraft) -> PositionChanges:
    """Return what changed from one position to the next: conclusion, added reasons, difference of confidence.

    Texts that differ only in case, width, spacing or the punctuation at their ends are equal.
    """
    known = {normalize_text(reason) for reason in previous.key_reasons}
    added: dict[str, str] = {}
    for reason in current.key_reasons:
        if (normal := normalize_text(reason)) not in known:
            added.setdefault(normal, reason)
    return PositionChanges(
        conclusion_changed=normalize_text(previous.conclusion) != normalize_text(current.conclusion),
        reasons_added=tuple(added.values()),
        confidence_delta=round(current.confidence - previous.confidence, DELTA_DECIMALS),
    )
