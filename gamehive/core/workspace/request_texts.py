"""Texts of what is wrong with a request, for its answer and for viewers."""

from gamehive.core.games.game import Game, games
from gamehive.core.workspace.request_check import RequestProblem
from shared.core.language import Language, join_items
from shared.core.text_catalog import TextCatalog

_render_text = TextCatalog.load("gamehive").render


def request_problem_text(problem: RequestProblem, language: Language) -> str:
    """Return a problem of a request as a text."""
    if problem.code == "unknown_game":
        return unknown_game_text(language)
    return _render_text(f"request.{problem.code}", language, **problem.values)


def unknown_game_text(language: Language) -> str:
    """Return the text that names the games, for a request that names none of them."""
    names = (_name(game, language) for game in games().values())
    return _render_text("unknown_game", language, games=join_items(names, language))


def other_game_text(game: Game, language: Language) -> str:
    """Return the text that names the known game of an id, for a request about another one."""
    return _render_text("other_game", language, game=_name(game, language))


def _name(game: Game, language: Language) -> str:
    return game.key if language == "en" else game.names[0]
