"""Turns of the simulated task agents: they call their tools, and conclude from the results in their notes alone."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from gamehive.contracts.turns import GameTurnFacts, SuggestedMove, TaskFinding, TurnReply
from gamehive.contracts.workspace import CandidateMove, StrategicPlan, Threat
from gamehive.core.games.board import Point, other_player
from gamehive.core.rules.rules_text import builtin_interpretation
from gamehive.simulated.facts_view import FactsView
from gamehive.simulated.replies import answer_forced_call, call_tool, give_finding
from gamehive.simulated.task_agent_texts import GOALS, KINDS, QUERIES, TEXT
from shared.core.language import Language, join_items, join_sentences

MAX_MOVES = 3

ATTACK_SCORE, DEFENCE_SCORE = 0.6, 0.4
"""Expected results from which the plan is to attack, and below which it is to defend."""

HOPELESS = 0.95
"""Danger from which the defence analyst suggests to think the last move over."""


def take_rule_turn(facts: GameTurnFacts) -> TurnReply:
    """Return the rule analyst's turn: the knowledge base, then the interpretation.

    What the knowledge base says of rules repeats the interpretation or is about one board, so that none is added.
    """
    view, language = FactsView(facts), facts.context.language
    call = _next_call(view, ("search_pattern",), query=QUERIES[language]["rules"])
    if call is not None:
        return call
    found = builtin_interpretation(view.position.game, language).model_copy(update={"builtin": False})
    text = join_sentences((found.win_condition, found.lose_condition, found.strategic_guideline), language)
    return give_finding(TaskFinding(text=text, interpretation=found))


def take_opening_turn(facts: GameTurnFacts) -> TurnReply:
    """Return the opening expert's turn: the book, else the engine's candidates."""
    view, language = FactsView(facts), facts.context.language
    call = _next_call(view, ("search_pattern",), query=QUERIES[language]["opening"])
    if call is not None:
        return call
    book = [each for data in view.tool_data("search_pattern") for each in _parse(data.get("book", ()))]
    knowledge = "\n".join(text for data in view.tool_data("search_pattern") for text in data.get("texts", ()))
    allowed = [each for each in book if view.may_propose(Point(each.x, each.y))]
    if allowed:
        text = TEXT[language]["book"].format(points=_points(allowed, language))
        return give_finding(
            TaskFinding(text=text, moves=_suggest(allowed), plan=_plan(view), knowledge=knowledge[:2500] or None)
        )
    call = _next_call(view, ("analyze_board",))
    if call is not None:
        return call
    return give_finding(
        TaskFinding(
            text=TEXT[language]["no_book"].format(points=_points(view.candidates[:MAX_MOVES], language)),
            moves=_suggest(view.candidates),
            plan=_plan(view),
            knowledge=knowledge[:2500] or None,
        )
    )


def take_attack_turn(facts: GameTurnFacts) -> TurnReply:
    """Return the attack analyst's turn: own threats, and the engine's candidates with their scores."""
    view, language = FactsView(facts), facts.context.language
    call = _next_call(view, ("analyze_board",))
    if call is not None:
        return call
    own = [each for each in _threats(view) if each.side == facts.context.to_move and each.kind != "losing_point"]
    text = join_sentences((*_describe_threats(own, "own", language), _describe_best(view)), language)
    return give_finding(TaskFinding(text=text, moves=_suggest(view.candidates), plan=_plan(view)))


def take_defence_turn(facts: GameTurnFacts) -> TurnReply:
    """Return the defence analyst's turn: the opponent's threats, and the moves that stop them."""
    view, language = FactsView(facts), facts.context.language
    call = _next_call(view, ("analyze_board",))
    if call is not None:
        return call
    others = [each for each in _threats(view) if each.side != facts.context.to_move and each.kind != "losing_point"]
    forcing = {point for each in others if each.must_reply for point in each.points}
    stopping = [each for each in view.candidates if (each.x, each.y) in forcing]
    moves = _suggest((*stopping, *(each for each in view.candidates if each not in stopping and each.proof != "lost")))
    if not moves:
        moves = _suggest(view.candidates)
    analysis = view.threat_analysis
    has_own_move = any(move.side == facts.context.my_side for move in facts.context.history)
    is_hopeless = analysis is not None and analysis.threat >= HOPELESS and has_own_move
    described = tuple(_describe_threats(others, "other", language)) or (TEXT[language]["calm"],)
    text = join_sentences((*described, _describe_best(view)), language)
    urgency = analysis.urgency if analysis is not None else 0.0
    return give_finding(TaskFinding(text=text, moves=moves, urgency=urgency, suggests_undo=is_hopeless))


def take_local_turn(facts: GameTurnFacts) -> TurnReply:
    """Return the local-tactics expert's turn: the disputed points, each evaluated."""
    return _take_evaluating_turn(facts, "local")


def take_calculation_turn(facts: GameTurnFacts) -> TurnReply:
    """Return the endgame calculator's turn: the first candidates evaluated, and the expected sequence."""
    return _take_evaluating_turn(facts, "sequence")


def take_reevaluation_turn(facts: GameTurnFacts) -> TurnReply:
    """Return the undo re-evaluator's turn: what was wrong with the move that was taken back, and better ones."""
    view, language = FactsView(facts), facts.context.language
    call = _next_call(view, ("analyze_board",))
    if call is not None:
        return call
    undone = [Point(move.x, move.y) for move in facts.context.blacklist[-1:]]
    call = _next_evaluation(view, undone)
    if call is not None:
        return call
    lesson = "".join(_describe_lesson(view, undone, language))
    text = join_sentences((lesson, _describe_best(view)), language)
    return give_finding(
        TaskFinding(text=text, moves=_suggest(view.candidates), lesson=lesson or None, plan=_plan(view))
    )


