"""A log written by hand, event by event, with the fields that a test is about."""

from typing import Any

from gateway.negotiation.views.demand_projection import fold
from gateway.negotiation.views.payload_schema import Json
from gateway.negotiation.views.schema import DemandView

DEMAND, CHANNEL, SUBNET = "d-aaaaaaaaaaaaa", "collab-aaaaaaaaaaaaa", "collab-aaaaaaaaaaaaa-1"
AGREED: dict[str, Any] = {"summary": "all of us", "confirmed_participants": ["bob", "amy"], "optional_participants": []}


def candidate(agent: str, score: int = 90) -> dict[str, Any]:
    """One that was chosen."""
    return {"agent_id": agent, "display_name": agent.title(), "reason": "fits", "relevance_score": score} | {
        "is_fallback": False
    }


class LogBuilder:
    """Events of one demand; each `tell` gives the view after it."""

    def __init__(self) -> None:
        self.events: list[Json] = []
        self.view: DemandView | None = None

    def tell(self, kind: str, *, channel: str = CHANNEL, **fields: Any) -> DemandView:
        """One more event, `kind` without `towow.`, a second after the one before."""
        seq = len(self.events) + 1
        event = {
            "seq": seq,
            "event_id": f"evt-aaaaa{seq}",
            "event_type": f"towow.{kind}",
            "timestamp": f"2026-01-22T10:00:{seq:02}.000Z",
            "payload": {"demand_id": DEMAND, "channel_id": channel, **fields, "spent": spent(seq)},
        }
        self.events.append(event)
        self.view = fold(self.view, event)
        return self.view

    def submitted(self, **fields: Any) -> DemandView:
        """The first event, with other `fields` than these, or with more."""
        said: dict[str, Any] = {
            "raw_input": "a meetup",
            "user_id": "user_alice",
            "visibility": "public",
            "language": "en",
            "today": "2026-01-22",
            "timezone": "Asia/Shanghai",
            "model": "scenario",
            "limits": {"max_rounds": 5, "budget_tokens": 1000},
        }
        return self.tell("demand.submitted", **{**said, **fields})

    def invited(self, *agents: str, channel: str = CHANNEL) -> DemandView:
        """From the understanding to the invitations; `submitted` comes first in the demand's own channel."""
        if not self.events:
            self.submitted()
        own = {} if channel == CHANNEL else {"parent_channel_id": CHANNEL}
        self.tell("demand.understood", channel=channel, surface_demand="A meetup", capability_tags=[])
        self.tell("filter.completed", channel=channel, candidates=[candidate(agent) for agent in agents], calls=1)
        self.tell("channel.created", channel=channel, max_rounds=5 if channel == CHANNEL else 3, depth=len(own), **own)
        return self.tell(
            "demand.broadcast", channel=channel, invited_agents=agents, deadline="2026-01-22T10:05:00.000Z"
        )

    def offer(self, agent: str, decision: str = "participate", *, channel: str = CHANNEL, **fields: Any) -> DemandView:
        """An answer to the invitation."""
        return self.tell(
            "offer.submitted", channel=channel, agent_id=agent, display_name=agent.title(), decision=decision, **fields
        )

    def plan(self, *agents: str, version: int = 1, number: int = 1, resent: bool = False) -> DemandView:
        """A plan that goes out to these agents."""
        return self.tell(
            "proposal.distributed",
            proposal={"summary": f"plan {version}", "version": version},
            participants=list(agents),
            round=number,
            version=version,
            resent=resent,
            deadline="2026-01-22T10:02:00.000Z",
        )

    def says(self, agent: str, kind: str, version: int = 1, number: int = 1) -> DemandView:
        """A feedback."""
        return self.tell(
            "proposal.feedback",
            agent_id=agent,
            display_name=agent.title(),
            feedback_type=kind,
            round=number,
            proposal_version=version,
        )

    def verdict(self, decision: str, rule: int, number: int = 1) -> DemandView:
        """An evaluation."""
        return self.tell("feedback.evaluated", decision=decision, rule=rule, round=number, accept_rate=None)

    def in_review(self, *agents: str) -> DemandView:
        """Everything up to the first plan."""
        self.invited(*agents)
        for agent in agents:
            self.offer(agent)
        self.tell("negotiation.round_started", round=1, max_rounds=5, reason="initial_proposal")
        return self.plan(*agents)

    def agreed(self, *agents: str) -> DemandView:
        """Everything up to the outcome `finalized`."""
        self.in_review(*agents)
        for agent in agents:
            self.says(agent, "accept")
        self.verdict("finalize", 3)
        plan = {"summary": "plan 1", "version": 1, "confirmed_participants": list(agents)}
        told: dict[str, Any] = {"status": "finalized", "final_proposal": plan, "rounds_taken": 1, **AGREED}
        return self.tell("proposal.finalized", **told)


def spent(seq: int) -> dict[str, Any]:
    """What the demand has cost after event `seq`."""
    return {"calls": seq, "tokens": 10 * seq, "usd": seq / 1000}
