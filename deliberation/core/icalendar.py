"""Calendar in the format of RFC 5545: components of properties, with escaped texts and folded lines."""

import re
from collections.abc import Iterable
from datetime import date

MAX_LINE_OCTETS = 75
"""Maximum length of a line in octets, without its CRLF (RFC 5545 § 3.1)."""

_SPECIAL = re.compile(r"([\\;,])")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def escape_text(text: str) -> str:
    """Return a value of type TEXT (RFC 5545 § 3.3.11) without control characters."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", _SPECIAL.sub(r"\\\1", lines).replace("\n", "\\n"))


def format_date(day: date) -> str:
    """Return a value of type DATE, such as 20251204."""
    return f"{day.year:04}{day.month:02}{day.day:02}"


def format_instant(iso8601: str) -> str:
    """Return an instant in UTC, given as 2025-12-04T10:00:00.000Z, as a value of type DATE-TIME: 20251204T100000Z."""
    return f"{re.sub('[-:]', '', iso8601)[:15]}Z"


def render_component(name: str, lines: Iterable[str]) -> list[str]:
    """Return the content lines of a component between its BEGIN and END."""
    return [f"BEGIN:{name}", *lines, f"END:{name}"]


def render_lines(lines: Iterable[str]) -> str:
    """Return content lines as the text of a file: folded, each ended by CRLF."""
    return "".join(f"{_fold(line)}\r\n" for line in lines)


def _fold(line: str) -> str:
    """Return a line with CRLF and space before the characters that would make a piece longer than 75 octets."""
    pieces, left = [""], MAX_LINE_OCTETS
    for character in line:
        size = len(character.encode("utf-8", "replace"))
        if size > left:
            pieces.append(" ")
            left = MAX_LINE_OCTETS - 1
        pieces[-1] += character
        left -= size
    return "\r\n".join(pieces)
