"""Command `towow play`: a game against an engine or the team of agents, or without a person, at the terminal."""

import os
import secrets
from dataclasses import dataclass
from typing import Literal

from pydantic import ValidationError

from gamehive.core.games.board import FIRST, SECOND
from gamehive.core.games.game import Game, find_game, games
from gamehive.engines.level import LEVEL_LIMITS, Level
from gamehive.engines.pool import EnginePool, EngineUnavailable
from gamehive.game_start import build_game_start, enabled_features
from gamehive.settings import GameSettings
from towow.cli.board_game import EnginePlayer, GamePlayer, TerminalPlayer, play_game
from towow.cli.engine_start import compile_engine
from towow.cli.exit import FAILURE, CommandError
from towow.cli.game_output import GamePrinter, JsonGamePrinter
from towow.cli.line_reader import LineReader
from towow.cli.signals import run_until_signal
from towow.cli.team_game import TeamGame
from towow.cli.team_output import JsonTeamPrinter, TextTeamPrinter
from towow.client.port import DEFAULT_USER
from towow.config.environment import read_configuration
from towow.config.settings import Settings
from towow.narration.sanitize import sanitize_text


@dataclass(frozen=True, slots=True)
class Options:
    """Command-line options of `towow play`.

    Attributes:
        game: Key or name of the game.
        level: Strength of the engine, 1 to 4.
        side: The side of the person; None if nobody plays.
        team: The team of agents plays: against the person, or without one as first player against the engine.
        time_s: Seconds of the engine for a move, None for those of the level; with the team those of its decision, None
            for those of the settings.
        as_json: Print a JSON object for every move.
    """

    game: str
    level: int
    side: Literal["first", "second"] | None
    team: bool
    time_s: float | None
    as_json: bool


def play(options: Options) -> int:
    """Play a game to its end and return the exit code: 0, or 1 if standard input ended before the game.

    Raises:
        CommandError: The game is unknown, the time is none for the team, or a line of standard input that is no
            terminal holds no move (2), or the engine's process ended (1).
        InvalidSettings: A bad environment variable; the team only.
    """
    game = find_game(options.game)
    if game is None:
        known = ", ".join(key for key in games())
        raise CommandError(f"unknown game {sanitize_text(options.game)!r}; known: {known}")
    if options.team:
        settings = _team_settings(options.time_s)
        return run_until_signal(lambda: _play_with_team(game, options, settings))
    return run_until_signal(lambda: _play(game, options))


async def _play(game: Game, options: Options) -> int:
    pool = EnginePool()
    try:
        await compile_engine(pool, game)
        printer = JsonGamePrinter() if options.as_json else GamePrinter()
        engine = EnginePlayer(pool, _level(options.level), options.time_s)
        players: dict[int, GamePlayer] = {FIRST: engine, SECOND: engine}
        if options.side is not None:
            human = FIRST if options.side == "first" else SECOND
            players[human] = TerminalPlayer(LineReader(), printer, engine)
        return await play_game(game, players, printer)
    except EngineUnavailable as error:
        raise CommandError(f"{error}; it may have run out of memory", FAILURE) from error
    finally:
        pool.close()


def _team_settings(time_s: float | None) -> Settings:
    settings = read_configuration(os.environ).settings
    if time_s is None:
        return settings
    try:
        own = GameSettings.model_validate({**settings.section(GameSettings).model_dump(), "game_move_time": time_s})
    except ValidationError as error:
        problem = error.errors()[0]["msg"].replace("Input should be", "a decision of the team takes")
        raise CommandError(f"--time {time_s:g}: {problem} seconds") from error
    return settings.replace(own)


async def _play_with_team(game: Game, options: Options, settings: Settings) -> int:
    from towow.client.game_system import open_game_system  # all of a system takes a while to load

    printer = JsonTeamPrinter() if options.as_json else TextTeamPrinter()
    try:
        async with open_game_system(settings) as (system, model, engines):
            await compile_engine(engines, game)
            start = build_game_start(
                game.key,
                options.side or "none",
                level=_level(options.level),
                unique=secrets.token_hex(16),
                owner=DEFAULT_USER,
                language="en" if options.game.isascii() else "zh",
                model=model,
                feature_flags=enabled_features(settings.section(GameSettings)),
            )
            adviser = EnginePlayer(engines, _level(options.level), None)
            person = TerminalPlayer(LineReader(), printer, adviser)
            return await TeamGame(system, start, person, printer).play()
    except EngineUnavailable as error:
        raise CommandError(f"{error}; it may have run out of memory", FAILURE) from error


def _level(number: int) -> Level:
    return next(level for level in LEVEL_LIMITS if level == number)
