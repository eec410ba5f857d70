"""What every interpretation cache must do (GH-113)."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import pytest

from gamehive.core.games.game import games
from gamehive.core.rules.rules_text import builtin_interpretation
from gamehive.interpretation_cache.port import TTL_MS, InterpretationCache
from tests.support.async_tests import OpenedInTest

OURS = builtin_interpretation(games()["misere"], "en")
OTHER = builtin_interpretation(games()["gomoku"], "zh")


@dataclass(frozen=True)
class OpenedInterpretations:
    """A cache, what another process sees of it, and a way to let time (ms) pass for all of its keys."""

    here: InterpretationCache
    there: InterpretationCache
    pass_: Callable[[int], Awaitable[None]]


class InterpretationCacheContract:
    """A cache seen by two at once."""

    def open_cache(self) -> AbstractAsyncContextManager[OpenedInterpretations]:
        raise NotImplementedError

    @pytest.fixture
    def opened(self) -> OpenedInTest:
        return OpenedInTest(lambda _: self.open_cache())

    async def test_a_stored_interpretation_is_found_by_its_key(self, opened: OpenedInterpretations) -> None:
        await opened.here.put_interpretation("a", OURS)
        await opened.here.put_interpretation("b", OTHER)
        assert await opened.there.get_interpretation("a") == OURS
        assert await opened.there.get_interpretation("b") == OTHER
        assert await opened.there.get_interpretation("c") is None

    async def test_a_later_interpretation_replaces_an_earlier_one(self, opened: OpenedInterpretations) -> None:
        await opened.here.put_interpretation("a", OURS)
        await opened.there.put_interpretation("a", OTHER)
        assert await opened.here.get_interpretation("a") == OTHER

    async def test_an_interpretation_is_there_for_seven_days(self, opened: OpenedInterpretations) -> None:
        await opened.here.put_interpretation("a", OURS)
        assert TTL_MS == 7 * 86_400_000
        await opened.pass_(TTL_MS)
        assert await opened.there.get_interpretation("a") is None
