"""The negotiation's part of a simulated world: its profiles and people, its demands, and what its model answers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from negotiation.contracts.demand import Limits
from negotiation.contracts.messages import CancelDemand
from negotiation.invitation_links.memory import MemoryInvitationLinkStore
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.profile import Profile
from negotiation.resources import NegotiationResources
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.ids import digest
from shared.llm.port import ModelUnavailable, Prompt
from shared.runtime.application import Resources
from tests.simulation.negotiation.faulty_attendance import FaultyAttendanceStore
from tests.simulation.negotiation.member import Member
from tests.simulation.negotiation.model import ANSWERS, PEOPLE, DemandScript, latency
from tests.simulation.negotiation.person import Person
from tests.simulation.negotiation.plan import NegotiationPlan
from tests.simulation.negotiation.requester import Requester
from tests.simulation.process import Process
from tests.simulation.subject import Entry, Observer, Opening, Order, Plan, Post
from tests.support.sample_submission import sample_submission

if TYPE_CHECKING:
    from tests.simulation.cluster import Cluster

PROFILES = [Profile(agent_id=a, display_name=a.title(), capabilities=("venue", "speaker")) for a in PEOPLE]
ROOT = len("collab-") + 13
"""Characters of a channel's id that its subnets share with it."""


class NegotiationScene:
    """Profiles, people, demands and their courses."""

    def __init__(self, world: "Cluster", plan: Plan, seed: int) -> None:
        assert isinstance(plan, NegotiationPlan)
        self._history = world.history
        self._profiles = MemoryProfileRegistry(PROFILES)
        self._courses: dict[str, DemandScript] = {}
        self.participants = [Person(habits, seed, world, self.course) for habits in plan.people]

    def course(self, facts: Any) -> DemandScript:
        """The course of the demand that a prompt, or a question to a person, is about."""
        return self._courses[facts.channel_id[:ROOT]]

    def resources(self, process: Process) -> Resources:
        """Profiles, and attendance as this process sees it."""
        links = MemoryInvitationLinkStore(process.world.clock)
        return Resources(NegotiationResources(self._profiles, FaultyAttendanceStore(process), links))

    def open(self, order: Order[DemandScript], now: int) -> Opening:
        """State a demand; the same again when it is stated again."""
        course = order.course
        submission = sample_submission(
            now,
            unique=order.unique,
            limits=Limits(max_rounds=course.rounds, budget_tokens=course.budget),
            interactive=course.interactive,
        )
        message = submission.message
        demand_id, channel = message.demand_id, Address("channel", message.channel_id)
        self._courses[message.channel_id] = course
        cancel = CancelDemand(demand_id=demand_id, channel_id=message.channel_id, cancelled_by="user_alice")

        def observers(post: Post) -> Sequence[Observer]:
            found = list[Observer]()
            if course.interactive:
                found.append(Requester(order.unique, demand_id, message.channel_id, post))
            if course.members == "leave":
                found.append(Member(order.unique, message.channel_id, post))
            return found

        return Opening(
            correlation_id=demand_id,
            entry=Entry(
                cause=digest("submit", demand_id),
                sends=[Send(channel, message)],
                events=[submission.event],
                budget=message.limits.budget_tokens,
            ),
            withdrawal=Entry(cause=digest("cancel", demand_id), sends=[Send(channel, cancel)]),
            withdraw_after=course.cancel_after,
            observers=observers,
        )

    def correlation_of(self, prompt: Prompt[Any]) -> str:
        """The demand."""
        facts: Any = prompt.facts
        return facts.demand_id

    def latency(self, prompt: Prompt[Any]) -> float:
        """As the demand's course has it."""
        return latency(self.course(prompt.facts), prompt)

    def fail(self, prompt: Prompt[Any]) -> None:
        """Be away, or broken, if the course has it so."""
        course = self.course(prompt.facts)
        if prompt.key in course.down:
            raise ModelUnavailable("the endpoint does not answer")
        if prompt.key in course.broken:
            self._history.failures += 1
            raise RuntimeError("the adapter is broken")

    def answer(self, prompt: Prompt[Any], number: int) -> BaseModel:
        """The answer on this course."""
        return ANSWERS[prompt.key](self.course(prompt.facts), prompt.facts, f"answer {number}")
