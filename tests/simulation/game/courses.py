"""The courses that games take, as far as persons, game server, model and engines decide, and which types they meet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from gamehive.contracts.messages import Seat
from gamehive.core.games.game import GameKey
from gamehive.core.games.level import Level
from shared.core.language import Language

TroubleKind = Literal[
    "down",
    "slow",
    "hangs",
    "unusable",
    "broken",
    "empty",
    "malformed",
    "illegal",
    "unknown_tool",
    "bad_arguments",
    "hand_over",
    "repeat",
    "worst",
    "undo",
]
"""What the model does in place of a reasonable reply: it gives none, or one that is no move, or a bad one."""

Topic = Literal["persona", "expert", "summary"]
"""Who asks the model."""

EngineTrouble = Literal["down", "slow", "late"]
"""`down`: no engine answers; `slow`: later than anybody waits; `late`: later than a step of the search may take."""

Response = int | Literal["fails", "hangs"]
"""What the game server does with a callback: a status, no connection, no response."""

Deed = Literal[
    "take_back",
    "take_back_meanwhile",
    "resign",
    "resign_meanwhile",
    "leave",
    "wrong_ply",
    "occupied",
    "off_board",
    "twice",
]
"""What a person does at one of their turns; after the wrong ones they make a right move."""

Change = Literal["other_move", "hasty", "rewind", "restart", "again", "contradiction", "other_game"]
"""What a game server does while a request is being decided, `hasty` not even waiting for that, or what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """The model fails these questions of a topic in each game: `count` from the `first` on."""

    kind: TroubleKind
    topic: Topic = "persona"
    first: int = 1
    count: int = 1

    def strikes(self, topic: Topic, number: int) -> bool:
        """Whether it concerns the question with this number, from 1."""
        return topic == self.topic and self.first <= number < self.first + self.count


@dataclass(frozen=True, slots=True)
class GameScript:
    """How a game goes.

    Attributes:
        seats: Who plays a game that we referee; None: a game server does.
        plies: Moves before a server's first request.
        played_out: Whether those moves leave the team no safe move.
        allowed_ms: Time of a server's request.
        requests: Requests of a server at most.
        deeds: What a person does at one of their turns, by its number from 1.
        changes: What a server does at one of its requests, by its number from 1.
        responses: What the game server does with each callback; the last one also with later ones.
        troubles: What goes wrong with the model.
        engines: What is wrong with the engines, for all games of the run.
        is_guarded: Whether a proved losing choice is overruled.
        may_undo: Whether the team may take back a move.
    """

    game: GameKey = "tictactoe"
    seats: tuple[Seat, Seat] | None = None
    plies: int = 2
    played_out: bool = False
    allowed_ms: int = 11_000
    requests: int = 3
    deeds: Mapping[int, Deed] = field(default_factory=dict[int, Deed])
    changes: Mapping[int, Change] = field(default_factory=dict[int, Change])
    responses: Sequence[Response] = (200,)
    troubles: Sequence[Trouble] = ()
    engines: EngineTrouble | None = None
    level: Level = 4
    language: Language = "en"
    is_guarded: bool = True
    may_undo: bool = True
    latency: float = 0.15
    budget: int = 0


FIRST: tuple[Seat, Seat] = ("human", "team")
SECOND: tuple[Seat, Seat] = ("team", "human")
ALWAYS = 99


def _server(kind: TroubleKind, topic: Topic = "persona", first: int = 1, count: int = 1) -> GameScript:
    return GameScript(troubles=(Trouble(kind, topic, first, count),), plies=3, requests=2)


