"""Turn with a position only, which planner and critic take alike (DL-16, DL-124…126)."""

from collections.abc import Iterator, Mapping

from deliberation.contracts.messages import PositionStated, StatePosition, TurnFailed
from deliberation.contracts.replies import PositionTurn
from deliberation.contracts.roles import Discussant
from deliberation.contracts.turns import PositionFacts
from deliberation.core.normalized_text import normalize_text
from deliberation.position.prompts import build_position_prompt
from deliberation.settings import DeliberationSettings
from deliberation.turn.answers import build_answer_fields, build_failed_turn
from deliberation.turn.conversation import TurnConversation, TurnFailure
from deliberation.turn.correction import TurnFault, correct_turn, find_language_faults
from shared.core.language import Language
from shared.runtime.actor import TaskContext


async def state_position(
    request: StatePosition, agent: Discussant, tools: TaskContext, settings: DeliberationSettings
) -> PositionStated | TurnFailed:
    """Return the agent's position, or why there is none.

    A devil's advocate who repeats the conclusion to oppose, and a last statement without anything uncertain, are
    returned to the model once, and then accepted.

    Raises:
        RetryAt: The model may be asked again at `instant`, before the answer is due, or another caller is asking the
            same question.
        BudgetExceeded: The session's budget does not allow the call.
        CorrelationClosed: The session ended meanwhile.
    """
    facts = request.facts
    conversation = TurnConversation(tools, answer_by=request.answer_by, call_timeout_s=settings.turn_call_timeout)

    async def answer(attempt_facts: PositionFacts) -> PositionTurn:
        return await conversation.ask(build_position_prompt(attempt_facts))

    try:
        checked = await correct_turn(conversation, facts, answer, lambda turn: tuple(_find_faults(turn, facts)))
    except TurnFailure as failure:
        fields = build_answer_fields(request, agent, facts.kind, facts.round, conversation)
        return build_failed_turn(fields, failure, request, tools.clock.now())
    fields = build_answer_fields(request, agent, facts.kind, facts.round, conversation)
    return PositionStated(**fields, turn=checked.turn)


def _find_faults(turn: PositionTurn, facts: PositionFacts) -> Iterator[TurnFault]:
    language = facts.context.language
    yield from find_language_faults(f"{turn.content}\n{turn.position.conclusion}", language)
    if facts.kind == "opposition":
        if normalize_text(turn.position.conclusion) == normalize_text(facts.target_conclusion):
            yield TurnFault("opposition", _SAME_CONCLUSION[language])
    elif not any(map(normalize_text, (*turn.uncertainties, turn.worst_case))):
        yield TurnFault("uncertainties", _NOTHING_UNCERTAIN[language])


_SAME_CONCLUSION: Mapping[Language, str] = {
    "zh": "conclusion 与要反对的结论相同：请站在反方，主张另一种做法。",
    "en": "The conclusion is the one to be opposed: take the opposing side and argue for another way.",
}
_NOTHING_UNCERTAIN: Mapping[Language, str] = {
    "zh": "uncertainties 和 worst_case 都是空的：请列出仍不确定的地方和最坏的情况。",
    "en": "Both uncertainties and worst_case are empty: list what remains uncertain, and the worst case.",
}
