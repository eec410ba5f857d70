"""Start of a game that we referee: validation of the request, its ids, and the first event and message (GH-205…215)."""

import re
from collections.abc import Mapping
from typing import Literal

from gamehive.contracts.events import GameStarted
from gamehive.contracts.messages import Seat, StartGame
from gamehive.contracts.workspace import FeatureFlag
from gamehive.core.games.game import Game, GameKey, find_game
from gamehive.core.workspace.request_texts import unknown_game_text
from gamehive.engines.level import Level
from gamehive.settings import GameSettings
from shared.core.api_error import ApiError, FieldError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel
from shared.core.ids import digest
from shared.core.language import Language
from shared.core.model_kind import ModelName
from shared.core.text_catalog import TextCatalog

ENTITY_KIND = "game"
"""Kind of the address of a game's entity."""

MAX_RULE_CHARACTERS = 4000
"""Maximum length of the text of the rules."""

HumanSide = Literal["first", "second", "none"]
Opponent = Literal["team", "engine"]

_GAME_ID = re.compile(r"g-[a-z2-7]{26}")
render_text = TextCatalog.load("gamehive").render


class GameStart(FrozenModel):
    """Valid start of a game: the first event of its log and the first message to its host."""

    event: GameStarted
    message: StartGame

    @property
    def game_id(self) -> str:
        """Id of the game: `g-` and 26 base32 characters."""
        return self.message.game_id


def is_game_id(text: str) -> bool:
    """Return whether a text has the form of a game's id."""
    return _GAME_ID.fullmatch(text) is not None


def game_id_of(unique: str) -> str:
    """Return the id of the game with this unique text: `g-` and 26 base32 characters; as secret as the text."""
    return f"g-{digest('game', unique)}"


def enabled_features(settings: GameSettings) -> frozenset[FeatureFlag]:
    """Return the features of the team that the settings switch on (GH-103)."""
    features: dict[FeatureFlag, bool] = {
        "undo_enabled": settings.game_undo,
        "undo_takeback": True,
        "engine_guard": settings.game_engine_guard,
        "rag_enabled": True,
    }
    return frozenset(feature for feature, is_enabled in features.items() if is_enabled)


def build_game_start(
    game: str,
    human: HumanSide,
    *,
    level: Level = 4,
    opponent: Opponent | None = None,
    rule: str = "",
    unique: str,
    owner: str | None,
    language: Language,
    model: ModelName,
    feature_flags: frozenset[FeatureFlag] = frozenset(),
) -> GameStart:
    """Validate a request and build the first event and message of its game; sends and stores nothing.

    Args:
        game: Key or name of the game.
        human: Which player the person is; with `none` the team begins and plays against `opponent`.
        level: Playing strength of the engines.
        opponent: Who plays the second side of a game without a person; None: an engine.
        rule: Text of the rules; empty: our own.
        unique: Text that no other game has, and that nobody can guess: the game's id is derived from it.
        owner: User whose game it is; None: nobody's.
        language: Language of the game's texts and of error messages.
        model: Model that answers the game's prompts.
        feature_flags: Features of the team.

    Raises:
        ApiError: E001, if the game is unknown, the rule is not valid, or an opponent is named beside a person.
    """
    found = find_game(game)
    problems = [
        *([FieldError(field="game", problem=unknown_game_text(language))] if found is None else []),
        *find_rule_problems(rule, "rule", language),
    ]
    if opponent is not None and human != "none":
        problems.append(FieldError(field="opponent", problem=render_text("opponent_beside_human", language)))
    if problems or found is None:
        raise ApiError(PlatformErrorCode.E001, problems, language)
    seats = _SEATS[human] if opponent is None else ("team", opponent)
    game_id = game_id_of(unique)
    message = StartGame(
        game_id=game_id,
        game=_key(found),
        seats=seats,
        level=level,
        game_rule=rule,
        language=language,
        model=model,
        feature_flags=feature_flags,
        owner=owner,
    )
    event = GameStarted(
        game_id=game_id,
        game=found.key,
        rows=found.rows,
        columns=found.columns,
        referee="towow",
        seats=seats,
        first_side=1,
        level=level,
        language=language,
        game_rule=rule,
        model=model,
    )
    return GameStart(event=event, message=message)


def find_rule_problems(rule: str, field: str, language: Language) -> list[FieldError]:
    """Return what is wrong with the text of the rules, which may be empty (GH-276)."""
    values = {"characters": len(rule), "limit": MAX_RULE_CHARACTERS}
    if len(rule) > MAX_RULE_CHARACTERS:
        return [FieldError(field=field, problem=render_text("rule_too_long", language, **values))]
    if "\x00" in rule or any("\ud800" <= character <= "\udfff" for character in rule):
        return [FieldError(field=field, problem=render_text("no_text", language))]
    return []


def _key(game: Game) -> GameKey:
    return _KEYS[game.key]


_KEYS: Mapping[str, GameKey] = {
    "gomoku": "gomoku",
    "gomoku8": "gomoku8",
    "nogo": "nogo",
    "nogo7": "nogo7",
    "tictactoe": "tictactoe",
    "misere": "misere",
}

_SEATS: Mapping[HumanSide, tuple[Seat, Seat]] = {
    "first": ("human", "team"),
    "second": ("team", "human"),
    "none": ("team", "engine"),
}
"""Who plays side 1, which begins, and side 2."""
