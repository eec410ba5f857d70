"""Does the page let a person play against the team, and see it think? Against a whole system, every kind of game."""

import gzip
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from gateway.static_site.routes import STATIC_FOLDER
from tests.e2e.page_browser import DESK, LINE_CUT, PHONE, WALL, Language, Theme, fits, looking, over
from tests.e2e.page_games import (
    FAST,
    FIRST_MOVE,
    Strategy,
    board,
    click,
    click_at_once,
    first_empty,
    log,
    most_crowded,
    play_to_the_end,
    start,
    view,
)
from tests.e2e.page_recorder import TEXTS, scrubbed, seen
from tests.e2e.page_sessions import line_to
from tests.e2e.page_systems import Served, demonstration
from tests.e2e.test_page_axe import problems, read_axe

pytestmark = [pytest.mark.requires("browser"), pytest.mark.timeout(900)]

SCRIPT = 200 * 1024
"""Bytes that the page of a game loads, compressed."""
WHOLE_GAME = 800_000
"""Milliseconds for all moves of a team that nobody plays against, on a busy machine."""
SMALLEST_TEXT = 12
"""Pixels."""

NOT_FOUND = re.compile(r"status of 404")
CONFLICT = re.compile(r"status of 409")


@pytest.fixture(scope="module")
def system() -> Iterator[Served]:
    with demonstration(None, **FAST) as found:
        yield found


@pytest.fixture(scope="module")
def ended(system: Served) -> str:
    """Return a game of the team against the engine that has ended."""
    game_id = start(system, "misere", "none", opponent="engine")
    log(system, game_id)
    return game_id


@pytest.fixture(scope="module")
def axe() -> str:
    return read_axe()


def choose(page: Page, *names: str) -> None:
    """Choose radio buttons of the start form by the beginning of their names."""
    for name in names:
        page.get_by_role("radio", name=re.compile(f"^{re.escape(name)}")).check(force=True)


def test_a_game_is_chosen_played_to_its_end_and_found_again(system: Served, browser: Browser) -> None:
    with looking(browser, language="en-GB") as page:
        page.goto(f"{system.url}/")
        page.get_by_role("navigation").get_by_role("link", name="Games").click()
        choose(page, "Tic-tac-toe", "First", "4")
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url(re.compile(r"/games/g-[a-z2-7]{26}$"))
        expect(page.get_by_role("heading", level=1, name="Tic-tac-toe")).to_be_visible()
        expect(page.locator("[data-state=running]")).to_contain_text("Your turn (Cross)")
        assert play_to_the_end(page, first_empty) >= 3
        over(page)
        game_id = page.url.rpartition("/")[2]
        known = view(system, game_id)
        assert known["status"] == "ended"
        assert board(page) == known["board"]
        winner = known["outcome"]["winner"]
        expect(page.locator("[data-state=ended]")).to_contain_text("A draw" if winner is None else "wins")
        page.get_by_role("link", name="All games").click()
        page.locator(f"a[href$='{game_id}']").click()
        over(page)
        expect(page.locator("[data-state=ended]")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        pytest.param("misere", first_empty),
        pytest.param("gomoku8", first_empty, marks=pytest.mark.long),
        pytest.param("nogo7", most_crowded, marks=pytest.mark.long),
        pytest.param("gomoku", first_empty, marks=pytest.mark.long),
        pytest.param("nogo", most_crowded, marks=pytest.mark.long),
    ],
)
def test_a_whole_game_of_each_kind_is_played(game: str, strategy: Strategy, system: Served, browser: Browser) -> None:
    """By a person who plays badly; the page and the gateway agree on every stone."""
    game_id = start(system, game, "second", level=1)
    with looking(browser) as page:
        page.goto(f"{system.url}/games/{game_id}")
        play_to_the_end(page, strategy)
        over(page)
        known = view(system, game_id)
        assert board(page) == known["board"]
        winner = known["outcome"]["winner"]
        expect(
            page.locator(f"[data-state=ended][data-winner='{winner}']" if winner else "[data-state=ended]")
        ).to_be_visible()
        decided = [event for event in log(system, game_id) if event["event_type"] == "towow.game.decision_requested"]
        assert page.locator("[data-decision]").count() == len(decided)
        expect(page.locator("[data-reason]")).to_contain_text(known["last_decision"]["reason"])


@pytest.mark.parametrize(
    ("game", "opponent"),
    [
        pytest.param("tictactoe", "team"),
        pytest.param("gomoku8", "engine", marks=pytest.mark.long),
        pytest.param("nogo7", "engine", marks=pytest.mark.long),
    ],
)
def test_team_plays_team_or_engine_while_somebody_watches(
    game: str, opponent: str, system: Served, browser: Browser
) -> None:
    game_id = start(system, game, "none", opponent=opponent, level=1)
    with looking(browser, language="en-GB") as page:
        page.goto(f"{system.url}/games/{game_id}")
        expect(page.locator("[data-last]")).to_be_visible(timeout=FIRST_MOVE)
        page.locator("[data-x='0'][data-y='0']").click()
        expect(page.locator(".gm-said")).to_contain_text(re.compile("You are watching|The game is over"))
        expect(page.locator("[data-state=ended]")).to_be_visible(timeout=WHOLE_GAME)
        over(page)
        assert board(page) == view(system, game_id)["board"]
        assert page.get_by_role("button", name="Resign").count() == 0


