"""Does a browser have a file already, and does it take it packed? What `If-None-Match` and `Accept-Encoding` say."""

import re

MOST = 50
"""Parts of a header that are looked at."""

_NONE = re.compile(r"q=0(\.0{0,3})?")


def has(tag: str, header: str) -> bool:
    """Whether `If-None-Match` names the entity tag, which is in quotes; `*` is any."""
    return any(_plain(part) in (tag, "*") for part in header.split(",", MOST)[:MOST])


def takes_gzip(header: str) -> bool:
    """Whether `Accept-Encoding` has gzip, or `*` and no word on gzip, with a weight that is not 0."""
    said: dict[str, bool] = {}
    for part in header.lower().split(",", MOST)[:MOST]:
        encoding, _, weight = (piece.strip() for piece in part.partition(";"))
        said[encoding] = not _NONE.fullmatch(weight)
    return said.get("gzip", said.get("*", False))


def _plain(part: str) -> str:
    return part.strip().removeprefix("W/")
