"""A person who answers by an invitation link, without a key, as the page does it."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Self

import httpx2

from tests.support.gateway_harness import BOB, GatewayHarness
from tests.support.person_client import LOOKS_EVERY, RENEWED_EVERY


class LinkClient:
    """Somebody who has opened a link."""

    def __init__(self, running: GatewayHarness, path: str) -> None:
        self._gate = running
        self.path = path

    @classmethod
    async def invited(
        cls, running: GatewayHarness, who: Mapping[str, str] = BOB, agent: str = "bob", **body: Any
    ) -> Self:
        """The person of an agent gets a new link."""
        answer = await running.post(f"/admin/people/{agent}/invitations", body, who)
        assert answer.status_code == 201, answer.text
        return cls(running, answer.json()["path"])

    async def page(self) -> dict[str, Any]:
        """What they see."""
        answer = await self._gate.get(self.path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[None]:
        """They have it open meanwhile."""

        async def renew() -> None:
            while True:
                assert (await self._gate.ask("PUT", f"{self.path}/attendance")).status_code == 200
                await asyncio.sleep(RENEWED_EVERY)

        assert (await self._gate.ask("PUT", f"{self.path}/attendance")).status_code == 200
        renewing = asyncio.create_task(renew())
        try:
            yield
        finally:
            renewing.cancel()

    async def asked(self, kind: str) -> dict[str, Any]:
        """The next open question of this kind."""
        async with asyncio.timeout(600):
            while True:
                for question in (await self.page())["items"]:
                    if question["kind"] == kind and "answer" not in question:
                        return question
                await asyncio.sleep(LOOKS_EVERY)

    async def answer(self, question: Mapping[str, Any], decision: str, text: str = "") -> httpx2.Response:
        """Press a button."""
        body = {"question_id": question["question_id"], "decision": decision, "text": text}
        return await self._gate.post(f"{self.path}/answers", body)
