"""Reasons of the simulated personas: only what the facts and the board say of a move."""

import re
from collections.abc import Iterator, Mapping

from gamehive.contracts.agents import DISPLAY_NAMES
from gamehive.contracts.workspace import CandidateMove, Threat
from gamehive.core.analysis.board_analysis import analyze_board
from gamehive.core.games.board import Point
from gamehive.core.games.position import play_move
from gamehive.simulated.facts_view import FactsView
from shared.core.language import Language, join_clauses

MAX_REASON_CHARACTERS = 300
MAX_GROUNDS = 3


def explain_move(view: FactsView, point: Point, candidate: CandidateMove | None, *, is_own_idea: bool) -> str:
    """Return why a move is proposed, in the game's language.

    Args:
        view: The facts.
        point: The move.
        candidate: What is known of it; None if nobody recommended it.
        is_own_idea: Whether the persona prefers it to what was recommended.
    """
    language = view.facts.context.language
    lost = [] if candidate is None or candidate.proof != "lost" else [*_explain_value(view, candidate, language)]
    grounds = [*lost, *_explain_lesson(view, language), *_explain_shapes(view, point, language)]
    if is_own_idea:
        grounds.append(_TEXT[language]["idea"])
    grounds += [*_explain_advice(view, point, language)]
    grounds += [] if lost else _explain_value(view, candidate, language)
    if len(grounds) < MAX_GROUNDS:
        grounds += [*_explain_plan(view, point, language), *_explain_rules(view, language)]
    text = join_clauses(grounds[:MAX_GROUNDS] or [_TEXT[language]["quiet"]], language)
    return cut_at_clause(text, MAX_REASON_CHARACTERS)


def cut_at_clause(text: str, limit: int) -> str:
    """Return a text of at most `limit` characters: its first clauses, or words, and an ellipsis if it is longer."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    ends = (max(head.rfind(mark) for mark in marks) for marks in ("，；。、,;.", " "))
    return head[: next((end for end in ends if end > 0), limit - 1)] + "…"


def _explain_lesson(view: FactsView, language: Language) -> Iterator[str]:
    lesson = view.facts.context.lesson
    if lesson:
        yield _TEXT[language]["lesson"].format(lesson=cut_at_clause(lesson.rstrip("。."), 120))


def _explain_shapes(view: FactsView, point: Point, language: Language) -> Iterator[str]:
    """Yield what the move does to the threats that the facts name."""
    analysis = view.threat_analysis
    mine = view.facts.context.to_move
    threats: tuple[Threat, ...] = (
        analysis.threats if analysis and analysis.computed_at_ply == view.position.plies else ()
    )
    for threat in sorted(threats, key=lambda each: each.side != mine):
        key = f"{'own' if threat.side == mine else 'other'}_{threat.kind}"
        if tuple(point) in threat.points and key in _SHAPES[language]:
            yield _SHAPES[language][key].format(x=point.x, y=point.y)
    if view.position.game.goal == "liberties":
        after = play_move(view.position, point)
        other, own = analyze_board(after).mobility
        yield _TEXT[language]["mobility"].format(own=own, other=other)


def _explain_advice(view: FactsView, point: Point, language: Language) -> Iterator[str]:
    for agent, finding in view.findings.items():
        for move in finding.moves[:1]:
            if (move.x, move.y) == point:
                name = next(names[language] for key, names in DISPLAY_NAMES.items() if key == agent)
                yield _TEXT[language]["advice"].format(name=name, score=move.score)
                return


def _explain_value(view: FactsView, candidate: CandidateMove | None, language: Language) -> Iterator[str]:
    if candidate is None:
        return
    if candidate.source == "book":
        yield _TEXT[language]["book"].format(reason=cut_at_clause(candidate.reason.rstrip("。."), 100))
    elif candidate.proof == "lost" and any(each.proof != "lost" for each in view.candidates):
        yield _TEXT[language]["lost_alone"]
    elif candidate.proof is not None:
        yield _TEXT[language][candidate.proof]
    elif candidate.verified and candidate.is_bound is not True:
        yield _TEXT[language]["value"].format(score=candidate.score)


def _explain_plan(view: FactsView, point: Point, language: Language) -> Iterator[str]:
    plan = view.facts.context.strategic_plan
    if plan is not None and plan.goal and plan.focus_area == f"({point.x},{point.y})":
        yield _TEXT[language]["plan"].format(goal=cut_at_clause(plan.goal, 80))


def _explain_rules(view: FactsView, language: Language) -> Iterator[str]:
    """Yield the aim that the rule analyst has found; the built-in interpretation is nobody's advice."""
    found = view.facts.context.rule_interpretation
    if found is not None and not found.builtin and found.strategic_guideline:
        guideline = re.split(r"[。.;；]", found.strategic_guideline)[0]
        yield _TEXT[language]["rules"].format(guideline=cut_at_clause(guideline, 80))


