"""What somebody who has watched so far knows: the language, who is called what, who got which plan, which subnets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from zoneinfo import ZoneInfo

from negotiation.contracts.events import (
    AgentWithdrawn,
    ChannelCreated,
    DemandSubmitted,
    FilterCompleted,
    OfferSubmitted,
    ProposalDistributed,
    ProposalFeedbackEvent,
    SubnetTriggered,
)
from negotiation.contracts.proposal import Proposal
from shared.core.language import Language
from shared.core.timestamps import EPOCH, MILLISECOND
from towow.narration.event import ParsedEvent

NOBODY: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class NarrationContext:
    """Knowledge gathered from earlier events. `begun` (ms) is the first instant, `names` are by agent_id.

    By channel: the most rounds, who was in a plan, the last two plans, and for a subnet the gap it is to fill.
    """

    language: Language = "en"
    timezone: str = "UTC"
    begun: int | None = None
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    max_rounds: Mapping[str, int] = field(default_factory=dict[str, int])
    aboard: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    plans: Mapping[str, tuple[Proposal | None, Proposal]] = field(
        default_factory=dict[str, tuple[Proposal | None, Proposal]]
    )
    subnets: Mapping[str, str] = field(default_factory=dict[str, str])

    def localized(self, chinese: str, english: str) -> str:
        """The wording in the demand's language."""
        return chinese if self.language == "zh" else english

    def name(self, agent_id: str) -> str:
        """What an agent is called; its id when nobody has said."""
        return self.names.get(agent_id, agent_id)

    def people(self, agent_ids: tuple[str, ...] | frozenset[str]) -> str:
        """Several names in one line."""
        ordered = sorted(agent_ids) if isinstance(agent_ids, frozenset) else agent_ids
        return self.listed(map(self.name, ordered)) or self.localized("无", "nobody")

    def listed(self, texts: Iterable[str]) -> str:
        """Texts in one line, separated as the language does it."""
        return self.localized("、", ", ").join(texts)

    def clock(self, instant: int) -> str:
        """Hours, minutes and seconds of an instant (ms), where the demand was submitted."""
        moment = EPOCH + instant * MILLISECOND
        try:
            return moment.astimezone(ZoneInfo(self.timezone)).strftime("%H:%M:%S")
        except (KeyError, ValueError, OSError, OverflowError):  # no such zone
            return moment.strftime("%H:%M:%S UTC")

    def plan_before(self, channel_id: str) -> Proposal | None:
        """The plan that a channel's latest replaced."""
        return self.plans[channel_id][0] if channel_id in self.plans else None

    def round(self, channel_id: str, number: int) -> str:
        """Round n of how many."""
        most = self.max_rounds.get(channel_id)
        counted = f"{number}/{most}" if most else str(number)
        return self.localized(f"第 {counted} 轮", f"round {counted}")


def updated_context(scene: NarrationContext, told: ParsedEvent) -> NarrationContext:
    """What is known after `told`."""
    if scene.begun is None:
        scene = replace(scene, begun=told.instant)
    match told.says:
        case DemandSubmitted(language=language, timezone=timezone, limits=limits):
            return _rounds(replace(scene, language=language, timezone=timezone), told.channel_id, limits.max_rounds)
        case FilterCompleted(candidates=candidates):
            for candidate in candidates:
                scene = _named(scene, candidate.agent_id, candidate.display_name)
            return scene
        case ChannelCreated(max_rounds=most):
            return _rounds(scene, told.channel_id, most)
        case OfferSubmitted(agent_id=agent, display_name=name):
            return _named(scene, agent, name)
        case ProposalFeedbackEvent(agent_id=agent, display_name=name):
            return _named(scene, agent, name)
        case ProposalDistributed(participants=participants, proposal=plan):
            return _planned(_boarded(scene, told.channel_id, frozenset(participants)), told.channel_id, plan)
        case AgentWithdrawn(agent_id=agent, display_name=name):
            return _boarded(_named(scene, agent, name), told.channel_id, frozenset({agent}))
        case SubnetTriggered(sub_channel_id=channel, gap_type=gap):
            return replace(scene, subnets={**scene.subnets, channel: gap})
        case _:
            return scene


def _rounds(scene: NarrationContext, channel_id: str, most: int) -> NarrationContext:
    return replace(scene, max_rounds={**scene.max_rounds, channel_id: most})


def _boarded(scene: NarrationContext, channel_id: str, agents: frozenset[str]) -> NarrationContext:
    before = scene.aboard.get(channel_id, NOBODY)
    return replace(scene, aboard={**scene.aboard, channel_id: before | agents})


def _planned(scene: NarrationContext, channel_id: str, plan: Proposal) -> NarrationContext:
    _, before = scene.plans.get(channel_id, (None, None))
    return replace(scene, plans={**scene.plans, channel_id: (before, plan)})


def _named(scene: NarrationContext, agent_id: str, name: str) -> NarrationContext:
    """Two agents of one name are told apart by their ids."""
    if not name or agent_id in scene.names:
        return scene
    taken = any(name == other for other in scene.names.values())
    return replace(scene, names={**scene.names, agent_id: f"{name} ({agent_id})" if taken else name})


def percent(rate: float) -> str:
    """A share as people read it, cut, not rounded: 0.796 must not look like the 80 % it is not."""
    return f"{int(rate * 1000 + 1e-6) / 10:g}%"
