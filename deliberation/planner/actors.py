"""Planner: the actor that breaks the user's goal into a plan, and answers the critic's findings (DL-02, DL-30…44)."""

from collections.abc import Iterator, Mapping

from deliberation.contracts.messages import DraftPlan, PlanDrafted, StatePosition
from deliberation.contracts.replies import PlanDraft
from deliberation.contracts.turns import PlannerFacts
from deliberation.core.directive_checks import find_command, has_moved, has_rebuttal
from deliberation.core.finding_answers import find_unanswered, keep_known_answers
from deliberation.core.plan_checks import correct_plan, find_deadline_problems
from deliberation.planner.prompts import build_plan_prompt
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

MESSAGES: tuple[type[Message], ...] = (DraftPlan, StatePosition)


class Planner:
    """Task actor for DraftPlan and StatePosition."""

    def __init__(self, settings: DeliberationSettings) -> None:
        self._settings = settings

    async def perform(self, task: ReceivedMessage[DraftPlan | StatePosition], tools: TaskContext) -> list[Send]:
        """Take one turn and return one message to its sender: `PlanDrafted`, `PositionStated` or `TurnFailed`.

        The model is told once of wrong deadlines, of findings without an answer, and of a command that it did not
        follow. Then code corrects dates and total, with a warning for each correction, and the rest stands as it is;
        `ignored_directive` says that the command was not followed. Without a usable answer nothing is invented:
        `TurnFailed` says why.

        Raises:
            RetryAt: As `TurnRunner.run`.
            BudgetExceeded: As `TurnRunner.run`.
            CorrelationClosed: As `TurnRunner.run`.
        """
        runner = TurnRunner("planner", task, tools, self._settings)
        match task.body:
            case DraftPlan(facts=facts):
                return await runner.run(facts, _PLAN)
            case StatePosition(facts=facts):
                return await runner.run(facts, POSITION_TURNS[facts.kind])


async def _ask(conversation: TurnConversation, facts: PlannerFacts) -> PlanDraft:
    reply = await conversation.ask_with_tools(facts, build_plan_prompt)
    assert reply.turn is not None
    answers = keep_known_answers(reply.turn.answers, facts.findings)
    return reply.turn.model_copy(update={"answers": answers})


def _build_answer(fields: TurnAnswerFields, checked: CheckedTurn[PlanDraft], facts: PlannerFacts) -> PlanDrafted:
    plan, warnings = correct_plan(checked.turn.plan, facts.context.today, facts.context.language)
    return PlanDrafted(
        **fields,
        turn=checked.turn.model_copy(update={"plan": plan}),
        warnings=warnings,
        ignored_directive=checked.has_fault("directive"),
    )


def _find_faults(turn: PlanDraft, facts: PlannerFacts) -> Iterator[TurnFault]:
    """Yield what is wrong with a planner's turn, by kind: deadline, findings, directive, language."""
    language = facts.context.language
    for problem in find_deadline_problems(turn.plan, facts.context.today, language):
        yield TurnFault("deadline", problem)
    unanswered = find_unanswered(turn.answers, facts.findings)
    if unanswered:
        ids = ", ".join(finding.id for finding in unanswered)
        yield TurnFault("findings", _UNANSWERED[language].format(ids=ids))
    command = find_command(facts.directives, "planner")
    if command and not has_moved(facts.own_position, turn.position) and not has_rebuttal(turn.rebuttals):
        requirement = describe_directive(command, language)
        yield TurnFault("directive", _IGNORED[language].format(requirement=requirement))
    yield from find_language_faults(f"{turn.content}\n{turn.plan.title}\n{turn.position.conclusion}", language)


_PLAN = TurnParts("plan", _ask, _find_faults, _build_answer)
_UNANSWERED: Mapping[Language, str] = {
    "zh": "answers 没有回应这些 findings：{ids}。",
    "en": "answers has no answer to these findings: {ids}.",
}
_IGNORED: Mapping[Language, str] = {
    "zh": "你没有照主持人的要求去做：{requirement}（指出漏洞请写进 rebuttals。）",
    "en": "You did not do what the host requires: {requirement} (A flaw that you point out belongs in rebuttals.)",
}
