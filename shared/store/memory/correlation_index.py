"""Which correlations began, in the order of their opening, and which of them are whose: the memory store's index."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterator

IndexPosition = tuple[int, str]
"""When it opened (ms), and its id."""


class CorrelationIndex:
    """Places in order, everybody's and each owner's. An owner of whom nothing is left is forgotten."""

    def __init__(self) -> None:
        self._everybody: list[IndexPosition] = []
        self._owned: defaultdict[str, list[IndexPosition]] = defaultdict(list)

    def __len__(self) -> int:
        return len(self._everybody)

    def add(self, place: IndexPosition) -> None:
        """It began."""
        insort(self._everybody, place)

    def set_owner(self, place: IndexPosition, owner: str) -> None:
        """It is `owner`'s."""
        insort(self._owned[owner], place)

    def remove(self, place: IndexPosition, owner: str | None) -> None:
        """It is forgotten."""
        _take_out(self._everybody, place)
        if owner is not None:
            _take_out(self._owned[owner], place)
            if not self._owned[owner]:
                del self._owned[owner]

    def list_newest(self, owner: str | None, before: IndexPosition | None) -> Iterator[IndexPosition]:
        """Newest first, of everybody or of `owner`, only what comes behind `before`."""
        places = self._everybody if owner is None else self._owned.get(owner, [])
        end = len(places) if before is None else bisect_left(places, before)
        return (places[number] for number in range(end - 1, -1, -1))


def _take_out(places: list[IndexPosition], place: IndexPosition) -> None:
    del places[bisect_left(places, place)]
