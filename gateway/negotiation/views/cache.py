"""What does each demand look like now? Its log, folded; what was folded before is kept, and only the rest is read.

Of a demand that ended only a line of a list is kept for long: it never changes, and is small.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from gateway.http.store_timeout import call_store
from gateway.negotiation.views.demand_projection import fold
from gateway.negotiation.views.demand_summary import DemandItem, item
from gateway.negotiation.views.schema import DemandView
from negotiation.contracts.error_codes import NegotiationErrorCode
from shared.core.api_error import ApiError
from shared.store.port import Store

T = TypeVar("T")

KEPT = 200
"""Views that are kept: those asked for last."""

KEPT_LINES = 5000
"""Lines of ended demands that are kept: those listed last. Together a few MiB."""

AT_ONCE = 8
"""Logs that are read at the same time."""

OF_LISTS = 4
"""How many of them may be for lists: who asks for one demand does not wait behind hundreds."""

PAGE = 200
"""Events that are read, and folded, before others get their turn."""


class DemandViewCache:
    """The views of a gateway."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, DemandView] = OrderedDict()
        self._lines: OrderedDict[str, DemandItem] = OrderedDict()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._turns_of_lists = asyncio.Semaphore(OF_LISTS)

    async def get(self, demand_id: str) -> DemandView:
        """The view as the log has it now. Raises ToWowError (E002) when there is no log, StoreLost."""
        async with self._turns:
            view = await self._read(demand_id, self._kept.get(demand_id))
        if view is None:
            raise ApiError(NegotiationErrorCode.E002)
        self._keep(demand_id, view)
        return view

    async def all_of(self, demand_ids: Sequence[str]) -> Sequence[DemandView | None]:
        """Several, in this order; None for one that was forgotten meanwhile. Raises StoreLost."""
        return await asyncio.gather(*map(self._of_or_none, demand_ids))

    async def lines_of(self, demand_ids: Sequence[str]) -> Sequence[DemandItem | None]:
        """What a list says of several, in this order; None for one that was forgotten meanwhile. Raises StoreLost."""
        return await asyncio.gather(*map(self._line_of, demand_ids))

    async def _line_of(self, demand_id: str) -> DemandItem | None:
        line = self._lines.get(demand_id)
        if line is None:
            view = await self._of_or_none(demand_id)
            if view is None:
                return None
            line = item(view)
        if "closed_at" in line:
            _put(self._lines, demand_id, line, KEPT_LINES)
        return line

    async def _of_or_none(self, demand_id: str) -> DemandView | None:
        try:
            async with self._turns_of_lists:
                return await self.get(demand_id)
        except ApiError:
            return None

    def _keep(self, demand_id: str, view: DemandView) -> None:
        """Unless somebody else read further meanwhile."""
        kept = self._kept.get(demand_id)
        if kept is None or kept["last_seq"] < view["last_seq"]:
            kept = view
        _put(self._kept, demand_id, kept, KEPT)

    async def _read(self, demand_id: str, view: DemandView | None) -> DemandView | None:
        """Read on from where `view` ends. A log that is closed never grows."""
        while view is None or "closed_at" not in view:
            after = view["last_seq"] if view else 0
            events = await call_store(partial(self._store.read_log, demand_id, after, PAGE))
            for event in events:
                view = fold(view, event.data)
            if events:
                await asyncio.sleep(0)
            if len(events) < PAGE:
                return view
        return view


def _put(kept: OrderedDict[str, T], name: str, value: T, most: int) -> None:
    """As the one used last; of more than `most` the one that was not used for longest goes."""
    kept[name] = value
    kept.move_to_end(name)
    while len(kept) > most:
        kept.popitem(last=False)
