"""Which day it is here, and in which time zone: what every prompt of a new demand takes for today."""

import os
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

LOCALTIME = Path("/etc/localtime")


def today_and_timezone() -> tuple[str, str]:
    """(`YYYY-MM-DD`, IANA name): of TZ, else of the machine, else UTC."""
    name = os.environ.get("TZ", "").removeprefix(":") or _of_the_machine()
    try:
        zone = ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # no such zone, or a path outside the zones
        return datetime.now(UTC).date().isoformat(), "UTC"
    return datetime.now(zone).date().isoformat(), name


def _of_the_machine() -> str:
    _, found, name = str(LOCALTIME.resolve()).partition("/zoneinfo/")
    return name if found else "UTC"
