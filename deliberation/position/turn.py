"""Turn with a position only, which planner and critic take alike (DL-16, DL-124…126)."""

from collections.abc import Iterator, Mapping

from deliberation.contracts.messages import PositionStated, TurnKind
from deliberation.contracts.replies import PositionTurn
from deliberation.contracts.turns import PositionFacts
from deliberation.core.normalized_text import normalize_text
from deliberation.position.prompts import build_position_prompt
from deliberation.turn.answers import TurnAnswerFields
from deliberation.turn.conversation import TurnConversation
from deliberation.turn.correction import CheckedTurn, TurnFault, find_language_faults
from deliberation.turn.turn_runner import TurnParts
from shared.core.language import Language


async def _ask(conversation: TurnConversation, facts: PositionFacts) -> PositionTurn:
    return await conversation.ask(build_position_prompt(facts))


def _build_answer(fields: TurnAnswerFields, checked: CheckedTurn[PositionTurn], _: PositionFacts) -> PositionStated:
    return PositionStated(**fields, turn=checked.turn)


def _find_faults(turn: PositionTurn, facts: PositionFacts) -> Iterator[TurnFault]:
    language = facts.context.language
    yield from find_language_faults(f"{turn.content}\n{turn.position.conclusion}", language)
    if facts.kind == "opposition":
        if normalize_text(turn.position.conclusion) == normalize_text(facts.target_conclusion):
            yield TurnFault("opposition", _SAME_CONCLUSION[language])
    elif not any(map(normalize_text, (*turn.uncertainties, turn.worst_case))):
        yield TurnFault("uncertainties", _NOTHING_UNCERTAIN[language])


POSITION_TURNS: Mapping[TurnKind, TurnParts[PositionFacts, PositionTurn]] = {
    "opposition": TurnParts("opposition", _ask, _find_faults, _build_answer),
    "convergence": TurnParts("convergence", _ask, _find_faults, _build_answer),
}
"""Turns with a position only, by their kind.

A devil's advocate who repeats the conclusion to oppose, and a last statement without anything uncertain, are
returned to the model once, and then accepted.
"""

_SAME_CONCLUSION: Mapping[Language, str] = {
    "zh": "conclusion 与要反对的结论相同：请站在反方，主张另一种做法。",
    "en": "The conclusion is the one to be opposed: take the opposing side and argue for another way.",
}
_NOTHING_UNCERTAIN: Mapping[Language, str] = {
    "zh": "uncertainties 和 worst_case 都是空的：请列出仍不确定的地方和最坏的情况。",
    "en": "Both uncertainties and worst_case are empty: list what remains uncertain, and the worst case.",
}
