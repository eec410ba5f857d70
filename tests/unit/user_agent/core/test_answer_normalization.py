import pytest

from negotiation.contracts.money import money_of_units
from negotiation.contracts.offer import NegotiationPoint
from negotiation.contracts.terms import Condition, Terms
from user_agent.core.answer_normalization import FeedbackReply, OfferReply, normalize_feedback, normalize_offer

POINT = NegotiationPoint(aspect="费用", desired_value="800元")


def offer(**fields: object) -> OfferReply:
    return normalize_offer(OfferReply.model_validate({"decision": "participate", **fields}), "zh")


def feedback(**fields: object) -> FeedbackReply:
    return normalize_feedback(FeedbackReply.model_validate(fields), "en")


def test_negotiate_without_points_is_an_offer() -> None:
    assert offer(response_type="negotiate").response_type == "offer"
    assert offer(response_type="negotiate", negotiation_points=[POINT]).response_type == "negotiate"
    assert offer(response_type="negotiate", negotiation_points=[NegotiationPoint(aspect=" ")]).response_type == "offer"


def test_conditional_without_conditions_is_participation() -> None:
    assert offer(decision="conditional").decision == "participate"
    assert offer(decision="conditional", conditions=["  ", ""]).decision == "participate"
    assert offer(decision="conditional", conditions=["周末"]).decision == "conditional"


def test_conditional_with_points_only_takes_its_conditions_from_them() -> None:
    settled = offer(decision="conditional", negotiation_points=[POINT])
    assert (settled.decision, settled.conditions) == ("conditional", ("800元",))
    unsaid = offer(decision="conditional", negotiation_points=[NegotiationPoint(aspect="费用", desired_value=" ")])
    assert (unsaid.decision, unsaid.conditions) == ("conditional", ("费用",))


def test_a_decline_has_a_reason_and_nothing_else() -> None:
    settled = offer(
        decision="decline",
        response_type="negotiate",
        contribution="场地",
        conditions=["周末"],
        negotiation_points=[POINT],
        reasoning="太远",
    )
    assert (settled.decline_reason, settled.response_type) == ("太远", "offer")
    assert (settled.contribution, settled.conditions, settled.negotiation_points) == (None, (), ())
    assert offer(decision="decline").decline_reason


def test_a_participating_offer_has_a_contribution_and_no_decline_reason() -> None:
    settled = offer(decline_reason="忙", contribution=" ")
    assert settled.decline_reason is None
    assert settled.contribution


@pytest.mark.parametrize(("said", "meant"), [(0.8, 80), (80, 80), (80.4, 80), (1, 1), (1.0, 100), (-3, 0), (900, 100)])
def test_confidence_is_a_percentage(said: float, meant: int) -> None:
    assert offer(confidence=said).confidence == meant


@pytest.mark.parametrize("word", ["maybe", "", "approve", "是"])
def test_an_unknown_feedback_type_is_negotiate_never_accept(word: str) -> None:
    settled = feedback(feedback_type=word)
    assert settled.feedback_type == "negotiate"
    assert settled.adjustment_request


def test_keywords_are_parsed_case_insensitively() -> None:
    assert feedback(feedback_type=" ACCEPT ").feedback_type == "accept"
    assert offer(decision="Decline").decision == "decline"


def test_negotiate_always_has_an_adjustment_request() -> None:
    assert feedback(feedback_type="negotiate", concerns=["too early", "too dear"]).adjustment_request == (
        "too early; too dear"
    )
    assert feedback(feedback_type="negotiate", reasoning="another day").adjustment_request == "another day"
    assert (
        feedback(feedback_type="negotiate", adjustment_request="Sunday", reasoning="x").adjustment_request == "Sunday"
    )


def test_an_adjustment_request_contains_only_whole_concerns() -> None:
    long, longer, short = "a" * 170, "b" * 120, "c" * 100
    assert feedback(feedback_type="negotiate", concerns=[long, longer, short]).adjustment_request == f"{long}; {short}"
    assert (
        feedback(feedback_type="negotiate", concerns=["d" * 300]).adjustment_request == "d" * 300
    )  # cut where it is kept
    just = ["e" * 180, "f" * 103]
    assert feedback(feedback_type="negotiate", concerns=just).adjustment_request == "; ".join(just)


def test_only_negotiate_has_an_adjustment_request() -> None:
    for kind in ("accept", "reject", "withdraw"):
        assert feedback(feedback_type=kind, adjustment_request="Sunday").adjustment_request is None


def test_a_rejection_has_a_reason() -> None:
    assert feedback(feedback_type="withdraw", concerns=["too far"]).reasoning == "too far"
    assert feedback(feedback_type="reject").reasoning


def test_unknown_fields_of_a_model_are_dropped() -> None:
    assert offer(mood="sunny") == offer()


def test_terms_that_are_missing_are_parsed_and_given_ones_stay() -> None:
    parsed = offer(contribution="最多40人", conditions=["自带杯子"], negotiation_points=[POINT])
    assert parsed.terms == Terms(people=40, conditions=(Condition(kind="other", text="自带杯子"),))
    assert parsed.negotiation_points[0].terms == Terms(fee=money_of_units(800, "CNY"))
    given = offer(contribution="最多40人", terms={"people": 20})
    assert given.terms == Terms(people=20)


def test_an_offer_that_says_no_terms_has_none() -> None:
    assert offer(contribution="可以").terms is None
    assert offer(terms={}).terms is None
    assert offer(decision="decline", terms={"people": 20}).terms is None


def test_only_a_request_or_a_rejection_has_terms() -> None:
    fee = Terms(fee=money_of_units(300, "CNY"))
    assert feedback(feedback_type="negotiate", adjustment_request="fee: 300 yuan").terms == fee
    assert feedback(feedback_type="reject", concerns=["fee: 300 yuan"]).terms == fee
    assert feedback(feedback_type="accept", terms=fee.model_dump()).terms is None
    assert feedback(feedback_type="withdraw", terms=fee.model_dump(), reasoning="x").terms is None
    assert feedback(feedback_type="negotiate", adjustment_request="something nicer").terms is None


def test_terms_of_a_wrong_type_are_an_error_that_the_repair_turn_names() -> None:
    with pytest.raises(ValueError, match="currency"):
        OfferReply.model_validate({"decision": "participate", "terms": {"fee": {"amount": 3, "currency": "pounds"}}})
