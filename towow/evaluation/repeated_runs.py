"""Repeated negotiations of the same demands with fresh ids: how much of an evaluation is chance."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from negotiation.contracts import events as event_types
from shared.core.frozen_model import FrozenModel
from shared.store.port import LoggedEvent
from towow.evaluation.demand_file import EvaluationDemand
from towow.evaluation.result import parse_event
from towow.evaluation.runner import EvaluationSetup, run_in_virtual_time


class RunFigures(FrozenModel):
    """Figures of one run over all demands.

    Attributes:
        demands: Demands negotiated.
        finalized: Those that ended with an agreed plan.
        force_finalized: Those that ended with a forced plan.
        failed_without_reject: Those that rule 9 ended although nobody had rejected the plan, in any round.
    """

    demands: int = 0
    finalized: int = 0
    force_finalized: int = 0
    failed_without_reject: int = 0

    @property
    def agreed_share(self) -> float:
        """Share (0 to 1) of the demands that ended with a plan."""
        return (self.finalized + self.force_finalized) / self.demands if self.demands else 0.0


def repeat_runs(setup: EvaluationSetup, demands: Sequence[EvaluationDemand], runs: int) -> Iterator[RunFigures]:
    """Negotiate all demands `runs` times in virtual time, each time with other ids, and yield the figures of each run.

    Every random choice derives from the id. Must not run inside an event loop.
    """
    for run in range(1, runs + 1):
        logs = (run_in_virtual_time(setup, replace(demand, unique=f"{demand.unique} run {run}")) for demand in demands)
        ends = [_read_end(log) for log in logs]
        yield RunFigures(
            demands=len(ends),
            finalized=sum(status == "finalized" for status, _ in ends),
            force_finalized=sum(status == "force_finalized" for status, _ in ends),
            failed_without_reject=sum(is_unrejected for _, is_unrejected in ends),
        )


def _read_end(log: Sequence[LoggedEvent]) -> tuple[str, bool]:
    """Return the final status of a demand, and whether rule 9 ended it although its last plan was not rejected."""
    events = [parse_event(event) for event in log]
    root = [event for event in events if event.channel_id == events[0].channel_id]
    closed = [event.status for event in root if isinstance(event, event_types.DemandClosed)]
    verdicts = [event for event in root if isinstance(event, event_types.FeedbackEvaluated)]
    is_unrejected = bool(verdicts) and verdicts[-1].rule == 9 and verdicts[-1].rejects == 0
    return closed[-1] if closed else "unclosed", is_unrejected
