"""Index of opened correlations in memory: of all, and by owner, in the order of opening."""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterator

IndexPosition = tuple[int, str]
"""Opening instant (ms) and id of a correlation: the sort key of the index."""


class CorrelationIndex:
    """Sorted positions of all correlations and of each owner's."""

    def __init__(self) -> None:
        self._all: list[IndexPosition] = []
        self._by_owner: defaultdict[str, list[IndexPosition]] = defaultdict(list)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, position: IndexPosition) -> None:
        """Add a correlation."""
        insort(self._all, position)

    def set_owner(self, position: IndexPosition, owner: str) -> None:
        """Add a correlation to `owner`'s index."""
        insort(self._by_owner[owner], position)

    def remove(self, position: IndexPosition, owner: str | None) -> None:
        """Remove a correlation, also from its owner's index."""
        _remove_sorted(self._all, position)
        if owner is not None:
            _remove_sorted(self._by_owner[owner], position)
            if not self._by_owner[owner]:
                del self._by_owner[owner]

    def list_newest(self, owner: str | None, before: IndexPosition | None) -> Iterator[IndexPosition]:
        """Iterate over `owner`'s positions (None: all), newest first, from behind the cursor `before`."""
        positions = self._all if owner is None else self._by_owner.get(owner, [])
        end = len(positions) if before is None else bisect_left(positions, before)
        return (positions[row] for row in range(end - 1, -1, -1))


def _remove_sorted(positions: list[IndexPosition], position: IndexPosition) -> None:
    del positions[bisect_left(positions, position)]
