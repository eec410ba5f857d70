"""Which logs does a browser look at that took time and money, or that hold plans of a test's own?"""

import json
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Self

from shared.core.usage import Usage
from tests.e2e.page_systems import Recorded, recorded_logs
from tests.golden.golden_logs import golden_logs

Event = dict[str, Any]

PACE = timedelta(seconds=7)
"""From one event to the next; the recordings were made in no time at all."""
PLANS = ("proposal", "final_proposal", "last_proposal")


def log_of(name: str) -> list[Event]:
    """A recording, to be changed at will."""
    return [json.loads(line) for line in golden_logs(name)]


def paid(log: Iterable[Event]) -> list[Event]:
    """The same log, whose events came one after the other and whose answers cost something, each another sum."""
    said = _copy(log)
    began = datetime.fromisoformat(said[0]["timestamp"])
    for number, event in enumerate(said):
        came = began + number * PACE
        event["timestamp"] = came.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        if usage := event["payload"].get("usage"):
            price = round(usage["calls"] * number / 100, 2)
            usage |= {"input_tokens": 1000 + 37 * number, "output_tokens": 100 + number, "cost_usd": price}
    total = cost(said)
    said[-1]["payload"]["totals"] |= {
        **total.model_dump(exclude={"calls"}),
        "duration_ms": (len(said) - 1) * PACE // timedelta(milliseconds=1),
    }
    return said


def cost(log: Iterable[Mapping[str, Any]]) -> Usage:
    """What the answers of a log cost together."""
    each = (Usage.model_validate(event["payload"]["usage"]) for event in log if "usage" in event["payload"])
    return sum(each, Usage())


def planned(log: Iterable[Event], **changes: Any) -> list[Event]:
    """The same log, in whose plans the `changes` stand."""
    said = _copy(log)
    for event in said:
        for key in PLANS:
            if event["payload"].get(key):
                event["payload"][key] |= changes
    return said


def _copy(log: Iterable[Event]) -> list[Event]:
    return json.loads(json.dumps(list(log)))


class Paying(Recorded):
    """Pays for each answer what its event says it cost, just before that is told: what was spent the store tells itself."""

    @classmethod
    def before(cls, gateway: Recorded) -> Self:
        """Where that gateway reads."""
        return cls(gateway.served.url, gateway.system, gateway._loop)

    async def _before(self, event: Mapping[str, Any], key: str) -> None:
        if told := event["payload"].get("usage"):
            usage = Usage.model_validate(told)
            about = event["payload"]["demand_id"]
            await self._store.finish_memo(correlation_id=about, key=key, owner=key, value=b"", usage=usage)


@contextmanager
def paid_logs() -> Generator[Recorded]:
    """A real gateway before a store into which logs are put, and paid for."""
    with recorded_logs() as found:
        yield Paying.before(found)
