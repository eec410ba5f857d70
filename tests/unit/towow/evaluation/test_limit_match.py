"""Does a limit count as reproduced only when its value is the labelled one?"""

from typing import Any

import pytest

from negotiation.contracts.demand import DemandLimits
from towow.evaluation.corpus import LabelledLimits
from towow.evaluation.limit_match import count_reproduced, limit_values

TEXT = "in London on a Friday, in the evening, up to 50 people"


def reproduced(labelled: dict[str, Any], understood: dict[str, Any]) -> int:
    return count_reproduced(LabelledLimits.model_validate(labelled), DemandLimits.model_validate(understood), TEXT)


@pytest.mark.parametrize(
    ("labelled", "understood", "count"),
    [
        ({"place": "北京"}, {"place": "Beijing"}, 1),
        ({"place": "London"}, {"place": "London, Hackney"}, 1),
        ({"place": "London"}, {"place": "Paris"}, 0),
        ({"dates": ["2026-12-05", "2026-12-06"]}, {"dates": ["2026-12-06", "2026-12-07"]}, 1),
        ({"weekdays": [4]}, {"weekdays": [4, 5]}, 1),
        ({"weekdays": [4]}, {"dates": ["2026-11-27"]}, 0),
        ({"not_on": ["sunday"]}, {"not_on": ["monday"]}, 0),
        ({"people": {"max": 50}}, {"people": {"min": 1, "max": 50}}, 1),
        ({"people": {"min": 50, "max": 50}}, {"people": {"min": 1, "max": 50}}, 0),
        ({"budget": {"amount": 100, "currency": "GBP"}}, {"budget": {"amount": 100, "currency": "EUR"}}, 0),
        ({"budget": {"amount": 100, "currency": "GBP"}}, {"budget": {"amount": 100, "currency": "GBP"}}, 1),
        ({"language": "zh"}, {"language": "zh-Hans"}, 1),
        ({"hours": "in the evening"}, {"hours": "evening"}, 1),
        ({"hours": "in the evening"}, {"hours": "Friday"}, 0),
        ({"hours": "in the evening"}, {}, 0),
    ],
)
def test_a_limit_is_reproduced_by_an_equal_value(
    labelled: dict[str, Any], understood: dict[str, Any], count: int
) -> None:
    assert reproduced(labelled, understood) == count


def test_every_item_of_a_list_is_a_value() -> None:
    limits = LabelledLimits.model_validate({"place": "London", "dates": ["2026-12-05", "2026-12-06"], "weekdays": [5]})
    assert len(limit_values(limits)) == 4
    assert limit_values(LabelledLimits()) == ()
