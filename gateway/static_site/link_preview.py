"""Link previews: the `og:` tags by which messengers show a link to a page before anyone opens it."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from html import escape

MAX_TITLE_CHARS, MAX_DESCRIPTION_CHARS = 90, 200
"""Longest texts of a preview; longer ones are cut, as messengers would do."""

_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+")
"""Control characters and those that change the direction of text; where they stand, a space is shown."""

_HEAD_END = "</head>"


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """Title, one sentence and picture (its path; 1200 × 630 pixels) that are shown of a link.

    `locale`: language of the texts, `en` or `zh`.
    """

    title: str
    description: str
    image_path: str
    locale: str


ReadLinkPreview = Callable[[Mapping[str, str]], Awaitable[LinkPreview | None]]
"""Returns the preview of the page with these path parameters; None if nothing of it may be shown to everyone."""


def insert_preview(page: bytes, preview: LinkPreview, url: str, origin: str) -> bytes:
    """Return an HTML page with the tags of a preview at the end of its head; unchanged if it has no head.

    Args:
        page: The page, UTF-8.
        preview: What to show; its texts may be anybody's, they are escaped.
        url: Address of the page, absolute.
        origin: Scheme and host of the page, before which the path of the picture stands.
    """
    title, description = _cut(preview.title, MAX_TITLE_CHARS), _cut(preview.description, MAX_DESCRIPTION_CHARS)
    properties = {
        "og:type": "website",
        "og:site_name": "ToWow",
        "og:locale": "zh_CN" if preview.locale == "zh" else "en_GB",
        "og:url": url,
        "og:title": title,
        "og:description": description,
        "og:image": origin + preview.image_path,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": title,
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    tags.append('<meta name="twitter:card" content="summary_large_image" />')
    before, end, after = page.partition(_HEAD_END.encode())
    return b"".join((before, "".join(tags).encode(), end, after)) if end else page


def _cut(text: str, limit: int) -> str:
    plain = " ".join(_UNPRINTABLE.sub(" ", text).split())
    return plain if len(plain) <= limit else f"{plain[: limit - 1].rstrip()}…"
