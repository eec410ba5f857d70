"""What is to be seen of the stage at each moment: what sticks out, what is cut, what moves, which numbers it tells?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from tests.e2e.page_browser import Language, over
from tests.e2e.page_logs import Event
from tests.e2e.page_systems import Recorded

TOOLS = """
const frame = () => new Promise(requestAnimationFrame);
const turn = () => new Promise(done => setTimeout(done));
const all = (what, inside = document) => [...inside.querySelectorAll(what)];
const called = it => `${it.tagName} ${it.className} ${(it.innerText ?? "").slice(0, 40)}`;

// As the buttons of the browser do that go back and forward.
window.go = async n => {
    const query = new URLSearchParams(location.search);
    query.set("at", n);
    history.pushState(null, "", `?${query}`);
    dispatchEvent(new PopStateEvent("popstate"));
    for (let tries = 0; document.querySelector("[data-testid=negotiation]")?.dataset.at !== String(n); tries += 1) {
        if (tries > 5000) throw new Error(`moment ${n} is not shown`);
        await turn();
    }
    await frame();
};

// What takes time, the wait before it left out.
window.moving = () => document.getAnimations()
    .filter(({playState, effect}) => playState === "running" && effect.getComputedTiming().activeDuration > 1)
    .map(({animationName, transitionProperty}) => animationName ?? transitionProperty);

// The older captions fade out at the bottom of their list; only the newest one has to be whole.
const fading = it => it.matches(".stage-captions") || it.closest(".stage-captions > li:not(:first-child)") !== null;

window.outside = () => {
    const {scrollWidth, scrollHeight, clientWidth, clientHeight} = document.documentElement;
    const scrolls = scrollWidth > clientWidth || scrollHeight > clientHeight ? ["it scrolls"] : [];
    return scrolls.concat(all("body *").filter(it => {
        const {left, top, right, bottom, width, height} = it.getBoundingClientRect();
        const out = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
        return out && width > 0 && height > 0 && !fading(it);
    }).map(called));
};

const long = it => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1;
window.cut = () => {
    const newest = document.querySelector(".stage-captions > li");
    const list = newest?.parentElement.getBoundingClientRect();
    const low = newest && newest.getBoundingClientRect().bottom > list.bottom + 1 ? ["the newest caption"] : [];
    const hiding = all("body *:not(.visually-hidden)")
        .filter(it => it.innerText && getComputedStyle(it).overflow !== "visible");
    const cut = hiding.filter(it => long(it) && !it.matches(".stage-captions"));
    const ellipsis = it => {
        const {textOverflow, webkitLineClamp} = getComputedStyle(it);
        return textOverflow === "ellipsis" || webkitLineClamp !== "none";
    };
    return {cut: low.concat(cut.map(called)), lost: low.concat(cut.filter(it => !ellipsis(it)).map(called))};
};

window.told = () => {
    const bar = document.querySelector(".stage-gauge-bar").getBoundingClientRect();
    const along = x => (x - bar.left) / bar.width;
    const middle = it => {
        const {left, right} = it.getBoundingClientRect();
        return along((left + right) / 2);
    };
    return {
        facts: all(".stage-facts dd").map(it => it.innerText),
        marks: all(".stage-gauge-mark").map(middle),
        labels: all(".stage-gauge-marks > span").map(it => [middle(it), it.innerText]),
        filled: along(document.querySelector(".stage-gauge-fill").getBoundingClientRect().right),
        rate: document.querySelector(".stage-gauge-rate")?.innerText ?? "",
    };
};

// What is not painted is laid out all the same, in less time.
const unpainted = new CSSStyleSheet();
unpainted.replaceSync("html { opacity: 0 }");

window.walk = async (last, width) => {
    document.adoptedStyleSheets = [unpainted];
    while (innerWidth !== width) await frame();
    await frame();
    const moments = [];
    for (let n = 1; n <= last; n += 1) {
        await go(n);
        const moves = moving();
        await frame();
        moments.push({n, moves, outside: outside(), ...cut(), ...told()});
    }
    return moments;
};

// Where each mark of an event is at the beginning of its way, at each quarter of it, and at the end.
window.marks = async n => {
    await go(n);
    const ways = ({playState, effect}) => {
        const {activeDuration, delay} = effect.getComputedTiming();
        return ["running", "finished"].includes(playState) && activeDuration > 1 && delay === 0;
    };
    const place = it => {
        const {left, right, top, bottom} = it.getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2];
    };
    return Object.fromEntries(all(`[data-flight^="${n}-"]`).map(it => {
        const [way] = it.getAnimations().filter(ways);
        const places = [0, 0.25, 0.5, 0.75, 1].map(share => {
            way?.pause();
            if (way) way.currentTime = share * way.effect.getComputedTiming().activeDuration;
            return place(it);
        });
        return [it.dataset.flight.slice(`${n}-`.length), places];
    }));
};

// Words over which something of an event lies at the beginning, in the middle or at the end of its way.
window.veiled = async n => {
    await go(n);
    const marks = all(`[data-flight^="${n}-"]`);
    for (const it of marks) it.style.pointerEvents = "auto";
    const words = all(".stage-name, .stage-said, .stage-plan-text > *").filter(it => it.innerText);
    const corners = ({left, right, top, bottom}) => [0.1, 0.5, 0.9].flatMap(x => [0.25, 0.5, 0.75].map(y =>
        [left + x * (right - left), top + y * (bottom - top)]));
    const covered = it => corners(it.getBoundingClientRect()).some(([x, y]) =>
        document.elementFromPoint(x, y)?.closest("[data-flight]"));
    const found = [0, 0.5, 1].flatMap(share => {
        for (const it of marks) {
            const [way] = it.getAnimations().filter(({effect}) => effect.getComputedTiming().delay === 0);
            way?.pause();
            if (way) way.currentTime = share * way.effect.getComputedTiming().activeDuration;
        }
        return words.filter(covered).map(it => `${it.innerText} at ${share}`);
    });
    return {marks: marks.length, found};
};

// For who looks on: each moment that was shown, in its order.
window.shown = [];
new MutationObserver(() => {
    const at = document.querySelector("[data-testid=negotiation]")?.dataset.at;
    if (at !== undefined && at !== shown.at(-1)) shown.push(at);
}).observe(document, {subtree: true, childList: true, attributes: true});
"""


class Walk(NamedTuple):
    """One log, seen moment by moment in one size."""

    name: str
    size: tuple[int, int]
    log: list[Event]
    moments: list[dict[str, Any]]


@dataclass(frozen=True)
class Walks:
    """All of them in one language."""

    language: Language
    each: list[Walk]

    def problems(self, kind: str) -> list[str]:
        """What was found of a kind, and where."""
        return [
            f"{name} at {size[0]}, event {moment['n']}: {moment[kind]}"
            for name, size, _, moments in self.each
            for moment in moments
            if moment[kind]
        ]


def opened(page: Page, logs: Recorded, name: str, log: Sequence[Event]) -> None:
    """The stage of a log, at its end, where it is held."""
    page.goto(f"{logs.served.url}/stage/{logs.put(name, log)}?at={len(log)}")
    over(page)
    expect(page.locator(f"[data-testid=negotiation][data-at='{len(log)}']")).to_be_visible()


def walked(page: Page, name: str, size: tuple[int, int], log: list[Event]) -> Walk:
    """Through all moments of the stage that is open, in a window of that size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return Walk(name, size, log, page.evaluate(f"walk({len(log)}, {size[0]})"))
