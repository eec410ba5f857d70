"""Contradictions of a demand, about which its requester is asked."""

import pytest

from coordinator.prompts import UnderstandingFacts
from coordinator.simulated.contradiction import is_same_ability
from coordinator.simulated.rules import understand_demand
from negotiation.contracts.demand import SubmissionContext
from shared.core.language import Language


@pytest.mark.parametrize(
    ("refused", "need"),
    [
        ("photographer", "photos of everyone"),
        ("photographer", "take photographs of the cake"),
        ("sculptor", "three sculptures for the garden"),
        ("weaving", "weaver who brings a loom"),
        ("painter", "oil paintings"),
        ("juggler", "juggling for the children"),
        ("cleaner", "clean the flat"),
        ("band", "brass band"),
        ("摄影师", "给大家拍的照片"),
        ("口技师", "给孩子看的口技表演"),
        ("司机", "会开卡车的司机"),
        ("糖画师", "糖画"),
    ],
)
def test_the_same_ability_in_other_words_is_a_contradiction(refused: str, need: str) -> None:
    assert is_same_ability(refused, need)


@pytest.mark.parametrize(
    ("refused", "need"),
    [
        ("pianist", "piano removal firm"),
        ("pianist", "move a piano"),
        ("baker", "poster"),
        ("brass band", "band saw repair"),
        ("porter", "port for the toast"),
        ("printer", "sprint coach"),
        ("flash photography at the altar", "string quartet"),
        ("clown costume", "clown"),
        ("driver", "drive shaft repair"),
        ("钢琴师", "搬钢琴"),
        ("调酒师", "酒"),
        ("口技师", "修鼓"),
        ("婚礼司仪", "场地"),
    ],
)
def test_other_abilities_are_none(refused: str, need: str) -> None:
    assert not is_same_ability(refused, need)


def question_of(text: str, language: Language) -> str | None:
    setting = SubmissionContext(user_id="u", language=language, today="2026-11-23", timezone="Asia/Shanghai")
    facts = UnderstandingFacts(demand_id="d-1", channel_id="c-1", setting=setting, raw_input=text)
    question = understand_demand(facts).question
    return question and question.aspect


@pytest.mark.parametrize(
    ("text", "language", "aspect"),
    [
        ("A party in Hull, no photographer please. I need a caterer and photos of everyone.", "en", "not_wanted"),
        ("We don't want a pianist. I am looking for a piano removal firm in Hull.", "en", None),
        ("不要摄影师，想要给大家拍的照片，还要场地", "zh", "not_wanted"),
        ("不要钢琴师，找人搬钢琴", "zh", None),
    ],
)
def test_a_question_is_asked_about_a_contradiction_only(text: str, language: Language, aspect: str | None) -> None:
    assert question_of(text, language) == aspect
