"""What a seed decides before anything starts: how many processes, which demands, what goes how, what is struck when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from channel_admin.settings import NegotiationRules
from negotiation.application import ROUTES
from shared.llm.settings import ModelSettings
from shared.runtime.settings import RuntimeSettings
from tests.simulation.fault_injector import fault_targets
from tests.simulation.negotiation.message_types import TYPES
from tests.simulation.negotiation.model import PEOPLE, DemandScript
from tests.simulation.negotiation.person_behavior import PersonBehavior, people_of
from tests.simulation.process import STOP_TIMEOUT
from tests.simulation.subject import Order, Plan
from towow.config.settings import Settings
from user_agent.core.human_deadline import AGENT_ANSWER_MS
from user_agent.settings import UserAgentSettings

RULES = NegotiationRules(
    response_collection_timeout=12,
    feedback_collection_timeout=10,
    max_stuck_time=6,
    max_recovery_attempts=2,
    overall_timeout=60,
    subnet_timeout=30,
    review_timeout=2,
    clarify_timeout=3,
    requester_timeout=3,
)
"""Short times, and in the same order as the real ones: a run shall see its timers fire."""

PATIENT = RULES.model_copy(
    update={
        "response_collection_timeout": AGENT_ANSWER_MS / 1000 + 12,
        "feedback_collection_timeout": AGENT_ANSWER_MS / 1000 + 10,
        "overall_timeout": 150,
        "subnet_timeout": 90,
    }
)
"""The same where people are waited for: an agent's own time is no setting, and not short."""

TWO = DemandScript(people=2)
COURSES: Mapping[str, DemandScript] = {
    "agreed": DemandScript(people=3),
    "long": replace(TWO, wishes=True, gaps=1),
    "bargaining": replace(TWO, all_wish=True),
    "two gaps": replace(TWO, gaps=2),
    "rejected": replace(TWO, rejects=frozenset(PEOPLE[:2])),
    "forced": replace(TWO, rejects=frozenset(PEOPLE[:1]), rounds=1),
    "left": replace(TWO, leaves=frozenset(PEOPLE[:1])),
    "declined": replace(TWO, decliners=frozenset(PEOPLE[:1])),
    "silent": replace(TWO, silent=frozenset(PEOPLE[:1])),
    "asked": replace(TWO, interactive=True, asks=True),
    "reviewed": replace(TWO, interactive=True, gaps=1),
    "asked nobody": replace(TWO, asks=True),
    "cancelled when asked": replace(TWO, interactive=True, asks=True, cancel_after=3),
    "cancelled": replace(TWO, cancel_after=6),
    "cancelled at once": replace(TWO, cancel_after=1, latency=1.0),
    "cancelled late": replace(TWO, wishes=True, gaps=1, cancel_after=20),
    "poor": replace(TWO, budget=700),
    "broken": replace(TWO, broken=frozenset({"proposal_aggregation"})),
    "down": replace(TWO, down=frozenset({"proposal_feedback", "gap_identification"})),
    "slow": replace(TWO, latency=3.0),
    "dear": replace(TWO, interactive=True, departs="budget"),
    "dear at first": replace(TWO, interactive=True, departs="budget", gives_way=True),
    "dear to nobody": replace(TWO, departs="budget", gives_way=True),
    "another day": replace(TWO, interactive=True, departs="dates", gives_way=True),
    "too small": replace(TWO, interactive=True, departs="people", gaps=1),
    "cancelled when a limit is asked": replace(TWO, interactive=True, departs="dates", cancel_after=10),
    "unchanged": replace(TWO, wishes=True, stubborn=True),
    "required": replace(TWO, wishes=True, required=frozenset(PEOPLE[:1])),
    "with reserves": DemandScript(people=4, wishes=True, reserves=frozenset(PEOPLE[2:4]), gaps=1),
    "reserves alone accept": DemandScript(people=5, rejects=frozenset(PEOPLE[:2]), reserves=frozenset(PEOPLE[2:5])),
    "reserves leave": DemandScript(people=4, leaves=frozenset(PEOPLE[1:3]), reserves=frozenset(PEOPLE[2:4])),
    "members refuse": replace(TWO, gaps=1, members="refuse"),
    "members leave": replace(TWO, gaps=2, members="leave"),
}

