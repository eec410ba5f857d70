"""Engine port: whatever searches for moves, in processes of its own or in the caller's."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # NumPy takes a while to load
    from gamehive.engines.search import SearchAnswer, SearchRequest


class EngineService(Protocol):
    """Service that searches for the best move of a position."""

    async def search(self, request: "SearchRequest") -> "SearchAnswer":
        """Return the engine's move for a position that is not over.

        Raises:
            EngineUnavailable: No engine answers now; a later attempt may succeed.
            ValueError: The game is over, or no engine plays it.
        """
        ...
