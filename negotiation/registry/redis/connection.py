"""Redis connection of the profile registry: client, key names, and translation of errors into the store port's."""

from collections.abc import Generator
from contextlib import contextmanager

import redis.exceptions as errors
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.maint_notifications import MaintNotificationsConfig

from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.store.redacted_url import redact

CONNECT_TIMEOUT_S = 1.0
"""Time limit of a connection attempt, in s."""

CALL_TIMEOUT_S = 1.5
"""Time without data after which a call fails, in s."""

_PERMISSION_ERRORS = (
    errors.AuthenticationError,
    errors.AuthorizationError,
    errors.AuthenticationWrongNumberOfArgsError,
    errors.NoPermissionError,
)
_TRANSIENT_ERRORS = (
    *(errors.ConnectionError, errors.TimeoutError, OSError),
    *(errors.OutOfMemoryError, errors.ReadOnlyError, errors.ClusterDownError, errors.TryAgainError),
)
"""Errors that may be over at the next attempt: unreachable, out of memory, failing over."""

_TRANSIENT_CODES = ("MISCONF", "NOREPLICAS", "MASTERDOWN", "BUSY", "UNKILLABLE")
"""Error codes of the same kind that redis-py has no class for."""


def key_names(namespace: str) -> tuple[str, str]:
    """Return the Redis keys of a namespace's registry: the hash of profiles, and the stream of changes.

    They are `NAMESPACE:{registry}:profiles` and `NAMESPACE:{registry}:changes`.
    """
    return f"{namespace}:{{registry}}:profiles", f"{namespace}:{{registry}}:changes"


def build_client(url: str) -> Redis:
    """Build a client of a Redis URL, which connects at its first command; the caller closes it with `aclose`.

    It never resends a command by itself, because most calls are not idempotent.

    Raises:
        StoreMisconfigured: The URL, or an option in its query, is invalid.
    """
    safe_url = redact(url)
    try:
        return Redis.from_url(  # pyright: ignore[reportUnknownMemberType]
            url,
            retry=Retry(NoBackoff(), 0),
            socket_connect_timeout=CONNECT_TIMEOUT_S,
            socket_timeout=CALL_TIMEOUT_S,
            # On (the default), the pool hands out connections that the server closed long ago.
            maint_notifications_config=MaintNotificationsConfig(enabled=False),
            driver_info=None,  # CLIENT SETINFO needs a permission that not every user has
        )
    except ValueError:  # its message could contain the password
        raise StoreMisconfigured(
            f"the query of TOWOW_STORE_URL ({safe_url}) is invalid: remove what follows the ?"
        ) from None


@contextmanager
def translate_errors(url: str) -> Generator[None]:
    """Context manager that raises redis-py's errors as StoreUnavailable or StoreMisconfigured.

    StoreUnavailable: no connection or no answer (also OSError), memory full, failover or another state that may pass.
    StoreMisconfigured: any other error reply, such as rejected credentials. WatchError and exceptions of other kinds
    pass through. `url` is named in the messages, without its password.
    """
    try:
        yield
    except errors.WatchError:
        raise
    except _PERMISSION_ERRORS as error:
        raise StoreMisconfigured(
            f"the store at {redact(url)} rejects the user or its permissions: {_error_text(error)}"
        ) from error
    except _TRANSIENT_ERRORS as error:
        raise StoreUnavailable(f"the store at {redact(url)}: {_error_text(error)}") from error
    except errors.RedisError as error:
        text = _error_text(error)
        if text.startswith(_TRANSIENT_CODES):
            raise StoreUnavailable(f"the store at {redact(url)}: {text}") from error
        raise StoreMisconfigured(f"the store at {redact(url)} rejects a command of the registry: {text}") from error


def decode_text(data: bytes) -> str:
    """Decode UTF-8 data, with invalid bytes replaced by U+FFFD."""
    return data.decode(errors="replace")


def _error_text(error: Exception) -> str:
    """Return the server's own message; for a MULTI, redis-py puts the command before it, and so profile data."""
    return str(error).rpartition("of pipeline caused error: ")[2].strip("(',)\"")
