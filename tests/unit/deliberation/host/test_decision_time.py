"""Time that the host takes for its decisions, without the embedder (DL-167)."""

import time

from typing_extensions import override

from deliberation.contracts.events import SessionEnded
from deliberation.host.core.session import HostMessage
from tests.support.cpu_slowdown import measure_slowdown
from tests.support.session_harness import SessionHarness, critiqued, position

LIMIT_S = 0.1


class TimedHarness(SessionHarness):
    """Session that measures the slowest step, its record written and read again included."""

    slowest_s = 0.0

    @override
    def feed(self, body: HostMessage, kind: str) -> bool:
        before = time.process_time()
        applied = super().feed(body, kind)
        self.slowest_s = max(self.slowest_s, time.process_time() - before)
        return applied


def test_no_step_of_a_long_session_takes_the_host_a_tenth_of_a_second() -> None:
    critic = [critiqued(position(f"第{number}版", *"甲乙丙丁戊"), high=["长" * 300] * 3) for number in range(5)]
    steps: list[float] = []
    for _ in range(3):
        harness = TimedHarness(critic=critic, similarity=(0.75, 0.8, 0.75, 0.8, 0.75))
        harness.run()
        assert harness.of(SessionEnded)[0].rounds == 5
        steps.append(harness.slowest_s)
    assert min(steps) < LIMIT_S * measure_slowdown(), steps
