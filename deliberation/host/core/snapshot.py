"""State of a session as readers get it, built from its record (DL-102…112)."""

from deliberation.contracts.roles import ROLES, Role
from deliberation.contracts.session import AgentState, PendingTask, SessionSnapshot
from deliberation.host.core.state import SessionState


def build_snapshot(state: SessionState, version: int) -> SessionSnapshot:
    """Return what readers see of a session; `version` is that of its record."""
    return SessionSnapshot(
        session_id=state.context.session_id,
        user_query=state.context.query,
        mode=state.mode,
        status=state.status,
        current_round=state.current_round,
        max_rounds=state.settings.max_deliberation_rounds,
        agents={role: _agent_state(state, role) for role in ROLES},
        history=state.history,
        consensus_trend=state.consensus_trend,
        created_at=state.created_at,
        updated_at=state.updated_at,
        user_id=state.owner.user_id,
        conversation_id=state.owner.conversation_id,
        end_reason=state.end_reason if state.is_over else None,
        version=version,
        pending=_pending(state),
        last_decisions=state.decisions[-2:],
        self_similarity=state.self_similarity,
        timezone=state.context.timezone,
        today=state.context.today,
        model=state.model,
    )


def decode_snapshot(record: bytes, version: int) -> SessionSnapshot:
    """Return what readers see of a session, from its record in the store; fields of a newer host are ignored (DL-17).

    Raises:
        ValidationError: The record is not one of a session.
    """
    return build_snapshot(SessionState.model_validate_json(record, extra="ignore"), version)


def _agent_state(state: SessionState, role: Role) -> AgentState:
    outputs = [output for held in state.history for output in held.outputs if output.agent_id == role]
    return AgentState(status=state.agent_status.get(role, "idle"), last_output=outputs[-1] if outputs else None)


def _pending(state: SessionState) -> tuple[PendingTask, ...]:
    pending = [PendingTask(agent=turn.agent, task=turn.kind, due=turn.due) for turn in state.turns]
    pending += [PendingTask(agent=each.output.agent_id, task="review", due=each.due) for each in state.reviews]
    if state.comparison is not None:
        pending.append(PendingTask(agent="host", task="comparison", due=state.comparison.due))
    if state.report is not None:
        pending.append(PendingTask(agent="reporter", task="report", due=state.report.due))
    return tuple(pending)
