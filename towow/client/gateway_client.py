"""The door of a system that runs in another process: asked over the HTTP of its gateway (INTERFACES § 7)."""

import re
import secrets
from collections.abc import AsyncGenerator, Iterator, Sequence
from typing import Any

from gateway.negotiation.api_models import PublicAgent, SubmissionResponse
from negotiation.contracts.error_codes import ApiError, ErrorCode
from negotiation.registry.profile import Profile
from negotiation.registry.profile_file import ImportResult
from shared.store.port import LoggedEvent
from towow.cli.exit import CommandError
from towow.client.event_stream import EventStreamReader
from towow.client.http import GatewayHttp
from towow.client.port import USER, AgentList

API = "/api/v1"

BATCH = 1024 * 1024
"""Bytes of profiles in one request; a gateway takes some times as much."""

MOST_AGENTS = 200
"""Agents in one answer."""

BEYOND = 10**15
"""A number that no event will ever have."""

WHO_CANCELS = "through a gateway, that of towow demo too, whoever --key stands for cancels, else the demand's own user"

_DEMAND = re.compile(r"d-[a-z0-9]{1,32}")
_AGENT = re.compile(r"[a-z0-9_-]{1,64}")


class GatewayClient:
    """The Door port over HTTP."""

    def __init__(self, asking: GatewayHttp) -> None:
        self._asking = asking

    async def submit(self, text: str, user_id: str | None, wait: float = 0) -> SubmissionResponse:
        """State a demand: once, however often it has to be asked."""
        body = {"raw_input": text, "user_id": user_id or await self._myself()}
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        path = f"{API}/demand/submit?wait_s={wait:g}"
        return SubmissionResponse.model_validate(
            await self._asking.answer("POST", path, takes=wait, json=body, headers=headers)
        )

    async def events(self, demand_id: str, after: int = 0) -> AsyncGenerator[LoggedEvent]:
        """Its events, live. `after` may lie beyond the end: then only the end is waited for."""
        after = min(after, BEYOND)
        start = await self._start(demand_id, after)
        if start is None:
            return _nothing()
        return EventStreamReader(self._asking, f"{API}/events/negotiations/{demand_id}/stream", start, after).events()

    async def cancel(self, demand_id: str, cancelled_by: str | None) -> None:
        """Ask it to stop. Raises Refusal for a name: a gateway takes whoever is signed in, else the demand's user."""
        if cancelled_by is not None:
            raise CommandError(f"--user {cancelled_by}: {WHO_CANCELS}")
        await self._about(demand_id, "POST", f"{_demand(demand_id)}/cancel")

    async def agents(self) -> AgentList:
        """As many as a gateway tells at once, by agent_id."""
        said = await self._asking.answer("GET", f"{API}/agents?limit={MOST_AGENTS}")
        return AgentList([_agent(row) for row in said["items"]], said["total"])

    async def agent(self, agent_id: str) -> PublicAgent:
        """One of them."""
        if not _AGENT.fullmatch(agent_id):
            raise ApiError(ErrorCode.E008, agent_id)
        return _agent(await self._asking.answer("GET", f"{API}/agents/{agent_id}"))

    async def import_agents(self, profiles: Sequence[Profile]) -> ImportResult:
        """Add or replace agents, as many at a time as fit into a request."""
        done = ImportResult()
        for batch in _batches(profiles):
            said = await self._asking.answer(
                "POST",
                f"{API}/admin/agents/import",
                repeat=False,  # what is there already would count as updated
                content=batch,
                headers={"Content-Type": "application/x-ndjson"},
            )
            part = ImportResult.model_validate(said)
            done = ImportResult(imported=done.imported + part.imported, updated=done.updated + part.updated)
        return done

    async def _start(self, demand_id: str, after: int) -> int | None:
        """The number to read from, never beyond the log: a stream would wait there. None when nothing will come."""
        path = _demand(demand_id)
        page = await self._about(demand_id, "GET", f"{path}/events?after={after}&limit=1")
        if page["events"] or not after:
            return after
        return None if page["closed"] else (await self._about(demand_id, "GET", path))["last_seq"]

    async def _about(self, demand_id: str, method: str, path: str) -> Any:
        """What is answered of a demand; that there is none says which."""
        try:
            return await self._asking.answer(method, path)
        except ApiError as error:
            if error.code is ErrorCode.E002:
                raise ApiError(ErrorCode.E002, demand_id) from None
            raise

    async def _myself(self) -> str:
        """Who the key stands for."""
        if not self._asking.signed_in:
            return USER
        return (await self._asking.answer("GET", f"{API}/session"))["user_id"] or USER


async def _nothing() -> AsyncGenerator[LoggedEvent]:
    """No event at all."""
    return
    yield


def _demand(demand_id: str) -> str:
    """Its path. Raises ToWowError (E002) for what is no demand's id."""
    if not _DEMAND.fullmatch(demand_id):
        raise ApiError(ErrorCode.E002, demand_id)
    return f"{API}/demands/{demand_id}"


def _agent(row: dict[str, Any]) -> PublicAgent:
    return PublicAgent.model_validate({name: row[name] for name in PublicAgent.model_fields if name in row})


def _batches(profiles: Sequence[Profile]) -> Iterator[bytes]:
    """Profiles as JSON lines, so many at a time."""
    batch: list[bytes] = []
    size = 0
    for profile in profiles:
        line = profile.model_dump_json().encode() + b"\n"
        if batch and size + len(line) > BATCH:
            yield b"".join(batch)
            batch, size = [], 0
        batch.append(line)
        size += len(line)
    if batch:
        yield b"".join(batch)
