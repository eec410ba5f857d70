"""Client of a gateway's REST API (INTERFACES § 7)."""

import re
import secrets
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from typing import Any

from deliberation.session_start import is_session_id
from gateway.auth.requester_token import REQUESTER_HEADER
from gateway.negotiation.api_models import PublicAgent, SubmissionResponse, UnderstandingResponse
from gateway.negotiation.clarification_service import CHANGE_TIMEOUT_S, RequesterAnswer, RequesterChange, find_question
from negotiation.contracts.error_codes import NegotiationErrorCode
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import ImportResult
from negotiation.registry.vector_backfill import BackfillResult, ReportProgress
from shared.core.api_error import ApiError
from shared.store.port import LoggedEvent
from towow.cli.exit import CommandError
from towow.client.event_stream import EventStreamReader
from towow.client.http import GatewayHttp
from towow.client.port import DEFAULT_USER, AgentList
from towow.client.requester_token_file import RequesterTokenFile
from towow.client.session_stream import SessionStreamReader

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

    def __init__(self, http: GatewayHttp, tokens: RequesterTokenFile | None = None) -> None:
        """Create a client.

        Without an API key it adds the tokens of its demands to `tokens`, and sends them to change these demands; with a
        key it acts as the key's user alone.
        """
        self._http = http
        self._tokens = None if http.signed_in else tokens

    async def submit(
        self, text: str, user_id: str | None, wait_s: float = 0, *, interactive: bool = False
    ) -> SubmissionResponse:
        """Submit a demand, retried safely by an idempotency key; return its ids and perhaps its understanding.

        Each call submits a new demand, also with the same text.

        Args:
            text: The demand.
            user_id: The requester; None: the API key's user, else DEFAULT_USER.
            wait_s: Maximum seconds to wait for the understanding, which is None in the response if it is not there by
                then; 0: do not wait.
            interactive: Whether the requester is there to answer a question and to change what was understood.

        Raises:
            ApiError: E001, the text or the user is invalid.
            SystemUnreachable: The gateway does not answer in time; the demand may have been accepted.
        """
        body: dict[str, Any] = {"raw_input": text, "user_id": user_id or await self._current_user()}
        if interactive:
            body["interactive"] = True
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        path = f"{API}/demand/submit?wait_s={wait_s:g}"
        answer = await self._http.request_json("POST", path, extra_timeout_s=wait_s, json=body, headers=headers)
        response = _parse_submission(answer)
        if self._tokens is not None and response.requester_token:
            self._tokens.add(response.demand_id, response.requester_token)
        return response

    async def stream_events(self, demand_id: str, after: int = 0) -> AsyncGenerator[LoggedEvent]:
        """Return a generator that yields the demand's events with seq > `after` and ends when the demand closes.

        Or those of a session of a deliberation, if the id is one's. Await the call to get the generator; the call
        itself raises E002 or E019. Between events the generator waits without a time limit. If `after` is beyond the
        last event, only later events are yielded, none if the demand has closed.

        Args:
            demand_id: Id of the demand or session.
            after: Sequence number of the last event to leave out; 0: none.

        Raises:
            ApiError: E002, there is no such demand, or the key's user may not see it; E019, the same of a session.
            SystemUnreachable: The gateway does not answer in time; the generator, too, raises it.
        """
        after = min(after, CURSOR_BEYOND_LOG)
        if is_session_id(demand_id):
            return await self._stream_session(demand_id, after)
        start = await self._find_start(demand_id, after)
        if start is None:
            return _iterate(())
        return EventStreamReader(
            self._http, f"{API}/events/negotiations/{demand_id}/stream", start, after
        ).read_events()

    async def cancel(self, demand_id: str, cancelled_by: str | None) -> None:
        """Request the cancellation of a demand as the API key's user, else as the demand's own user, by its token.

        It returns once the gateway has accepted the request; the demand closes later.

        Args:
            demand_id: Id of the demand.
            cancelled_by: Must be None: the gateway determines the user.

        Raises:
            CommandError: `cancelled_by` is not None.
            ApiError: E002, there is no such demand; E013, neither the key nor a kept token is the requester's; E014, it
                has already closed.
            SystemUnreachable: The gateway does not answer in time.
        """
        if cancelled_by is not None:
            raise CommandError(f"--user {cancelled_by}: {CANCEL_USER_RULE}")
        path = f"{_demand_path(demand_id)}/cancel"
        await self._request_demand(demand_id, "POST", path, headers=self._requester_headers(demand_id))

    async def answer(self, demand_id: str, question_id: str | None, answer: RequesterAnswer) -> str:
        """Answer a question about a demand and return the question's id; the answer takes effect later.

        Args:
            demand_id: Id of the demand.
            question_id: Id of the question; None: the only one that is open.
            answer: An option's id or own words.

        Raises:
            ApiError: E001, there is no such option, or several questions are open and none is named; E002, there is no
                such demand; E019, there is no such question; E014, it is over.
            SystemUnreachable: The gateway does not answer in time.
        """
        path = _demand_path(demand_id)
        if question_id is None:
            question = find_question(await self._request_demand(demand_id, "GET", path), None, answer)
            if question is None:
                return ""
            question_id = question["question_id"]
        body = {"question_id": question_id, "option": answer.option, "text": answer.text}
        body = {name: value for name, value in body.items() if value is not None}
        accepted = await self._request_demand(
            demand_id, "POST", f"{path}/answers", json=body, headers=self._requester_headers(demand_id)
        )
        return accepted["question_id"]

    async def revise(self, demand_id: str, change: RequesterChange) -> UnderstandingResponse:
        """Change what was understood, or end the time for changes, and return the whole understanding.

        Raises:
            ApiError: E001, a field is invalid; E002, there is no such demand; E014, the time for changes is over; E018,
                the change was not applied within 10 s and may still be.
            SystemUnreachable: The gateway does not answer in time.
        """
        body = {"go": True} if change.go else change.changes.model_dump(mode="json", exclude_none=True)
        path = f"{_demand_path(demand_id)}/understanding"
        headers = {**self._requester_headers(demand_id), "Idempotency-Key": secrets.token_hex(16)}
        answer = await self._request_demand(
            demand_id, "POST", path, extra_timeout_s=CHANGE_TIMEOUT_S, json=body, headers=headers
        )
        return UnderstandingResponse.model_validate(answer)

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

    async def update_vectors(self, report: ReportProgress) -> BackfillResult | None:
        """Return None: the gateway computes the vectors of imported agents by itself."""
        return None

    async def _stream_session(self, session_id: str, after: int) -> AsyncGenerator[LoggedEvent]:
        """Return a generator as `stream_events` does; a stream from beyond the log would only wait."""
        path = f"{API}/deliberations/{session_id}"
        try:
            view = await self._http.request_json("GET", path)
        except ApiError as error:
            raise ApiError(error.code, session_id) from None
        if after >= view["lastSeq"] and view["status"] != "in_progress":
            return _iterate(())
        start = min(after, view["lastSeq"])
        return SessionStreamReader(self._http, f"{path}/stream", start, after).read_events()

    async def _find_start(self, demand_id: str, after: int) -> int | None:
        """Return the seq to read from, at most the log's last, or None if no event will follow.

        A stream from beyond the log would only wait.
        """
        path = _demand_path(demand_id)
        page = await self._request_demand(demand_id, "GET", f"{path}/events?after={after}&limit=1")
        if page["events"] or not after:
            return after
        return None if page["closed"] else (await self._request_demand(demand_id, "GET", path))["last_seq"]

    def _requester_headers(self, demand_id: str) -> dict[str, str]:
        """Return the header that proves who submitted a demand; none if its token was not kept."""
        token = None if self._tokens is None else self._tokens.find(demand_id)
        return {} if token is None else {REQUESTER_HEADER: token}

    async def _request_demand(self, demand_id: str, method: str, path: str, **request: Any) -> Any:
        """Send a request about a demand; an E002 error names the demand."""
        try:
            return await self._http.request_json(method, path, **request)
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


def _parse_submission(answer: dict[str, Any]) -> SubmissionResponse:
    """Parse the answer to a submission, also of an earlier version, which has no token, or of a later one."""
    known = {name: answer[name] for name in SubmissionResponse.model_fields if name in answer}
    return SubmissionResponse.model_validate({"requester_token": "", **known})


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
