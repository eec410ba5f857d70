"""Games that a browser plays: how they are started, a person that plays badly, their events."""

import json
from collections.abc import Callable
from typing import Any, Literal

import httpx2
from playwright.sync_api import Page, expect

from tests.e2e.page_browser import PATIENCE as PAGE_PATIENCE
from tests.e2e.page_systems import Served
from tests.support.cli_runner import PATIENCE

USER = "user_page"
FAST = {"TOWOW_GAME_ENGINE_TIME": "0.05", "TOWOW_SIMULATED_LATENCY_MS": "20"}
"""Settings with which a decision takes about a second."""

FIRST_MOVE = 3 * PAGE_PATIENCE
"""Milliseconds for a move of the team on a busy machine: its engine is compiled before the first one."""

Point = tuple[int, int]
Strategy = Callable[[list[str]], Point]


def start(system: Served, game: str, human: Literal["first", "second", "none"], **more: Any) -> str:
    """Start a game over HTTP and return its id."""
    body = {"game": game, "human": human, "user_id": USER, **more}
    answer = httpx2.post(f"{system.url}/api/v1/games", json=body, timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    return answer.json()["game_id"]


def view(system: Served, game_id: str) -> dict[str, Any]:
    """Return the gateway's view of a game."""
    answer = httpx2.get(f"{system.url}/api/v1/games/{game_id}", timeout=PATIENCE)
    assert answer.status_code == 200, answer.text
    return answer.json()


def log(system: Served, game_id: str) -> list[dict[str, Any]]:
    """Return all events of a game, once it has ended."""
    url = f"{system.url}/api/v1/games/{game_id}/stream"
    with httpx2.stream("GET", url, timeout=10 * PATIENCE) as answer:
        data = [line.removeprefix("data: ") for line in answer.iter_lines() if line.startswith("data: ")]
    return [json.loads(each) for each in data]


def board(page: Page) -> list[str]:
    """Return the shown board: one text of 0, 1 and 2 a row."""
    rows = page.evaluate(
        "[...document.querySelectorAll('.gm-row')].map(row => [...row.children].map(cell => cell.dataset.stone ?? '0').join(''))"
    )
    assert rows
    return rows


def first_empty(rows: list[str]) -> Point:
    """Play the first empty point."""
    return next((x, row.index("0")) for x, row in enumerate(rows) if "0" in row)


def most_crowded(rows: list[str]) -> Point:
    """Play the empty point with the most neighbours, which soon takes a last liberty."""

    def crowd(point: Point) -> int:
        x, y = point
        around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return sum(not (0 <= i < len(rows) and 0 <= j < len(rows[0])) or rows[i][j] != "0" for i, j in around)

    return max(((x, y) for x, row in enumerate(rows) for y, stone in enumerate(row) if stone == "0"), key=crowd)


def click(page: Page, point: Point) -> None:
    """Click a point of the board."""
    page.locator(f"[data-x='{point[0]}'][data-y='{point[1]}']").click()


def click_at_once(page: Page, point: Point) -> None:
    """Click a point without waiting for anything, so that a click in another tab can follow before an answer."""
    page.locator(f"[data-x='{point[0]}'][data-y='{point[1]}']").dispatch_event("click")


def play_to_the_end(page: Page, strategy: Strategy) -> int:
    """Click a move whenever it is the person's turn; return how many were made."""
    moves = 0
    while True:
        turn_or_end = page.locator(".gm-board[data-playable=true], [data-state=ended]").first
        expect(turn_or_end).to_be_visible(timeout=FIRST_MOVE)
        if page.locator("[data-state=ended]").count():
            return moves
        rows = board(page)
        point = strategy(rows)
        click(page, point)
        moves += 1
        expect(page.locator(f"[data-x='{point[0]}'][data-y='{point[1]}'][data-stone]")).to_be_visible()
