"""How are pictures of the page taken, and moving ones? From a real browser, small enough for a README."""

import base64
import io
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Any

from PIL import Image, ImageSequence
from playwright.sync_api import Locator, Page

IMAGES = Path(__file__).resolve().parents[2] / "build" / "images"
"""Where they go; `make images` takes them from there into the documentation."""

PICTURE_BYTES, RECORDING_BYTES = 400_000, 1_500_000
LONGEST = 25.0
"""Seconds of a recording."""
SHOWN = 960
"""Pixels that a recording is wide: about what a README gives it."""
NTH, PAUSE = 2, 0.08
"""Of sixty frames a second every second is taken, and none sooner than so many seconds after another."""
REST = 2.0
"""Seconds that the last frame stays before it begins anew."""
QUALITY = 74

TO_TOP = """it => {
    const above = document.querySelector("header").offsetHeight + 12;
    scrollTo(0, it.getBoundingClientRect().top + scrollY - above);
    const now = it.getBoundingClientRect().top;
    return now >= 0 && now < innerHeight / 2;
}"""

AT_REST = """() => Promise.allSettled(document.getAnimations()
    .filter(({effect}) => effect.getComputedTiming().endTime < Infinity).map(({finished}) => finished))"""

FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <match target="pattern">
    <test name="family"><string>sans-serif</string></test>
    <edit name="family" mode="prepend_first" binding="strong"><string>Noto Sans CJK SC</string></edit>
  </match>
</fontconfig>
"""
"""One family for both languages, where it is installed."""


@contextmanager
def fonts(folder: Path) -> Generator[None]:
    """A browser that is started meanwhile writes Chinese and English alike."""
    path = folder / "fonts.conf"
    path.write_text(FONTS, encoding="utf-8")
    before = os.environ.get("FONTCONFIG_FILE")
    os.environ["FONTCONFIG_FILE"] = str(path)
    try:
        yield
    finally:
        del os.environ["FONTCONFIG_FILE"]
        if before is not None:
            os.environ["FONTCONFIG_FILE"] = before


def top(place: Locator) -> None:
    """Bring it to the upper edge of what is seen, below the page's head."""
    assert place.evaluate(TO_TOP), "it is not in sight"


def hold(place: Locator, seconds: float) -> None:
    """Keep it there while it is read: what comes above it would push it down."""
    end = monotonic() + seconds
    while monotonic() < end:
        top(place)
        place.page.wait_for_timeout(60)


def picture(page: Page, name: str) -> None:
    """What is seen now, once everything that moves has come to rest, as build/images/NAME.png."""
    page.evaluate(AT_REST)
    with Image.open(io.BytesIO(page.screenshot())) as shot:
        few = shot.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    _saved(f"{name}.png", few, PICTURE_BYTES, optimize=True)


def wait(page: Page, until: Callable[[], bool], seconds: float = 60.0) -> None:
    """Look on until something is so."""
    end = monotonic() + seconds
    while not until():
        assert monotonic() < end, f"not within {seconds:g} s"
        page.wait_for_timeout(60)


class Film:
    """What was seen, as it was and as fast: an instant in seconds and a JPEG each."""

    def __init__(self) -> None:
        self._frames: list[tuple[float, bytes]] = []

    def expose(self, instant: float, frame: bytes) -> None:
        """Keep a frame that is new and does not come too soon."""
        if not self._frames or (instant - self._frames[-1][0] >= PAUSE and frame != self._frames[-1][1]):
            self._frames.append((instant, frame))

    def end(self, frame: bytes) -> None:
        """The last frame, whatever was missed before it."""
        instant = self._frames[-1][0] + PAUSE if self._frames else 0
        self._frames.append((instant, frame))

    def develop(self, name: str) -> int:
        """Write build/images/NAME.webp; how many different frames it has. It takes some seconds."""
        instants = [instant for instant, _ in self._frames]
        lasting = [after - before for before, after in pairwise(instants)] + [REST]
        assert sum(lasting) <= LONGEST, f"{name}: {sum(lasting):.1f} s are too long to look at"
        first, *others = (_small(frame) for _, frame in self._frames)
        durations = [round(1000 * seconds) for seconds in lasting]
        how = {"append_images": others, "duration": durations, "loop": 0, "quality": QUALITY, "method": 2}
        path = _saved(f"{name}.webp", first, RECORDING_BYTES, save_all=True, **how)
        with Image.open(path) as film:
            return len({frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(film)})


@contextmanager
def filming(page: Page) -> Generator[Film]:
    """Film what is seen meanwhile."""
    film = Film()
    devtools: Any = page.context.new_cdp_session(page)

    def take(frame: dict[str, Any]) -> None:
        devtools.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})
        film.expose(frame["metadata"]["timestamp"], base64.b64decode(frame["data"]))

    devtools.on("Page.screencastFrame", take)
    page.wait_for_timeout(200)  # else it begins with what was seen before
    devtools.send("Page.startScreencast", {"format": "jpeg", "quality": 95, "everyNthFrame": NTH})
    yield film
    devtools.send("Page.stopScreencast")
    film.end(page.screenshot(type="jpeg", quality=95))
    devtools.detach()


def _small(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as frame:
        return frame.convert("RGB").resize((SHOWN, round(frame.height * SHOWN / frame.width)), Image.Resampling.LANCZOS)


def _saved(file: str, image: Image.Image, most: int, **how: Any) -> Path:
    IMAGES.mkdir(parents=True, exist_ok=True)
    path = IMAGES / file
    image.save(path, **how)
    assert path.stat().st_size <= most, f"{file} has {path.stat().st_size} bytes, more than {most}"
    return path
