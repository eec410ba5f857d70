"""How a demand is followed through a gateway whose connections break: each event once, in order (INTERFACES § 7)."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing

import httpx2

from negotiation.contracts.events import DemandClosed
from shared.store.port import LoggedEvent
from towow.cli.output import print_note
from towow.client.http import GatewayHttp, RetryBudget, SystemUnreachable, TemporarilyUnavailable

LONGEST = 2 * 1024 * 1024
"""Bytes of one event: it has at most the 1 MiB of its commit."""

NO_CONTENT = 204
"""A closed log of which the reader has everything."""

RESET = "towow.stream.reset"


class EventStreamReader:
    """What has been read of one demand's stream."""

    def __init__(self, asking: GatewayHttp, path: str, start: int, after: int) -> None:
        """`start`: the number that it is read from, `after`: the one from which on it is told."""
        self._asking = asking
        self._path = f"{path}?after={start}" if start else path
        self._after = after
        self._id: str | None = None

    async def events(self) -> AsyncGenerator[LoggedEvent]:
        """Those with seq > `after`, to the last. Raises ToWowError, and NobodyAnswers when it stays away."""
        patience = RetryBudget(self._asking.wait)
        while True:
            try:
                async with aclosing(self._once(patience)) as events:
                    async for event in events:
                        if event.seq > self._after:
                            yield event
                        if event.type == DemandClosed.type:
                            return
                return
            except TemporarilyUnavailable as failed:
                await patience.wait_before_retry(failed)

    async def _once(self, patience: RetryBudget) -> AsyncGenerator[LoggedEvent]:
        """Over one connection. It ends when there is nothing more; raises NotNow when it broke off."""
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": self._id} if self._id else {})
        async with self._asking.stream_response("GET", self._path, headers=headers) as response:
            if response.status_code == NO_CONTENT:
                return
            async for sent in httpx2.EventSource(response, LONGEST):
                if sent.event == RESET:
                    self._begin_again(sent.id)
                elif sent.data:
                    yield self._take(sent)
                patience.reset()
        raise TemporarilyUnavailable("the system stopped before the negotiation ended")

    def _begin_again(self, identifier: str) -> None:
        """A store that was restored gave numbers away anew."""
        if self._id is not None:
            print_note("The store was restored from a copy: the events come anew, from the first.")
            self._after = 0
        self._id = identifier

    def _take(self, sent: httpx2.ServerSentEvent) -> LoggedEvent:
        """The event as it was logged: the id is its seq."""
        data = b'{"seq":%b,%b' % (sent.id.rpartition("-")[2].encode(), sent.data.removeprefix("{").encode())
        try:
            row = json.loads(data)
            event = LoggedEvent(int(row["seq"]), row["event_id"], sent.event, data)
        except (ValueError, KeyError, TypeError):
            raise SystemUnreachable(f"{self._asking.where} streams, and not as a gateway of ToWow does") from None
        self._id = sent.id
        return event
