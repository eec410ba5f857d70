"""Plays one demand with the simulated model: the channel's own decisions, the real tasks, no runtime between them."""

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from channel_admin.actors import SkillsActor
from channel_admin.core.channel import decide
from channel_admin.core.state import ChannelState
from channel_admin.settings import NegotiationRules
from channel_admin.simulated.rules import RULES as SKILL_RULES
from coordinator.actors import Coordinator
from coordinator.settings import CoordinatorSettings
from coordinator.simulated.rules import RULES as COORDINATOR_RULES
from negotiation.attendance.memory import MemoryAttendanceStore
from negotiation.contracts.demand import SubmissionContext
from negotiation.contracts.messages import SubmitDemand
from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from shared.core.address import Address
from shared.core.decision import Timer
from shared.core.ids import digest
from shared.core.language import Language
from shared.core.message_base import EventPayload, ReceivedMessage, TimerFired
from shared.core.timestamps import parse_iso8601
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.actor import TaskContext
from user_agent.actors import UserAgent
from user_agent.settings import UserAgentSettings
from user_agent.simulated.rules import RULES as AGENT_RULES

START = parse_iso8601("2026-01-22T10:00:00Z")


@dataclass
class DemandRun:
    """A demand on its way: what waits to be delivered, what every channel knows, what was said."""

    profiles: MemoryProfileRegistry
    now: int = START
    waiting: deque[tuple[Address, Address, Any]] = field(default_factory=deque[tuple[Address, Address, Any]])
    channels: dict[Address, ChannelState] = field(default_factory=dict[Address, ChannelState])
    timers: dict[Address, Timer] = field(default_factory=dict[Address, Timer])
    events: list[EventPayload] = field(default_factory=list[EventPayload])

    def __post_init__(self) -> None:
        self.tools = TaskContext(
            RuleBasedModel({**COORDINATOR_RULES, **AGENT_RULES, **SKILL_RULES}), RecordingContext(self)
        )
        self.tasks: dict[str, Any] = {
            "coordinator": Coordinator(self.profiles, CoordinatorSettings()),
            "user_agent": UserAgent(self.profiles, UserAgentSettings(), MemoryAttendanceStore(self.tools.clock)),
            "skills": SkillsActor(),
        }
        self._count = 0

    async def run(self) -> None:
        """Deliver everything; when nothing is on its way, the next timer is due."""
        while self.waiting or self.timers:
            if self.waiting:
                await self._deliver(*self.waiting.popleft())
            else:
                self._fire()

    def _fire(self) -> None:
        address, timer = min(self.timers.items(), key=lambda item: (item[1].due, str(item[0])))
        del self.timers[address]
        self.now = max(self.now, timer.due)
        self.waiting.append((address, address, TimerFired(name=timer.name, generation=timer.generation, due=timer.due)))

    async def _deliver(self, sender: Address, to: Address, body: Any) -> None:
        self._count += 1
        message: ReceivedMessage[Any] = ReceivedMessage(body, sender, to, digest("m", self._count), "d")
        if to.kind in self.tasks:
            for send in await self.tasks[to.kind].perform(message, self.tools):
                self.waiting.append((to, send.to, send.body))
            return
        if to.kind != "channel":
            return
        decision = decide(NegotiationRules(), self.channels.get(to), message, self.now)
        if decision is None:
            return
        self.channels[to] = decision.state
        self.events.extend(decision.events)
        self.timers.pop(to, None)
        if decision.timer and not decision.closes:
            self.timers[to] = decision.timer
        if decision.closes:
            self.timers.clear()
        self.waiting.extend((to, send.to, send.body) for send in decision.sends)


class RecordingContext:
    """The clock of a course: it stands still while anybody works."""

    def __init__(self, course: DemandRun) -> None:
        self._course = course

    def now(self) -> int:
        return self._course.now


def run_demand(
    raw_input: str, demand_id: str, *, profiles: Sequence[Profile] | None = None, language: Language = "zh"
) -> list[EventPayload]:
    """The events of one demand, in order."""
    course = DemandRun(_shipped_registry() if profiles is None else MemoryProfileRegistry(profiles))
    channel = Address("channel", "collab-" + demand_id.removeprefix("d-"))
    setting = SubmissionContext(user_id="user_alice", language=language, today="2026-01-22", timezone="Asia/Shanghai")
    body = SubmitDemand(
        demand_id=demand_id, channel_id=channel.id, raw_input=raw_input, setting=setting, submitted_at=START
    )
    course.waiting.append((Address("gateway", "test"), channel, body))
    asyncio.run(course.run())
    return course.events


@cache
def _shipped_registry() -> MemoryProfileRegistry:
    """Return the registry of the shipped profiles, which no run changes; building its index takes most of a run."""
    return MemoryProfileRegistry(read_profiles([shipped_profiles_folder()]).profiles)
