"""Does a browser have a file already, does it take it packed, and is it to be shown? What its headers say."""

import re
from collections.abc import Mapping

MAX_PARTS = 50
"""Parts of a header that are looked at."""

_ZERO_WEIGHT = re.compile(r"q=0(\.0{0,3})?")


def matches_etag(etag: str, header: str) -> bool:
    """Whether `If-None-Match` names the entity tag, which is in quotes; `*` is any."""
    return any(_strip_weak_prefix(part) in (etag, "*") for part in header.split(",", MAX_PARTS)[:MAX_PARTS])


def accepts_gzip(header: str) -> bool:
    """Whether `Accept-Encoding` has gzip, or `*` and no word on gzip, with a weight that is not 0."""
    accepted = _parse_accept(header)
    return accepted.get("gzip", accepted.get("*", False))


def accepts_html(header: str) -> bool:
    """Whether `Accept` names text/html, as a browser does that goes to an address; `*/*` is anybody's."""
    return _parse_accept(header).get("text/html", False)


def _parse_accept(header: str) -> Mapping[str, bool]:
    """What a header names, and whether with a weight that is not 0."""
    parts = (part.partition(";") for part in header.lower().split(",", MAX_PARTS)[:MAX_PARTS])
    return {name.strip(): not _ZERO_WEIGHT.fullmatch(weight.strip()) for name, _, weight in parts}


def _strip_weak_prefix(part: str) -> str:
    return part.strip().removeprefix("W/")
