"""Check of a URL that a setting gives for an HTTP endpoint."""

from urllib.parse import urlsplit


def is_http_url(url: str) -> bool:
    """Return whether a text is an http:// or https:// URL that HTTP clients accept; their errors would come late."""
    if not (url.isascii() and url.isprintable()) or " " in url:
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is not a number, or an unbalanced bracket
        return False
