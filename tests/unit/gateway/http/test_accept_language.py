"""In which language somebody is told, by what their browser says."""

import pytest

from gateway.http.accept_language import preferred_language

CASES = {
    "": "en",
    "zh": "zh",
    "zh-CN,zh;q=0.9,en;q=0.8": "zh",
    "en-GB,en;q=0.9,zh;q=0.8": "en",
    "fr,de;q=0.9": "en",
    "fr,zh;q=0.1": "zh",
    "zh;q=0.3,en;q=0.4": "en",
    "zh;q=0.5,en;q=0.5": "zh",
    "en;q=0.5,zh;q=0.5": "en",
    "zh;q=0": "en",
    "*": "en",
    "*;q=0.1,zh-Hant-TW;q=0.2": "zh",
    "ZH-hans": "zh",
    "zha": "en",
    "zh;q=2": "en",
    "zh;q=0.1234": "en",
    "zh; q=1.000": "zh",
    " zh ": "zh",
    "zh;level=1": "en",
    "\x00,,;;,zh": "zh",
    "," * 10_000 + "zh": "en",
}


@pytest.mark.parametrize("said", CASES)
def test_the_language_with_the_highest_quality_is_chosen(said: str) -> None:
    assert preferred_language(said) == CASES[said]
