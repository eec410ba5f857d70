"""Client of a gateway's REST API (INTERFACES § 7)."""

import re
import secrets
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from typing import Any

from gateway.negotiation.api_models import PublicAgent, SubmissionResponse
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import ImportResult
from shared.core.api_error import ApiError
from shared.store.port import LoggedEvent
from towow.cli.exit import CommandError
from towow.client.event_stream import EventStreamReader
from towow.client.http import GatewayHttp
from towow.client.port import DEFAULT_USER, AgentList

API = "/api/v1"

MAX_BATCH_BYTES = 1024 * 1024
"""Maximum size of the profiles in one request; the gateway's limit is higher."""

MAX_AGENTS = 200
"""Maximum number of agents in one response."""

CURSOR_BEYOND_LOG = 10**15
"""Sequence number that no event reaches."""

CANCEL_USER_RULE = (
    "not available through a gateway (also that of towow demo); omit it: --key's user cancels, else the demand's own"
)

_DEMAND_ID = re.compile(r"d-[a-z0-9]{1,32}")
_AGENT_ID = re.compile(r"[a-z0-9_-]{1,64}")


class GatewayClient:
    """SystemClient over HTTP."""

    def __init__(self, http: GatewayHttp) -> None:
        self._http = http

    async def submit(self, text: str, user_id: str | None, wait_s: float = 0) -> SubmissionResponse:
        """Submit a demand, retried safely by an idempotency key; return its ids and perhaps its understanding.

        Each call submits a new demand, also with the same text.

        Args:
            text: The demand.
            user_id: The requester; None: the API key's user, else DEFAULT_USER.
            wait_s: Maximum seconds to wait for the understanding, which is None in the response if it is not there by
                then; 0: do not wait.

        Raises:
            ApiError: E001, the text or the user is invalid.
            SystemUnreachable: The gateway does not answer in time; the demand may have been accepted.
        """
        body = {"raw_input": text, "user_id": user_id or await self._current_user()}
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        path = f"{API}/demand/submit?wait_s={wait_s:g}"
        return SubmissionResponse.model_validate(
            await self._http.request_json("POST", path, extra_timeout_s=wait_s, json=body, headers=headers)
        )

    async def stream_events(self, demand_id: str, after: int = 0) -> AsyncGenerator[LoggedEvent]:
        """Return a generator that yields the demand's events with seq > `after` and ends when the demand closes.

        Await the call to get the generator; the call itself raises E002. Between events the generator waits without a
        time limit. If `after` is beyond the last event, only later events are yielded, none if the demand has closed.

        Args:
            demand_id: Id of the demand.
            after: Sequence number of the last event to leave out; 0: none.

        Raises:
            ApiError: E002, there is no such demand, or the key's user may not see it.
            SystemUnreachable: The gateway does not answer in time; the generator, too, raises it.
        """
        after = min(after, CURSOR_BEYOND_LOG)
        start = await self._find_start(demand_id, after)
        if start is None:
            return _iterate(())
        return EventStreamReader(
            self._http, f"{API}/events/negotiations/{demand_id}/stream", start, after
        ).read_events()

    async def cancel(self, demand_id: str, cancelled_by: str | None) -> None:
        """Request the cancellation of a demand as the API key's user, else as the demand's own user.

        It returns once the gateway has accepted the request; the demand closes later.

        Args:
            demand_id: Id of the demand.
            cancelled_by: Must be None: the gateway determines the user.

        Raises:
            CommandError: `cancelled_by` is not None.
            ApiError: E002, there is no such demand; E014, it has already closed.
            SystemUnreachable: The gateway does not answer in time.
        """
        if cancelled_by is not None:
            raise CommandError(f"--user {cancelled_by}: {CANCEL_USER_RULE}")
        await self._request_demand(demand_id, "POST", f"{_demand_path(demand_id)}/cancel")

    async def list_agents(self) -> AgentList:
        """Return at most MAX_AGENTS agents, the first by agent_id, with their visible fields, and the total number.

        Raises:
            ApiError: The gateway rejects the request.
            SystemUnreachable: The gateway does not answer in time.
        """
        answer = await self._http.request_json("GET", f"{API}/agents?limit={MAX_AGENTS}")
        return AgentList([_parse_agent(row) for row in answer["items"]], answer["total"])

    async def get_agent(self, agent_id: str) -> PublicAgent:
        """Return the visible fields of one agent.

        Raises:
            ApiError: E008, there is no agent with this id.
            SystemUnreachable: The gateway does not answer in time.
        """
        if not _AGENT_ID.fullmatch(agent_id):
            raise ApiError(NegotiationErrorCode.E008, agent_id)
        return _parse_agent(await self._http.request_json("GET", f"{API}/agents/{agent_id}"))

    async def import_agents(self, profiles: Sequence[Profile]) -> ImportResult:
        """Add or replace agents, in requests of at most MAX_BATCH_BYTES; return the counts of added and replaced ones.

        If an agent_id is given twice, the last profile is stored, and both count. If a request fails, the earlier ones
        stay imported.

        Raises:
            ApiError: E012 or E013, the API key is not an administrator's.
            SystemUnreachable: The gateway does not answer in time; the failed request may have been carried out.
        """
        total = ImportResult()
        for batch in _batches(profiles):
            answer = await self._http.request_json(
                "POST",
                f"{API}/admin/agents/import",
                idempotent=False,  # a retry would count imported agents as updated
                content=batch,
                headers={"Content-Type": "application/x-ndjson"},
            )
            part = ImportResult.model_validate(answer)
            total = ImportResult(imported=total.imported + part.imported, updated=total.updated + part.updated)
        return total

    async def _find_start(self, demand_id: str, after: int) -> int | None:
        """Return the seq to read from, at most the log's last, or None if no event will follow.

        A stream from beyond the log would only wait.
        """
        path = _demand_path(demand_id)
        page = await self._request_demand(demand_id, "GET", f"{path}/events?after={after}&limit=1")
        if page["events"] or not after:
            return after
        return None if page["closed"] else (await self._request_demand(demand_id, "GET", path))["last_seq"]

    async def _request_demand(self, demand_id: str, method: str, path: str) -> Any:
        """Send a request about a demand; an E002 error names the demand."""
        try:
            return await self._http.request_json(method, path)
        except ApiError as error:
            if error.code is NegotiationErrorCode.E002:
                raise ApiError(NegotiationErrorCode.E002, demand_id) from None
            raise

    async def _current_user(self) -> str:
        """Return the key's user."""
        if not self._http.signed_in:
            return DEFAULT_USER
        return (await self._http.request_json("GET", f"{API}/session"))["user_id"] or DEFAULT_USER


async def _iterate(events: Iterable[LoggedEvent]) -> AsyncGenerator[LoggedEvent]:
    for event in events:
        yield event


def _demand_path(demand_id: str) -> str:
    """Return the path of a demand; raises ApiError (E002) for an invalid id."""
    if not _DEMAND_ID.fullmatch(demand_id):
        raise ApiError(NegotiationErrorCode.E002, demand_id)
    return f"{API}/demands/{demand_id}"


def _parse_agent(row: dict[str, Any]) -> PublicAgent:
    return PublicAgent.model_validate({name: row[name] for name in PublicAgent.model_fields if name in row})


def _batches(profiles: Sequence[Profile]) -> Iterator[bytes]:
    """Yield the profiles as JSON lines in batches of at most MAX_BATCH_BYTES."""
    batch: list[bytes] = []
    size = 0
    for profile in profiles:
        line = profile.model_dump_json().encode() + b"\n"
        if batch and size + len(line) > MAX_BATCH_BYTES:
            yield b"".join(batch)
            batch, size = [], 0
        batch.append(line)
        size += len(line)
    if batch:
        yield b"".join(batch)
