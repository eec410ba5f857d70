"""Does a browser have a file already, does it take it packed, and is it to be shown? What its headers say."""

import re
from collections.abc import Mapping

MOST = 50
"""Parts of a header that are looked at."""

_NONE = re.compile(r"q=0(\.0{0,3})?")


def has(tag: str, header: str) -> bool:
    """Whether `If-None-Match` names the entity tag, which is in quotes; `*` is any."""
    return any(_plain(part) in (tag, "*") for part in header.split(",", MOST)[:MOST])


def takes_gzip(header: str) -> bool:
    """Whether `Accept-Encoding` has gzip, or `*` and no word on gzip, with a weight that is not 0."""
    said = _taken(header)
    return said.get("gzip", said.get("*", False))


def takes_html(header: str) -> bool:
    """Whether `Accept` names text/html, as a browser does that goes to an address; `*/*` is anybody's."""
    return _taken(header).get("text/html", False)


def _taken(header: str) -> Mapping[str, bool]:
    """What a header names, and whether with a weight that is not 0."""
    parts = (part.partition(";") for part in header.lower().split(",", MOST)[:MOST])
    return {name.strip(): not _NONE.fullmatch(weight.strip()) for name, _, weight in parts}


def _plain(part: str) -> str:
    return part.strip().removeprefix("W/")
