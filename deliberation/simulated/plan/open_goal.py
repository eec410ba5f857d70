"""Plan for a request that names nothing to reach, or something beyond reach: a question back, or a lesser thing."""

from dataclasses import replace
from typing import Literal

from deliberation.contracts.critique import CritiqueFinding
from deliberation.simulated.plan.fault import ReadFault
from deliberation.simulated.plan.generic_plan import short_goal
from deliberation.simulated.plan.goal_shape import is_beyond_reach, is_vague
from deliberation.simulated.plan.revision import Revision
from deliberation.simulated.plan.work_plan import STEP_H, WorkPhase, WorkPlan, WorkTask
from deliberation.simulated.query.query_reader import UserQuery
from deliberation.simulated.text_variants import render

OpenGoal = Literal["nameless", "beyond"]


def find_open_goal(query: UserQuery) -> OpenGoal | None:
    """Return why there is nothing to plan: nothing is named, or what is named is beyond reach; None if there is."""
    if is_beyond_reach(query):
        return "beyond"
    return "nameless" if is_vague(query) else None


def draft_open_goal(query: UserQuery, name: OpenGoal) -> WorkPlan:
    """Return the plan of one short task: the question back to the user, or the choice of a lesser thing."""
    language, goal = query.language, short_goal(query)
    title = render(f"task.{name}", language)
    phase = WorkPhase(render(f"phase.{name}", language), (WorkTask(title, "arrange", STEP_H),))
    return WorkPlan(render(f"title.{name}", language, goal=goal), goal_text(query, name), (phase,))


def goal_text(query: UserQuery, name: OpenGoal) -> str:
    """Return the goal of such a plan."""
    return render(f"goal.{name}", query.language, goal=short_goal(query))


def accept_open_goal(revision: Revision, finding: CritiqueFinding, fault: ReadFault) -> Revision:
    """Return the revision whose plan is the question back, or the choice of a lesser thing."""
    name: OpenGoal = "beyond" if fault.key == "beyond" else "nameless"
    work = draft_open_goal(revision.query, name)
    # An answer that changes nothing is no acceptance, although both sides hold the same.
    verdict = "rebutted" if work == revision.work else "accepted"
    text = render(f"answer.{name}", revision.query.language)
    return replace(revision, work=work).with_answer(finding, text, verdict)
