"""Which gap somebody leaves behind: a grave one, unless they only stood by for a role that is still held."""

import pytest

from channel_admin.core.proposal_versions import remove_agents
from negotiation.contracts.proposal import Assignment, Proposal

PLAN = Proposal(
    proposal_id="prop_1",
    demand_id="d-a",
    version=1,
    summary="a reading group",
    assignments=(
        Assignment(agent_id="amy", role="venue", required=True),
        Assignment(agent_id="bob", role="venue (backup)"),
        Assignment(agent_id="eve", role="咖啡"),
        Assignment(agent_id="dan", role="咖啡（后备）"),
    ),
    created_at=1_769_076_000_000,
)


@pytest.mark.parametrize(
    ("gone", "gaps"),
    [
        ({"bob"}, {"venue (backup)": 50}),
        ({"dan"}, {"咖啡（后备）": 50}),
        ({"eve"}, {"咖啡": 70}),
        ({"amy"}, {"venue": 100}),
        ({"amy", "bob"}, {"venue": 100, "venue (backup)": 70}),
    ],
)
def test_a_withdrawing_reserve_leaves_no_important_gap(gone: set[str], gaps: dict[str, int]) -> None:
    assert {gap.gap_type: gap.importance for gap in remove_agents(PLAN, gone).gaps} == gaps
