"""What may be said of TOWOW_STORE_URL, and what is said when it cannot be read: never its password."""

from urllib.parse import SplitResult, urlsplit

from shared.store.port import StoreMisconfigured

INVALID_URL = (
    "TOWOW_STORE_URL cannot be read: write / # ? @ in the password as %2F %23 %3F %40 "
    "(redis://USER:PASSWORD@HOST:PORT/0, rediss:// or unix://)"
)


def redact(url: str) -> str:
    """What may be said of a URL: everything but user and password.

    Raises StoreMisconfigured, which shows nothing of it, when it is none of a store: only in a URL that can be read is
    it known where the password ends.
    """
    parts = _parts(url)
    if parts is None:
        raise StoreMisconfigured(INVALID_URL)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def _parts(url: str) -> SplitResult | None:
    """None also when what looks like its path may be the rest of a password."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    if parts.scheme == "unix":
        readable = not parts.netloc.rpartition("@")[2] and not (parts.netloc and "@" in parts.path)
    else:
        readable = parts.scheme in ("redis", "rediss") and "@" not in parts.path
    return parts if readable and "@" not in parts.query and "#" not in url else None
