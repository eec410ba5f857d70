from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from negotiation.contracts.terms import Terms
from negotiation.terms.term_parser import parse_condition, parse_offer_terms, parse_request, parse_terms, split_label
from shared.core.language import Language


def values(terms: Terms | None) -> dict[str, Any]:
    return terms.model_dump(mode="json", exclude_defaults=True) if terms else {}


@pytest.mark.parametrize(
    ("label", "text", "language", "expected"),
    [
        ("date", "2026-02-13", "en", {"dates": ["2026-02-13"]}),
        ("日期", "2026-02-13", "zh", {"dates": ["2026-02-13"]}),
        ("", "2026-02-13 instead", "en", {"dates": ["2026-02-13"]}),
        ("", "papers by 2026-02-01", "en", {}),
        ("", "not free on Monday and 2026-02-20", "en", {"not_on": ["monday", "2026-02-20"]}),
        ("", "周一、2026-02-20没空", "zh", {"not_on": ["monday", "2026-02-20"]}),
        ("", "only free at weekends", "en", {"dates": ["saturday", "sunday"]}),
        ("", "只有周末有空", "zh", {"dates": ["saturday", "sunday"]}),
        ("", "I cannot come on 5 December", "en", {}),
        ("end", "ends 2026-12-05T22:00:00+08:00", "en", {"end": "2026-12-05T22:00:00+08:00"}),
        ("start", "from 2026-12-05T19:30+08:00", "en", {"start": "2026-12-05T19:30+08:00"}),
        ("", "flowers on the table", "en", {}),
        ("", "", "zh", {}),
    ],
)
def test_days_and_instants_are_read(label: str, text: str, language: Language, expected: dict[str, Any]) -> None:
    assert values(parse_terms(label, text, language, "CNY")) == expected


@pytest.mark.parametrize(
    ("text", "language", "kind"),
    [
        ("不接受外带餐食进场", "zh", "food"),
        ("no outside food", "en", "food"),
        ("no filming, no recording", "en", "recording"),
        ("未经同意不录像", "zh", "recording"),
        ("a tuned piano on site", "en", "equipment"),
        ("来回交通费另算", "zh", "travel"),
        ("over by ten in the evening", "en", "end_time"),
        ("晚上十点前收音，隔壁是养老院", "zh", "end_time"),
        ("no longer than 3 hours", "en", "other"),
        ("押金两千，散场验完退", "zh", "deposit"),
        ("deposit of £200", "en", "deposit"),
        ("at least 20 people", "en", "other"),
        ("travel up to £50 paid", "en", "travel"),
    ],
)
def test_a_condition_without_a_key_of_its_own_keeps_its_words_and_gets_a_kind(
    text: str, language: Language, kind: str
) -> None:
    terms = parse_terms("", text, language, "GBP")
    assert terms
    (condition,) = terms.conditions
    assert (condition.kind, condition.text) == (kind, text)
    assert set(values(terms)) == {"conditions"}


def test_a_newer_value_of_the_same_thing_replaces_the_older() -> None:
    assert values(parse_terms("", "要付清洁费500元；清洁费改为800元", "zh", "CNY")) == {
        "fee": {"amount": 80000, "currency": "CNY"}
    }
    assert values(parse_terms("", "up to 30 people; up to 20 people", "en", "GBP")) == {"people": 20}


def test_several_values_of_one_text_are_read_together() -> None:
    assert values(parse_terms("", "up to 40 people for £300, two weeks' notice", "en", "GBP")) == {
        "fee": {"amount": 30000, "currency": "GBP"},
        "people": 40,
        "notice_days": 14,
    }
    terms = parse_terms("", "提前八天进群，至少配两名帮手", "zh", "CNY")
    assert terms
    assert terms.notice_days == 8
    assert [condition.kind for condition in terms.conditions] == ["helper"]


def test_of_a_contribution_only_values_count() -> None:
    text = "I can cover venue, with a piano and a projector; for up to 40 people; not free on Monday; fee £350"
    assert values(parse_offer_terms(text, (), "en", "GBP")) == {
        "fee": {"amount": 35000, "currency": "GBP"},
        "people": 40,
        "not_on": ["monday"],
    }
    assert parse_offer_terms("我来做摄影，自带设备", (), "zh", "CNY") is None


def test_each_condition_of_an_offer_counts_with_and_without_a_kind() -> None:
    terms = parse_offer_terms("可以承担场地提供", ("三成定金", "自带杯子", "费用：800元"), "zh", "CNY")
    assert values(terms) == {
        "fee": {"amount": 80000, "currency": "CNY"},
        "deposit_share": 0.3,
        "conditions": [{"kind": "deposit", "text": "三成定金"}, {"text": "自带杯子"}],
    }


def test_a_request_with_a_label_is_read_with_it() -> None:
    assert split_label("费用：800元") == ("费用", "800元")
    assert split_label("over by 22:30") == ("", "over by 22:30")
    assert values(parse_request("fee: 800", "en", "GBP")) == {"fee": {"amount": 80000, "currency": "GBP"}}
    assert values(parse_condition("自带杯子", "zh", "CNY")) == {"conditions": [{"text": "自带杯子"}]}


@settings(max_examples=150, deadline=None)
@given(
    st.text(
        alphabet="0123456789,.-–£$€¥元块一二三百千万%成 \n：:fee up to people 费用不超过人提前天定金每小时GBP周六2026-02-13",
        max_size=40,
    ),
    st.sampled_from(["zh", "en"]),
    st.sampled_from(["", "fee", "费用", "人数", "date"]),
)
def test_any_text_gives_valid_terms_or_none(text: str, language: Language, label: str) -> None:
    terms = parse_terms(label, text, language, "JPY")
    assert terms is None or Terms.model_validate(terms.model_dump()) == terms
