"""TOWOW_STORE_URL without user and password, for messages and logs."""

from urllib.parse import SplitResult, urlsplit

from shared.store.port import StoreMisconfigured

INVALID_URL = (
    "TOWOW_STORE_URL cannot be read: expected redis://USER:PASSWORD@HOST:PORT/0, rediss:// or unix://; "
    "write / # ? @ in the password as %2F %23 %3F %40"
)


def redact(url: str) -> str:
    """Return a store URL without user, password and query, for messages and logs.

    Raises:
        StoreMisconfigured: It is not a valid redis://, rediss:// or unix:// URL. The message shows no part of it, since
            where the password ends is known only in a valid URL.
    """
    parts = _parts(url)
    if parts is None:
        raise StoreMisconfigured(INVALID_URL)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


def _parts(url: str) -> SplitResult | None:
    """Split a URL; None when it is invalid, or its path may be the rest of a password."""
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
