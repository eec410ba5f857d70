from typing import get_args

import pytest

from negotiation.contracts.terms import ConditionKind
from negotiation.terms.condition_kind import find_condition_kind, find_stated_kind


@pytest.mark.parametrize(
    ("text", "stated", "kind"),
    [
        ("最多40位，多一位也摆不下", "most", "other"),
        ("at least 20 people", "least", "other"),
        ("只有周末有空", "calendar", "other"),
        ("over by ten", "hours", "end_time"),
        ("每次不超过两小时", "hours", "other"),
        ("paid on the day", "payment", "payment"),
        ("自带酒水要先问", "food", "food"),
        ("flowers", None, "other"),
    ],
)
def test_what_a_text_is_about_and_its_kind_as_a_condition(text: str, stated: str | None, kind: str) -> None:
    assert (find_stated_kind(text), find_condition_kind(text)) == (stated, kind)


def test_every_kind_is_one_of_the_contract() -> None:
    texts = ["a deposit", "two helpers", "提纲", "雨天顺延", "全员保险", "孩子要家长签字", "no sales pitch", "署名"]
    kinds = {find_condition_kind(text) for text in texts}
    assert kinds < set(get_args(ConditionKind))
    assert len(kinds) == len(texts)