def _take_evaluating_turn(facts: GameTurnFacts, key: str) -> TurnReply:
    view, language = FactsView(facts), facts.context.language
    call = _next_call(view, ("analyze_board",)) or _next_evaluation(view, _first_points(view, 2))
    if call is not None:
        return call
    line = next((data["line"] for data in view.tool_data("analyze_board") if data.get("line")), ())
    sequence = join_items((f"({x},{y})" for x, y in line), language)
    told = TEXT[language][key].format(points=sequence) if sequence else ""
    evaluated = [each for each in _evaluations(view) if view.may_propose(Point(each.x, each.y))]
    ordered = (*view.candidates, *(each for each in evaluated if each not in view.candidates))
    return give_finding(
        TaskFinding(text=join_sentences((_describe_best(view), told), language), moves=_suggest(ordered))
    )


def _first_points(view: FactsView, count: int) -> list[Point]:
    """Return the points to evaluate: the first candidates of the analysis in this loop, in its order."""
    for data in view.tool_data("analyze_board"):
        points = [Point(each.x, each.y) for each in _parse(data.get("candidates", ()))]
        return [point for point in points if view.may_propose(point)][:count]
    return []


def _next_call(view: FactsView, tools: Sequence[str], **arguments: Any) -> TurnReply | None:
    """Return the forced call, or that of the first tool that was not called in this loop; None if all were."""
    if view.facts.forced_tool is not None:
        return answer_forced_call(view)
    language = view.facts.context.language
    for tool in tools:
        if view.can_call(tool) and not view.has_called(tool):
            return call_tool(tool, TEXT[language]["look"], **arguments)
    return None


def _next_evaluation(view: FactsView, points: Iterable[Point]) -> TurnReply | None:
    language = view.facts.context.language
    for x, y in points:
        if view.can_call("evaluate_position") and not view.has_called("evaluate_position", x=x, y=y):
            return call_tool("evaluate_position", TEXT[language]["check"].format(x=x, y=y), x=x, y=y)
    return None


def _parse(items: Iterable[Any]) -> list[CandidateMove]:
    return [CandidateMove.model_validate(each) for each in items]


def _evaluations(view: FactsView) -> Iterator[CandidateMove]:
    for data in view.tool_data("evaluate_position"):
        yield CandidateMove(x=data["x"], y=data["y"], score=data["score"], source="evaluation", ply=view.position.plies)


def _threats(view: FactsView) -> tuple[Threat, ...]:
    return view.threat_analysis.threats if view.threat_analysis is not None else ()


def _suggest(candidates: Iterable[CandidateMove]) -> tuple[SuggestedMove, ...]:
    """Return the first moves, each point once."""
    found: dict[tuple[int, int], SuggestedMove] = {}
    for each in candidates:
        move = SuggestedMove(x=each.x, y=each.y, score=each.score, reason=each.reason[:400])
        found.setdefault((each.x, each.y), move)
    return tuple(found.values())[:MAX_MOVES]


def _plan(view: FactsView) -> StrategicPlan | None:
    """Return a plan by the expected result of the best candidate; None without one."""
    if not view.candidates:
        return None
    best, language = view.candidates[0], view.facts.context.language
    is_ahead, is_behind = best.score >= ATTACK_SCORE, best.score <= DEFENCE_SCORE
    board = view.position.board
    centre = board.stone_at(Point(board.rows // 2, board.columns // 2))
    lacks_centre = view.position.game.goal == "no_line" and centre == other_player(view.position.to_move)
    stance = "attack" if is_ahead else "defend" if is_behind else "balance"
    return StrategicPlan(
        goal=GOALS[language]["no_line_without_centre" if lacks_centre else view.position.game.goal][stance],
        focus_area=f"({best.x},{best.y})",
        stance=stance,
        updated_at_ply=view.position.plies,
    )


def _describe_best(view: FactsView) -> str:
    language = view.facts.context.language
    if not view.candidates:
        return TEXT[language]["nothing"]
    best = view.candidates[0]
    return TEXT[language]["best"].format(x=best.x, y=best.y, score=best.score)


def _describe_threats(threats: Sequence[Threat], side: str, language: Language) -> Iterator[str]:
    for threat in threats[:3]:
        points = join_items((f"({x},{y})" for x, y in threat.points), language)
        yield TEXT[language][side].format(name=KINDS[language].get(threat.kind, threat.kind), points=points)


def _describe_lesson(view: FactsView, undone: Sequence[Point], language: Language) -> Iterator[str]:
    for point in undone:
        data = next((each for each in view.tool_data("evaluate_position") if (each["x"], each["y"]) == point), None)
        forcing = [each for each in _threats(view) if each.must_reply and tuple(point) not in each.points]
        if data is not None and data.get("reply"):
            x, y = data["reply"]
            text = TEXT[language]["lesson_reply"]
            yield text.format(point=f"({point.x},{point.y})", score=data["score"], reply=f"({x},{y})")
        elif forcing:
            points = join_items((f"({x},{y})" for x, y in forcing[0].points), language)
            name = KINDS[language].get(forcing[0].kind, forcing[0].kind)
            text = TEXT[language]["lesson_threat"]
            yield text.format(point=f"({point.x},{point.y})", name=name, points=points)
        else:
            yield TEXT[language]["lesson"].format(point=f"({point.x},{point.y})")


def _points(candidates: Iterable[CandidateMove], language: Language) -> str:
    return join_items((f"({each.x},{each.y})" for each in candidates), language)
