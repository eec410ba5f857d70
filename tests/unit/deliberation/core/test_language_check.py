import pytest

from deliberation.core.language_check import is_in_language
from shared.core.language import Language


@pytest.mark.parametrize(
    ("text", "language", "fits"),
    [
        ("先打基础，再做真题，最后两周每天模考一次。", "zh", True),
        ("IELTS Writing Task 2 每周写两篇，Speaking 每周练三次，找人陪练。", "zh", True),
        ("First the basics, then past papers, then a mock exam every day.", "zh", False),
        ("First the basics, then past papers, then a mock exam every day.", "en", True),
        ("Read 红楼梦 aloud for an hour every day and write down new words.", "en", True),
        ("先打基础，再做真题，最后两周每天模考一次。", "en", False),
        ("Révisez deux heures par jour, puis passez un examen blanc chaque semaine.", "zh", False),
        ("IELTS 7.0", "zh", True),
        ("", "en", True),
        ("123 456 … 789", "zh", True),
    ],
)
def test_a_text_is_in_a_language_by_its_share_of_chinese(text: str, language: Language, fits: bool) -> None:
    assert is_in_language(text, language) == fits
