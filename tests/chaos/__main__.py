"""`make chaos`: a random campaign; its report goes to build/chaos.json, and the last line of stdout repeats it."""

import argparse
import asyncio
import json
import signal
import sys
from pathlib import Path

from tests.chaos.campaign import Plan, campaign

REPORT = Path("build") / "chaos.json"
LONG = 10
"""How many times as much a long campaign does."""


def main() -> int:
    """0 when everything held, 1 when something did not."""
    words = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--demands", type=int, default=1000)
    words.add_argument("--kills", type=int, default=200)
    words.add_argument("--restarts", type=int, default=3, help="of the broker, and as many of the store")
    words.add_argument("--long", action="store_true")
    given = words.parse_args()
    times = LONG if given.long else 1
    plan = Plan(given.seed, given.demands * times, given.kills * times, given.restarts * times)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # nothing it started outlives it
    report = asyncio.run(campaign(plan))
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(json.dumps(report) + "\n")
    return 1 if report["violations"] else 0


if __name__ == "__main__":
    sys.exit(main())
