"""The courses that sessions take, as far as model, comparer, reviewer and user decide, and which message types they meet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from deliberation.contracts.critique import Severity
from deliberation.contracts.roles import Discussant
from deliberation.contracts.session import FirstRoundMode
from shared.core.language import Language

PromptName = Literal["plan", "critique", "position", "report"]

Similarity = float | Literal["error", "broken", "late"]
"""Of a round: a number; `error`: the embedder fails; `broken`: the comparer does; `late`: it is slower than its time."""

Trouble = Literal["down", "slow", "hangs", "invalid", "broken"]
"""What the model does: it is away, it takes too long, it never answers, it answers nonsense, its adapter fails."""

Verdict = Literal["block", "redact", "broken", "late"]
"""What the reviewer does with an output: it blocks or changes it, it fails, it is slower than its time."""


@dataclass(frozen=True, slots=True)
class SessionScript:
    """How a session goes."""

    similarity: Sequence[Similarity] = (0.8, 0.95)
    """Of each round; the last one also of all later ones."""
    findings: Mapping[int, Severity] = field(default_factory=lambda: {1: "medium"})
    """Round → how severe the risk is that the critic raises in it; that of round 1 later, if there is none by then."""
    repeats: frozenset[int] = frozenset()
    """Rounds in which the critic raises everything again."""
    answers_from: int = 1
    """From which round on the planner answers findings."""
    infeasible: frozenset[int] = frozenset()
    """Rounds in which the critic takes the plan for impossible."""
    opposed: frozenset[int] = frozenset()
    """Rounds in which the critic concludes the contrary."""
    is_apart: bool = False
    """Whether the critic speaks of something else."""
    stubborn: frozenset[Discussant] = frozenset()
    """Who says the same in every round."""
    yields: bool = True
    """Whether they move when they are told to."""
    troubles: Mapping[tuple[PromptName, int], Trouble] = field(default_factory=dict[tuple[PromptName, int], Trouble])
    """Prompt and round (0: all) → what the model does in place of an answer."""
    is_once: bool = False
    """Whether the model does so only the first time that it is asked something in a round."""
    verdicts: Mapping[str, Verdict] = field(default_factory=dict[str, Verdict])
    """Beginning of an output's key → what the reviewer does with it."""
    tools: frozenset[PromptName] = frozenset()
    """Prompts that are answered by a call of tools first."""
    is_careless: bool = False
    """Whether the planner's dates are past, whatever it is told."""
    first_round: FirstRoundMode = "parallel"
    language: Language = "en"
    latency: float = 0.2
    budget: int = 300_000
    timeout: float = 60
    """Seconds that all sessions of the run have."""
    terminate_after: int = 0
    """After how many events the user ends it; 0: never."""


ALWAYS = 0
FIRST = frozenset({1, 2})

