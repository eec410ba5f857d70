"""Are terms told once, where offers, points and plans are, and are the requester's questions told in their words?"""

from typing import Any

import pytest

from negotiation.contracts.terms import Terms
from shared.core.language import Language
from tests.unit.towow.narration.test_agreement import finalized, money, offer, page_of, part, plan, understood
from tests.unit.towow.narration.test_event_layout import event, submitted, told
from towow.narration.context import NarrationContext
from towow.narration.event_layout import NarrationPrinter
from towow.narration.term_text import format_terms

TERMS: dict[str, Any] = {"fee": money(800), "people": 50, "notice_days": 14, "deposit_share": 0.3}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "£800, at most 50 people, 14 days' notice, 30% in advance"),
        ("zh", "£800、最多50人、提前14天、预付30%"),
    ],
)
def test_terms_are_told_as_one_text(language: Language, text: str) -> None:
    assert format_terms(Terms.model_validate(TERMS), NarrationContext(language=language)) == text


@pytest.mark.parametrize(
    ("terms", "said", "text"),
    [
        (TERMS, "a hall for 50 guests, £800", "14 days' notice, 30% in advance"),
        (TERMS, "费用800元，最多50人，提前14天，定金30%", ""),
        ({"notice_days": 10, "people": 200}, "提前十天订档期，最多二百人", ""),
        ({"fee": money(1800)}, "it is 1,800 pounds", ""),
        ({"fee": money(50)}, "room for 50 people", "£50"),
        ({"fee": money(7)}, "on 2026-03-07", "£7"),
        ({"notice_days": 28}, "11月28日", "28 days' notice"),
        ({"fee": money(0)}, "", "free of charge"),
        ({"fee": money(40), "per": "hour"}, "", "£40 an hour"),
        ({"conditions": [{"kind": "food", "text": "no outside food"}]}, "no outside food", ""),
        ({"conditions": [{"kind": "food", "text": "no outside food"}]}, "", "no outside food"),
    ],
)
def test_what_a_text_says_is_not_told_twice(terms: dict[str, Any], said: str, text: str) -> None:
    assert format_terms(Terms.model_validate(terms), NarrationContext(), (said, None)) == text


def test_an_offer_has_a_line_with_the_terms_it_does_not_say() -> None:
    text = told(page_of(), offer("bob", "Bob", contribution="a hall for £800", terms=TERMS))
    assert "terms  at most 50 people, 14 days' notice, 30% in advance" in text
    assert "terms" not in told(page_of(), offer("bob", "Bob", decision="decline", terms=TERMS))
    assert "terms" not in told(page_of(), offer("bob", "Bob", contribution="a hall"))


def test_a_negotiation_point_is_told_with_its_terms() -> None:
    point: dict[str, Any] = {"agent_id": "bob", "display_name": "Bob", "bargain_type": "fee", "round": 1}
    text = told(page_of(), event(4, "negotiation.bargain", **point, content="a little more", terms={"fee": money(900)}))
    assert "bob bargains about fee: a little more (£900)" in text
    text = told(page_of(), event(4, "negotiation.bargain", **point, content="£900, please", terms={"fee": money(900)}))
    assert text.count("£900") == 1


def test_an_assignment_is_told_with_the_terms_that_its_notes_do_not_have() -> None:
    held = part("bob", "venue", notes="fee £800 (agreed)", terms={"fee": money(800), "people": 50})
    text = told(page_of(), finalized(final_proposal=plan(held)))
    assert "Bob  venue (fee £800 (agreed)) (at most 50 people)" in text


def limit_question(question_id: str, aspect: str) -> bytes:
    options = [{"id": "keep", "text": "No, keep to it"}, {"id": "allow", "text": "Yes, 2026-03-10"}]
    fields: dict[str, Any] = {
        "question_id": question_id, "about": "limit", "aspect": aspect, "text": "May the plan leave this?",
        "options": options, "default": "keep", "until": "2026-01-22T10:01:00.000Z", "proposal_version": 1,
    }  # fmt: skip
    return event(5, "question.asked", **fields)


def test_a_question_about_a_limit_repeats_the_words_of_the_demand() -> None:
    page = NarrationPrinter()
    page.render_lines(submitted("a party"))
    words = [{"text": "on a Thursday", "span": [0, 13], "limit": "weekdays"}]
    page.render_lines(understood(limit_words=words))
    text = told(page, limit_question("q-1", "weekdays"))
    assert "the demand says  on a Thursday" in text
    assert "keep  No, keep to it (taken without an answer)" in text
    assert "the demand says" not in told(page, limit_question("q-2", "budget"))


def test_answers_about_limits_name_the_limit() -> None:
    page = page_of(limit_question("q-1", "weekdays"), limit_question("q-2", "people"))
    given = event(6, "question.answered", question_id="q-1", option="allow", answered_by="person")
    assert "The requester answers  day of the week: Yes, 2026-03-10" in told(page, given)
    given = event(7, "question.answered", question_id="q-2", option="keep", answered_by="timeout")
    assert "No answer; this is assumed  number of people: No, keep to it" in told(page, given)
