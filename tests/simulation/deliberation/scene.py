"""The deliberation's part of a simulated world: its sessions, its comparer and reviewer, and what its model answers."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from deliberation.contracts.messages import TerminateDeliberation
from deliberation.contracts.session import SessionOwner
from deliberation.resources import DeliberationResources
from deliberation.session_start import ENTITY_KIND, build_session_start
from deliberation.settings import DeliberationSettings
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.ids import digest
from shared.llm.port import ModelUnavailable, Prompt, UnusableAnswer
from shared.runtime.application import Resources
from tests.simulation.deliberation.courses import ALWAYS, SessionScript, Trouble
from tests.simulation.deliberation.history import DeliberationHistory
from tests.simulation.deliberation.model import ANSWERS, PROMPTS, QUERY
from tests.simulation.deliberation.resources import CourseComparer, CourseReviewer, break_down
from tests.simulation.deliberation.session_log import USER, termination_cause
from tests.simulation.deliberation.words import word_of
from tests.simulation.endpoint import COST
from tests.simulation.process import Process
from tests.simulation.subject import Entry, Opening, Order, Participant, Plan

if TYPE_CHECKING:
    from tests.simulation.cluster import Cluster

NEVER = 1000.0
"""Seconds that are longer than anybody waits."""


class DeliberationScene:
    """Sessions and their courses."""

    participants: tuple[Participant, ...] = ()

    def __init__(self, world: "Cluster", plan: Plan, seed: int) -> None:
        assert isinstance(world.history, DeliberationHistory)
        self._history = world.history
        self._limits = plan.settings.section(DeliberationSettings)
        self._courses: dict[str, SessionScript] = {}
        self._asked: Counter[tuple[str, str, int]] = Counter()
        self._answers = 0
        self._skills = DeliberationResources(
            CourseComparer(self._courses.__getitem__, self._history),
            CourseReviewer(self._courses.__getitem__, self._history),
        )

    def resources(self, process: Process) -> Resources:
        """Comparer and reviewer."""
        return Resources(self._skills)

    def open(self, order: Order[SessionScript], now: int) -> Opening:
        """Start a session; the same again when it is started again."""
        course = order.course
        start = build_session_start(
            QUERY[course.language],
            SessionOwner(user_id=USER, conversation_id=f"conversation {order.unique}"),
            unique=order.unique,
            now=now,
            today="2026-01-22",
            timezone="Asia/Shanghai",
            model="simulated",
            max_rounds=self._limits.max_deliberation_rounds,
            round1_mode=course.first_round,
        )
        session_id = start.session_id
        self._courses[session_id] = course
        host = Address(ENTITY_KIND, session_id)
        end = TerminateDeliberation(session_id=session_id, terminated_by=USER)
        return Opening(
            correlation_id=session_id,
            entry=Entry(
                cause=digest("start", session_id),
                sends=[Send(host, start.message)],
                events=[start.event],
                budget=course.budget,
            ),
            withdrawal=Entry(cause=termination_cause(session_id), sends=[Send(host, end)]),
            withdraw_after=course.terminate_after,
        )

    def correlation_of(self, prompt: Prompt[Any]) -> str:
        """The session."""
        facts: Any = prompt.facts
        return facts.context.session_id

    def latency(self, prompt: Prompt[Any]) -> float:
        """As the course has it; who takes too long is given up, who hangs is not."""
        key = (self.correlation_of(prompt), prompt.key, _round(prompt))
        self._asked[key] += 1
        trouble = self._trouble(prompt)
        if trouble == "hangs":
            return NEVER
        if trouble == "slow":
            return prompt.time_limit_s
        share = int(digest(prompt.user)[:4].encode().hex(), 16) % 100 / 100
        return self._course(prompt).latency * (0.5 + share)

    def fail(self, prompt: Prompt[Any]) -> None:
        """Raise what the course has in place of an answer."""
        match self._trouble(prompt):
            case "down":
                raise ModelUnavailable("the endpoint does not answer")
            case "slow" | "hangs":
                raise ModelUnavailable("the endpoint takes too long", timed_out=True)
            case "invalid":
                raise UnusableAnswer("the answer is no answer", COST)
            case "broken":
                break_down(self._history)
            case None:
                return

    def answer(self, prompt: Prompt[Any], number: int) -> BaseModel:
        """The answer on this course, in a word of its own: several may be asked at once, and so have one `number`."""
        self._answers += 1
        return ANSWERS[PROMPTS[prompt.key]](self._course(prompt), prompt.facts, word_of(self._answers))

    def _course(self, prompt: Prompt[Any]) -> SessionScript:
        return self._courses[self.correlation_of(prompt)]

    def _trouble(self, prompt: Prompt[Any]) -> Trouble | None:
        course, name, round_ = self._course(prompt), PROMPTS[prompt.key], _round(prompt)
        if course.is_once and self._asked[self.correlation_of(prompt), prompt.key, round_] > 1:
            return None
        return course.troubles.get((name, round_)) or course.troubles.get((name, ALWAYS))


def _round(prompt: Prompt[Any]) -> int:
    """The round of a turn; 0 for a report."""
    return getattr(prompt.facts, "round", ALWAYS)
