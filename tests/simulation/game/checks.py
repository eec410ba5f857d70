"""What must hold of every history of games: I11 of FAULTS § 2, by the requirements of its ledger, and I7. Pure."""

from collections.abc import Callable, Iterator, Sequence

from pydantic import ValidationError

from gamehive.contracts.events import GameEnded
from gamehive.game_start import ENTITY_KIND
from shared.core.timestamps import seconds_to_ms
from tests.simulation.checker import BOUND, Facts, allowed_delay
from tests.simulation.game.board_invariants import board_problems, final_moves, strength_problems
from tests.simulation.game.delivery_invariants import delivery_problems
from tests.simulation.game.game_log import Entry, decisions_of, read_game
from tests.simulation.game.history import GameHistory
from tests.simulation.game.loop_invariants import loop_problems
from tests.simulation.game.order_invariants import lateness_of, order_problems, request_problems
from tests.simulation.game.person_invariants import person_problems
from tests.simulation.game.record_invariants import final_problems, note_problems, version_problems
from tests.simulation.violation import Violation


def games_are_sound(facts: Facts) -> Iterator[Violation]:
    """I11: the rules of games and of the team, read from events, records and what servers and persons said."""
    for game_id, entries in _games(facts):
        if isinstance(entries, str):
            yield Violation("I11", f"{game_id}: its log cannot be read: {entries}")
            continue
        for problem in _problems(facts, game_id, entries):
            yield Violation("I11", f"{game_id}: {problem}")


def decisions_are_in_time(facts: Facts) -> Iterator[Violation]:
    """I7: a decision is made before its deadline, or as much later as its timer was kept from firing (GH-44)."""
    for game_id, entries in _games(facts):
        if isinstance(entries, str):
            continue
        for span in decisions_of(entries):
            times = lateness_of(span)
            if times is None or times[1] <= times[0]:
                continue
            causes = [w.commit.message_id for w in facts.standing if w.commit.correlation_id == game_id]
            claims = max(allowed_delay(facts, name, *times) for name in causes)
            if times[1] - times[0] > claims:
                yield Violation(
                    "I7", f"{game_id} decides {span.request_id} {times[1] - times[0]} ms late, {claims} allowed"
                )


def _games(facts: Facts) -> Iterator[tuple[str, Sequence[Entry] | str]]:
    for game_id in facts.history.accepted:
        if log := facts.remains.logs.get(game_id):
            try:
                yield game_id, read_game(log)
            except (KeyError, ValidationError) as error:
                yield game_id, str(error)


def _problems(facts: Facts, game_id: str, entries: Sequence[Entry]) -> Iterator[str]:
    history = facts.history
    assert isinstance(history, GameHistory)
    course, asked = history.courses[game_id], history.requests.get(game_id, [])
    known = {request.request_id: request for request in asked}
    yield from order_problems(entries)
    yield from board_problems(entries, known)
    yield from loop_problems(entries)
    if course.is_guarded:
        yield from strength_problems(entries)
    if course.seats is None:
        yield from delivery_problems(
            entries, asked, history.callbacks.get(game_id, ()), seconds_to_ms(history.limits.game_idle_timeout)
        )
    yield from person_problems(entries, history.moves.get(game_id, ()))
    address = f"{ENTITY_KIND}/{game_id}"
    yield from version_problems([w.commit for w in facts.standing if w.commit.address == address])
    if not isinstance(entries[-1].event, GameEnded):
        return
    if course.seats is None:
        yield from request_problems(entries, asked, BOUND + history.disturbed(entries[0].at, entries[-1].at))
    version, record = facts.remains.records.get(address, (0, b""))
    if not version:
        yield "it has ended without a record"
        return
    yield from final_problems(record, final_moves(entries, known))
    notes = facts.remains.notes.get(address, ())
    yield from note_problems(notes, sum(len(w.commit.notes) for w in facts.standing if w.commit.address == address))


GAME_CHECKS: Sequence[Callable[[Facts], Iterator[Violation]]] = (games_are_sound, decisions_are_in_time)
