"""A published event is one line, whichever application it comes from."""

import pytest

from tests.support.session_events import SESSION
from tests.unit.gateway.deliberation.test_session_projection import LOG, entries
from towow.cli.commands import events


def test_a_sessions_event_names_session_and_agent(capsys: pytest.CaptureFixture[str]) -> None:
    for row in entries(LOG.started(), *LOG.discussion(), LOG.ended()):
        events._print_event(row, events._print_line)  # pyright: ignore[reportPrivateUsage]
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert all(SESSION in line for line in lines)
    assert "towow.deliberation.agent_output" in lines[2]
    assert lines[2].endswith("planner")
    assert lines[0].rstrip().endswith("towow.deliberation.session_started")
