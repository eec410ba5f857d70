"""Who speaks the language that a need is about?"""

import pytest

from negotiation.contracts.demand import Need
from negotiation.registry.profile import Profile
from negotiation.search.language_match import lacks_language
from negotiation.search.need_fits import find_fits


def person(*capabilities: str, languages: tuple[str, ...] = ("en",), summary: str = "") -> Profile:
    return Profile(agent_id="a", display_name="A", capabilities=capabilities, languages=languages, summary=summary)


@pytest.mark.parametrize(
    ("need", "profile", "lacks"),
    [
        ("a Welsh translator", person("translation"), True),
        ("a Welsh translator", person("translation", summary="Grew up with Welsh."), False),
        ("Chinese to English interpreting", person("interpreter"), True),
        ("Chinese to English interpreting", person("interpreter", languages=("zh-CN", "en")), False),
        ("German lessons", person("French lessons"), True),
        ("French lessons", person("French lessons"), False),
        ("a Danish tax adviser", person("tax advice"), True),
        ("德语翻译", person("翻译", languages=("zh", "en")), True),
        ("找日语老师", person("日语教学", languages=("zh",)), False),
        ("Italian food for thirty", person("catering"), False),
        ("Spanish guitar", person("guitar"), False),
        ("Spanish guitar lessons", person("guitar lessons"), False),
        ("Italian cooking class", person("cooking lessons"), False),
        ("a nail polish course", person("beauty"), False),
        ("Latin dance lessons", person("dance teacher"), False),
        ("I want to learn some Dutch", person("teaching"), True),
        ("a Norwegian translator", person("translation", languages=("nb", "en")), False),
        ("a translator", person("translation"), False),
        ("a Welsh translator", person("translation", languages=()), False),
    ],
)
def test_a_need_for_a_language_is_not_met_by_another(need: str, profile: Profile, *, lacks: bool) -> None:
    assert lacks_language(need, profile) is lacks


@pytest.mark.parametrize(
    ("need", "context", "lacks"),
    [
        ("a translator", "The manual of the kiln is in Korean. Who could assemble it? And a translator?", True),
        ("a translator", "A translator for a French contract, Leeds", True),
        ("翻译一位", "说明书全是韩文，找翻译一位", True),
        ("a translator", "A translator, and a cook for Italian food", False),
        ("a Welsh translator", "The letter is in Korean", True),
        ("a cook", "The manual is in Korean. I want a cook.", False),
        ("an interpreter", "Please write to me in French. An interpreter for the clinic.", False),
        ("an interpreter", "I live next to a Greek restaurant. An interpreter for guests", False),
        ("翻译", "公司在学法语，来了客户，需要翻译", False),
        ("somebody to interpret my dreams", "A dance in Spanish style", False),
    ],
)
def test_a_translation_is_about_the_language_of_what_the_demand_tells(need: str, context: str, *, lacks: bool) -> None:
    assert lacks_language(need, person("translation"), context) is lacks


def test_whoever_lacks_the_language_has_no_fit() -> None:
    needs = [Need(id="n1", need="translation")]
    assert find_fits(needs, person("translation"))
    assert not find_fits([Need(id="n1", need="translation from Welsh")], person("Translation"))
