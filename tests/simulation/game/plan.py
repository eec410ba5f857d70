"""What a seed decides before anything starts: how many processes, which games, what goes how, what is struck when."""

from collections.abc import Mapping, Sequence
from random import Random

from gamehive.application import ROUTES
from gamehive.settings import GameSettings
from shared.llm.settings import ModelSettings
from shared.runtime.settings import RuntimeSettings
from tests.simulation.fault_injector import fault_targets
from tests.simulation.game.courses import COURSES, SUITS
from tests.simulation.game.message_types import TYPES
from tests.simulation.process import STOP_TIMEOUT
from tests.simulation.subject import Order, Plan
from towow.config.settings import Settings

LIMITS = GameSettings(
    game_callback_url="http://game-server",
    game_callback_timeout=2,
    game_move_time=11,
    game_turn_timeout=3,
    game_step_timeout=4.5,
    game_task_timeout=9,
    game_tool_timeout=2,
    game_engine_time=0.2,
    game_idle_timeout=25,
)
"""Short times, and in the same order as the real ones: a run shall see its timers fire."""

LAYOUTS: Sequence[Mapping[str, Sequence[str]]] = (
    {"all-1": tuple(ROUTES), "all-2": tuple(ROUTES)},
    {
        "host-1": ("game",),
        "host-2": ("game",),
        "tasks-1": ("game_agent", "game_search", "game_callback"),
        "tasks-2": ("game_callback", "game_search", "game_agent"),
    },
    {
        "host-1": ("game", "game_callback"),
        "host-2": ("game", "game_agent"),
        "agents-1": ("game_agent",),
        "search-1": ("game_search",),
    },
)
"""Process name → the kinds of actors it runs."""


def settings_of(concurrency: int) -> Settings:
    """Return the settings of a run whose workers handle so many messages at once."""
    return Settings(
        RuntimeSettings(journal=True, concurrency=concurrency, stop_timeout=STOP_TIMEOUT),
        ModelSettings(recovery_timeout=4, failure_threshold=3),
        LIMITS,
    )


def plan_of(seed: int, random: Random) -> Plan:
    """The plan of a seed. What the seed aims at has to happen on one of its courses."""
    names = tuple(dict.fromkeys(_courses(seed, random)))
    overtaking = any(hop == "overtaken" for hop, _ in fault_targets(seed, TYPES))
    concurrency = random.choice((1, 2, 8))
    return Plan(
        orders=[
            Order(f"{seed}/{place}", random.choice((0.0, 0.0, 0.3, 2.0)), COURSES[name])
            for place, name in enumerate(names)
        ],
        layout=random.choice(LAYOUTS),
        gateways=random.choice((1, 1, 2)),
        # Whoever is held back with one message in hand takes no other one: it goes to whom overtakes him.
        settings=settings_of(1 if overtaking else concurrency),
        ends=random.choice((10.0, 20.0, 40.0)),
    )


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
