"""The two actors of this service: the host entity, which moderates a session, and its skills (DESIGN § 2).

The host (address kind `deliberation`) has the state of one session and decides every message with the pure function
`deliberation.host.core.session.decide`. The skills (address kind `deliberation_skills`) are stateless tasks: they
compare positions and review contents.
"""

from functools import partial
from typing import get_args

from deliberation.contracts.messages import ComparePositions, ReviewContent
from deliberation.host.comparer_port import PositionComparer
from deliberation.host.content_reviewer import ContentReviewer
from deliberation.host.core.session import HostMessage, decide
from deliberation.host.core.state import SessionState
from deliberation.settings import DeliberationSettings
from shared.core.decision import Send
from shared.core.message_base import Message, ReceivedMessage
from shared.runtime.actor import Entity, TaskContext


def host_entity(settings: DeliberationSettings) -> Entity[SessionState]:
    """Build the runtime's entity for addresses of kind `deliberation`; one instance moderates one session.

    Args:
        settings: Settings stored in each new session; existing sessions keep those they were created with.
    """
    return Entity(
        role="deliberation_host",
        kind="deliberation",
        state=SessionState,
        decide=partial(decide, settings),
        messages=get_args(HostMessage),
    )


MESSAGES: tuple[type[Message], ...] = (ComparePositions, ReviewContent)
"""The task requests that the skills accept."""


class DeliberationSkills:
    """Executor of the host's tasks that use no model: comparison of positions, review of contents."""

    def __init__(self, comparer: PositionComparer, reviewer: ContentReviewer) -> None:
        self._comparer = comparer
        self._reviewer = reviewer

    async def perform(self, task: ReceivedMessage[ComparePositions | ReviewContent], tools: TaskContext) -> list[Send]:
        """Execute one task and return one message to its sender: `PositionsCompared` or `ContentReviewed`.

        Raises:
            Exception: The reviewer does not answer; the runtime repeats the task, then replies `task_failed`.
        """
        match task.body:
            case ComparePositions():
                answer = await self._comparer.compare(task.body)
            case ReviewContent():
                answer = await self._reviewer.review(task.body)
        return [Send(to=task.sender, body=answer)]
