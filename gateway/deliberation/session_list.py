"""Lists of a user's sessions, newest first."""

import json
from typing import Any, cast

from deliberation.contracts.events import SessionEnded
from deliberation.contracts.text_limits import truncate_text
from deliberation.session_start import is_session_id
from gateway.correlation_list import CorrelationList
from gateway.deliberation.api_models import SessionItem, SessionPage
from shared.store.port import LoggedEvent, Store

MAX_QUERY_CHARACTERS = 200
"""Length to which queries are cut."""


class SessionList:
    """Reader of lists of sessions."""

    def __init__(self, store: Store) -> None:
        self._list = CorrelationList(store, is_session_id, _build_item)

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
        items, following = await self._list.read_items(user_id, limit, before)
        return SessionPage(items=items, next=following)


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
