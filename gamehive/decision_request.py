"""Request of a game server for a move: its fields, and the event and message that are made of it (GH-156…164)."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gamehive.contracts.decision import DecisionRequest, PlyRecord
from gamehive.contracts.events import GameStarted
from gamehive.contracts.messages import RequestDecision
from gamehive.contracts.workspace import FeatureFlag
from gamehive.core.games.board import FIRST, SECOND, Player
from gamehive.core.games.game import Game, find_game, games
from gamehive.core.workspace.request_check import find_request_problem
from gamehive.core.workspace.request_texts import request_problem_text, unknown_game_text
from gamehive.game_start import find_rule_problems, render_text
from gamehive.history_steps import InvalidHistory, parse_history_steps
from shared.core.api_error import ApiError, FieldError, PlatformErrorCode
from shared.core.frozen_model import FrozenModel
from shared.core.ids import digest
from shared.core.language import Language
from shared.core.model_kind import ModelName

MAX_RESERVE_MS = 5000
"""Time that is kept for the delivery of a decision, at most; half of a shorter allowed time (GH-44)."""

MIN_TEAM_MS = 6000
"""Allowed time below which the engine decides alone."""

MAX_ALLOWED_MS = 24 * 3600 * 1000
"""Allowed time that counts; whoever allows more gets the decision within this time as well."""

SERVER_LEVEL = 4
"""Level of the engines in a game of a server, whose request names none."""

MAX_HISTORY_CHARACTERS = 20_000
MAX_NUMBER = 2**63 - 1

_WHOLE_NUMBER = re.compile(r"[+-]?\d{1,19}", re.ASCII)
_DECIMAL_NUMBER = re.compile(r"[+-]?\d{1,19}(\.\d{1,9})?", re.ASCII)
_FIELDS = {"game": "gameType", "board": "currentMap", "history": "historySteps"}


class ServerRequest(FrozenModel):
    """Valid request of a game server.

    Attributes:
        event: First event of the game's log, if this is the game's first request.
        message: Message to the game's host.
    """

    event: GameStarted
    message: RequestDecision

    @property
    def game_id(self) -> str:
        """Id of the game: `g-` and 26 base32 characters."""
        return self.message.game_id

    @property
    def request_id(self) -> str:
        """Id of the request; one for the same game, side, ply and board has the same."""
        return self.message.request.request_id


def server_game_id(server_game: int, user_id: int) -> str:
    """Return the id of a server's game of one user: `g-` and 26 base32 characters."""
    return f"g-{digest('lmm', server_game, user_id)}"


def decision_request_id(game_id: str, game: str, side: Player, plies: int, board: Sequence[str]) -> str:
    """Return the id of a request: `r-` and 26 base32 characters; the same question of a game has the same."""
    return f"r-{digest('request', game_id, game, side, plies, *board)}"


