"""What does a viewer see of a region at each moment, and when? Written down in the browser while it happens."""

from typing import Any

from playwright.sync_api import Page

ROWS = """
(() => {
    window.first = {};
    new MutationObserver(() => {
        for (const row of document.querySelectorAll("li[data-seq]")) first[row.dataset.seq] ??= Date.now();
    }).observe(document, {subtree: true, childList: true});
})();
"""
"""Writes down when each event came. It does little besides, for it is there while that is measured."""

TEXTS = """
(() => {
    const beside = new CSSStyleSheet();
    beside.replaceSync("[data-beside] { display: none !important }");
    window.texts = {};
    window.note = () => {
        const region = document.querySelector(":is([data-testid=negotiation], [data-testid=deliberation], [data-testid=game])");
        if (region === null) return;
        document.adoptedStyleSheets = [beside];
        texts[region.dataset.at] = region.innerText;
    };
    const watching = {subtree: true, childList: true, characterData: true, attributes: true};
    new MutationObserver(note).observe(document, watching);
})();
"""
"""Writes down what is to be seen after each event of a negotiation, a deliberation or a game.

What stands beside the view (buttons that know what happened elsewhere) is not.
"""

SCRUB = """async () => {
    const slider = document.querySelector('[data-testid="replay"] input[type=range]');
    const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    const frame = () => new Promise(requestAnimationFrame);
    texts = {};
    for (let seq = 1; seq <= Number(slider.max); seq += 1) {
        put.call(slider, seq);
        slider.dispatchEvent(new Event("input", {bubbles: true}));
        await frame();
        await frame();
        note();
    }
    return texts;
}"""


def seen(page: Page) -> dict[int, str]:
    """The visible text after each event that was the last one shown at some time."""
    page.evaluate("note()")
    return _by_seq(page.evaluate("texts"))


def scrubbed(page: Page) -> dict[int, str]:
    """The visible text at each moment, looked back at with the slider."""
    return _by_seq(page.evaluate(SCRUB))


def first_seen(page: Page) -> dict[int, float]:
    """When the row of each event came into the page: seconds since 1970, on this machine's clock."""
    return {seq: ms / 1000 for seq, ms in _by_seq(page.evaluate("first")).items()}


def _by_seq(kept: dict[str, Any]) -> dict[int, Any]:
    return {int(seq): value for seq, value in kept.items() if seq != "0"}
