"""Index store that never has an index, for searches that use the memory segment only."""

from collections.abc import Sequence

from typing_extensions import override

from negotiation.search.disk_segment import DiskSegment
from negotiation.search.index_store import IndexStore, IndexUnavailable


class UnavailableIndexStore(IndexStore):
    """Index store whose indexes can be neither opened nor built."""

    def __init__(self) -> None:
        super().__init__("unavailable")

    @override
    async def open_or_build(self, content_hash: str, profiles: Sequence[bytes]) -> DiskSegment:
        raise IndexUnavailable("there is no index store")
