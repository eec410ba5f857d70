"""What does each demand look like now? Its log, folded; what was folded before is kept, and only the rest is read."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial

from gateway.core.view import fold
from gateway.core.view_shape import DemandView
from gateway.patience import asked
from shared.contracts.errors import ErrorCode, ToWowError
from shared.store.port import Store

KEPT = 200
"""Views that are kept: those asked for last."""

AT_ONCE = 8
"""Logs that are read at the same time."""

PAGE = 200
"""Events that are read, and folded, before others get their turn."""


class Views:
    """The views of a gateway."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, DemandView] = OrderedDict()
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def of(self, demand_id: str) -> DemandView:
        """The view as the log has it now. Raises ToWowError (E002) when there is no log, StoreLost."""
        async with self._turns:
            view = await self._read(demand_id, self._kept.get(demand_id))
        if view is None:
            raise ToWowError(ErrorCode.E002)
        self._keep(demand_id, view)
        return view

    async def all_of(self, demand_ids: Sequence[str]) -> Sequence[DemandView | None]:
        """Several, in this order; None for one that was forgotten meanwhile. Raises StoreLost."""
        return await asyncio.gather(*map(self._of_or_none, demand_ids))

    async def _of_or_none(self, demand_id: str) -> DemandView | None:
        try:
            return await self.of(demand_id)
        except ToWowError:
            return None

    def _keep(self, demand_id: str, view: DemandView) -> None:
        """Unless somebody else read further meanwhile."""
        kept = self._kept.get(demand_id)
        if kept is None or kept["last_seq"] < view["last_seq"]:
            self._kept[demand_id] = view
        self._kept.move_to_end(demand_id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def _read(self, demand_id: str, view: DemandView | None) -> DemandView | None:
        """Read on from where `view` ends. A log that is closed never grows."""
        while view is None or "closed_at" not in view:
            after = view["last_seq"] if view else 0
            events = await asked(partial(self._store.read_log, demand_id, after, PAGE))
            for event in events:
                view = fold(view, event.data)
            if len(events) < PAGE:
                return view
            await asyncio.sleep(0)
        return view
