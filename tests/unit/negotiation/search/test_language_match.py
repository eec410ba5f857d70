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


def test_whoever_lacks_the_language_has_no_fit() -> None:
    needs = [Need(id="n1", need="translation")]
    assert find_fits(needs, person("translation"))
    assert not find_fits([Need(id="n1", need="translation from Welsh")], person("Translation"))
