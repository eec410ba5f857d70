"""Plans of all rounds, of which the best one wins, not the last (DL-80)."""

from collections.abc import Sequence

from deliberation.contracts.critique import CritiqueFinding, ValidityCheck
from deliberation.host.core.findings import list_open
from deliberation.host.core.state import PlanVersion

Rank = tuple[bool, bool, bool, int, int, bool, float, int]


def record_verdict(
    plans: Sequence[PlanVersion], validity: ValidityCheck, findings: Sequence[CritiqueFinding]
) -> tuple[PlanVersion, ...]:
    """Return the plans with the critic's verdict on the last one, and the findings that stand against it."""
    if not plans:
        return ()
    last = plans[-1].model_copy(
        update={
            "validity": validity,
            "open_high": len(list_open(findings, ("high",))),
            "open_medium": len(list_open(findings, ("medium",))),
        }
    )
    return (*plans[:-1], last)


def record_consensus(plans: Sequence[PlanVersion], round: int, consensus: float | None) -> tuple[PlanVersion, ...]:
    """Return the plans with the consensus of the round in which the last one was made."""
    if not plans or plans[-1].round != round:
        return tuple(plans)
    return (*plans[:-1], plans[-1].model_copy(update={"consensus": consensus}))


def choose_best(plans: Sequence[PlanVersion]) -> PlanVersion | None:
    """Return the best plan: feasible and realistic, with the fewest severe findings against it; of equals the last.

    A plan that the critic has not seen is chosen only if it has seen none.
    """
    return max(plans, key=_rank, default=None)


def _rank(version: PlanVersion) -> Rank:
    validity = version.validity
    feasible = validity is None or validity.feasible
    realistic = validity is None or validity.realistic
    return (
        validity is not None,
        feasible,
        realistic,
        -version.open_high,
        -version.open_medium,
        validity is None or validity.complete,
        version.consensus if version.consensus is not None else -1.0,
        version.round,
    )
