"""Somebody who plays against the team: moves after what they see, wrongly, twice, or not at all; takes back, resigns."""

import asyncio
import json
from collections.abc import Sequence
from random import Random
from typing import Any

from gamehive.contracts.events import GameStarted, MovePlayed, MovesRemoved
from gamehive.contracts.messages import GameMessage, PlayMove, ResignGame, TakeBackMove
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.ids import digest
from shared.store.port import LoggedEvent
from tests.simulation.game.courses import Deed, GameScript
from tests.simulation.game.history import GameHistory, PostedMove
from tests.simulation.game.reactions import Reactions
from tests.simulation.subject import Entry, Post

PAUSES = (0.0, 0.1, 0.5, 1.5)
"""Seconds that a person thinks."""


class Person:
    """Reacts to the events of a game that a client has seen, each reaction in the background."""

    def __init__(self, unique: str, game_id: str, course: GameScript, history: GameHistory, post: Post) -> None:
        assert course.seats is not None
        self._random = Random(f"person {unique}")
        self._game_id = game_id
        self._course = course
        self._history = history
        self._post = post
        self._side = course.seats.index("human") + 1
        self._board: Sequence[str] = ()
        self._plies = 0
        self._removals = 0
        self._turns = 0
        self._is_gone = False
        self._reactions = Reactions()

    def see(self, event: LoggedEvent) -> None:
        """An event of the game has come."""
        payload: dict[str, Any] = json.loads(event.data)["payload"]
        match event.type:
            case GameStarted.type:
                self._board = ("0" * payload["columns"],) * payload["rows"]
            case MovePlayed.type:
                self._board, self._plies = payload["board"], payload["ply"]
            case MovesRemoved.type:
                self._board, self._plies = payload["board"], payload["plies"]
                self._removals += 1
            case _:
                return
        if self._plies % 2 == self._side - 1 and not self._is_gone:
            self._turns += 1
            self._reactions.start(self._take_turn(self._turns, self._removals, self._plies))

    async def stop(self) -> None:
        """The game has ended."""
        await self._reactions.stop()

    async def _take_turn(self, turn: int, removals: int, plies: int) -> None:
        deed = self._course.deeds.get(turn)
        await asyncio.sleep(self._random.choice(PAUSES))
        if deed is not None and await self._do(deed, plies):
            return
        empty = [(x, y) for x, row in enumerate(self._board) for y, cell in enumerate(row) if cell == "0"]
        if (removals, plies) != (self._removals, self._plies) or not empty:
            return
        x, y = self._random.choice(empty)
        self._history.moves[self._game_id].append(PostedMove(removals, plies + 1, x, y))
        move = PlayMove(game_id=self._game_id, ply=plies + 1, x=x, y=y)
        for number in range(2 if deed == "twice" else 1):
            await self._say(move, digest("move", self._game_id, removals, plies + 1, x, y, number))
        if deed in ("take_back_meanwhile", "resign_meanwhile"):
            await asyncio.sleep(self._random.choice((0.3, 0.9, 1.6)))
            await self._change_mind(deed, plies + 1)

    async def _do(self, deed: Deed, plies: int) -> bool:
        """Do what is to be done first, and return whether the turn is over with it."""
        match deed:
            case "leave":
                self._is_gone = True
                return True
            case "resign" | "take_back":
                await self._change_mind(deed, plies)
                return deed == "resign" or any("1" in row or "2" in row for row in self._board)
            case "wrong_ply":
                await self._say(PlayMove(game_id=self._game_id, ply=plies + 3, x=0, y=0), digest("wrong", plies))
            case "occupied":
                taken = [(x, y) for x, row in enumerate(self._board) for y, cell in enumerate(row) if cell != "0"]
                for x, y in taken[:1]:
                    await self._say(PlayMove(game_id=self._game_id, ply=plies + 1, x=x, y=y), digest("taken", plies))
            case "off_board":
                await self._say(PlayMove(game_id=self._game_id, ply=plies + 1, x=9, y=-1), digest("off", plies))
            case _:
                pass
        return False

    async def _change_mind(self, deed: Deed, plies: int) -> None:
        if deed.startswith("resign"):
            await self._say(ResignGame(game_id=self._game_id), digest("resign", self._game_id))
        else:
            cause = digest("undo", self._game_id, self._removals, plies)
            await self._say(TakeBackMove(game_id=self._game_id, ply=plies), cause)

    async def _say(self, message: GameMessage, cause: str) -> None:
        await self._post(Entry(cause, [Send(Address("game", self._game_id), message)]))
