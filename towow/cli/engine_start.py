"""Start of the engines for a game at the terminal, with a note while they are compiled."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from gamehive.core.games.game import Game
from towow.cli.output import print_note

COMPILE_NOTE_AFTER_S = 1.5
"""Seconds of compiling after which a note says so."""


class StartedEngines(Protocol):
    """Engines of a game, which compile what they need before their first search."""

    async def compile(self, games: Sequence[Game], /) -> None:
        """Compile the engines of some games."""
        ...


async def compile_engine(engines: StartedEngines, game: Game) -> None:
    """Compile the engine of a game; raises what `engines.compile` raises."""
    compilation = asyncio.create_task(engines.compile([game]))
    try:
        done, _ = await asyncio.wait((compilation,), timeout=COMPILE_NOTE_AFTER_S)
        if not done:
            print_note("Starting the engine. The first time on a machine it is compiled, which takes up to a minute.")
        await compilation
    finally:
        compilation.cancel()
