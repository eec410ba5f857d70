"""What an error of the server or of the way to it means: lost (try again), misconfigured, or a function missing.

FAULTS § 2 F8–F10; messages name the reason and what to do, never the password.
"""

from redis import exceptions

from shared.store.port import StoreMisconfigured, StoreUnavailable

TEMPORARY_ERRORS = {
    "LOADING": "it is still reading its data from disk",
    "OOM": "its memory is full (maxmemory): give it more; a lower TOWOW_RETENTION_DAYS only counts for what ends later",
    "MISCONF": "it cannot write to its disk: is the disk full?",
    "READONLY": "it is a read-only replica: point TOWOW_STORE_URL at the primary",
    "NOREPLICAS": "too few replicas follow it (min-replicas-to-write)",
    "BUSY": "it is busy with a script that does not end",
    "MASTERDOWN": "it is a replica that lost its primary",
    "CLUSTERDOWN": "its cluster is down",
    "TRYAGAIN": "its cluster is moving keys",
}
"""Codes with which a server refuses for now."""

PERMANENT_ERRORS = {
    "NOAUTH": "it wants a password: put one into TOWOW_STORE_URL (redis://USER:PASSWORD@HOST:PORT)",
    "WRONGPASS": "it refuses the login: check user and password in TOWOW_STORE_URL",
    "NOPERM": "the user of TOWOW_STORE_URL lacks a right",
    "WRONGTYPE": "a key of ours holds something of another type: delete it, or use another TOWOW_NAMESPACE",
    "MOVED": "it is one node of a cluster and does not serve all slots: use one that does",
    "CROSSSLOT": "it is a cluster, and keys that belong together lie apart",
}
"""Codes with which it will refuse again."""


class FunctionMissing(Exception):
    """The server does not know our Function library. Nothing was executed."""


class FunctionsAlreadyLoaded(Exception):
    """The server knows the Function library that it was to load."""


class ForeignKeyType(StoreMisconfigured):
    """What one key holds is not ours. It is in the way of those who need it, and of nobody else."""


def translate_error(error: BaseException, where: str) -> Exception:
    """The port's exception for whatever went wrong on the way to the server at `where` and back."""
    if isinstance(error, TimeoutError | exceptions.TimeoutError):
        return StoreUnavailable(f"the store at {where} does not answer in time")
    if not isinstance(error, exceptions.RedisError):
        return StoreUnavailable(f"the store at {where} is not reached: {error or type(error).__name__}")
    said = str(error)
    code = error.status_code or said.partition(" ")[0]
    if isinstance(error, exceptions.AuthenticationError):
        return StoreMisconfigured(
            f"the store at {where}: {PERMANENT_ERRORS.get(code, PERMANENT_ERRORS['WRONGPASS'])} ({said})"
        )
    if code in TEMPORARY_ERRORS:
        return StoreUnavailable(f"the store at {where}: {TEMPORARY_ERRORS[code]} ({said})")
    if code == "WRONGTYPE":
        return ForeignKeyType(f"the store at {where}: {PERMANENT_ERRORS[code]} ({said})")
    if code in PERMANENT_ERRORS:
        return StoreMisconfigured(f"the store at {where}: {PERMANENT_ERRORS[code]} ({said})")
    if isinstance(error, exceptions.ConnectionError):
        return StoreUnavailable(f"the store at {where} is not reached: {said}")
    if "Function not found" in said:
        return FunctionMissing(said)
    if code == "ERR" and "already exists" in said:
        return FunctionsAlreadyLoaded(said)
    if "@user_function" in said:  # our own code stumbled: over what a key holds
        return ForeignKeyType(
            f"the store at {where}: a key of ours holds what no version of this program wrote ({said})"
        )
    return StoreMisconfigured(f"the store at {where} refuses: {said}")
