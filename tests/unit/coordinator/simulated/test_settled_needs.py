"""What stands right beside a need decides whether it is refused, settled or wanted."""

import pytest

from coordinator.simulated.demand_tagger import TaggedSpan, TaggedText
from coordinator.simulated.settled_needs import mark_settled

UNWANTED = [
    ("A party, no DJ please", "DJ"),
    ("We don't need a photographer, only a venue", "photographer"),
    ("A walk without any guide", "guide"),
    ("Instead of a caterer, a food truck", "caterer"),
    ("Photographer: no. Caterer: yes.", "Photographer"),
    ("A florist is not needed", "florist"),
    ("The cake is ordered, the band is missing", "cake"),
    ("Church, hotel, band and cake are booked", "band and cake"),
    ("A band, spare us the smoke machine", "spare us the smoke machine"),
    ("说书的请留下，架子鼓退下", "架子鼓退下"),
    ("要清炖的，不要红烧", "不要红烧"),
    ("Tree surgeons need not apply, we want a gardener", "Tree surgeons"),
    ("Anything but karaoke", "karaoke"),
    ("We are fed up with magicians, send a storyteller", "magicians"),
    ("A band as opposed to a DJ", "DJ"),
    ("不用摄影师，场地就行", "摄影师"),
    ("魔术师请绕道，要个说书的", "魔术师"),
    ("月嫂免谈，只要钟点工", "月嫂"),
    ("千万别推婚庆公司，我们只要花艺", "婚庆公司"),
    ("主持人不缺，缺的是音响，再也不要乐队", "乐队"),
    ("别给我推荐中介", "中介"),
    ("饭店订好了，就差个拉手风琴的", "饭店"),
    ("蛋糕不用，主持一位", "蛋糕"),
    ("音响我们自己带，求歌手", "音响"),
    ("场地已经有了，还缺一位主持人", "场地"),
    ("航拍？不拍。跟拍一位。", "航拍"),
    ("Balloons? No. A cake.", "Balloons"),
    ("上回那位司仪千万别再来", "上回那位司仪"),
]
WANTED = [
    ("Not only a DJ but a band", "DJ"),
    ("Skip hire in Leeds", "Skip hire"),
    ("找别墅设计师，杭州", "别墅设计师"),
    ("A no frills wedding planner", "no frills wedding planner"),
    ("找保姆 谢绝中介", "保姆"),
    ("Somebody who is sick of big weddings too", "Somebody who is sick of big weddings too"),
    ("不要命的攀岩教练", "攀岩教练"),
    ("I can't do without a caterer", "caterer"),
    ("Need a venue to be booked", "venue"),
    ("No car, so we need a driver", "driver"),
    ("Everything except the music is arranged", "music"),
    ("The hall is booked. We need a DJ", "DJ"),
    ("蛋糕还没订好，求烘焙师傅", "烘焙师傅"),
    ("想请人帮忙订好酒店", "酒店"),
    ("不光要厨师，还要司机", "司机"),
    ("摄影师要会用无人机", "摄影师"),
    ("有会修钟的吗？不过要上门", "会修钟"),
    ("A DJ? No idea where to find one, please help", "DJ"),
    ("Can anyone recommend a dentist? No luck so far.", "dentist"),
    ("有没有会修电脑的师傅？不急", "会修电脑的师傅"),
]


@pytest.mark.parametrize(
    ("text", "words", "kind"), [*((*row, "unwanted") for row in UNWANTED), *((*row, "need") for row in WANTED)]
)
def test_a_need_is_marked_by_the_words_beside_it(text: str, words: str, kind: str) -> None:
    start = text.index(words)
    tagged = TaggedText((TaggedSpan((start, start + len(words)), "need"),), ())
    assert [each.kind for each in mark_settled(text, tagged).spans] == [kind]


@pytest.mark.parametrize(
    ("text", "words", "kinds"),
    [
        ("Wanted: a harpist (Hull), posters", "posters", ["need"]),
        ("A hall in Hull. Coffee afterwards.", "Coffee afterwards", ["need"]),
        ("婚车还没着落，厦门", "婚车", ["need"]),
        ("The flowers are still missing", "flowers", ["need"]),
        ("我不会织毛衣，想学", "织毛衣", ["need"]),
        ("发票一窍不通，求指点", "发票", ["need"]),
        ("Soup, it has to be vegan", "Soup", ["need"]),
        ("Nothing with clowns or balloons, candyfloss", "candyfloss", ["unwanted"]),
        ("Our cousin bakes the layered thing", "layered thing", ["unwanted"]),
        ("The hall echoes with cake on Sundays", "cake", []),
    ],
)
def test_what_nothing_in_its_sentence_refuses_is_no_unwanted_thing(text: str, words: str, kinds: list[str]) -> None:
    start = text.index(words)
    tagged = TaggedText((TaggedSpan((start, start + len(words)), "unwanted"),), ())
    assert [each.kind for each in mark_settled(text, tagged).spans] == kinds


@pytest.mark.parametrize(
    ("text", "words", "kinds"),
    [
        ("A host and a DJ in Leeds", ("host", "DJ"), ["need", "need"]),
        ("主持人和音响，苏州", ("主持人", "音响"), ["need", "need"]),
        ("A host and no DJ in Leeds", ("host", "DJ"), ["need", "unwanted"]),
        ("A host, the DJ is booked", ("host", "DJ"), ["need", "unwanted"]),
    ],
)
def test_a_skill_joined_to_a_need_is_one_unless_it_is_refused(
    text: str, words: tuple[str, str], kinds: list[str]
) -> None:
    one, other = ((text.index(word), text.index(word) + len(word)) for word in words)
    tagged = TaggedText((TaggedSpan(one, "need"), TaggedSpan(other, "unwanted")), ())
    assert [each.kind for each in mark_settled(text, tagged).spans] == kinds


def test_a_skill_in_a_list_of_needs_is_one_if_nothing_else_is_said_of_the_list() -> None:
    def kinds(text: str) -> list[str]:
        one, other, last = ((text.index(word), text.index(word) + len(word)) for word in ("host", "DJ", "cook"))
        tagged = TaggedText((TaggedSpan(one, "need"), TaggedSpan(other, "unwanted"), TaggedSpan(last, "need")), ())
        return [each.kind for each in mark_settled(text, tagged).spans]

    assert kinds("A host, a DJ and a cook in Leeds") == ["need", "need", "need"]
    assert kinds("A host, the DJ and the cook are my cousin's job") == ["need", "unwanted", "need"]


def test_names_of_skills_that_are_refused_in_no_span_are_unwanted() -> None:
    text = "Everything except the music is arranged, so no DJ, no photographer"
    spans = (TaggedSpan((0, 10), "preference"),)
    unwanted = [each.span for each in mark_settled(text, TaggedText(spans, ())).spans if each.kind == "unwanted"]
    assert [text[slice(*span)] for span in unwanted] == ["DJ", "photographer"]


def test_if_nothing_is_needed_names_without_a_refusal_are_needs() -> None:
    text = "主持人和音响，不要摄影师，蛋糕订好了"
    words = ("主持人", "音响", "摄影师", "蛋糕")
    spans = tuple(TaggedSpan((text.index(word), text.index(word) + len(word)), "unwanted") for word in words)
    marked = mark_settled(text, TaggedText(spans, ())).spans
    assert [each.kind for each in marked] == ["need", "need", "unwanted", "unwanted"]


def test_other_spans_stay() -> None:
    spans = (TaggedSpan((0, 5), "preference"), TaggedSpan((6, 9), "limit"))
    assert mark_settled("no DJ no", TaggedText(spans, ())).spans == spans
