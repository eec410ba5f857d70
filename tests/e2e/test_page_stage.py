"""Does the stage fill a big screen at every moment, tell the numbers that matter, and move only for who wants it to?"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from math import dist
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.page_browser import WALL, Language, looking, over
from tests.e2e.page_logs import Event, cost, log_of, paid, paid_logs
from tests.e2e.page_stage import TOOLS, Walk, Walks, opened, walked
from tests.e2e.page_systems import Recorded, demonstration, paced

pytestmark = pytest.mark.requires("browser")

SIZES = (WALL, (3840, 2160))
LOGS = ("subnet-closes-a-gap", "forced-after-five-rounds", "too-few-accept")
"""Agreed, with a subnet; forced; failed."""
WROTE = ("raw_input", "surface_demand", "display_name", "contribution", "summary", "reason", "reasoning", "gap_type")
LONG = " and many more words, 多得写不下的话" * 40 + "w" * 300
LATENCY = 400
"""Milliseconds of each answer of a negotiation that is followed."""
AGENTS = ("demand.broadcast", "offer.submitted", "proposal.distributed", "proposal.feedback")
OUTWARD = ("demand.broadcast", "proposal.distributed")
"""With these a mark goes from the plan to the agent, with the others from the agent to the plan."""
FAR = 40
"""Pixels that a mark moves at least, of 1920."""


@pytest.fixture(scope="module")
def logs() -> Iterator[Recorded]:
    with paid_logs() as found:
        yield found


@pytest.fixture(scope="module", params=["zh-CN", pytest.param("en-GB", marks=pytest.mark.long)])
def walks(request: pytest.FixtureRequest, logs: Recorded, browser: Browser) -> Walks:
    each: list[Walk] = []
    with looking(browser, language=request.param, size=WALL, script=TOOLS) as page:
        for name in LOGS:
            log = paid(log_of(name))
            opened(page, logs, name, log)
            each += [walked(page, name, size, log) for size in SIZES]
    return Walks(request.param, each)


def test_it_fits_the_screen_at_every_moment(walks: Walks) -> None:
    assert [len(walk.moments) for walk in walks.each] == [len(walk.log) for walk in walks.each]
    assert walks.problems("outside") == []


def test_no_text_is_cut_at_any_moment(walks: Walks) -> None:
    assert walks.problems("cut") == []


def test_long_words_stay_on_the_screen_and_end_in_an_ellipsis(logs: Recorded, browser: Browser) -> None:
    log = lengthened(log_of("subnet-closes-a-gap"))
    with looking(browser, language="en-GB", size=WALL, script=TOOLS) as page:
        opened(page, logs, "long", log)
        walks = Walks("en-GB", [walked(page, "long", WALL, log)])
    assert walks.problems("outside") == []
    assert walks.problems("lost") == []
    assert len(walks.problems("cut")) == len(log), "nothing is too long for the stage"


def lengthened(value: Any) -> Any:
    """The same with LONG words after what people and models wrote."""
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return {k: v + LONG if k in WROTE and isinstance(v, str) else lengthened(v) for k, v in fields.items()}
    return [lengthened(item) for item in cast("list[Any]", value)] if isinstance(value, list) else value


def test_nothing_moves_for_who_asked_for_rest(walks: Walks) -> None:
    assert walks.problems("moves") == []


def test_round_time_and_cost_are_those_of_the_moment(walks: Walks) -> None:
    for name, _, log, moments in walks.each:
        for moment in moments:
            assert moment["facts"] == facts(log[: moment["n"]], walks.language), f"{name}, event {moment['n']}"


def facts(log: Sequence[Event], language: Language) -> list[str]:
    """What has to be told of the round, the time and the cost when the last of these events is the newest."""
    english = language == "en-GB"
    root = log[0]["payload"]["channel_id"]
    starts = [event["payload"] for event in log if event["event_type"] == "towow.negotiation.round_started"]
    own = [start for start in starts if start["channel_id"] == root]
    began, ends = (datetime.fromisoformat(event["timestamp"]) for event in (log[0], log[-1]))
    minutes, seconds = divmod(round((ends - began).total_seconds()), 60)
    spent = cost(log)
    price = f"{spent.cost_usd:.3g}" if spent.cost_usd < 1 else f"{spent.cost_usd:.2f}"
    numbers = {key: own[-1][key] for key in ("round", "max_rounds")} if own else {}
    of = "{round} of {max_rounds}" if english else "第 {round} 轮，共 {max_rounds} 轮"
    minute, second = (" min ", " s") if english else (" 分 ", " 秒")
    return [
        of.format(**numbers) if own else "–",
        f"{minutes}{minute}{seconds}{second}" if minutes else f"{seconds}{second}",
        f"${price} {spent.tokens:,} {'tokens' if english else '词元'}",
    ]


def test_the_gauge_stands_at_the_verdict_against_half_and_four_fifths(walks: Walks) -> None:
    judged = 0
    for name, _, log, moments in walks.each:
        for moment, event in zip(moments, log, strict=True):
            where = f"{name}, event {moment['n']}"
            assert moment["marks"] == pytest.approx([0.5, 0.8], abs=0.01), where
            places, words = zip(*moment["labels"], strict=True)
            assert places == pytest.approx([0.5, 0.8], abs=0.01), where
            assert [word.split()[0] for word in words] == ["50%", "80%"], where
            verdict = event["payload"]
            if (
                event["event_type"] == "towow.feedback.evaluated"
                and verdict["channel_id"] == log[0]["payload"]["channel_id"]
            ):
                judged += 1
                assert moment["rate"] == f"{100 * verdict['accept_rate']:.0f}%", where
                assert moment["filled"] == pytest.approx(verdict["accept_rate"], abs=0.01), where
    assert judged == len(SIZES) * 7, "one verdict, five, and one"


def seat(page: Page, name: str) -> Locator:
    return page.locator(".stage-seat", has=page.get_by_text(name, exact=True))


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_mark_moves_between_the_agent_of_an_event_and_the_plan(logs: Recorded, browser: Browser) -> None:
    log = log_of("forced-after-five-rounds")
    kinds = [event["event_type"].removeprefix("towow.") for event in log]
    names = {who["agent_id"]: who["display_name"] for who in log[2]["payload"]["candidates"]}
    with looking(browser, size=WALL, moving=True, script=TOOLS) as page:
        opened(page, logs, "moving", log)
        page.evaluate("go", 4)
        for kind in AGENTS:
            n = kinds.index(kind) + 1
            seen: dict[str, list[tuple[float, float]]] = page.evaluate("n => marks(n)", n)
            payload = log[n - 1]["payload"]
            expected = payload.get("invited_agents") or payload.get("participants") or [payload["agent_id"]]
            assert sorted(seen) == sorted(expected), kind
            plan = middle(page.locator(".stage-plan"))
            for agent_id, places in seen.items():
                first, last, there = places[0], places[-1], middle(seat(page, names[agent_id]))
                assert len(set(map(tuple, places))) == len(places), f"{kind}: the mark of {agent_id} stands still"
                to_plan, to_seat = dist(first, plan) - dist(last, plan), dist(first, there) - dist(last, there)
                way = (-to_plan, to_seat) if kind in OUTWARD else (to_plan, -to_seat)
                assert min(way) > FAR, f"{kind}, {agent_id}: {first} → {last}"


def test_it_follows_a_negotiation_without_a_hand(browser: Browser, tmp_path: Path) -> None:
    with (
        demonstration(paced("forced-after-five-rounds", tmp_path, LATENCY)) as system,
        looking(browser, language="en-GB", size=WALL, script=TOOLS) as page,
    ):
        page.goto(f"{system.url}/agents")  # so that all is loaded when it begins
        demand_id = system.submit("我想在北京办一场AI主题聚会，需要场地和主持")
        page.goto(f"{system.url}/stage/{demand_id}")
        over(page)
        events = system.events(demand_id)
        (missing,) = next(event["payload"]["missing"] for event in reversed(events) if "missing" in event["payload"])
        finish = page.locator("[data-part=finish][data-complete=false].tone-warn")
        expect(finish.get_by_role("heading")).to_have_text("Partly agreed (1 point open)")
        expect(finish.locator(".stage-missing dd")).to_have_text(missing)
        seen = [int(at) for at in page.evaluate("shown") if at != "0"]
    assert seen[0] < len(events) / 2, "it was nearly over when it was opened"
    assert seen == list(range(seen[0], len(events) + 1)), "each moment that came after that, in its order"
