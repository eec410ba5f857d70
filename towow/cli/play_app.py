"""Typer application of the command `towow play`, which has its place among the others."""

import typer

from towow.cli import options
from towow.cli.options import exit_with_code

play_app = typer.Typer(rich_markup_mode=None)


@play_app.command()
@exit_with_code
def play(
    game: options.GameArgument,
    level: options.LevelOption = 4,
    side: options.SideOption = options.GameSide.FIRST,
    team: options.TeamOption = False,
    watch: options.EnginesOnlyOption = False,
    time: options.MoveTimeOption = None,
    json: options.JsonOption = False,
) -> int:
    """Play a board game against the engine, or with --team against a team of agents that says what it thinks.

    A move is typed as row and column, from 0. With --json a line is printed for every move and one for the result, with
    --team also one for every event. The team speaks Chinese in a game that is given by its Chinese name.
    """
    from towow.cli.commands import play

    chosen = play.Options(
        game=game, level=level, side=None if watch else side.value, team=team, time_s=time, as_json=json
    )
    return play.play(chosen)
