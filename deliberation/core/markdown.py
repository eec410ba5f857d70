"""Markdown for texts of users and models: escaping, lists, tables, and removal of HTML and unsafe links (DL-70)."""

import html
import re
from collections.abc import Iterable, Sequence

SAFE_SCHEMES = frozenset({"http", "https", "mailto"})
"""Schemes of links that stay in a text; a link without a scheme stays, too."""

MAX_PASSES = 10
"""Number of times that tags are removed, so that a text of nested ones takes no long time."""

_LINE_BREAKS = re.compile(r"\r\n?|[\u2028\u2029\x0b\x0c\x85]")
_INVISIBLE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_SYNTAX = re.compile(r"([\\`*_{}\[\]<>#|~&!$^])")
_BLOCK_START = re.compile(r"^([-+=])")
_NUMBERED = re.compile(r"^(\d+)([.)])(?=\s|$)")

_ELEMENT = re.compile(
    r"<(script|style|iframe|object|svg|math|template|noscript|textarea|title)\b.*?</\1\s*>", re.I | re.S
)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]+)>", re.I)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_TAG_START = re.compile(r"<(?=[A-Za-z/!?])")
_IMAGE_START = re.compile(r"!(?=\[)")
_LINK = re.compile(r"\[([^\[\]]*)\]\(((?:[^()]|\([^()]*\))*)\)")
_TEXT_END = re.compile(r"\](?=[(:]\s*([^\s)]*))")
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.I)
_IGNORED_IN_URLS = re.compile(r"[\x00-\x20\x7f-\xa0\\<]")


def escape_inline(text: str) -> str:
    """Return a user's text for use within a line: no line breaks, markup or invisible characters."""
    one_line = " ".join(_clean(text).split())
    escaped = _SYNTAX.sub(r"\\\1", one_line)
    return _NUMBERED.sub(r"\1\\\2", _BLOCK_START.sub(r"\\\1", escaped))


def render_list(items: Iterable[str]) -> str:
    """Return a bullet list of Markdown items; "" without any."""
    return "\n".join(f"- {item}" for item in items)


def render_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of Markdown cells."""
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join(f"| {' | '.join(cell or ' ' for cell in line)} |" for line in lines)


def remove_markup(text: str) -> str:
    """Return Markdown without HTML, images, and links to anything but SAFE_SCHEMES; their texts stay.

    Scripts and style sheets are removed with what is in them. An image becomes a link, so that opening the text loads
    nothing. What looks like the start of a tag without its end is escaped.
    """
    clean = _remove_tags(_clean(text))
    linked = _LINK.sub(_keep_safe_link, _IMAGE_START.sub("", clean))
    return _TEXT_END.sub(_break_unsafe_link, linked).strip()


def _clean(text: str) -> str:
    return _INVISIBLE.sub("", _LINE_BREAKS.sub("\n", text).replace("\t", " "))


def _remove_tags(text: str) -> str:
    """Return a text without elements, comments and tags, also those that appear once others are removed.

    What is left after MAX_PASSES is escaped like the start of a tag without its end.
    """
    for _ in range(MAX_PASSES):
        shorter = _TAG.sub("", _COMMENT.sub("", _ELEMENT.sub("", _AUTOLINK.sub(r"\1", text))))
        if shorter == text:
            break
        text = shorter
    return _TAG_START.sub("&lt;", text)


def _keep_safe_link(link: re.Match[str]) -> str:
    return link[0] if _is_safe(link[2]) else link[1]


def _break_unsafe_link(end: re.Match[str]) -> str:
    """Return the end of a link's text, apart from its destination if that is unsafe."""
    return end[0] if _is_safe(end[1]) else f"{end[0]} "


def _is_safe(destination: str) -> bool:
    """Return whether a destination has a safe scheme or none, as a browser reads it."""
    scheme = _SCHEME.match(_IGNORED_IN_URLS.sub("", html.unescape(destination)))
    return scheme is None or scheme[1].lower() in SAFE_SCHEMES
