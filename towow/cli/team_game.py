"""A game with the team at the terminal: follows its events, and sends what the person does in their turn."""

import json
import secrets

from gamehive.contracts.events import GameEnded, GameStarted, MovePlayed, MovesRemoved
from gamehive.core.games.board import Point
from gamehive.core.games.game import games
from gamehive.core.games.position import GamePosition, find_result, play_move, start_position
from gamehive.game_start import GameStart
from towow.bootstrap.system import DemandSystem
from towow.cli.board_game import GamePlayer, PlayerMove
from towow.cli.exit import FAILURE, SUCCESS
from towow.cli.team_output import TeamPrinter
from towow.narration.game_printer import parse_game_event


class TeamGame:
    """One game of a system in which the team plays, with a person or an engine."""

    def __init__(self, system: DemandSystem, start: GameStart, person: GamePlayer, printer: TeamPrinter) -> None:
        """Play the game of `start`, in which `person` is asked for the moves of the seat `human`, if there is one."""
        self._system = system
        self._start = start
        self._person = person
        self._printer = printer
        self._positions = [start_position(games()[start.message.game])]

    async def play(self) -> int:
        """Play to the end and return the exit code: 0, or 1 if the input ended before the game.

        Raises:
            CommandError: The input is no terminal, and a line holds neither a move nor a command.
        """
        await self._system.start_game(self._start)
        async for event in self._system.follow_game(self._start.game_id):
            self._printer.print_event(event)
            match parse_game_event(json.loads(event.data)):
                case GameStarted():
                    pass
                case MovePlayed(x=x, y=y):
                    self._positions.append(play_move(self._position, Point(x, y)))
                case MovesRemoved(plies=plies):
                    del self._positions[plies + 1 :]
                case GameEnded():
                    return SUCCESS
                case _:
                    continue
            if self._is_persons_turn() and not await self._ask():
                self._printer.print_unfinished()
                break
        return FAILURE

    @property
    def _position(self) -> GamePosition:
        return self._positions[-1]

    def _is_persons_turn(self) -> bool:
        is_over = find_result(self._position) is not None
        return not is_over and self._start.message.seats[self._position.to_move - 1] == "human"

    async def _ask(self) -> bool:
        """Send what the person does, and return whether the game goes on; False if their input has ended."""
        game_id, plies = self._start.game_id, self._position.plies
        unique = secrets.token_hex(8)
        while True:
            match await self._person.choose(self._position):
                case PlayerMove(point=point):
                    await self._system.play_move(game_id, plies + 1, point.x, point.y, unique=unique)
                    return True
                case "resign":
                    await self._system.resign(game_id)
                    return True
                case "undo" if plies >= 2:
                    await self._system.take_back(game_id, plies, unique=unique)
                    return True
                case "undo":
                    self._printer.print_undo(0, self._position)
                case "end_of_input":
                    return False
