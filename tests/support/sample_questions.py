"""What a person may be asked, for tests that need a question to be there."""

from negotiation.attendance.port import PendingQuestion
from negotiation.contracts.proposal import Assignment, Proposal


def question(
    now: int, question_id: str = "ask_1", agent_id: str = "agent_bob", *, wait: int = 60_000
) -> PendingQuestion:
    """One with everything in it that a question can hold."""
    plan = Proposal(proposal_id="prop_1", demand_id="d-a", version=3, summary="读书会", created_at=now)
    return PendingQuestion(
        question_id=question_id,
        agent_id=agent_id,
        kind="review",
        demand_id="d-a",
        channel_id="collab-a",
        language="zh",
        surface_demand="办一场读书会",
        round=2,
        max_rounds=5,
        proposal=plan,
        your_assignment=Assignment(agent_id=agent_id, role="场地"),
        asked_at=now,
        until=now + wait,
        answer_by=now + wait + 30_000,
    )
