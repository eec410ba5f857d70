import pytest

from channel_admin.core.fallback_content import MAX_DEMAND_CHARS, merge_offers, template_compromise, unchanged_draft
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import AdjustmentSummary, Assignment, Gap, Proposal
from shared.core.language import Language
from tests.support.task_fixtures import NOW, demand

WANTED = demand("场地", "主持", date="2026-02-14", budget="500元")


def offer(agent_id: str, decision: str = "participate", **fields: object) -> Offer:
    return Offer.model_validate(
        {
            "offer_id": f"offer_{agent_id}",
            "agent_id": agent_id,
            "display_name": agent_id.upper(),
            "demand_id": "d-a",
            "decision": decision,
            "submitted_at": NOW,
            **fields,
        }
    )


def feedback(agent_id: str, kind: str, *, fallback: bool = False) -> Feedback:
    return Feedback(agent_id=agent_id, feedback_type=kind, round=1, proposal_version=1, fallback=fallback)  # pyright: ignore[reportArgumentType]


def plan(*assignments: Assignment) -> Proposal:
    return Proposal(
        proposal_id="prop_1",
        demand_id="d-a",
        version=2,
        summary="读书会",
        assignments=assignments,
        gaps=(Gap(gap_type="主持", importance=70),),
        adjustment_summary=AdjustmentSummary(round=2),
        created_at=NOW,
    )


BOB = Assignment(agent_id="bob", display_name="Bob", role="场地", responsibility="借出院子")
AMY = Assignment(agent_id="amy", display_name="Amy", role="主持", responsibility="主持全场")


def test_every_offer_that_is_no_refusal_becomes_an_assignment() -> None:
    draft = merge_offers(
        WANTED,
        [
            offer("bob", contribution="场地一间"),
            offer("amy", "conditional", conditions=["周末"]),
            offer("cat", "decline"),
        ],
        "zh",
    )
    assert [(part.agent_id, part.role) for part in draft.assignments] == [("bob", "场地"), ("amy", "参与者")]
    assert "周末" in draft.assignments[1].notes
    assert draft.confidence == "low"
    assert not any(part.is_confirmed or part.required for part in draft.assignments)


def test_merging_no_offers_is_an_empty_draft() -> None:
    assert merge_offers(demand(), [], "en").assignments == ()


def test_an_unchanged_draft_has_no_adjustment_summary() -> None:
    draft = unchanged_draft(plan(BOB))
    assert (draft.summary, draft.assignments, draft.gaps) == ("读书会", (BOB,), plan(BOB).gaps)
    assert draft.adjustment_summary is None
    assert type(draft).__name__ == "ProposalDraft"


def test_the_template_compromise_names_accepting_agents_and_gaps() -> None:
    written = template_compromise(
        WANTED,
        "我想办读书会",
        plan(BOB, AMY),
        [offer("bob"), offer("amy")],
        [feedback("bob", "accept"), feedback("amy", "accept", fallback=True)],
        [],
        "zh",
    )
    assert [(part.agent_id, part.can) for part in written.proposal.participants] == [("bob", "借出院子")]
    assert written.proposal.missing == ("主持",)
    assert written.proposal.feasible
    assert "Bob" in written.suggestion


def test_the_template_compromise_omits_agents_who_left_or_rejected() -> None:
    written = template_compromise(
        WANTED,
        "我想办读书会",
        plan(BOB, AMY),
        [],
        [feedback("bob", "accept"), feedback("amy", "reject")],
        ["bob"],
        "zh",
    )
    assert written.proposal.participants == ()
    assert not written.proposal.feasible
    assert written.proposal.missing == ("场地", "主持")


def test_the_template_compromise_without_proposal_names_the_offering_agents() -> None:
    written = template_compromise(
        WANTED, "x", None, [offer("bob", contribution="场地"), offer("amy", "decline")], [], [], "en"
    )
    assert [part.agent_id for part in written.proposal.participants] == ["bob"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_relaxation_is_a_demand_that_can_be_submitted(language: Language) -> None:
    written = template_compromise(WANTED, "书" * MAX_DEMAND_CHARS, None, [], [], [], language)
    assert {option.from_ for option in written.proposal.relax} >= {"2026-02-14", "500元"}
    assert all(0 < len(option.raw_input) <= MAX_DEMAND_CHARS for option in written.proposal.relax)
    short = template_compromise(WANTED, "我想办读书会", None, [], [], [], language)
    assert all(option.raw_input.startswith("我想办读书会") for option in short.proposal.relax)
    assert all(option.expected for option in short.proposal.relax)
    assert short.proposal.alternatives
    assert short.suggestion


def test_the_scope_is_relaxed_only_if_somebody_is_on_board() -> None:
    def scopes(*offers: Offer) -> list[str]:
        written = template_compromise(WANTED, "我想办读书会", None, offers, [], [], "zh")
        return [option.from_ for option in written.proposal.relax if option.aspect == "范围"]

    assert scopes() == []
    assert len(scopes(offer("a", contribution="场地"))) == 1