LONG = ("long", "cancelled late")
SUITS: Mapping[str, Sequence[str]] = {
    "adjust_proposal": (*LONG, "bargaining"),
    "proposal_adjusted": (*LONG, "bargaining"),
    "write_compromise": ("rejected", "forced"),
    "compromise_written": ("rejected", "forced"),
    "identify_gaps": ("agreed", "silent", *LONG, "two gaps"),
    "gaps_identified": ("agreed", "silent", *LONG, "two gaps"),
    "decide_recursion": ("two gaps", *LONG),
    "recursion_decided": ("two gaps", *LONG),
    "open_subnet": ("two gaps", *LONG),
    "subnet_ended": ("two gaps", *LONG),
    "subnet_member_withdrawn": ("members leave",),
    "answer_question": ("asked", "dear", "dear at first", "another day"),
    "revise_understanding": ("asked", "reviewed"),
    "cancel_demand": ("cancelled", "cancelled at once", "cancelled late"),
    "task_failed": ("poor",),
    "timer_fired": ("silent", "slow"),
}
"""Message type → the courses on which it is seen for sure; the others are seen on every one."""

LAYOUTS: Sequence[Mapping[str, Sequence[str]]] = (
    {"all-1": tuple(ROUTES), "all-2": tuple(ROUTES)},
    {
        "channel_admin-1": ("channel",),
        "channel_admin-2": ("channel",),
        "tasks-1": ("skills", "coordinator", "user_agent"),
        "tasks-2": ("skills", "user_agent", "coordinator"),
    },
    {
        "channel_admin-1": ("channel", "skills"),
        "channel_admin-2": ("channel", "coordinator"),
        "skills-1": ("skills",),
        "coordinator-1": ("coordinator",),
        "user_agent-1": ("user_agent",),
    },
)
"""Process name → the kinds of actors it runs."""


@dataclass(frozen=True, slots=True)
class NegotiationPlan(Plan):
    """Everything that is fixed when a run begins, and who sits down to answer for their own agent."""

    people: Sequence[PersonBehavior]


def plan_of(seed: int, random: Random) -> NegotiationPlan:
    """The plan of a seed. What the seed aims at has to happen on one of its courses."""
    names = _courses(seed, random)
    targets = fault_targets(seed, TYPES)
    overtaking = any(hop == "overtaken" for hop, _ in targets)
    concurrency = random.choice((1, 2, 8))
    people = people_of(seed, {kind for _, kind in targets})
    if overtaking and people:  # a model that never answers would keep the only worker from what people say
        names = [name for name in names if not COURSES[name].silent] or ["agreed"]
    orders = [
        Order(f"{seed}/{place}", random.choice((0.0, 0.0, 0.3, 2.0)), COURSES[name])
        for place, name in enumerate(dict.fromkeys(names))
    ]
    return NegotiationPlan(
        orders=orders,
        layout=random.choice(LAYOUTS),
        gateways=random.choice((1, 1, 2)),
        settings=Settings(
            RuntimeSettings(
                journal=True,
                # Whoever is held back with one message in hand takes no other one: it goes to whom overtakes him.
                # Who is asked while people are waited for is not kept from answering by somebody else's question.
                concurrency=1 if overtaking else 8 if people else concurrency,
                stop_timeout=STOP_TIMEOUT,
            ),
            ModelSettings(recovery_timeout=4, failure_threshold=3),
            PATIENT if people else RULES,
            UserAgentSettings(
                fallback_feedback=random.choice(("accept", "abstain")),
                human_timeout=people[0].waited_for if people else 60,
            ),
        ),
        people=people,
        ends=random.choice((15.0, 30.0)),
    )


def _courses(seed: int, random: Random) -> Sequence[str]:
    """As few courses as the seed's aims need, and now and then one more."""
    wanted = [SUITS[kind] for _, kind in fault_targets(seed, TYPES) if kind in SUITS]
    names = list[str]()
    for courses in wanted:
        if not set(courses) & set(names):
            shared = [name for name in courses if all(name in other for other in wanted)]
            names.append(random.choice(shared or courses))
    if not names or random.random() < 0.15:
        names.append(random.choice(tuple(COURSES)))
    return names