def build_decision_request(
    fields: Mapping[str, object],
    *,
    now: int,
    language: Language,
    model: ModelName,
    feature_flags: frozenset[FeatureFlag] = frozenset(),
) -> ServerRequest:
    """Validate the fields of a request and build its event and message; sends and stores nothing.

    A number may be given as text. `gameRule` may be empty or missing, everything else is required; further fields are
    ignored. The decision is due at the allowed time less MAX_RESERVE_MS or half of it, whichever is less.

    Args:
        fields: The fields by name, as GH-156 has them.
        now: Time of the request (ms since the epoch).
        language: Language of the game's texts and of error messages.
        model: Model that answers the game's prompts.
        feature_flags: Features of the team.

    Raises:
        ApiError: E001, with every field that is wrong: malformed, or against the rules of the game.
    """
    reader = _FieldReader(fields, language)
    ids = reader.whole_number("gameId"), reader.whole_number("userId")
    game = _read_game(reader)
    side = _read_side(reader)
    board = tuple(row.strip() for row in reader.text("currentMap", 1000).strip().splitlines())
    history = _read_history(reader, side)
    rule = _read_rule(reader)
    allowed_ms = _read_allowed_time(reader)
    reader.check()
    assert game is not None
    game_id = server_game_id(*ids)
    request = DecisionRequest(
        request_id=decision_request_id(game_id, game.key, side, len(history), board),
        game=game.key,
        game_rule=rule,
        board=board,
        side=side,
        history=history,
        allowed_ms=allowed_ms,
        received_at=now,
        deadline=now + allowed_ms - min(MAX_RESERVE_MS, allowed_ms // 2),
        user_id=ids[1],
    )
    problem = find_request_problem(request)
    if problem is not None:
        reader.add(_FIELDS[problem.part], request_problem_text(problem, language))
        reader.check()
    message = RequestDecision(
        game_id=game_id,
        request=request,
        language=language,
        model=model,
        feature_flags=feature_flags,
        by_engine=allowed_ms < MIN_TEAM_MS,
    )
    return ServerRequest(event=_started(message, game), message=message)


@dataclass
class _FieldReader:
    """Reader of fields that collects what is wrong with them; a wrong field reads as empty or 0."""

    fields: Mapping[str, object]
    language: Language
    problems: list[FieldError] = field(default_factory=list[FieldError])

    def add(self, name: str, problem: str) -> None:
        self.problems.append(FieldError(field=name, problem=problem))

    def add_text(self, name: str, key: str, **values: object) -> None:
        self.add(name, render_text(key, self.language, **values))

    def check(self) -> None:
        if self.problems:
            raise ApiError(PlatformErrorCode.E001, self.problems, self.language)

    def text(self, name: str, limit: int) -> str:
        value = self.fields.get(name)
        if value is None:
            self.add_text(name, "missing")
        elif not isinstance(value, str) or "\x00" in value:
            self.add_text(name, "no_text")
        elif len(value) > limit:
            self.add_text(name, "too_long", limit=limit)
        else:
            return value
        return ""

    def whole_number(self, name: str) -> int:
        value = self.fields.get(name)
        if value is None:
            self.add_text(name, "missing")
            return 0
        if isinstance(value, str) and _WHOLE_NUMBER.fullmatch(value.strip()):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MAX_NUMBER:
            self.add_text(name, "no_whole_number")
            return 0
        return value


def _read_game(reader: _FieldReader) -> Game | None:
    known = len(reader.problems)
    name, size = reader.text("gameType", 100), reader.whole_number("gridSize")
    game = find_game(name)
    if len(reader.problems) > known:
        return game
    if game is None:
        reader.add("gameType", unknown_game_text(reader.language))
        return None
    if game.key == "nogo" and size == games()["nogo7"].rows:
        return games()["nogo7"]
    if size != game.rows:
        reader.add_text("gridSize", "grid_size", rows=game.rows)
    return game


def _read_side(reader: _FieldReader) -> Player:
    value = reader.fields.get("LLMFlag")
    match value.strip() if isinstance(value, str) else value:
        case "1":
            return FIRST
        case "2":
            return SECOND
        case 1 | 2 as number if not isinstance(number, bool):
            return FIRST if number == FIRST else SECOND
        case None:
            reader.add_text("LLMFlag", "missing")
        case _:
            reader.add_text("LLMFlag", "flag")
    return SECOND


def _read_history(reader: _FieldReader, side: Player) -> tuple[PlyRecord, ...]:
    text = reader.text("historySteps", MAX_HISTORY_CHARACTERS)
    try:
        return parse_history_steps(text, side)
    except InvalidHistory as error:
        reader.add_text("historySteps", f"history.{error.problem}", line=error.line)
        return ()


def _read_rule(reader: _FieldReader) -> str:
    rule = reader.fields.get("gameRule")
    if rule is None:
        return ""
    if not isinstance(rule, str):
        reader.add_text("gameRule", "no_text")
        return ""
    reader.problems += find_rule_problems(rule, "gameRule", reader.language)
    return rule


def _read_allowed_time(reader: _FieldReader) -> int:
    value = reader.fields.get("allowedTimeout")
    if value is None:
        reader.add_text("allowedTimeout", "missing")
        return 1
    if isinstance(value, str) and _DECIMAL_NUMBER.fullmatch(value.strip()):
        value = float(value)
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if not is_number or value <= 0:  # pyright: ignore[reportOperatorIssue]
        reader.add_text("allowedTimeout", "allowed_time")
        return 1
    return max(1, int(min(value, MAX_ALLOWED_MS)))  # pyright: ignore[reportArgumentType]


def _started(message: RequestDecision, game: Game) -> GameStarted:
    request = message.request
    return GameStarted(
        game_id=message.game_id,
        game=game.key,
        rows=game.rows,
        columns=game.columns,
        referee="server",
        seats=("team", "opponent") if request.side == FIRST else ("opponent", "team"),
        first_side=request.history[0].side if request.history else request.side,
        level=SERVER_LEVEL,
        language=message.language,
        game_rule=request.game_rule,
        model=message.model,
    )
