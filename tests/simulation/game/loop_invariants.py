"""What must hold of the talk of a decision: turns, calls and their results, retries, undos, all within their limits. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence

from gamehive.contracts.events import (
    ChoiceOverruled,
    GameAgentSpoke,
    GameToolCalled,
    MoveRejected,
    MoveTakenBack,
    ToolAnswered,
)
from gamehive.contracts.workspace import MAX_UNDOS_PER_GAME, MAX_UNDOS_PER_REQUEST
from gamehive.core.loop.loop import HOST_AGENT_MAX_LOOP_COUNT, MAX_MOVE_RETRY, SUB_AGENT_MAX_LOOP_COUNT
from tests.simulation.game.game_log import DecisionSpan, Entry, decisions_of

TALK = (GameAgentSpoke, GameToolCalled, ToolAnswered)


def loop_problems(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield what the decisions of a log must not do."""
    undos = 0
    spans = list(decisions_of(entries))
    for span in spans:
        for problem in _talk_problems(span):
            yield f"decision {span.request_id}: {problem}"
        lost = {(each.x, each.y) for each in span.events_of(MoveTakenBack) if each.tentative and each.threat == 1}
        for event in span.events_of(ChoiceOverruled):
            if (event.better_x, event.better_y) in lost:
                yield f"decision {span.request_id}: the guard plays a move that was taken back as lost"
        taken_back = len(span.events_of(MoveTakenBack))
        if taken_back > MAX_UNDOS_PER_REQUEST:
            yield f"decision {span.request_id}: {taken_back} moves are taken back"
        undos += taken_back
        retries = [event.retry for event in span.events_of(MoveRejected)]
        if max(retries, default=0) > MAX_MOVE_RETRY or len(retries) > MAX_MOVE_RETRY + 1:
            yield f"decision {span.request_id}: a move is rejected with the retries {retries}"
    if undos > MAX_UNDOS_PER_GAME:
        yield f"{undos} moves are taken back in the game"
    told = sum(isinstance(event, TALK) for span in spans for event in span.entries)
    all_told = sum(isinstance(entry.event, TALK) for entry in entries)
    if told != all_told:
        yield f"{all_told - told} turns and calls belong to no decision"


def _talk_problems(span: DecisionSpan) -> Iterator[str]:
    turns: Counter[str] = Counter()
    opened: dict[str, str] = {}
    answered: set[str] = set()
    for event in span.entries:
        match event:
            case GameAgentSpoke():
                turns[event.loop] += 1
                if event.loop != span.request_id and event.loop not in opened:
                    yield f"{event.agent} speaks in the loop {event.loop}, which is not open"
                limit = HOST_AGENT_MAX_LOOP_COUNT if event.loop == span.request_id else SUB_AGENT_MAX_LOOP_COUNT
                if turns[event.loop] > limit or event.turn > limit:
                    yield f"{event.agent} has its turn {event.turn} of {limit}"
            case GameToolCalled():
                if event.call_id in opened or event.call_id in answered:
                    yield f"{event.tool} is called twice as {event.call_id}"
                if event.loop != span.request_id and event.loop not in opened:
                    yield f"{event.tool} is called in the loop {event.loop}, which is not open"
                opened[event.call_id] = event.tool
            case ToolAnswered():
                if opened.pop(event.call_id, None) != event.tool:
                    yield f"{event.tool} answers {event.call_id}, which is not open"
                answered.add(event.call_id)
            case _:
                pass
    move = span.move
    if move is None:
        return
    is_own = move.source == "llm" or bool(span.events_of(ChoiceOverruled))
    if is_own and opened:
        yield f"it ends with the calls {sorted(opened.values())} open"
    if (move.loops or 0) < turns[span.request_id]:
        yield f"it counts {move.loops} turns of {turns[span.request_id]}"
