"""Two ways to say the same need make one need; two things stay two, and an occasion is none beside them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from coordinator.simulated.need_deduplication import MAX_COMPARED, NeedDeduplication, deduplicate_needs
from negotiation.contracts.demand import Need
from negotiation.search import skill_classifier
from shared.core.language import Language

PLANED = "someone who can plane the gate and rehang it"

CASES: list[tuple[str, list[str], list[str], list[str]]] = [
    # text, needs as marked, needs left, details
    (f"The gate scrapes the path. Need {PLANED}.", ["gate scrapes the path", PLANED], [PLANED], ["gate scrapes the path"]),
    (
        "painter: hallway and two bedrooms want a fresh coat",
        ["painter", "hallway and two bedrooms want a fresh coat"],
        ["painter"],
        ["hallway and two bedrooms want a fresh coat"],
    ),
    ("水管爆了，来个水管工", ["水管爆了", "水管工"], ["水管工"], ["水管爆了"]),
    ("水管爆了，厨房全是水", ["水管爆了", "厨房全是水"], ["水管爆了", "厨房全是水"], []),
    ("Someone to cut the hedge, mow the lawn", ["cut the hedge", "mow the lawn"], ["cut the hedge", "mow the lawn"], []),
    (
        "I want a red velvet cake. A dozen cupcakes for the kids.",
        ["red velvet cake", "cupcakes for the kids"],
        ["red velvet cake", "cupcakes for the kids"],
        [],
    ),
    ("找人遛狗，喂猫", ["遛狗", "喂猫"], ["遛狗", "喂猫"], []),
    ("I need a nanny by day; a babysitter at night", ["nanny by day", "babysitter at night"], ["nanny by day", "babysitter at night"], []),
    (
        "Someone to translate a letter into French. Someone to translate a contract into German.",
        ["translate a letter into French", "translate a contract into German"],
        ["translate a letter into French", "translate a contract into German"],
        [],
    ),
    ("两名油漆工，三名粉刷墙的", ["油漆工", "粉刷墙的"], ["油漆工", "粉刷墙的"], []),
    ("a florist, a baker, Oslo", ["florist", "baker"], ["florist", "baker"], []),
    ("a plumber and another plumber", ["plumber", "another plumber"], ["plumber", "another plumber"], []),
    ("做两个书架，再修一把椅子", ["做两个书架", "修一把椅子"], ["做两个书架", "修一把椅子"], []),
]  # fmt: skip


def deduplicated(text: str, words: Sequence[str], language: Language | None = None) -> NeedDeduplication:
    starts = [text.rindex(each) for each in words]
    needs = [Need(need=each, span=(start, start + len(each))) for each, start in zip(words, starts, strict=True)]
    return deduplicate_needs(text, language or ("en" if text.isascii() else "zh"), needs)


@pytest.mark.parametrize(("text", "marked", "left", "details"), CASES)
def test_a_need_stated_twice_is_one(text: str, marked: list[str], left: list[str], details: list[str]) -> None:
    found = deduplicated(text, marked)
    assert [need.need for need in found.needs] == left
    assert [text[slice(*need.span)] for need in found.needs if need.span] == left
    assert [text[slice(*span)] for span in found.details] == details
    assert found.occasions == ()


def test_a_joined_need_keeps_the_greater_number() -> None:
    text = "水管爆了，来三个水管工"
    one, other = Need(need="水管爆了", span=(0, 4)), Need(need="水管工", span=(8, 11), count=3)
    assert [need.count for need in deduplicate_needs(text, "zh", [one, other]).needs] == [3]


def test_what_is_only_wished_for_stays_a_need_of_its_own() -> None:
    text = "水管爆了，来个水管工"
    one, other = Need(need="水管爆了", span=(0, 4)), Need(need="水管工", span=(7, 10), required=False)
    assert len(deduplicate_needs(text, "zh", [one, other]).needs) == 2


def test_an_occasion_beside_needs_is_none_and_alone_it_is_one() -> None:
    text = "Book fair in Oslo: a storyteller"
    found = deduplicated(text, ["Book fair", "storyteller"])
    assert [need.need for need in found.needs] == ["storyteller"]
    assert [text[slice(*span)] for span in found.occasions] == ["Book fair"]
    assert [need.need for need in deduplicated("A book fair in Oslo", ["book fair"]).needs] == ["book fair"]
    assert len(deduplicated("想找夏令营，还想找家教", ["夏令营", "家教"]).needs) == 2
    assert len(deduplicated("Help with the house move, and a cleaner", ["house move", "cleaner"]).needs) == 2
    assert len(deduplicated("Dinner for nine and a pianist", ["Dinner", "pianist"]).needs) == 2
    assert len(deduplicated("婚礼司仪一位，化妆师一位", ["婚礼司仪", "化妆师"]).needs) == 2


def test_a_long_list_keeps_all_its_needs() -> None:
    names = [f"thing{number:03}" for number in range(3 * MAX_COMPARED)]
    assert len(deduplicated(" and ".join(names), names).needs) == len(names)


def test_with_a_damaged_classifier_needs_stay_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "damaged.npz").write_bytes(skill_classifier.WEIGHTS_FILE.read_bytes()[:100])
    monkeypatch.setattr(skill_classifier, "WEIGHTS_FILE", tmp_path / "damaged.npz")
    skill_classifier.load_skill_classifier.cache_clear()
    try:
        assert len(deduplicated("水管爆了，来个水管工", ["水管爆了", "水管工"]).needs) == 2
    finally:
        skill_classifier.load_skill_classifier.cache_clear()
