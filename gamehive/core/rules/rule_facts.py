"""Facts of a game's rules that a program knows, and every interpretation has to agree with (GH-112)."""

from dataclasses import dataclass

from gamehive.core.games.game import Game


@dataclass(frozen=True, slots=True)
class RuleFacts:
    """Facts about a game.

    Attributes:
        lines_win: Whoever completes a line wins.
        lines_lose: Whoever completes a line loses.
        liberty_loss_loses: Whoever leaves a group of either side without liberties loses.
        connect: Stones of a line; a longer one counts too. 0 where no line matters.
        draw_possible: Whether a full board is a draw.
    """

    lines_win: bool
    lines_lose: bool
    liberty_loss_loses: bool
    connect: int
    draw_possible: bool

    @property
    def is_reversed(self) -> bool:
        """Whether what a beginner aims at loses the game."""
        return not self.lines_win


def rule_facts(game: Game) -> RuleFacts:
    """Return the facts of a game."""
    return RuleFacts(
        lines_win=game.goal == "line",
        lines_lose=game.goal == "no_line",
        liberty_loss_loses=game.goal == "liberties",
        connect=game.line,
        draw_possible=game.goal != "liberties",
    )
