import pytest

from coordinator.simulated.need_count import MAX_COUNT, find_count

CASES = [
    ("we need two waiters", "waiters", "en", 2, "waiters"),
    ("we need two waiters", "two waiters", "en", 2, "waiters"),
    ("a dozen folding chairs please", "folding chairs", "en", 12, "folding chairs"),
    ("need 3 good movers", "movers", "en", 3, "movers"),
    ("dinner for 60 guests, photographer", "photographer", "en", 1, "photographer"),
    ("60th birthday cake", "60th birthday cake", "en", 1, "60th birthday cake"),
    ("£400 photographer", "photographer", "en", 1, "photographer"),
    ("9999 chairs", "chairs", "en", MAX_COUNT, "chairs"),
    ("找三个服务员", "服务员", "zh", 3, "服务员"),
    ("找三个服务员", "三个服务员", "zh", 3, "服务员"),
    ("摄影师两名，下周", "摄影师", "zh", 2, "摄影师"),
    ("two brave people with a ladder", "two brave people with a ladder", "en", 2, "brave people with a ladder"),
    ("第一位嘉宾", "嘉宾", "zh", 1, "嘉宾"),
    ("十来个志愿者", "志愿者", "zh", 10, "志愿者"),
]


@pytest.mark.parametrize(("text", "words", "language", "count", "rest"), CASES)
def test_the_number_beside_a_need_is_its_count(text: str, words: str, language: str, count: int, rest: str) -> None:
    start = text.index(words)
    found, span, _ = find_count(text, (start, start + len(words)), "zh" if language == "zh" else "en")
    assert (found, text[slice(*span)]) == (count, rest)
