"""A course without any adversary: what it comes to is what it is there for."""

from dataclasses import replace
from functools import cache
from random import Random

from tests.simulation.game.courses import COURSES
from tests.simulation.game.plan import LAYOUTS, settings_of
from tests.simulation.game.subject import GAME
from tests.simulation.runner import SeedResult, run_seed
from tests.simulation.subject import Order, Plan


@cache
def play_course(name: str) -> SeedResult:
    """Play one game on a course, with the usual rules."""

    def plan(seed: int, random: Random) -> Plan:
        return Plan(
            orders=[Order(name, 0.0, COURSES[name])],
            layout=LAYOUTS[0],
            gateways=1,
            settings=settings_of(2),
            ends=0.0,
        )

    return run_seed(replace(GAME, plan=plan), 1)
