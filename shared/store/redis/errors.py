"""Translation of server and connection errors to the port's exceptions (FAULTS § 2, F8–F10).

Messages give the reason and what to do, never the password.
"""

from redis import exceptions

from shared.store.port import StoreMisconfigured, StoreUnavailable

TEMPORARY_ERRORS = {
    "LOADING": "it is still loading its data from disk; wait until it has finished",
    "OOM": "its memory is full: raise maxmemory; a lower TOWOW_RETENTION_DAYS counts only for what is closed later",
    "MISCONF": "it cannot write to its disk: check the disk's space and the server's log",
    "READONLY": "it is a read-only replica: set TOWOW_STORE_URL to the primary",
    "NOREPLICAS": "too few replicas follow it: start them, or lower min-replicas-to-write",
    "BUSY": "it is running a script that does not end: stop it with FUNCTION KILL or SCRIPT KILL",
    "MASTERDOWN": "it is a replica without its primary: start the primary, or set TOWOW_STORE_URL to another server",
    "CLUSTERDOWN": "its cluster is down: start the missing nodes",
    "TRYAGAIN": "its cluster is moving keys; wait until it has finished",
}
"""Reason and remedy by the error code of a server that rejects calls for now."""

PERMANENT_ERRORS = {
    "NOAUTH": "a password is required: add it to TOWOW_STORE_URL (redis://USER:PASSWORD@HOST:PORT)",
    "WRONGPASS": "the login is rejected: check user and password in TOWOW_STORE_URL",
    "NOPERM": "the user of TOWOW_STORE_URL lacks a right: grant it with ACL SETUSER",
    "WRONGTYPE": "a key of this namespace is of another type: delete the key, or set another TOWOW_NAMESPACE",
    "MOVED": "it is a cluster node that does not serve all slots: set TOWOW_STORE_URL to a server that does",
    "CROSSSLOT": "it is a cluster that places keys of one partition on different nodes: use a server that does not",
}
"""Reason and remedy by the error code of a server that will reject the call again."""


class FunctionMissing(Exception):
    """The server does not know the Function library. Nothing was executed."""


class FunctionsAlreadyLoaded(Exception):
    """The server already knows the Function library that it was sent."""


class ForeignKeyType(StoreMisconfigured):
    """A key holds data that no version of this program wrote. Calls that do not need this key work."""


def translate_error(error: BaseException, url: str) -> Exception:
    """Return, not raise, the exception for an error of a call to the server at `url`, a URL without user and password.

    Returns:
        FunctionMissing when the server does not have the Function library, FunctionsAlreadyLoaded when it already has
        the one to load; else StoreUnavailable when a retry may help, and StoreMisconfigured when not (its subclass
        ForeignKeyType for a key with foreign data).
    """
    store = f"the store at {url}"
    if isinstance(error, TimeoutError | exceptions.TimeoutError):
        return StoreUnavailable(f"{store} does not answer in time")
    if not isinstance(error, exceptions.RedisError):
        return StoreUnavailable(f"{store} cannot be reached: {error or type(error).__name__}")
    text = str(error)
    code = error.status_code or text.partition(" ")[0]
    if isinstance(error, exceptions.AuthenticationError):
        return StoreMisconfigured(f"{store}: {PERMANENT_ERRORS.get(code, PERMANENT_ERRORS['WRONGPASS'])} ({text})")
    if code in TEMPORARY_ERRORS:
        return StoreUnavailable(f"{store}: {TEMPORARY_ERRORS[code]} ({text})")
    if code == "WRONGTYPE":
        return ForeignKeyType(f"{store}: {PERMANENT_ERRORS[code]} ({text})")
    if code in PERMANENT_ERRORS:
        return StoreMisconfigured(f"{store}: {PERMANENT_ERRORS[code]} ({text})")
    if isinstance(error, exceptions.ConnectionError):
        return StoreUnavailable(f"{store} cannot be reached: {text}")
    if "Function not found" in text:
        return FunctionMissing(text)
    if code == "ERR" and "already exists" in text:
        return FunctionsAlreadyLoaded(text)
    if "@user_function" in text:  # a function failed, which only the content of a key can cause
        return ForeignKeyType(
            f"{store}: a key of this namespace has content that no version of this program wrote: "
            f"delete the key, or set another TOWOW_NAMESPACE ({text})"
        )
    return StoreMisconfigured(f"{store} rejects the command: {text}")
