"""Critic: the actor that looks for faults in a plan, and argues the opposing side on command (DL-03, DL-45…57)."""

from collections.abc import Iterator, Mapping

from deliberation.contracts.messages import CritiqueWritten, StatePosition, WriteCritique
from deliberation.contracts.replies import CritiqueTurn
from deliberation.contracts.turns import CriticFacts
from deliberation.core.directive_checks import find_command, has_moved, refers_to_other
from deliberation.core.finding_answers import keep_known_repeats
from deliberation.critic.prompts import build_critique_prompt
from deliberation.position.turn import POSITION_TURNS
from deliberation.settings import DeliberationSettings
from deliberation.turn.answers import TurnAnswerFields
from deliberation.turn.conversation import TurnConversation
from deliberation.turn.correction import CheckedTurn, TurnFault, find_language_faults
from deliberation.turn.prompts import describe_directive
from deliberation.turn.turn_runner import TurnParts, TurnRunner
from shared.core.decision import Send
from shared.core.language import Language
from shared.core.message_base import Message, ReceivedMessage
from shared.runtime.actor import TaskContext

MESSAGES: tuple[type[Message], ...] = (WriteCritique, StatePosition)


class Critic:
    """Task actor for WriteCritique and StatePosition."""

    def __init__(self, settings: DeliberationSettings) -> None:
        self._settings = settings

    async def perform(self, task: ReceivedMessage[WriteCritique | StatePosition], tools: TaskContext) -> list[Send]:
        """Take one turn and return one message to its sender: `CritiqueWritten`, `PositionStated` or `TurnFailed`.

        The model is told once of a command that it did not follow; `ignored_directive` says that it did not follow it
        then either. A risk or suggestion that claims to repeat an unknown finding counts as new. Without a usable
        answer nothing is invented: `TurnFailed` says why.

        Raises:
            RetryAt: As `TurnRunner.run`.
            BudgetExceeded: As `TurnRunner.run`.
            CorrelationClosed: As `TurnRunner.run`.
        """
        runner = TurnRunner("critic", task, tools, self._settings)
        match task.body:
            case WriteCritique(facts=facts):
                return await runner.run(facts, _CRITIQUE)
            case StatePosition(facts=facts):
                return await runner.run(facts, POSITION_TURNS[facts.kind])


async def _ask(conversation: TurnConversation, facts: CriticFacts) -> CritiqueTurn:
    reply = await conversation.ask_with_tools(facts, build_critique_prompt)
    assert reply.turn is not None
    critique = keep_known_repeats(reply.turn.critique, facts.findings)
    return reply.turn.model_copy(update={"critique": critique})


def _build_answer(fields: TurnAnswerFields, checked: CheckedTurn[CritiqueTurn], _: CriticFacts) -> CritiqueWritten:
    return CritiqueWritten(**fields, turn=checked.turn, ignored_directive=checked.has_fault("directive"))


def _find_faults(turn: CritiqueTurn, facts: CriticFacts) -> Iterator[TurnFault]:
    """Yield what is wrong with a critic's turn, by kind: directive, language."""
    language = facts.context.language
    command = find_command(facts.directives, "critic")
    if command and not has_moved(facts.own_position, turn.position):
        label = facts.labels["planner"]
        if not refers_to_other(turn.critique, label, facts.other_position, language):
            requirement = describe_directive(command, language)
            yield TurnFault("directive", _IGNORED[language].format(requirement=requirement, label=label))
    yield from find_language_faults(f"{turn.content}\n{turn.position.conclusion}", language)


_CRITIQUE = TurnParts("critique", _ask, _find_faults, _build_answer)
_IGNORED: Mapping[Language, str] = {
    "zh": "你没有照主持人的要求去做：{requirement}"
    "（指出对方推理的漏洞，请在 risk 或 suggestion 里写明“讨论者 {label}”并引用它的话。）",
    "en": "You did not do what the host requires: {requirement} "
    "(To point out a flaw in the other side's reasoning, name “discussant {label}” in a risk or suggestion and quote "
    "its words.)",
}
