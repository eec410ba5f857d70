"""Thresholds of each embedder, calibrated on the open labelled pairs (DL-90)."""

import json
from functools import cache
from importlib.resources import files

from deliberation.contracts.control import SEED_THRESHOLDS, Thresholds


def thresholds_of(model: str) -> Thresholds:
    """Return the thresholds for the vectors of an embedding model, by its name; the seed's if it is not calibrated."""
    return _table().get(model, SEED_THRESHOLDS)


@cache
def _table() -> dict[str, Thresholds]:
    rows = json.loads(files("deliberation.host").joinpath("thresholds.json").read_text("utf-8"))
    return {model: Thresholds.model_validate(row) for model, row in rows.items()}