def test_a_wrong_click_says_why_and_a_game_is_taken_back_and_given_up(system: Served, browser: Browser) -> None:
    game_id = start(system, "tictactoe", "first")
    with looking(browser, language="en-GB") as page:
        page.goto(f"{system.url}/games/{game_id}")
        middle = page.locator("[data-x='1'][data-y='1']")
        middle.focus()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        expect(page.locator("[data-x='0'][data-y='1'][data-stone='1']")).to_be_visible()
        expect(page.locator("[data-decision]").first).to_be_visible()
        expect(page.locator(".gm-board[data-playable=true]")).to_be_visible(timeout=FIRST_MOVE)
        click(page, (0, 1))
        expect(page.locator(".gm-said")).to_contain_text("There is a stone on (0,1)")
        page.get_by_role("button", name="Take back").click()
        expect(page.locator("[data-stone]")).to_have_count(0)
        expect(page.locator("[data-state=running]")).to_contain_text("Your turn")
        click(page, (2, 2))
        expect(page.locator("[data-x='2'][data-y='2'][data-stone='1']")).to_be_visible()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Play on").click()
        page.get_by_role("button", name="Resign").click()
        page.locator("[data-action=resign-yes]").click()
        expect(page.locator("[data-state=ended]")).to_contain_text("Cross gave up")
        expect(page.locator("[data-state=ended]")).to_be_focused()
        click(page, (0, 0))
        expect(page.locator(".gm-said")).to_contain_text("The game is over")
        over(page)


def test_the_conversation_is_a_tree_and_the_rules_are_explained(system: Served, ended: str, browser: Browser) -> None:
    events = log(system, ended)
    with looking(browser, language="en-GB") as page:
        page.goto(f"{system.url}/games/{ended}")
        over(page)
        page.evaluate("for (const part of document.querySelectorAll('[data-decision]')) part.open = true")
        expect(page.locator("[data-decision] .gm-entries")).not_to_have_count(0)
        expect(page.locator("[data-decision='1'] [data-turn]").first).to_be_visible()
        said = page.locator("[data-talk]").inner_text()
        for event in events:
            payload = event["payload"]
            match event["event_type"]:
                case "towow.game.agent_spoke":
                    assert payload["thought"] in said
                case "towow.game.handed_over":
                    assert payload["summary"] in said
                case "towow.game.lesson_learnt":
                    assert payload["lesson"] in said
                case _:
                    pass
        analyst = page.locator("[data-decision='1'] [data-tool=call_task_agent]").first
        expect(analyst.locator("[data-turn=rule_analyst]").first).to_be_visible()
        analyst.locator("summary").first.click()
        expect(analyst.locator("[data-turn=rule_analyst]")).to_have_count(0)
        rules = next(event["payload"] for event in events if event["event_type"] == "towow.game.rules_interpreted")
        page.get_by_text("The rules, explained").click()
        expect(page.locator("[data-rules]")).to_contain_text(rules["interpretation"]["win_condition"])


def test_each_moment_looks_as_it_looked_when_it_happened(system: Served, browser: Browser) -> None:
    with looking(browser, script=TEXTS) as page:
        page.goto(f"{system.url}/games/{start(system, 'tictactoe', 'none')}")
        over(page)
        events = log(system, page.url.rpartition("/")[2])
        live = seen(page)
        assert max(live) == len(events)
        back = scrubbed(page)
        for seq, text in live.items():
            assert back[seq] == text, f"after event {seq}, {events[seq - 1]['event_type']}"
        assert len(set(back.values())) > len(events) / 2
        moves = [seq for seq, event in enumerate(events, 1) if event["event_type"] == "towow.game.move_played"]
        page.goto(f"{page.url.partition('?')[0]}?at={moves[0]}")
        game = page.get_by_test_id("game")
        expect(game).to_have_attribute("data-at", str(moves[0]))
        for seq in moves:
            while int(game.get_attribute("data-at") or 0) < seq:
                page.get_by_role("button", name="下一个决定").click()
            expect(page.locator("[data-stone]")).to_have_count(moves.index(seq) + 1)
            expect(page.locator("[data-last]")).to_have_count(1)
        page.goto(f"{page.url.partition('?')[0]}?at={moves[1]}")
        expect(page.locator(f"[data-testid=game][data-at='{moves[1]}']")).to_be_visible()


