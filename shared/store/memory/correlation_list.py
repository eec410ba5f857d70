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
        """Add the opened correlation with this (opening instant in ms, id) to the index of all; not to an owner's.

        Call it once per correlation: a second call would list and count it twice.
        """
        insort(self._all, position)

    def set_owner(self, position: IndexPosition, owner: str) -> None:
        """Add the correlation with this (opening instant in ms, id) to the index of `owner`, after `add`.

        Call it once per correlation: a second call would list it twice.
        """
        insort(self._by_owner[owner], position)

    def remove(self, position: IndexPosition, owner: str | None) -> None:
        """Remove an added correlation from the index of all and from that of its `owner` (None: no owner).

        `position` and `owner` must be those given to `add` and `set_owner`: with others, another entry is removed, or
        IndexError is raised.
        """
        _remove_sorted(self._all, position)
        if owner is not None:
            _remove_sorted(self._by_owner[owner], position)
            if not self._by_owner[owner]:
                del self._by_owner[owner]

    def list_newest(self, owner: str | None, before: IndexPosition | None) -> Iterator[IndexPosition]:
        """Iterate over the (opening instant in ms, id) of the correlations of `owner` (None: of all), newest first.

        `before` is the last position of the previous page: only older ones follow (None: from the newest on). Nothing
        follows for an unknown owner. The index must not change until the iteration ends.
        """
        positions = self._all if owner is None else self._by_owner.get(owner, [])
        end = len(positions) if before is None else bisect_left(positions, before)
        return (positions[row] for row in range(end - 1, -1, -1))


def _remove_sorted(positions: list[IndexPosition], position: IndexPosition) -> None:
    del positions[bisect_left(positions, position)]
