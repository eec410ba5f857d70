"""What somebody leaves behind: a grave gap, unless they were in reserve; and no text that still counts on them."""

import pytest

from channel_admin.core.proposal_versions import next_version, remove_agents
from negotiation.contracts.proposal import Assignment, Proposal

PLAN = Proposal(
    proposal_id="prop_1",
    demand_id="d-a",
    version=1,
    summary="a reading group",
    assignments=(
        Assignment(agent_id="amy", display_name="Amy Lee", role="venue", required=True),
        Assignment(
            agent_id="bob", display_name="Bob", role="venue", reserve=True, responsibility="steps in for Amy Lee"
        ),
        Assignment(agent_id="eve", role="咖啡"),
        Assignment(agent_id="dan", role="咖啡（后备）"),
    ),
    risks=("nothing is settled with Amy Lee", "it may rain"),
    created_at=1_769_076_000_000,
)


@pytest.mark.parametrize(
    ("gone", "gaps"),
    [
        ({"bob"}, {}),
        ({"amy"}, {"venue": 100}),
        ({"amy", "bob"}, {"venue": 100}),
        ({"eve"}, {"咖啡": 70}),
        ({"dan"}, {"咖啡（后备）": 50}),  # a plan of an earlier release
        ({"nobody"}, {}),
    ],
)
def test_a_leaving_reserve_leaves_no_gap_and_a_holder_a_grave_one(gone: set[str], gaps: dict[str, int]) -> None:
    assert {gap.gap_type: gap.importance for gap in remove_agents(PLAN, gone, "en").gaps} == gaps


@pytest.mark.parametrize(("language", "text"), [("en", "in reserve for venue"), ("zh", "venue的后备")])
def test_texts_that_name_somebody_who_is_gone_are_dropped_or_rewritten(language: str, text: str) -> None:
    plan = remove_agents(PLAN, {"amy"}, language)  # pyright: ignore[reportArgumentType]
    assert plan.risks == ("it may rain",)
    assert plan.assignments[0].responsibility == text
    assert "Amy Lee" not in "".join((plan.summary, *plan.risks, *(part.responsibility for part in plan.assignments)))
    assert remove_agents(PLAN, {"eve"}, "en").risks == PLAN.risks


def test_the_next_version_has_its_own_id() -> None:
    plan = next_version(PLAN, "collab-a", PLAN.created_at + 1)
    assert (plan.version, plan.created_at) == (2, PLAN.created_at + 1)
    assert plan.proposal_id not in (PLAN.proposal_id, next_version(plan, "collab-a", plan.created_at).proposal_id)
