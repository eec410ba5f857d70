"""Parsers of the request headers If-None-Match, Accept-Encoding and Accept."""

import re
from collections.abc import Mapping

MAX_PARTS = 50
"""Elements of a header that are parsed; further ones are ignored."""

_ZERO_WEIGHT = re.compile(r"q=0(\.0{0,3})?")


def matches_etag(etag: str, header: str) -> bool:
    """Return whether an If-None-Match header contains the entity tag `etag`, strong or weak, or `*`.

    Args:
        etag: Strong entity tag with its quotes.
        header: Value of the header; empty if it is missing.
    """
    return any(_strip_weak_prefix(part) in (etag, "*") for part in header.split(",", MAX_PARTS)[:MAX_PARTS])


def accepts_gzip(header: str) -> bool:
    """Return whether an Accept-Encoding header allows gzip, by name or by `*`, with a weight above 0.

    False if the header is empty.
    """
    accepted = _parse_accept(header)
    return accepted.get("gzip", accepted.get("*", False))


def accepts_html(header: str) -> bool:
    """Return whether an Accept header names text/html, as browsers do when they navigate; `*/*` does not count."""
    return _parse_accept(header).get("text/html", False)


def _parse_accept(header: str) -> Mapping[str, bool]:
    """Return the elements of a header, each with whether its weight is above 0."""
    parts = (part.partition(";") for part in header.lower().split(",", MAX_PARTS)[:MAX_PARTS])
    return {name.strip(): not _ZERO_WEIGHT.fullmatch(weight.strip()) for name, _, weight in parts}


def _strip_weak_prefix(part: str) -> str:
    return part.strip().removeprefix("W/")