_SHAPES: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "own_four": "在 ({x},{y}) 连成五子",
        "own_open_four": "在 ({x},{y}) 连成五子",
        "own_two_in_line": "在 ({x},{y}) 连成三子",
        "own_open_three": "把活三走成活四：({x},{y})",
        "own_fork": "({x},{y}) 同时造出两个威胁",
        "other_four": "挡住对方的四：它走 ({x},{y}) 就连成五子",
        "other_open_four": "对方已有活四，只能先占其中一点 ({x},{y})",
        "other_two_in_line": "挡住对方在 ({x},{y}) 连成三子",
        "other_open_three": "挡住对方的活三：它走 ({x},{y}) 就成活四",
        "other_fork": "占住对方能同时造出两个威胁的点 ({x},{y})",
    },
    "en": {
        "own_four": "makes five at ({x},{y})",
        "own_open_four": "makes five at ({x},{y})",
        "own_two_in_line": "makes three at ({x},{y})",
        "own_open_three": "turns our open three into an open four at ({x},{y})",
        "own_fork": "makes two threats at once at ({x},{y})",
        "other_four": "blocks the four that would become five at ({x},{y})",
        "other_open_four": "takes one end, ({x},{y}), of the opponent's open four",
        "other_two_in_line": "blocks the opponent's three at ({x},{y})",
        "other_open_three": "blocks the open three that would become an open four at ({x},{y})",
        "other_fork": "takes ({x},{y}), where the opponent could make two threats at once",
    },
}
_TEXT: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "lesson": "吸取教训：{lesson}",
        "mobility": "走后安全着手我方 {own}、对方 {other}",
        "idea": "我更想主动一些，先发展自己的子",
        "advice": "{name}首选，评分 {score:.2f}",
        "book": "棋谱着手：{reason}",
        "won": "引擎已证明胜",
        "drawn": "引擎已证明不败",
        "lost": "引擎已证明负，也不知道更好的着手",
        "lost_alone": "引擎已证明这一手负",
        "value": "引擎期望 {score:.2f}",
        "plan": "照计划：{goal}",
        "rules": "依规则解读：{guideline}",
        "quiet": "安全而靠近中央的点",
    },
    "en": {
        "lesson": "lesson: {lesson}",
        "mobility": "leaves {own} safe moves to us and {other} to the opponent",
        "idea": "more active, in my own judgement: it develops our stones",
        "advice": "first choice of the {name}, score {score:.2f}",
        "book": "a move of the book: {reason}",
        "won": "proved to win by the engine",
        "drawn": "proved not to lose by the engine",
        "lost": "proved lost, and no better move is known",
        "lost_alone": "proved to lose by the engine",
        "value": "the engine expects {score:.2f}",
        "plan": "as planned: {goal}",
        "rules": "as the rule analyst says: {guideline}",
        "quiet": "a safe point near the centre",
    },
}
