"""What counts as following the command to move (DL-118, DL-133)."""

import pytest

from deliberation.contracts.critique import CritiqueDraft
from deliberation.core.directive_checks import find_command, has_moved, has_rebuttal, refers_to_other
from tests.support.turn_fixtures import command, position

CHECK = {"feasible": True, "realistic": True, "complete": True}
OTHER = position(
    conclusion="Study two hours a day for twelve weeks",
    key_reasons=("The mock exams show what is missing",),
    assumptions=("两个月足够把听力提高一分",),
)


def critique(risk: str) -> CritiqueDraft:
    return CritiqueDraft.model_validate({"risks": [{"risk": risk, "severity": "low"}], "validity_check": CHECK})


def test_the_command_is_the_one_to_this_agent() -> None:
    to_critic, to_all = command("critic"), command().model_copy(update={"target_agent": None})
    assert find_command((to_critic,), "planner") is None
    assert find_command((to_critic,), "critic") == to_critic
    assert find_command((to_all,), "critic") == to_all
    assert find_command((command(action="challenge"),), "planner") is None


@pytest.mark.parametrize(
    ("changes", "moved"),
    [
        ({}, False),
        ({"assumptions": ("每天有两小时",)}, True),
        ({"assumptions": ("每天有一小时", "目前是六分")}, True),
        ({"assumptions": ("每天有两小时。", "目前是六分", "还有一条")}, False),
        ({"confidence": 0.75}, True),
        ({"confidence": 0.751}, False),
        ({"confidence": 0.9}, False),
        ({"conclusion": "换一种说法", "key_reasons": ("新的",)}, False),
    ],
)
def test_a_dropped_assumption_or_a_lower_confidence_is_a_move(changes: dict[str, object], moved: bool) -> None:
    assert has_moved(position(), position().model_copy(update=changes)) == moved


def test_a_first_position_has_nothing_to_move_from() -> None:
    assert has_moved(None, position())


def test_an_empty_rebuttal_is_none() -> None:
    assert not has_rebuttal(())
    assert not has_rebuttal((" ", "…"))
    assert has_rebuttal(("它没有算周末",))


@pytest.mark.parametrize(
    "risk",
    [
        "Discussant A assumes that nothing goes wrong",
        "A's estimate leaves out the weekends",
        "The planner counts each day twice",
        "The other side forgets the fee",
        "Two hours a day is more than a nurse on shifts has",
    ],
)
def test_a_risk_refers_to_the_other_by_name_or_by_its_words(risk: str) -> None:
    assert refers_to_other(critique(risk), "A", OTHER, "en")


@pytest.mark.parametrize("risk", ["A delay would cost a month", "There is a lack of hours", "Position B is right"])
def test_a_risk_of_its_own_does_not_refer_to_the_other(risk: str) -> None:
    assert not refers_to_other(critique(risk), "A", OTHER, "en")


@pytest.mark.parametrize(
    ("risk", "refers"),
    [
        ("对方没有算通勤的时间", True),
        ("讨论者B把周末也算进去了", True),
        ("B的假设站不住", True),
        ("说听力提高一分只要两个月，没有依据", True),
        ("data的口径不一", False),
        ("时间规划得不够细", False),
    ],
)
def test_a_chinese_risk_refers_to_the_other(risk: str, refers: bool) -> None:
    assert refers_to_other(critique(risk), "B", OTHER, "zh") == refers


def test_without_a_position_of_the_other_only_a_name_counts() -> None:
    assert not refers_to_other(critique("Two hours a day is too much"), "A", None, "en")
