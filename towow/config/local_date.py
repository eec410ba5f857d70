"""Local date and IANA time zone, which the prompts of a new demand use as today."""

import os
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

LOCALTIME = Path("/etc/localtime")


def today_and_timezone() -> tuple[str, str]:
    """Return (today's local date as `YYYY-MM-DD`, its IANA time zone); that is TZ's, else the machine's, else UTC."""
    name = os.environ.get("TZ", "").removeprefix(":") or _machine_timezone()
    try:
        zone = ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # no such zone, or a path outside the zones
        return datetime.now(UTC).date().isoformat(), "UTC"
    return datetime.now(zone).date().isoformat(), name


def _machine_timezone() -> str:
    _, separator, name = str(LOCALTIME.resolve()).partition("/zoneinfo/")
    return name if separator else "UTC"
