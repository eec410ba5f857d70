"""Summary of the simulated model: phase, last moves, danger, plan, and the best candidates (GH-153, GH-178)."""

from collections.abc import Mapping

from gamehive.contracts.turns import GameTurnFacts, Summary, SummaryFacts
from gamehive.core.phases.phase import Phase
from gamehive.simulated.facts_view import FactsView
from gamehive.tools.texts import describe_score
from shared.core.language import Language, join_items, join_sentences

MAX_CHARACTERS = 200
LAST_MOVES, BEST_CANDIDATES = 4, 3


def write_summary(facts: SummaryFacts) -> Summary:
    """Return what the workspace and the persona's own words say, cut at 200 characters."""
    context, language = facts.context, facts.context.language
    text = _TEXT[language]
    moves = join_items((f"({move.x},{move.y})" for move in context.history[-LAST_MOVES:]), language)
    view = FactsView(GameTurnFacts(agent=facts.speaker, context=context, max_turns=1))
    candidates = [
        f"({each.x},{each.y}) {describe_score(each.score, each.proof, language, is_bound=each.is_bound is True)}"
        for each in view.candidates[:BEST_CANDIDATES]
    ]
    sentences = (
        text["phase"].format(phase=_PHASES[language][context.phase], plies=len(context.history)),
        text["moves"].format(moves=moves) if moves else "",
        text["threat"].format(threat=context.threat_analysis.threat) if context.threat_analysis else "",
        text["candidates"].format(moves=join_items(candidates, language)) if candidates else "",
        text["plan"].format(goal=context.strategic_plan.goal) if context.strategic_plan else "",
        text["lesson"].format(lesson=context.lesson) if context.lesson else "",
        facts.own_words,
    )
    kept: list[str] = []
    for sentence in filter(None, sentences):
        if len(join_sentences((*kept, sentence), language)) <= MAX_CHARACTERS:
            kept.append(sentence)
    return Summary(text=join_sentences(kept, language))


_PHASES: Mapping[Language, Mapping[Phase, str]] = {
    "zh": {"opening": "开局", "midgame": "中盘", "endgame": "残局"},
    "en": {"opening": "opening", "midgame": "midgame", "endgame": "endgame"},
}
_TEXT: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "phase": "{phase}，已下 {plies} 手。",
        "moves": "最近 {moves}。",
        "threat": "危险 {threat:.2f}。",
        "candidates": "候选 {moves}。",
        "plan": "计划：{goal}。",
        "lesson": "教训：{lesson}",
    },
    "en": {
        "phase": "The {phase}, {plies} moves so far.",
        "moves": "Last: {moves}.",
        "threat": "Danger {threat:.2f}.",
        "candidates": "Candidates: {moves}.",
        "plan": "Plan: {goal}.",
        "lesson": "Lesson: {lesson}",
    },
}