def test_a_lost_connection_is_told_and_made_up_for(system: Served, browser: Browser) -> None:
    game_id = start(system, "tictactoe", "first")
    with line_to(system) as line, looking(browser, LINE_CUT) as page:
        page.goto(f"{line.url}/games/{game_id}")
        click(page, (1, 1))
        expect(page.locator("[data-stone='2']")).to_be_visible(timeout=FIRST_MOVE)
        line.cut()
        expect(page.locator("[data-connection=lost]")).to_contain_text("已显示的内容不会丢失")
        rows = board(page)
        click(page, first_empty(rows))
        expect(page.locator(".gm-said")).to_contain_text("连不上网关")
        assert board(page) == rows
        line.mend()
        expect(page.locator("[data-connection=live]")).to_be_visible()
        click(page, first_empty(rows))
        expect(page.locator("[data-stone='1']")).to_have_count(2)


def test_two_tabs_cannot_play_the_same_move(system: Served, browser: Browser) -> None:
    """The slower one learns it from the gateway, or from the stream."""
    game_id = start(system, "tictactoe", "first")
    with looking(browser, CONFLICT) as one, looking(browser, CONFLICT) as two:
        for page in (one, two):
            page.goto(f"{system.url}/games/{game_id}")
            expect(page.locator(".gm-board[data-playable=true]")).to_be_visible()
        click_at_once(one, (0, 0))
        click_at_once(two, (2, 2))
        for page in (one, two):
            expect(page.locator("[data-stone='1']")).to_have_count(1)
            expect(page.locator("[data-stone='2']")).to_have_count(1)  # the team has answered
        assert board(one) == board(two)


def test_a_game_that_does_not_exist(system: Served, browser: Browser) -> None:
    with looking(browser, NOT_FOUND) as page:
        page.goto(f"{system.url}/games/g-{'a' * 26}")
        expect(page.get_by_role("heading", name="没有这局棋")).to_be_visible()
        page.get_by_role("link", name="开始一局").click()
        expect(page.get_by_role("button", name="开始对局")).to_be_visible()


@pytest.mark.parametrize(
    ("size", "theme", "language"), [(PHONE, "dark", "zh-CN"), (DESK, "light", "en-GB"), (WALL, "dark", "en-GB")]
)
def test_everybody_can_use_it_on_every_screen(
    size: tuple[int, int],
    theme: Theme,
    language: Language,
    system: Served,
    ended: str,
    axe: str,
    browser: Browser,
) -> None:
    running = start(system, "gomoku", "first")
    with looking(browser, size=size, theme=theme, language=language) as page:
        for path in ("/games", f"/games/{running}", f"/games/{ended}", f"/games/{ended}?at=60"):
            page.goto(f"{system.url}{path}")
            expect(page.locator("h1")).to_be_visible()
            if "?at" in path:
                page.locator("[data-overlay=heat]").click()
                page.locator("[data-overlay=numbers]").click()
            page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
            page.wait_for_timeout(200)
            assert fits(page), path
            assert problems(page, axe) == [], path
            assert page.evaluate(SMALLEST) >= SMALLEST_TEXT, path


SMALLEST = """() => Math.min(...[...document.querySelectorAll("main *")]
    .filter(element => [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim() !== ""))
    .map(element => parseFloat(getComputedStyle(element).fontSize)))"""
"""The smallest text of the page, in pixels."""


def test_the_first_screen_of_a_phone_has_the_whole_board(system: Served, browser: Browser) -> None:
    with looking(browser, size=PHONE) as page:
        page.goto(f"{system.url}/games/{start(system, 'gomoku', 'first')}")
        expect(page.locator("[data-state=running]")).to_be_in_viewport()
        expect(page.locator(".gm-board")).to_be_in_viewport(ratio=0.99)
        bar = page.get_by_test_id("replay").bounding_box()
        last = page.locator(".gm-board").bounding_box()
        assert bar is not None
        assert last is not None
        assert last["y"] + last["height"] <= bar["y"] + 1
        click(page, (14, 14))
        expect(page.locator("[data-x='14'][data-y='14'][data-stone='1']")).to_be_visible()


def test_it_loads_little_script(system: Served, ended: str, browser: Browser) -> None:
    def loaded(page: Page) -> set[str]:
        names = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
        return {name.rpartition("/")[2] for name in names if name.endswith(".js")}

    def weight(names: set[str]) -> int:
        return sum(len(gzip.compress((STATIC_FOLDER / "assets" / name).read_bytes())) for name in names)

    with looking(browser) as page:
        page.goto(f"{system.url}/games/{ended}")
        over(page)
        game = loaded(page)
        page.goto(f"{system.url}/")
        page.wait_for_load_state("networkidle")
        home = loaded(page)
    assert game
    assert weight(game) <= SCRIPT, game
    assert not any("ame" in name.partition("-")[0] for name in home), home
