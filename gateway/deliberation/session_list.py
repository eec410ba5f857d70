"""Lists of a user's sessions, newest first."""

import asyncio
import json
from collections.abc import Sequence
from functools import partial
from typing import Any, cast

from deliberation.contracts.events import SessionEnded
from deliberation.contracts.text_limits import truncate_text
from deliberation.session_start import is_session_id
from gateway.deliberation.api_models import SessionItem, SessionPage
from gateway.http.pagination import encode_cursor
from gateway.http.store_timeout import call_store
from shared.store.port import CorrelationInfo, LoggedEvent, Store

INDEX_PAGE_SIZE, MAX_INDEX_PAGES = 200, 10
"""Index entries that one call of the store reads, and calls for one page; a user may have other correlations, too."""

MAX_CONCURRENT_READS = 8
"""Logs that are read concurrently."""

MAX_QUERY_CHARACTERS = 200
"""Length to which queries are cut."""


class SessionList:
    """Reader of lists of sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read_slots = asyncio.Semaphore(MAX_CONCURRENT_READS)

    async def read_page(self, user_id: str, limit: int, before: tuple[int, str] | None) -> SessionPage:
        """Return the newest sessions of a user, at most `limit`. Permissions are not checked.

        Args:
            user_id: Owner of the sessions.
            limit: Maximum number of sessions.
            before: Position (`decode_cursor`) after which the page begins; None = with the newest session.

        Returns:
            The page; with `next` unless the list surely ends with it, so that a later page may be empty.

        Raises:
            StoreUnavailable: If the store does not answer a read within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a read.
        """
        found: list[CorrelationInfo] = []
        position, has_more = before, True
        for _ in range(MAX_INDEX_PAGES):
            page = await call_store(
                partial(self._store.list_correlations, owner=user_id, before=position, limit=INDEX_PAGE_SIZE)
            )
            for correlation in page:
                if len(found) == limit:
                    return await self._build_page(found, position)
                position = (correlation.opened_at, correlation.correlation_id)
                if is_session_id(correlation.correlation_id):
                    found.append(correlation)
            has_more = len(page) == INDEX_PAGE_SIZE
            if not has_more:
                break
        return await self._build_page(found, position if has_more else None)

    async def _build_page(self, found: Sequence[CorrelationInfo], position: tuple[int, str] | None) -> SessionPage:
        items = await asyncio.gather(*(self._read_item(session.correlation_id) for session in found))
        following = None if position is None else encode_cursor(*position)
        return SessionPage(items=tuple(item for item in items if item is not None), next=following)

    async def _read_item(self, session_id: str) -> SessionItem | None:
        """Return the list item of a session, from its first and its last event; None if it has no log."""
        async with self._read_slots:
            first = await call_store(partial(self._store.read_log, session_id, 0, 1))
            last = await call_store(partial(self._store.read_last_event, session_id))
        return _build_item(first[0], last) if first and last is not None else None


def _build_item(first: LoggedEvent, last: LoggedEvent) -> SessionItem:
    start, end = (cast("dict[str, Any]", json.loads(event.data)) for event in (first, last))
    has_ended = last.type == SessionEnded.type
    return SessionItem(
        session_id=start["payload"]["session_id"],
        user_query=truncate_text(start["payload"]["user_query"], MAX_QUERY_CHARACTERS),
        status=end["payload"]["status"] if has_ended else "in_progress",
        created_at=start["timestamp"],
        ended_at=end["timestamp"] if has_ended else None,
        rounds=end["payload"].get("rounds" if has_ended else "round", 0),
    )
