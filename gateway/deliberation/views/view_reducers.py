"""View of a session as the fold of its events: the page computes the same from the stream (DL-139, DL-143)."""

from deliberation.contracts.control import HostDecision
from deliberation.contracts.events import AgentSpoke, HostDecided, ReportPublished, SessionEnded, SessionEvent
from deliberation.contracts.session import FinalReportView, HostDecisionView, OutputView, RoundView, SessionView


def initial_view(session_id: str) -> SessionView:
    """Return the view of a session before its first event."""
    return SessionView(session_id=session_id)


def fold_event(view: SessionView, seq: int, event: SessionEvent | None) -> SessionView:
    """Return the view after one more event of the session; the given view is not modified.

    Args:
        view: The view so far.
        seq: Sequence number of the event. Events are passed in this order, which is not checked for gaps; for one that
            was folded before, the given view itself is returned.
        event: The event; None for one of a type that is unknown here, which only counts.
    """
    if seq <= view.last_seq:
        return view
    return _apply(view, event).model_copy(update={"last_seq": seq})


def _apply(view: SessionView, event: SessionEvent | None) -> SessionView:
    match event:
        case AgentSpoke():
            return _with_output(view, event)
        case HostDecided():
            return _with_round(view, _round(view, event.round).model_copy(update={"host_decision": _decision(event)}))
        case ReportPublished():
            report = FinalReportView(content=event.content, plan=event.plan)
            return view.model_copy(update={"final_report": report})
        case SessionEnded():
            return view.model_copy(update={"status": event.status, "end_reason": event.end_reason})
        case _:
            return view


def _with_output(view: SessionView, event: AgentSpoke) -> SessionView:
    output = OutputView(
        agent=event.agent,
        content=event.content,
        position=event.position,
        stance=event.stance,
        metadata=event.metadata,
    )
    before = _round(view, event.round)
    return _with_round(view, before.model_copy(update={"outputs": (*before.outputs, output)}))


def _decision(event: HostDecided) -> HostDecisionView:
    decision = HostDecision(
        action=event.action,
        reason=event.reason,
        next_agents=event.next_agents,
        constraints=event.constraints,
        directives=event.directives,
        rounds_remaining=event.rounds_remaining,
        next_step="reporter_summary" if event.action == "converge" else None,  # DL-115
        end_reason=event.end_reason,
    )
    return HostDecisionView(action=event.action, reason=event.reason, decision=decision, analysis=event.analysis)


def _round(view: SessionView, number: int) -> RoundView:
    """Return the round with this number; an empty one if nothing was said in it."""
    return next((each for each in view.rounds if each.round == number), RoundView(round=number))


def _with_round(view: SessionView, updated: RoundView) -> SessionView:
    others = (each for each in view.rounds if each.round != updated.round)
    return view.model_copy(update={"rounds": tuple(sorted((*others, updated), key=lambda each: each.round))})
