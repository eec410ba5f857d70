"""Reader of a session's state: what its host has stored, as readers get it (DL-102…112)."""

from collections.abc import Callable
from functools import partial

from deliberation.contracts.roles import ROLES
from deliberation.contracts.session import AgentState, SessionSnapshot
from deliberation.session_start import ENTITY_KIND
from gateway.deliberation.views.session_projection import SessionProjection
from gateway.http.store_timeout import call_store
from shared.core.timestamps import parse_iso8601
from shared.store.port import Store

DecodeSnapshot = Callable[[bytes, int], SessionSnapshot]
"""`decode(record, version)` returns the snapshot of a host's record."""


class StateReader:
    """Reader of sessions' states in a store; only the host knows the form of its records."""

    def __init__(self, store: Store, decode: DecodeSnapshot) -> None:
        self._store = store
        self._decode = decode

    async def read(self, session: SessionProjection) -> SessionSnapshot:
        """Return the state of a session; that of one that waits for its host is version 0.

        Raises:
            StoreUnavailable: If the store does not answer a read within STORE_TIMEOUT_S.
            StoreMisconfigured: If the store rejects a read.
        """
        session_id = session.view.session_id
        found = await call_store(partial(self._store.read_record, f"{ENTITY_KIND}/{session_id}", session_id))
        if found is None:
            return _initial_snapshot(session)
        version, record = found
        return self._decode(record, version)


def _initial_snapshot(session: SessionProjection) -> SessionSnapshot:
    started = session.started
    return SessionSnapshot(
        session_id=started.session_id,
        user_query=started.user_query,
        mode=started.mode,
        status="in_progress",
        current_round=0,
        max_rounds=started.max_rounds,
        agents={role: AgentState() for role in ROLES},
        history=(),
        consensus_trend=(),
        created_at=parse_iso8601(session.started_at),
        updated_at=parse_iso8601(session.updated_at),
        user_id=started.user_id,
        conversation_id=started.conversation_id,
        version=0,
        timezone=started.timezone,
        today=started.today,
        model=started.model,
    )
