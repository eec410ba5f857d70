"""Each course, without any adversary: who plays, how it is delivered, how it ends; and nothing is wrong with it."""

import json

import pytest

from gamehive.contracts.events import DecisionSettled, MovePlayed
from tests.simulation.game.courses import COURSES, SUITS
from tests.simulation.game.fault_free_run import play_course
from tests.simulation.game.message_types import TYPES

ENDS = {
    "person first": ("p llm p llm p llm p llm", "", "line"),
    "person second": ("llm p llm p llm p llm p", "", "line"),
    "against an engine": ("llm e llm e llm e llm e llm", "", "full_board"),
    "against an engine in misère": ("llm e llm e llm e llm e llm", "", "full_board"),
    "against a weak engine": ("llm e llm e llm", "", "line"),
    "taken back": ("p llm p llm p llm p llm", "", "line"),
    "taken back meanwhile": ("llm p p llm p llm", "", "line"),
    "resigned": ("llm p llm", "", "resigned"),
    "resigned meanwhile": ("p llm p", "", "resigned"),
    "left": ("p llm", "", "abandoned"),
    "careless": ("p llm p llm p llm p", "", "line"),
    "server": ("llm llm", "delivered delivered", "line"),
    "server second": ("llm llm llm", "delivered delivered delivered", "abandoned"),
    "server misère": ("llm llm llm", "delivered delivered delivered", "abandoned"),
    "server misère late": ("llm llm llm", "delivered delivered delivered", "full_board"),
    "superseded": ("llm llm", "superseded delivered delivered", "line"),
    "superseded in misère": ("llm llm llm", "superseded delivered delivered delivered", "abandoned"),
    "hasty": ("llm llm", "superseded delivered superseded delivered", "line"),
    "rewound": ("llm llm llm", "superseded delivered delivered delivered", "line"),
    "restarted": ("llm llm", "delivered delivered", "line"),
    "repeated": ("llm llm", "delivered delivered", "line"),
    "another game": ("llm llm", "delivered delivered", "line"),
    "contradictory": ("llm llm", "delivered delivered", "line"),
    "short": ("llm llm", "delivered delivered", "line"),
    "too short": ("engine engine", "delivered delivered", "line"),
    "slow": ("engine llm", "delivered delivered", "line"),
    "gomoku": ("llm llm", "delivered delivered", "abandoned"),
    "nogo": ("llm llm", "delivered delivered", "abandoned"),
    "nogo played out": ("llm", "delivered", "last_liberty"),
    "server fails once": ("llm llm", "delivered delivered", "line"),
    "server away": ("llm llm", "superseded expired", "line"),
    "server hangs": ("llm llm", "delivered superseded", "line"),
    "server hangs always": ("llm llm", "superseded expired", "line"),
    "server rejects": ("llm llm llm", "rejected rejected rejected", "abandoned"),
    "model down": ("engine engine", "delivered delivered", "line"),
    "model down later": ("llm engine", "delivered delivered", "line"),
    "experts down": ("llm llm", "delivered delivered", "line"),
    "summaries down": ("llm llm", "delivered delivered", "line"),
    "model slow": ("engine llm", "delivered delivered", "line"),
    "experts slow": ("engine llm", "delivered delivered", "line"),
    "model hangs": ("engine llm", "delivered delivered", "line"),
    "experts hang": ("engine llm", "delivered delivered", "line"),
    "summaries hang": ("llm llm", "delivered delivered", "abandoned"),
    "unusable": ("llm llm", "delivered delivered", "line"),
    "unusable twice": ("engine llm", "delivered delivered", "line"),
    "experts unusable": ("llm llm", "delivered delivered", "abandoned"),
    "broken": ("engine engine", "delivered delivered", "line"),
    "empty": ("llm llm", "delivered delivered", "abandoned"),
    "empty twice": ("engine llm", "delivered delivered", "abandoned"),
    "experts empty": ("llm llm", "delivered delivered", "line"),
    "malformed": ("llm llm", "delivered delivered", "line"),
    "malformed always": ("engine engine", "delivered delivered", "line"),
    "experts malformed": ("llm llm", "delivered delivered", "abandoned"),
    "illegal": ("llm llm", "delivered delivered", "abandoned"),
    "illegal always": ("engine engine", "delivered delivered", "line"),
    "unknown tools": ("llm llm", "delivered delivered", "line"),
    "bad arguments": ("llm llm", "delivered delivered", "line"),
    "experts with unknown tools": ("engine llm", "delivered delivered", "line"),
    "handed over": ("llm llm", "delivered delivered", "line"),
    "repeated calls": ("llm llm", "delivered delivered", "line"),
    "talks without end": ("engine engine", "delivered delivered", "abandoned"),
    "experts repeat calls": ("engine llm", "delivered delivered", "line"),
    "plays badly": ("engine engine engine", "delivered delivered delivered", "abandoned"),
    "plays badly at home": ("p engine p engine p engine", "", "line"),
    "plays badly in misère": ("engine p engine p engine p engine p llm", "", "full_board"),
    "plays badly, unguarded": ("llm llm llm", "delivered delivered delivered", "line"),
    "plays badly without undo": ("engine engine", "delivered delivered", "line"),
    "regrets": ("llm llm", "delivered delivered", "line"),
    "engines down": ("fallback fallback", "delivered delivered", "line"),
    "engines slow": ("fallback fallback", "delivered delivered", "line"),
    "engines late": ("engine engine", "delivered delivered", "line"),
    "engine away": ("fallback e fallback e fallback e fallback e fallback", "", "full_board"),
    "poor": ("engine engine", "delivered delivered", "line"),
    "poorer": ("engine engine", "delivered delivered", "line"),
    "two teams": ("llm llm llm llm llm llm llm llm llm", "", "full_board"),
}
"""Course → whose moves are played (p: a person's, e: an engine's, else a team's source), deliveries, the end's reason."""


@pytest.mark.parametrize("name", COURSES)
def test_a_course_goes_as_it_is_meant_to(name: str) -> None:
    played = play_course(name)
    assert [(found.invariant, found.reason) for found in played.violations] == []
    (log,) = played.history.remains.logs.values()
    rows = [(event.type, json.loads(event.data)["payload"]) for event in log]
    moves = [
        {"human": "p", "engine": "e"}.get(row["by"]) or row["source"] for kind, row in rows if kind == MovePlayed.type
    ]
    settled = [row["outcome"] for kind, row in rows if kind == DecisionSettled.type]
    assert (" ".join(moves), " ".join(settled), rows[-1][1]["reason"]) == ENDS[name]


@pytest.mark.parametrize("kind", TYPES.all)
def test_every_message_type_is_seen_on_the_courses_that_suit_it(kind: str) -> None:
    assert kind in SUITS or kind in ("turn_taken", "move_searched", "take_turn", "search_move")
    for name in SUITS.get(kind, ("server", "person first")):
        history = play_course(name).history
        sent = [entry for each in history.written for entry in each.commit.outbox]
        handled = {
            each.message.type for each in sent if each.message.message_id in history.remains.seen[each.correlation_id]
        }
        assert kind in handled, name
