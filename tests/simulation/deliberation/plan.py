"""What a seed decides before anything starts: how many processes, which sessions, what goes how, what is struck when."""

from collections.abc import Mapping, Sequence
from random import Random

from deliberation.application import ROUTES
from deliberation.settings import DeliberationSettings
from shared.llm.settings import ModelSettings
from shared.runtime.settings import RuntimeSettings
from tests.simulation.deliberation.courses import COURSES, SUITS
from tests.simulation.deliberation.message_types import TYPES
from tests.simulation.fault_injector import fault_targets
from tests.simulation.process import STOP_TIMEOUT
from tests.simulation.subject import Order, Plan
from towow.config.settings import Settings

LIMITS = DeliberationSettings(turn_timeout=6, turn_call_timeout=4, deliberation_tool_timeout=3, deliberation_timeout=60)
"""Short times, and in the same order as the real ones: a run shall see its timers fire."""

LAYOUTS: Sequence[Mapping[str, Sequence[str]]] = (
    {"all-1": tuple(ROUTES), "all-2": tuple(ROUTES)},
    {
        "host-1": ("deliberation",),
        "host-2": ("deliberation",),
        "tasks-1": ("deliberation_skills", "planner", "critic", "reporter"),
        "tasks-2": ("critic", "planner", "reporter", "deliberation_skills"),
    },
    {
        "host-1": ("deliberation", "deliberation_skills"),
        "host-2": ("deliberation", "reporter"),
        "skills-1": ("deliberation_skills",),
        "planner-1": ("planner",),
        "critic-1": ("critic",),
    },
)
"""Process name → the kinds of actors it runs."""

UNUSUAL = 0.2
"""How many of the seeds have other rules than the usual ones."""


def plan_of(seed: int, random: Random) -> Plan:
    """The plan of a seed. What the seed aims at has to happen on one of its courses."""
    names = tuple(dict.fromkeys(_courses(seed, random)))
    overtaking = any(hop == "overtaken" for hop, _ in fault_targets(seed, TYPES))
    concurrency = random.choice((1, 2, 8))
    orders = [
        Order(f"{seed}/{place}", random.choice((0.0, 0.0, 0.3, 2.0)), COURSES[name]) for place, name in enumerate(names)
    ]
    return Plan(
        orders=orders,
        layout=random.choice(LAYOUTS),
        gateways=random.choice((1, 1, 2)),
        settings=Settings(
            RuntimeSettings(
                journal=True,
                # Whoever is held back with one message in hand takes no other one: it goes to whom overtakes him.
                concurrency=1 if overtaking else concurrency,
                stop_timeout=STOP_TIMEOUT,
            ),
            ModelSettings(recovery_timeout=4, failure_threshold=3),
            _limits(min(order.course.timeout for order in orders), random),
        ),
        ends=random.choice((15.0, 30.0)),
    )


def _limits(timeout: float, random: Random) -> DeliberationSettings:
    changes: dict[str, object] = {"deliberation_timeout": timeout}
    if random.random() < UNUSUAL:
        changes |= {
            "devils_advocate": random.choice(("critic", "planner")),
            "report_on_stop": random.choice((False, True)),
            "contradiction_veto": random.choice((False, True)),
            "max_deliberation_rounds": random.choice((2, 3, 5)),
            "stubborn_rounds": random.choice((1, 2)),
        }
    return LIMITS.model_copy(update=changes)


def _courses(seed: int, random: Random) -> Sequence[str]:
    """As few courses as the seed's aims need, and now and then one more."""
    wanted = [SUITS[kind] for _, kind in fault_targets(seed, TYPES) if kind in SUITS]
    names = list[str]()
    for courses in wanted:
        if not set(courses) & set(names):
            shared = [name for name in courses if all(name in other for other in wanted)]
            names.append(random.choice(shared or courses))
    if not names or random.random() < 0.3:
        names.append(random.choice(tuple(COURSES)))
    return names
