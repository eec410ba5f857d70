"""Are the terms of a person's answer taken as they are, and refused by the name of the bad field?"""

import json
from typing import Any

import pytest
from fastapi import Request

from gateway.http.json_body import read_json_body
from gateway.negotiation.revision_body import CURRENCY_PATTERN
from negotiation.contracts.person_answer import InvitationAnswer, ReviewAnswer
from shared.core.api_error import ApiError, PlatformErrorCode


async def read(model: type[Any], body: dict[str, Any], language: str = "en") -> Any:
    """The body as the route for answers reads it."""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}

    headers = [(b"content-type", b"application/json"), (b"accept-language", language.encode())]
    request = Request({"type": "http", "method": "POST", "path": "/", "headers": headers}, receive)
    return await read_json_body(request, model, patterns=CURRENCY_PATTERN)


async def test_the_terms_of_an_answer_are_taken() -> None:
    terms = {
        "fee": {"amount": 5000, "currency": "GBP"},
        "per": "hour",
        "people": 40,
        "notice_days": 7,
        "deposit_share": 0.3,
        "not_on": ["monday", "2026-03-07"],
        "conditions": [{"kind": "food", "text": "no outside food"}],
    }
    offer = await read(InvitationAnswer, {"decision": "participate", "terms": terms})
    assert offer.terms.model_dump(mode="json") == terms
    review = await read(ReviewAnswer, {"feedback_type": "negotiate", "terms": {"people": 30}})
    assert review.terms.people == 30


BAD_TERMS: list[tuple[dict[str, Any], str]] = [
    ({"fee": 800}, "fee"),
    ({"fee": {"currency": "GBP"}}, "fee.amount"),
    ({"fee": {"amount": -1, "currency": "GBP"}}, "fee.amount"),
    ({"fee": {"amount": 10**15, "currency": "GBP"}}, "fee.amount"),
    ({"fee": {"amount": 1.5, "currency": "GBP"}}, "fee.amount"),
    ({"fee": {"amount": "800", "currency": "GBP"}}, "fee.amount"),
    ({"fee": {"amount": 80000, "currency": "yuan"}}, "fee.currency"),
    ({"per": "visit"}, "per"),
    ({"people": 0}, "people"),
    ({"notice_days": "ten"}, "notice_days"),
    ({"deposit_share": 30}, "deposit_share"),
    ({"start": "Saturday"}, "start"),
    ({"not_on": ["someday"]}, "not_on.0"),
    ({"conditions": [{"kind": "food"}]}, "conditions.0.text"),
    ({"discount": 5}, "discount"),
]

PLACES: list[tuple[type[Any], dict[str, Any], str]] = [
    (InvitationAnswer, {"decision": "participate"}, "terms"),
    (ReviewAnswer, {"feedback_type": "negotiate"}, "terms"),
]


@pytest.mark.parametrize(("terms", "field"), BAD_TERMS)
@pytest.mark.parametrize(("model", "body", "place"), PLACES)
async def test_bad_terms_are_refused_with_their_field(
    model: type[Any], body: dict[str, Any], place: str, terms: dict[str, Any], field: str
) -> None:
    with pytest.raises(ApiError) as refused:
        await read(model, {**body, "terms": terms})
    assert refused.value.code is PlatformErrorCode.E001
    assert f"{place}.{field}" in {problem.field for problem in refused.value.problems}


async def test_bad_terms_of_a_requested_change_are_refused_with_their_field() -> None:
    point = {"aspect": "fee", "terms": {"fee": {"amount": "900", "currency": "GBP"}}}
    with pytest.raises(ApiError) as refused:
        await read(InvitationAnswer, {"decision": "conditional", "negotiation_points": [point]})
    assert "negotiation_points.0.terms.fee.amount" in {problem.field for problem in refused.value.problems}


@pytest.mark.parametrize(("language", "text"), [("en", "such as GBP"), ("zh", "三个大写字母")])
async def test_a_currency_that_is_none_is_explained(language: str, text: str) -> None:
    terms = {"fee": {"amount": 1, "currency": "pounds"}}
    with pytest.raises(ApiError) as refused:
        await read(ReviewAnswer, {"feedback_type": "negotiate", "terms": terms}, language)
    assert text in refused.value.problems[0].problem
