"""Is it said what an agreement is worth: what is missing first, what it costs, and what was bargained down?"""

from typing import Any

import pytest

from tests.unit.towow.narration.test_event_layout import event, submitted, told
from towow.narration.event_layout import NarrationPrinter


def money(units: int, currency: str = "GBP") -> dict[str, Any]:
    return {"amount": units * 100, "currency": currency}


def understood(**fields: Any) -> bytes:
    return event(
        2,
        "demand.understood",
        surface_demand="a party",
        deep_understanding={"motivation": "joy"},
        capability_tags=[],
        context={},
        confidence="high",
        limits={"budget": money(1200)},
        **fields,
    )


def offer(agent: str, name: str, **fields: Any) -> bytes:
    given: dict[str, Any] = {"decision": "participate", "response_type": "offer", "confidence": 90, **fields}
    return event(3, "offer.submitted", offer_id=f"o-{agent}", agent_id=agent, display_name=name, **given)


def part(agent: str, role: str, **fields: Any) -> dict[str, Any]:
    return {"agent_id": agent, "display_name": agent.title(), "role": role, "is_confirmed": True, **fields}


def plan(*assignments: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {
        "proposal_id": "p",
        "demand_id": "d-abc",
        "version": 1,
        "summary": "A party",
        "assignments": list(assignments),
        "timeline": {"start_date": "2026-03-07"},
        "created_at": "2026-01-22T10:00:00.000Z",
        **fields,
    }


PARTS = (
    part("bob", "venue", terms={"fee": money(800)}),
    part("amy", "catering", terms={"fee": money(12), "per": "person", "start": "2026-03-07T18:30:00+00:00"}),
    part("cai", "venue", reserve=True, terms={"fee": money(900)}),
)
FINDING = "The fees add up to £1,400; the budget is £1,200."
LOST = "Amy (catering): this version no longer has fee."
PLAN = plan(*PARTS, totals=[money(1040), money(300, "EUR")], findings=[{"kind": "term_lost", "text": LOST}])
NEEDS = [{"id": f"n{at}", "need": f"need {at}", "met": at < 2} for at in range(4)]
MISSING = ["sound: nobody.", "host: not confirmed by Cy."]
PARTLY: dict[str, Any] = {"complete": False, "needs": NEEDS, "missing": MISSING}


def finalized(**fields: Any) -> bytes:
    given: dict[str, Any] = {
        "status": "finalized",
        "final_proposal": PLAN,
        "summary": "A party",
        "confirmed_participants": ["bob", "amy"],
        "optional_participants": [],
        "rounds_taken": 2,
        **fields,
    }
    return event(9, "proposal.finalized", **given)


def forced(**fields: Any) -> bytes:
    told_fields: dict[str, Any] = {
        "final_proposal": PLAN,
        "confirmed_participants": ["bob"],
        "optional_participants": ["amy"],
        "rounds_taken": 5,
        "compromise_suggestion": "",
        **fields,
    }
    return event(9, "negotiation.force_finalized", **told_fields)


def page_of(*events: bytes, language: str = "en") -> NarrationPrinter:
    page = NarrationPrinter()
    for each in (submitted("a party", language), understood(), *events):
        page.render_lines(each)
    return page


@pytest.mark.parametrize(
    ("language", "agreed", "through", "first"),
    [
        (
            "en",
            "Partly agreed (2 of 4)",
            "Settled with those who accept, partly agreed (2 of 4)",
            "missing  sound: nobody.",
        ),
        ("zh", "部分达成（4 项中 2 项）", "以接受者为准成案，部分达成（4 项中 2 项）", "还缺  sound: nobody."),
    ],
)
def test_what_is_not_complete_is_agreed_partly_and_what_is_missing_comes_first(
    language: str, agreed: str, through: str, first: str
) -> None:
    for outcome, title in ((finalized(**PARTLY), agreed), (forced(**PARTLY), through)):
        lines = told(page_of(language=language), outcome).splitlines()
        assert title in lines[0]
        assert [line.strip() for line in lines[1:2]] == [first]


def test_an_agreement_that_is_not_complete_is_not_green() -> None:
    head = page_of().render_lines(finalized(**PARTLY))[0]
    styles = {str(span.style) for span in head.spans}
    assert "bold yellow" in styles
    assert not any("green" in style for style in styles)


@pytest.mark.parametrize("fields", [{}, {"complete": True, "needs": NEEDS[:2], "missing": []}])
def test_a_complete_one_and_one_of_an_earlier_release_are_agreed(fields: dict[str, Any]) -> None:
    text = told(page_of(), finalized(**fields))
    assert "★ Agreed after 2 rounds" in text
    assert "artly" not in text
    assert "missing" not in text


def test_the_costs_are_told_by_person_part_fee_and_day_with_the_sum_against_the_budget() -> None:
    text = told(page_of(), finalized(**PARTLY))
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert "fee Bob venue £800 2026-03-07" in rows
    assert "fee Amy catering £12 a person 2026-03-07 18:30" in rows
    assert "in all £1,040 of £1,200" in rows
    assert "in all €300" in rows
    assert not any("£900" in row for row in rows)


def test_those_in_reserve_are_told_apart_and_are_neither_confirmed_nor_gone() -> None:
    fields: dict[str, Any] = {"participants": ["bob", "amy", "cai"], "round": 1, "version": 1, "resent": False}
    sent = event(8, "proposal.distributed", proposal=PLAN, deadline="2026-01-22T10:02:00.000Z", **fields)
    text = told(page_of(sent), finalized())
    assert "in reserve  Cai (venue)" in text
    assert "gone" not in text


def test_each_finding_has_a_line_of_its_own_unless_it_is_missing_already() -> None:
    both = plan(*PARTS, findings=[{"kind": "term_lost", "text": LOST}, {"kind": "over_budget", "text": FINDING}])
    text = told(page_of(), finalized(final_proposal=both, **{**PARTLY, "missing": [*MISSING, FINDING]}))
    assert f"finding  {LOST}" in text
    assert text.count(FINDING) == 1
    assert f"missing  {FINDING}" in text


@pytest.mark.parametrize(
    ("offered", "requested", "expected"),
    [
        ({"fee": money(1000)}, None, "down from £1,000"),
        ({"fee": money(800)}, {"fee": money(950)}, "down from £950"),
        ({"fee": money(1000)}, {"fee": money(950)}, "down from £1,000"),
        ({"fee": money(800)}, None, None),
        ({"fee": money(700)}, None, None),
        ({"fee": money(1000, "EUR")}, None, None),
        ({"fee": money(1000), "per": "day"}, None, None),
        (None, None, None),
    ],
)
def test_a_fee_that_was_bargained_down_says_from_what(
    offered: dict[str, Any] | None, requested: dict[str, Any] | None, expected: str | None
) -> None:
    points = [{"aspect": "fee", "terms": requested}] if requested else []
    terms = {} if offered is None else {"terms": offered}
    text = told(page_of(offer("bob", "Bob", negotiation_points=points, **terms)), finalized())
    row = next(line for line in text.splitlines() if " venue " in line and "£800" in line and "fee" in line)
    assert ("down from" in row) == (expected is not None)
    assert expected is None or expected in row


def test_a_sum_above_the_budget_is_red() -> None:
    lines = page_of().render_lines(finalized(final_proposal=plan(*PARTS, totals=[money(1400)])))
    (total,) = [line for line in lines if "in all" in line.plain]
    assert "£1,400 of £1,200" in total.plain
    assert "bold red" in {str(span.style) for span in total.spans}


CLOSED: dict[str, Any] = {
    "rounds": 2,
    "totals": {
        "model_calls": 9, "fallback_calls": 0, "input_tokens": 5, "output_tokens": 5, "cost_usd": 0, "duration_ms": 900
    },
}  # fmt: skip


@pytest.mark.parametrize(("language", "cost"), [("en", "model: $0, simulated"), ("zh", "模型：$0，模拟")])
def test_the_cost_of_the_model_is_told_apart(language: str, cost: str) -> None:
    assert cost in told(page_of(language=language), event(10, "demand.closed", status="finalized", **CLOSED))


def test_the_end_says_what_the_agreement_is_worth_by_then() -> None:
    page = page_of(finalized(**PARTLY))
    assert "Nothing is missing" not in told(page, event(10, "gap.identified", gaps=[], is_complete=True))
    assert "Closed  partly agreed (2 of 4)" in told(page, event(11, "demand.closed", status="finalized", **CLOSED))


def test_a_subnet_and_a_withdrawal_say_what_the_plan_is_worth_now() -> None:
    page = page_of(finalized(**PARTLY))
    subnet: dict[str, Any] = {
        "sub_demand_id": "d-abc-1", "sub_channel_id": "collab-abc-1", "gap_type": "sound", "status": "finalized"
    }  # fmt: skip
    whole: dict[str, Any] = {"complete": True, "needs": NEEDS[:2], "missing": []}
    text = told(page, event(10, "subnet.completed", **subnet, participants=["dan"], proposal=PLAN, **whole))
    assert "Now nothing is missing" in text
    left = event(
        11, "agent.withdrawn", agent_id="bob", display_name="Bob", reason="ill", round=2, proposal=PLAN, **PARTLY
    )
    text = told(page, left)
    assert text.index("Partly agreed (2 of 4)") < text.index("missing  sound: nobody.")
