"""Title of a demand that its requester revises."""

import pytest

from negotiation.contracts.demand import DemandLimits, DemandUnderstanding, Need, PeopleRange, UnderstandingChanges
from negotiation.understanding.revision import revise_understanding
from shared.core.language import Language


def understood(title: str, needs: tuple[str, ...], place: str | None = None, people: int = 0) -> DemandUnderstanding:
    limits = DemandLimits(place=place, people=PeopleRange(min=people, max=people) if people else None)
    return DemandUnderstanding(
        surface_demand="…", title=title, needs=tuple(Need(need=need) for need in needs), limits=limits
    )


def revised_title(before: DemandUnderstanding, changes: UnderstandingChanges, language: Language) -> str:
    return revise_understanding(before, changes, language)[0].title


def needs(*names: str) -> UnderstandingChanges:
    return UnderstandingChanges(needs=tuple(Need(need=name) for name in names))


def limits(place: str | None = None, people: int = 0) -> UnderstandingChanges:
    number = PeopleRange(min=people, max=people) if people else None
    return UnderstandingChanges(limits=DemandLimits(place=place, people=number))


LIST, TOPIC = (
    ("Plumber, Walking two dogs, Hull", ("plumber", "walk two dogs")),
    ("Harvest party, Hull, 40 guests", ("band",)),
)
CHINESE_LIST, CHINESE_TOPIC = ("水管工、遛狗，苏州", ("水管工", "遛狗")), ("丰收节聚会，苏州，40人", ("乐队",))


@pytest.mark.parametrize(
    ("before", "changes", "language", "title"),
    [
        (understood(*LIST, "Hull"), needs("roofer"), "en", "Roofer, Hull"),
        (
            understood(*LIST, "Hull"),
            needs("plumber", "walk two dogs", "roofer"),
            "en",
            "Plumber, walk two dogs, roofer, Hull",
        ),
        (understood(*LIST, "Hull"), limits("Goole"), "en", "Plumber, Walking two dogs, Goole"),
        (understood(*TOPIC, "Hull", 40), needs("caterer"), "en", "Harvest party, Hull, 40 guests"),
        (understood(*TOPIC, "Hull", 40), limits("Goole", 12), "en", "Harvest party, Goole, 12 guests"),
        (understood(*TOPIC, "Hull", 40), limits(), "en", "Harvest party"),
        (
            understood("A band for 40 people in Hull", ("band",), "Hull", 40),
            needs("caterer"),
            "en",
            "Caterer, Hull, 40 people",
        ),
        (understood("Dinner for 40 in Hull", ("cook",), "Hull", 40), limits("Goole"), "en", "Dinner in Goole"),
        (understood("", ()), needs("roofer"), "en", "Roofer"),
        (understood(*CHINESE_LIST, "苏州"), needs("屋顶工"), "zh", "屋顶工，苏州"),
        (understood(*CHINESE_LIST, "苏州"), limits("无锡"), "zh", "水管工、遛狗，无锡"),
        (understood(*CHINESE_TOPIC, "苏州", 40), needs("厨师"), "zh", "丰收节聚会，苏州，40人"),
        (understood(*CHINESE_TOPIC, "苏州", 40), limits("无锡", 12), "zh", "丰收节聚会，无锡，12人"),
        (understood("在苏州办丰收节聚会", ("乐队",), "苏州"), limits("无锡"), "zh", "在无锡办丰收节聚会"),
    ],
)
def test_the_title_follows_needs_place_and_people(
    before: DemandUnderstanding, changes: UnderstandingChanges, language: Language, title: str
) -> None:
    assert revised_title(before, changes, language) == title


def test_a_title_of_the_requesters_own_stays() -> None:
    own = UnderstandingChanges(title="Our party", needs=needs("roofer").needs)
    before = understood(*LIST, "Hull")
    assert revised_title(before, own, "en") == "Our party"
    named, _ = revise_understanding(before, own, "en")
    assert revise_understanding(named, needs("cook"), "en", has_own_title=True)[0].title == "Our party"
