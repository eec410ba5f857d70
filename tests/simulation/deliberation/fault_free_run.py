"""A course without any adversary: what it comes to is what it is there for."""

from dataclasses import replace
from functools import cache
from random import Random

from shared.llm.settings import ModelSettings
from shared.runtime.settings import RuntimeSettings
from tests.simulation.deliberation.courses import COURSES
from tests.simulation.deliberation.plan import LAYOUTS, LIMITS
from tests.simulation.deliberation.subject import DELIBERATION
from tests.simulation.process import STOP_TIMEOUT
from tests.simulation.runner import SeedResult, run_seed
from tests.simulation.subject import Order, Plan
from towow.config.settings import Settings


@cache
def play_course(name: str) -> SeedResult:
    """Play one session on a course, with the usual rules."""
    course = COURSES[name]

    def plan(seed: int, random: Random) -> Plan:
        return Plan(
            orders=[Order(name, 0.0, course)],
            layout=LAYOUTS[0],
            gateways=1,
            settings=Settings(
                RuntimeSettings(journal=True, stop_timeout=STOP_TIMEOUT),
                ModelSettings(recovery_timeout=4, failure_threshold=3),
                LIMITS.model_copy(update={"deliberation_timeout": course.timeout}),
            ),
            ends=0.0,
        )

    return run_seed(replace(DELIBERATION, plan=plan), 1)