COURSES: Mapping[str, GameScript] = {
    "person first": GameScript(seats=FIRST),
    "person second": GameScript(seats=SECOND, game="misere"),
    "against an engine": GameScript(seats=("team", "engine")),
    "against an engine in misère": GameScript(seats=("team", "engine"), game="misere", language="zh"),
    "against a weak engine": GameScript(seats=("team", "engine"), level=1),
    "taken back": GameScript(seats=FIRST, deeds={2: "take_back", 3: "take_back"}),
    "taken back meanwhile": GameScript(seats=SECOND, deeds={1: "take_back_meanwhile", 3: "take_back_meanwhile"}),
    "resigned": GameScript(seats=SECOND, deeds={2: "resign"}),
    "resigned meanwhile": GameScript(seats=FIRST, game="misere", deeds={2: "resign_meanwhile"}),
    "left": GameScript(seats=FIRST, deeds={2: "leave"}),
    "careless": GameScript(
        seats=FIRST, game="misere", deeds={1: "off_board", 2: "occupied", 3: "wrong_ply", 4: "twice"}
    ),
    "server": GameScript(),
    "server second": GameScript(plies=1),
    "server misère": GameScript(game="misere", plies=3, language="zh"),
    "server misère late": GameScript(game="misere", plies=4),
    "superseded": GameScript(changes={1: "other_move"}),
    "superseded in misère": GameScript(game="misere", plies=3, changes={1: "other_move", 2: "other_move"}),
    "hasty": GameScript(plies=3, changes={1: "hasty", 2: "hasty"}),
    "rewound": GameScript(plies=4, changes={1: "rewind", 3: "rewind"}, requests=4),
    "restarted": GameScript(plies=4, changes={2: "restart"}, requests=4),
    "repeated": GameScript(changes={1: "again", 2: "again"}),
    "another game": GameScript(changes={1: "other_game", 2: "other_game"}),
    "contradictory": GameScript(changes={1: "contradiction", 3: "contradiction"}),
    "short": GameScript(allowed_ms=6_000),
    "too short": GameScript(allowed_ms=3_000, plies=3),
    "slow": GameScript(latency=0.9),
    "gomoku": GameScript(game="gomoku8", plies=20, requests=2),
    "nogo": GameScript(game="nogo7", plies=28, requests=2),
    "nogo played out": GameScript(game="nogo7", played_out=True, requests=1),
    "server fails once": GameScript(responses=(500, 200)),
    "server away": GameScript(responses=("fails",), requests=2),
    "server hangs": GameScript(responses=("hangs", 200), requests=2),
    "server hangs always": GameScript(responses=("hangs",), requests=2, allowed_ms=8_000),
    "server rejects": GameScript(responses=(404,)),
    "model down": _server("down", count=ALWAYS),
    "model down later": _server("down", first=4, count=3),
    "experts down": _server("down", "expert", count=ALWAYS),
    "summaries down": _server("down", "summary", count=ALWAYS),
    "model slow": _server("slow"),
    "experts slow": _server("slow", "expert", count=2),
    "model hangs": _server("hangs", first=2),
    "experts hang": _server("hangs", "expert", count=2),
    "summaries hang": _server("hangs", "summary", count=ALWAYS),
    "unusable": _server("unusable"),
    "unusable twice": _server("unusable", count=2),
    "experts unusable": _server("unusable", "expert", count=4),
    "broken": _server("broken", first=2, count=ALWAYS),
    "empty": _server("empty"),
    "empty twice": _server("empty", count=2),
    "experts empty": _server("empty", "expert", count=4),
    "malformed": _server("malformed"),
    "malformed always": _server("malformed", count=ALWAYS),
    "experts malformed": _server("malformed", "expert", count=ALWAYS),
    "illegal": _server("illegal", count=2),
    "illegal always": _server("illegal", count=ALWAYS),
    "unknown tools": _server("unknown_tool", count=3),
    "bad arguments": _server("bad_arguments", count=3),
    "experts with unknown tools": _server("unknown_tool", "expert", count=ALWAYS),
    "handed over": _server("hand_over", count=10),
    "repeated calls": _server("repeat", count=10),
    "talks without end": _server("repeat", count=ALWAYS),
    "experts repeat calls": _server("repeat", "expert", count=ALWAYS),
    "plays badly": GameScript(game="misere", plies=3, troubles=(Trouble("worst", count=ALWAYS),)),
    "plays badly at home": GameScript(seats=FIRST, troubles=(Trouble("worst", count=ALWAYS),)),
    "plays badly in misère": GameScript(seats=SECOND, game="misere", troubles=(Trouble("worst", count=ALWAYS),)),
    "plays badly, unguarded": GameScript(
        plies=3, may_undo=False, troubles=(Trouble("worst", count=ALWAYS),), is_guarded=False
    ),
    "plays badly without undo": GameScript(plies=3, may_undo=False, troubles=(Trouble("worst", count=ALWAYS),)),
    "regrets": GameScript(plies=4, requests=3, troubles=(Trouble("undo", first=1), Trouble("undo", first=5))),
    "engines down": GameScript(engines="down", requests=2),
    "engines slow": GameScript(engines="slow", requests=2),
    "engines late": GameScript(engines="late", requests=2, troubles=(Trouble("worst", count=ALWAYS),)),
    "engine away": GameScript(seats=("team", "engine"), engines="slow"),
    "poor": GameScript(budget=350),
    "poorer": GameScript(budget=50),
    "two teams": GameScript(seats=("team", "team"), game="misere"),
}

USUAL = ("server", "server second", "server misère", "server fails once", "repeated")
OWN = ("person first", "person second", "taken back", "careless")

SUITS: Mapping[str, Sequence[str]] = {
    "start_game": (*OWN, "against an engine", "resigned", "left"),
    "play_move": (*OWN, "resigned"),
    "take_back_move": ("taken back", "taken back meanwhile"),
    "resign_game": ("resigned", "resigned meanwhile"),
    "request_decision": (*USUAL, "superseded", "rewound"),
    "deliver_decision": USUAL,
    "decision_delivered": USUAL,
    "task_failed": ("poor", "poorer"),
    "timer_fired": ("left", "model hangs", "experts hang", "engines slow"),
    "write_summary": ("server", "server misère", "person first", "server second"),
    "summary_written": ("server", "server misère", "person first", "server second"),
    "execute_tool": ("repeated calls", "server misère late", "talks without end"),
    "tool_executed": ("repeated calls", "server misère late", "talks without end"),
}
"""Message type → the courses on which it is seen for sure; the others are seen on every one."""
