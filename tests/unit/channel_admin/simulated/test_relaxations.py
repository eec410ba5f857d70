"""Is each relaxation read again as the demand with one aspect changed, possible for its trade, and worth offering?"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from channel_admin.prompts import CompromiseFacts
from channel_admin.simulated.demand_reader import changed_aspects, read_demand
from channel_admin.simulated.relaxations import build_hopeless_suggestion, build_relaxations, clarification_request
from negotiation.contracts.compromise_suggestion import Relaxation
from negotiation.contracts.demand import DemandUnderstanding, UnderstandingChanges
from negotiation.contracts.feedback import Feedback
from negotiation.contracts.money import Money
from negotiation.contracts.offer import Offer
from negotiation.contracts.proposal import Assignment, Proposal
from negotiation.understanding.revision import revise_understanding
from shared.core.language import Language
from tests.unit.channel_admin.simulated.compromise_facts import ASPECTS, declined, facts_of, offered, setting_in

EXAMPLES = Path(__file__).resolve().parents[4] / "examples"


def relaxed(facts: CompromiseFacts) -> dict[str, Relaxation]:
    """What is offered, by aspect; each has been read again."""
    options = {ASPECTS[option.aspect]: option for option in build_relaxations(facts)}
    for aspect, option in options.items():
        again = read_demand(option.raw_input, facts.setting)
        assert changed_aspects(facts.demand, again) == {aspect}, option.raw_input
        assert option.expected
    return options


def refusals_of_all_kinds(demand: DemandUnderstanding, language: Language) -> Iterator[Offer]:
    """Somebody for the first need, and a refusal over each limit that the demand states."""
    limits, zh = demand.limits, language == "zh"
    yield offered("Willa", demand.needs[0].need if demand.needs else "")
    yield declined("Dora", limits.dates[0] if limits.dates else "")
    yield declined("Far", "我在苏州，过不去" if zh else "I am in London and cannot get there")
    if limits.budget:
        fee = Money(amount=limits.budget.amount + 50_000, currency=limits.budget.currency)
        yield declined("Dear", "我的价是7777元" if zh else "I charge £7,777", fee=fee.model_dump())
    if limits.people and limits.people.max > 2:
        most = limits.people.max // 2
        yield declined("Small", f"我最多接{most}人" if zh else f"I can take {most} people at most")


def shipped_demands() -> list[tuple[str, Language]]:
    texts: list[str] = []
    for name in ("corpus/open.jsonl", "demands.jsonl"):
        rows = (EXAMPLES / name).read_text("utf-8").splitlines()
        texts += [json.loads(row)["raw_input"] for row in rows]
    return [(text, "zh" if any("\u4e00" <= sign <= "\u9fff" for sign in text) else "en") for text in texts]


def test_every_relaxation_of_the_shipped_demands_changes_exactly_its_aspect() -> None:
    """Of every fourth one, since each takes a dozen readings; the corpus has no order."""
    counts = dict.fromkeys(ASPECTS.values(), 0)
    for text, language in shipped_demands()[::4]:
        demand = read_demand(text, setting_in(language))
        facts = facts_of(text, *refusals_of_all_kinds(demand, language), language=language, demand=demand)
        for aspect in relaxed(facts):
            counts[aspect] += 1
    # A test that nothing is offered to would hold as well.
    assert min(counts[aspect] for aspect in ("budget", "date", "people", "scope")) >= 5


def test_a_budget_rises_to_what_was_asked_in_its_own_currency() -> None:
    text = "I need a string quartet for a garden party in York on 19 December, budget £400"
    gbp = {"amount": 65_000, "currency": "GBP"}
    yuan = {"amount": 300_000, "currency": "CNY"}
    facts = facts_of(text, declined("Nell", "I ask £650", fee=gbp), declined("Ming", "my price is 3000 yuan", fee=yuan))
    option = relaxed(facts)["budget"]
    assert option.raw_input == "I need a string quartet for a garden party in York on 19 December, budget £650"
    assert (option.from_, option.to) == ("£400", "£650")
    assert option.expected == "With £650 instead of £400 those who asked for more could stay: Nell"


def test_a_wish_for_a_higher_fee_counts_with_the_fees_of_the_others() -> None:
    text = "I need a venue and a caterer in Leeds for 30 people, budget £500"
    wish = {"aspect": "fee", "desired_value": "£450", "terms": {"fee": {"amount": 45_000, "currency": "GBP"}}}
    fee = {"amount": 45_000, "currency": "GBP"}
    facts = facts_of(
        text,
        offered("Vera", "venue", terms={"fee": {"amount": 20_000, "currency": "GBP"}}),
        offered("Carl", "catering", terms={"fee": fee}, negotiation_points=[wish]),
    )
    option = relaxed(facts)["budget"]
    assert option.to == "£650"
    assert option.expected.endswith("Carl")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I need a magician in Leeds on 12 December for 20 children", "en"),
        ("找人12月12日在无锡给二十个孩子变魔术", "zh"),
    ],
)
def test_no_budget_is_proposed_where_none_was_named(text: str, language: Language) -> None:
    currency = {"en": "GBP", "zh": "CNY"}[language]
    reason = {"en": "I charge £1,900", "zh": "我的价是1900元"}[language]
    facts = facts_of(text, declined("Max", reason, fee={"amount": 190_000, "currency": currency}), language=language)
    assert "budget" not in relaxed(facts)


def test_a_budget_many_times_the_named_one_is_not_proposed() -> None:
    fee = {"amount": 900_000, "currency": "GBP"}
    facts = facts_of("I need a painter in Hull, budget £200", declined("Pat", "I ask £9,000", fee=fee))
    assert relaxed(facts) == {}


def test_a_date_is_one_that_is_asked_for_and_not_excluded() -> None:
    text = "Bird watching morning with 9 teenagers in Norwich on 5 December, I need a nature guide. Not on a Sunday."

    def wish(name: str, *days: str) -> Offer:
        point = {"aspect": "date", "desired_value": days[0], "terms": {"dates": list(days)}}
        return offered(name, "nature walk", negotiation_points=[point])

    assert "date" not in relaxed(facts_of(text, wish("Una", "2026-12-06"), wish("Ola", "2026-12-13")))
    option = relaxed(facts_of(text, wish("Una", "2026-12-06"), wish("Ola", "2026-12-12")))["date"]
    assert option.to == "2026-12-12"
    assert "Ola" in option.expected
    assert "Una" not in option.expected


@pytest.mark.parametrize(("days", "to"), [((), "2026-12-12"), (("2026-12-12",), "2026-12-19"), (("saturday",), None)])
def test_a_later_week_is_named_only_on_an_allowed_day_that_those_who_declined_have_free(
    days: tuple[str, ...], to: str | None
) -> None:
    text = "I need a nature guide in Norwich on 5 December for 9 teenagers. Not on a Sunday."
    facts = facts_of(text, declined("Una", "I am not free on 2026-12-05", not_on=["2026-12-05", *days]))
    option = relaxed(facts).get("date")
    assert (option and option.to) == to


def test_a_funeral_is_not_put_off_unless_somebody_asks_for_it() -> None:
    text = "My aunt died. The funeral is on 4 December in Bath, we need a pianist."
    assert relaxed(facts_of(text, declined("Pia", "I am not free on 2026-12-04"))) == {}


def test_a_smaller_number_is_the_largest_that_somebody_accepts() -> None:
    text = "Cookery evening for 24 colleagues in Dresden, I need a chef and a room"
    feedback = Feedback.model_validate(
        {
            "agent_id": "agent_rosa",
            "display_name": "Rosa",
            "feedback_type": "negotiate",
            "terms": {"people": 16},
            "round": 1,
            "proposal_version": 1,
        }
    )
    facts = facts_of(
        text,
        offered("Rosa", "venue"),
        declined("Koch", "12 people is the most that I can take", people=12),
        feedback=(feedback,),
    )
    option = relaxed(facts)["people"]
    assert option.raw_input == "Cookery evening for 16 colleagues in Dresden, I need a chef and a room"
    assert option.expected == "With 16 people instead of 24 it would not be too many for Rosa"


@pytest.mark.parametrize(
    ("text", "reason", "language", "trade"),
    [
        ("We need a night nanny for our newborn girls in Ghent", "I am in Dublin and cannot get there", "en", "nanny"),
        ("I need a plumber in Lyon for a leaking pipe", "from London that is too long a road", "en", "plumber"),
        ("宁波，双胞胎刚满两个月，想找一位育儿嫂", "我在北京，过不去", "zh", "育儿嫂"),
        ("在宁波找一块场地，20人", "我在杭州，过不去", "zh", "场地"),
    ],
)
def test_what_is_done_on_the_spot_is_not_offered_from_afar_and_the_reason_is_said(
    text: str, reason: str, language: Language, trade: str
) -> None:
    facts = facts_of(text, declined("Aoife", reason), language=language)
    assert relaxed(facts) == {}
    assert clarification_request(facts) == ""
    said = build_hopeless_suggestion((), (trade,), facts)
    assert {"en": "on the spot", "zh": "非到现场不可"}[language] in said
    assert trade in said


def test_whoever_could_come_by_train_is_offered_to_be_paid_the_way() -> None:
    text = "We need a keynote speaker on river ecology in Edinburgh on 12 December"
    facts = facts_of(text, declined("Alba", "I am in London and cannot get there"), declined("Rui", "I am in Nairobi"))
    option = relaxed(facts)["place"]
    assert option.to == "travel paid for people from London"
    assert option.expected == "With travel paid, those who live elsewhere could come: Alba (London)"
    assert "online" not in option.raw_input


def test_nobody_from_another_part_of_the_world_is_proposed() -> None:
    text = "We need a keynote speaker on river ecology in Edinburgh on 12 December"
    assert relaxed(facts_of(text, declined("Rui", "I am in Nairobi and cannot get there"))) == {}


def test_the_scope_drops_what_nobody_does_and_never_what_somebody_does() -> None:
    text = "在厦门办一场读书会，需要翻译和摄影，下周六"
    only = relaxed(facts_of(text, offered("译者", "翻译"), language="zh"))["scope"]
    kept = read_demand(only.raw_input, setting_in("zh"))
    assert [need.need for need in kept.needs] == ["翻译"]
    assert only.to == "翻译"
    assert only.expected == "先不做摄影，其余的可以马上开始，有译者"
    both = facts_of(text, offered("译者", "翻译"), offered("影者", "摄影"), language="zh")
    assert "scope" not in relaxed(both)
    assert "scope" not in relaxed(facts_of(text, language="zh"))


def test_a_need_is_filled_by_who_holds_it_in_the_plan_but_not_by_a_reserve_or_who_has_left() -> None:
    text = "I need a DJ and a photographer in Leeds on 12 December"
    demand = read_demand(text, setting_in("en"))
    parts = [
        Assignment(agent_id="agent_dan", role="DJ", need=demand.needs[0].id),
        Assignment(agent_id="agent_fay", role="photography", need=demand.needs[1].id, reserve=True),
    ]
    plan = Proposal.model_construct(assignments=tuple(parts))
    facts = facts_of(text, offered("Dan", "music"), offered("Fay", "I help"), demand=demand)
    with_plan = facts.model_copy(update={"proposal": plan})
    assert relaxed(with_plan)["scope"].to == "DJ"
    assert relaxed(with_plan.model_copy(update={"left": ("agent_dan",)})) == {}


@pytest.mark.parametrize(
    ("text", "changes", "language"),
    [
        (
            "I need a venue and a caterer in Leeds for 30 people, budget £500",
            {
                "limits": {
                    "place": "York",
                    "people": {"min": 30, "max": 30},
                    "budget": {"amount": 50_000, "currency": "GBP"},
                }
            },
            "en",
        ),
        (
            "在厦门办一场读书会，需要场地，30人，预算2000元",
            {
                "limits": {
                    "place": "厦门",
                    "people": {"min": 30, "max": 30},
                    "budget": {"amount": 200_000, "currency": "CNY"},
                    "not_on": ["sunday"],
                }
            },
            "zh",
        ),
    ],
)
def test_the_requesters_edits_are_in_every_relaxation(
    text: str, changes: dict[str, object], language: Language
) -> None:
    edits = UnderstandingChanges.model_validate(changes)
    edited, _ = revise_understanding(read_demand(text, setting_in(language)), edits, language)
    most = {"en": "18 people is the most that I can take", "zh": "我最多接18人"}[language]
    options = relaxed(facts_of(text, declined("Mia", most, people=18), language=language, demand=edited))
    again = read_demand(options["people"].raw_input, setting_in(language))
    assert again.limits.model_copy(update={"people": None}) == edited.limits.model_copy(update={"people": None})
    assert again.limits.people
    assert again.limits.people.max == 18


def test_what_the_reader_cannot_say_back_is_not_relaxed() -> None:
    """A requester's limit without words that say it would be lost: none is better than another demand."""
    text = "I need a caterer in Leeds for 30 people"
    edits = UnderstandingChanges.model_validate(
        {"limits": {"place": "Leeds", "people": {"min": 30, "max": 30}, "language": "cy"}}
    )
    edited, _ = revise_understanding(read_demand(text, setting_in("en")), edits, "en")
    assert relaxed(facts_of(text, declined("Mia", "18 people at most", people=18), demand=edited)) == {}


def test_without_anybody_asked_the_suggestion_says_so() -> None:
    facts = facts_of("I need a glass blower in Leeds")
    assert "Nobody who could do" in build_hopeless_suggestion((), (), facts)
    busy = facts_of("I need a plumber in Leeds", declined("Mia", "too much on my plate just now"))
    assert "Nothing that could be relaxed" in build_hopeless_suggestion((), ("plumber",), busy)
