"""Report of a deliberation: the final plan and a summary of what was agreed and what stayed open (DL-70…81)."""

from typing import Annotated

from pydantic import Field

from deliberation.contracts.control import ConsensusLabel
from deliberation.contracts.plan import Plan
from deliberation.contracts.roles import Discussant
from deliberation.contracts.text_limits import Content, Sentence, UpToEight
from shared.core.frozen_model import FrozenModel, Maybe


class ReportSummary(FrozenModel):
    """Agreements, resolved concerns (`concern -> how`) and remaining uncertainties of a discussion."""

    key_agreements: UpToEight[Sentence] = ()
    resolved_concerns: UpToEight[Sentence] = ()
    remaining_uncertainties: UpToEight[Sentence] = ()


class ReportReply(FrozenModel):
    """Report as the reporter writes it: Markdown and the summary; the plan is copied by code (DL-80)."""

    content: Annotated[Content, Field(min_length=1, pattern=r"\S")]
    summary: ReportSummary = ReportSummary()


class FinalPlan(FrozenModel):
    """Plan of the session with its consensus.

    Attributes:
        title: Title of the plan; the query if there is none.
        goal: Goal of the plan.
        consensus_level: Label of the last consensus (DL-C12).
        participating_agents: Discussants with at least one live output.
        rounds: Number of rounds held.
        plan: The plan; None if no plan was ever made.
        plan_round: Round in which the plan was made; absent without a plan.
        provisional: Whether the discussants did not agree on it (DL-81).
    """

    title: str
    goal: str
    consensus_level: ConsensusLabel
    participating_agents: tuple[Discussant, ...] = ()
    rounds: Annotated[int, Field(ge=0)]
    plan: Plan | None
    plan_round: Maybe[int] = None
    provisional: bool = False
