"""Lists of a user's games, newest first."""

import json
from typing import Any, cast

from gamehive.contracts.events import GameEnded
from gamehive.game_start import is_game_id
from gateway.correlation_list import CorrelationList
from gateway.games.api_models import GameItem, GamePage
from shared.store.port import LoggedEvent, Store


class GameList:
    """Reader of lists of games."""

    def __init__(self, store: Store) -> None:
        self._list = CorrelationList(store, is_game_id, _build_item)

    async def read_page(self, user_id: str, limit: int, before: tuple[int, str] | None) -> GamePage:
        """Return the newest games of a user, at most `limit`. Permissions are not checked.

        Args:
            user_id: Owner of the games.
            limit: Maximum number of games.
            before: Position (`decode_cursor`) after which the page begins; None = with the newest game.

        Returns:
            The page; with `next` unless the list surely ends with it, so that a later page may be empty.

        Raises:
            StoreUnavailable: If the store does not answer a read within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a read.
        """
        items, following = await self._list.read_items(user_id, limit, before)
        return GamePage(items=items, next=following)


def _build_item(first: LoggedEvent, last: LoggedEvent) -> GameItem:
    start, end = (cast("dict[str, Any]", json.loads(event.data)) for event in (first, last))
    has_ended = last.type == GameEnded.type
    payload, result = start["payload"], end["payload"]
    return GameItem.model_validate(
        {
            **{name: payload[name] for name in ("game_id", "game", "referee", "seats", "level")},
            "status": "ended" if has_ended else "running",
            "created_at": start["timestamp"],
            "ended_at": end["timestamp"] if has_ended else None,
            "outcome": {"winner": result.get("winner"), "reason": result["reason"]} if has_ended else None,
        }
    )
