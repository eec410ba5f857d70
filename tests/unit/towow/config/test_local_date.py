"""Which day does a new demand take for today?"""

import re

import pytest

from towow.config.local_date import today_and_timezone


@pytest.mark.parametrize("zone", ["Asia/Shanghai", ":Asia/Shanghai"])
def test_the_local_date_uses_the_time_zone_of_the_environment(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    monkeypatch.setenv("TZ", zone)
    today, timezone = today_and_timezone()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", today)
    assert timezone == "Asia/Shanghai"


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "/etc/passwd", "CST-8", "?"])
def test_the_local_date_of_an_unknown_time_zone_is_utc(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    monkeypatch.setenv("TZ", zone)
    assert today_and_timezone()[1] == "UTC"


def test_the_local_date_without_time_zone_is_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TZ", raising=False)
    assert today_and_timezone()[1]
