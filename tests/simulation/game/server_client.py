"""A game server as its games see it: it asks for a move, and after each decision for the next; it changes its mind."""

import asyncio
import json
from collections.abc import Sequence
from random import Random
from typing import Any

from gamehive.contracts.decision import DecisionRequest
from gamehive.contracts.events import DecisionRefused, DecisionRequested, GameStarted, MovePlayed
from gamehive.core.games.board import Point
from gamehive.core.games.game import GameKey
from gamehive.core.games.position import is_ended_by_move, play_move, safe_moves
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.ids import digest
from shared.store.port import LoggedEvent
from tests.simulation.game.courses import Change
from tests.simulation.game.history import GameHistory
from tests.simulation.game.positions import position_after
from tests.simulation.game.reactions import Reactions
from tests.simulation.game.request_builder import RequestBuilder
from tests.simulation.subject import Entry, Post

PAUSES = (0.0, 0.2, 0.8, 2.0)
"""Seconds until the opponent has moved, or the server changes its mind."""


class ServerClient:
    """Reacts to the events of a game that a client has seen, each reaction in the background."""

    def __init__(
        self,
        builder: RequestBuilder,
        opening: Sequence[Point],
        request: DecisionRequest,
        history: GameHistory,
        post: Post,
    ) -> None:
        """`request` is the first one, after the moves of the opening; it is asked already."""
        self._builder = builder
        self._random = Random(f"server {builder.game_id}")
        self._history = history
        self._post = post
        self._moves = tuple(opening)
        self._current = request.request_id
        self._asked = 1
        self._changed = 0
        self._reactions = Reactions()

    def see(self, event: LoggedEvent) -> None:
        """An event of the game has come."""
        payload: dict[str, Any] = json.loads(event.data)["payload"]
        if event.type == GameStarted.type:
            self._be_hasty()
        if payload.get("request_id") != self._current:
            return
        match event.type:
            case DecisionRequested.type:
                change = self._builder.course.changes.get(self._asked)
                if change not in (None, "contradiction", "hasty") and self._changed < self._asked:
                    self._changed = self._asked
                    self._reactions.start(self._change(change))
            case MovePlayed.type:
                self._moves = (*self._moves, Point(payload["x"], payload["y"]))
                self._reactions.start(self._go_on(self._moves))
            case DecisionRefused.type:
                self._reactions.start(self._ask(self._moves))
            case _:
                pass

    async def stop(self) -> None:
        """The game has ended."""
        await self._reactions.stop()

    async def _go_on(self, moves: Sequence[Point]) -> None:
        """Have the opponent move, and ask for the next decision."""
        await asyncio.sleep(self._random.choice(PAUSES))
        position = position_after(self._builder.course.game, moves)
        if self._moves != moves or is_ended_by_move(position) or self._asked >= self._builder.course.requests:
            return
        move = self._random.choice(safe_moves(position) or position.board.empty_points())
        self._asked += 1
        if is_ended_by_move(play_move(position, move)):
            return
        is_wrong = self._builder.course.changes.get(self._asked) == "contradiction"
        self._be_hasty()
        await self._ask((*moves, move), is_wrong=is_wrong)

    def _be_hasty(self) -> None:
        """Ask for something else whether the decision is begun or not, if the course has it so."""
        if self._builder.course.changes.get(self._asked) == "hasty":
            self._reactions.start(self._change("other_move"))

    async def _change(self, change: Change | None) -> None:
        """Ask for something else while a decision is being made; or for the same again."""
        moves, current = self._moves, self._current
        await asyncio.sleep(self._random.choice(PAUSES))
        if current != self._current or moves != self._moves:
            return
        match change:
            case "again":
                request = self._builder.request(moves)
                await self._send(request, digest("again", self._current))
            case "other_game":
                other: GameKey = "misere" if self._builder.course.game == "tictactoe" else "tictactoe"
                request = self._builder.request(moves, game=other)
                await self._post_request(request, digest("decide", request.request_id))
            case "other_move" if moves:
                position = position_after(self._builder.course.game, moves[:-1])
                others = [move for move in safe_moves(position) if move != moves[-1]]
                others = [move for move in others if not is_ended_by_move(play_move(position, move))]
                if others:
                    await self._ask((*moves[:-1], self._random.choice(others)))
            case "rewind" if len(moves) >= 2:
                await self._ask(moves[:-2])
            case "restart":
                await self._ask(moves[: len(moves) % 2])
            case _:
                pass

    async def _ask(self, moves: Sequence[Point], *, is_wrong: bool = False) -> None:
        self._moves = tuple(moves)
        request = self._builder.request(self._moves, is_wrong=is_wrong)
        self._current = request.request_id
        await self._send(request, digest("decide", request.request_id))

    async def _send(self, request: DecisionRequest, cause: str) -> None:
        known = self._history.requests[self._builder.game_id]
        if request.request_id not in {each.request_id for each in known}:
            known.append(request)
        await self._post_request(request, cause)

    async def _post_request(self, request: DecisionRequest, cause: str) -> None:
        await self._post(Entry(cause, [Send(Address("game", self._builder.game_id), self._builder.message(request))]))
