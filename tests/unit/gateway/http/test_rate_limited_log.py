"""One line per event and interval; the next one says how many were left out."""

import json
from io import StringIO

from gateway.http.rate_limited_log import RateLimitedLog
from towow.config.demand_logger import build_logger


def test_one_line_is_written_per_event_and_interval() -> None:
    lines, now = StringIO(), [0.0]
    log = RateLimitedLog(build_logger("info", "json", lines), 10, lambda: now[0])
    for at in (0, 1, 9.9, 10, 10.5, 30):
        now[0] = at
        log.warning("head_too_large", client="192.0.2.1")
    log.warning("other")
    written = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [(line["event"], line["suppressed"]) for line in written] == [
        ("head_too_large", 0),
        ("head_too_large", 2),
        ("head_too_large", 1),
        ("other", 0),
    ]
    assert written[0]["client"] == "192.0.2.1"
    assert written[0]["level"] == "warning"
