"""Run of a discussant's turn: the model is asked, its turn corrected, the host answered (DL-146, DL-153, DL-155)."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from deliberation.contracts.messages import TurnAnswer, TurnKind, TurnRequest
from deliberation.contracts.roles import Discussant
from deliberation.contracts.turns import TurnFacts
from deliberation.settings import DeliberationSettings
from deliberation.turn.answers import TurnAnswerFields, build_answer_fields, build_failed_turn
from deliberation.turn.conversation import TurnConversation, TurnFailure
from deliberation.turn.correction import CheckedTurn, TurnFault, correct_turn
from shared.core.decision import Send
from shared.core.message_base import ReceivedMessage
from shared.runtime.actor import TaskContext

F = TypeVar("F", bound=TurnFacts)
T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class TurnParts(Generic[F, T]):
    """Parts in which the turns of one kind differ from others.

    Attributes:
        kind: Kind of the turns.
        ask: Asks the model for a turn by its facts.
        find_faults: Yields what is wrong with a turn.
        build_answer: Returns the answer to the host, of the fields that all answers have, turn and facts.
    """

    kind: TurnKind
    ask: Callable[[TurnConversation, F], Awaitable[T]]
    find_faults: Callable[[T, F], Iterable[TurnFault]]
    build_answer: Callable[[TurnAnswerFields, CheckedTurn[T], F], TurnAnswer]


class TurnRunner:
    """Runner of a discussant's turn on a request."""

    def __init__(
        self,
        agent: Discussant,
        task: ReceivedMessage[TurnRequest],
        tools: TaskContext,
        settings: DeliberationSettings,
    ) -> None:
        self._agent: Discussant = agent
        self._task = task
        self._tools = tools
        self._settings = settings

    async def run(self, facts: F, parts: TurnParts[F, T]) -> list[Send]:
        """Take the turn and return one message to the sender: the answer to its request, or `TurnFailed`.

        Args:
            facts: Facts of the request.
            parts: Parts of the request's kind of turn.

        Raises:
            RetryAt: The model may be asked again at `instant`, before the answer is due (its circuit breaker is open),
                or another process is asking the same question.
            BudgetExceeded: The session's budget does not allow the first call.
            CorrelationClosed: The session ended meanwhile.
        """
        request = self._task.body
        conversation = TurnConversation(
            self._tools, answer_by=request.answer_by, call_timeout_s=self._settings.turn_call_timeout
        )

        async def ask(attempt_facts: F) -> T:
            return await parts.ask(conversation, attempt_facts)

        def build_fields() -> TurnAnswerFields:
            return build_answer_fields(request, self._agent, parts.kind, facts.round, conversation)

        try:
            checked = await correct_turn(conversation, facts, ask, lambda turn: tuple(parts.find_faults(turn, facts)))
        except TurnFailure as failure:
            answer = build_failed_turn(build_fields(), failure, request, self._tools.clock.now())
        else:
            answer = parts.build_answer(build_fields(), checked, facts)
        return [Send(to=self._task.sender, body=answer)]