COURSES: Mapping[str, SessionScript] = {
    "agreed": SessionScript(),
    "agreed at once": SessionScript(similarity=(0.95,), findings={2: "low"}),
    "agreed late": SessionScript(similarity=(0.75, 0.79, 0.83, 0.87, 0.95), findings={1: "medium", 2: "low"}),
    "early stop": SessionScript(similarity=(0.8, 0.81)),
    "opposed": SessionScript(similarity=(0.5, 0.5, 0.95)),
    "divided": SessionScript(similarity=(0.5,), findings={1: "high", 3: "medium"}),
    "medium to the end": SessionScript(similarity=(0.72, 0.76, 0.8, 0.84, 0.88)),
    "stubborn planner": SessionScript(similarity=(0.8, 0.84, 0.88, 0.85, 0.82), stubborn=frozenset({"planner"})),
    "stubborn to the end": SessionScript(
        similarity=(0.8, 0.84, 0.88, 0.85, 0.82), stubborn=frozenset({"planner", "critic"}), yields=False
    ),
    "infeasible": SessionScript(similarity=(0.95,), infeasible=FIRST, findings={1: "high"}),
    "unanswered": SessionScript(similarity=(0.95,), findings={1: "high"}, answers_from=3),
    "never answered": SessionScript(similarity=(0.95,), findings={1: "high"}, answers_from=9),
    "raised again": SessionScript(similarity=(0.95,), findings={1: "high"}, repeats=frozenset({2, 3})),
    "contradictory": SessionScript(similarity=(0.95,), opposed=FIRST),
    "keywords": SessionScript(similarity=("error",)),
    "keywords apart": SessionScript(similarity=("error",), is_apart=True),
    "comparer broken": SessionScript(similarity=("broken", 0.95)),
    "comparer late": SessionScript(similarity=("late", 0.8, 0.95)),
    "planner slow": SessionScript(troubles={("plan", 2): "slow"}),
    "planner hangs": SessionScript(troubles={("plan", 2): "hangs"}),
    "critic first": SessionScript(troubles={("plan", 1): "slow"}, is_once=True),
    "planner hangs at first": SessionScript(troubles={("plan", 1): "hangs"}, is_once=True),
    "planner missing": SessionScript(troubles={("plan", ALWAYS): "down"}),
    "planner gone": SessionScript(
        similarity=(0.8,), troubles={("plan", 2): "invalid", ("plan", 3): "hangs", ("plan", 4): "down"}
    ),
    "planner broken": SessionScript(troubles={("plan", 2): "broken"}),
    "critic slow at first": SessionScript(troubles={("critique", 1): "slow"}),
    "critic hangs": SessionScript(similarity=(0.75, 0.8, 0.95), troubles={("critique", 2): "hangs"}),
    "critic missing": SessionScript(troubles={("critique", ALWAYS): "invalid"}),
    "invalid critique": SessionScript(similarity=(0.75, 0.8, 0.95), troubles={("critique", 2): "invalid"}),
    "no last statements": SessionScript(troubles={("position", ALWAYS): "invalid"}),
    "no opposition": SessionScript(similarity=(0.5,), troubles={("position", ALWAYS): "slow"}),
    "report invalid": SessionScript(troubles={("report", ALWAYS): "invalid"}),
    "reporter hangs": SessionScript(troubles={("report", ALWAYS): "hangs"}),
    "reporter hangs at first": SessionScript(troubles={("report", ALWAYS): "hangs"}, is_once=True),
    "reporter down": SessionScript(troubles={("report", ALWAYS): "down"}),
    "model down": SessionScript(
        troubles={("plan", ALWAYS): "down", ("critique", ALWAYS): "down", ("report", ALWAYS): "down"}
    ),
    "poor": SessionScript(similarity=(0.75, 0.8, 0.85, 0.88), budget=700),
    "poorer": SessionScript(budget=450),
    "without means": SessionScript(budget=50),
    "blocked": SessionScript(similarity=(0.75, 0.8, 0.95), verdicts={"planner/plan/2": "block"}),
    "blocked twice": SessionScript(
        similarity=(0.75, 0.8), verdicts={"planner/plan/2": "block", "critic/critique/3": "block"}
    ),
    "blocked at first": SessionScript(verdicts={"critic/critique/1/1": "block"}),
    "plan blocked at first": SessionScript(verdicts={"planner/plan/1/1": "block"}),
    "host blocked": SessionScript(similarity=(0.75, 0.8, 0.95), verdicts={"host/2": "block"}),
    "last statement blocked": SessionScript(verdicts={"critic/convergence": "block"}),
    "report blocked": SessionScript(verdicts={"reporter/1": "block"}),
    "every report blocked": SessionScript(verdicts={"reporter": "block"}),
    "redacted": SessionScript(
        verdicts={"planner/plan/1": "redact", "critic/critique/2": "redact", "reporter": "redact"},
        tools=frozenset({"plan"}),
    ),
    "reviewer broken": SessionScript(similarity=(0.75, 0.8, 0.95), verdicts={"critic/critique/2": "broken"}),
    "reviewer late": SessionScript(verdicts={"planner/plan/1": "late", "host/2": "late"}),
    "tools": SessionScript(tools=frozenset({"plan", "critique"})),
    "careless": SessionScript(is_careless=True),
    "sequential": SessionScript(first_round="sequential"),
    "sequential without a critic": SessionScript(first_round="sequential", troubles={("critique", 1): "hangs"}),
    "in Chinese": SessionScript(language="zh", similarity=(0.5, 0.5, 0.95)),
    "slow": SessionScript(latency=2.5, similarity=(0.75, 0.8, 0.95)),
    "out of time": SessionScript(latency=2.0, similarity=(0.72, 0.76, 0.8, 0.84), timeout=14),
    "out of time at first": SessionScript(latency=2.0, timeout=2, troubles={("plan", 1): "hangs"}),
    "terminated at once": SessionScript(latency=1.0, terminate_after=1),
    "terminated": SessionScript(terminate_after=3),
    "terminated in round 2": SessionScript(terminate_after=5),
    "terminated late": SessionScript(similarity=(0.75, 0.79, 0.83, 0.87, 0.95), terminate_after=12),
    "terminated in opposition": SessionScript(similarity=(0.5,), terminate_after=7),
    "terminated before the report": SessionScript(terminate_after=9),
}

AGREED = ("agreed", "agreed late", "early stop", "opposed", "tools", "sequential", "in Chinese")
REPORTED = (*AGREED, "divided", "medium to the end", "stubborn planner", "keywords")
FAILED = ("planner slow", "critic slow at first", "invalid critique")
UNTIMELY = ("planner hangs", "critic hangs", "comparer late", "reporter hangs")

SUITS: Mapping[str, Sequence[str]] = {
    "terminate_deliberation": ("terminated at once", "terminated", "terminated in round 2", "terminated late"),
    "state_position": AGREED,
    "position_stated": AGREED,
    "plan_drafted": REPORTED,
    "critique_written": REPORTED,
    "review_content": (*REPORTED, *FAILED, *UNTIMELY),
    "content_reviewed": (*REPORTED, *FAILED, *UNTIMELY),
    "turn_failed": FAILED,
    "compare_positions": (*REPORTED, "planner slow", "invalid critique"),
    "positions_compared": (*REPORTED, "planner slow", "invalid critique"),
    "draft_plan": (*REPORTED, *FAILED, *UNTIMELY, "poor"),
    "write_critique": (*REPORTED, *FAILED, *UNTIMELY, "poor"),
    "write_report": (*REPORTED, *FAILED, *UNTIMELY[:3], "poor"),
    "report_written": (*REPORTED, *FAILED, "poor"),
    "task_failed": ("poor", "poorer"),
    "timer_fired": UNTIMELY,
}
"""Message type → the courses on which it is seen for sure; the others are seen on every one."""
