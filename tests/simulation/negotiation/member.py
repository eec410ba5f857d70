"""Who joined by a subnet, and takes back the yes after the subnet has ended, while the root still works (F20)."""

import asyncio
import json
from random import Random
from typing import Any

from negotiation.contracts.events import ForceFinalized, ProposalFinalized
from negotiation.contracts.messages import HumanAnswerReceived
from negotiation.contracts.person_answer import ReviewAnswer
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.ids import digest
from shared.store.port import LoggedEvent
from tests.simulation.negotiation.requester import PAUSES
from tests.simulation.subject import Entry, Post


class Member:
    """The first who is confirmed by each subnet; their person says it to a gateway, in the background."""

    def __init__(self, unique: str, channel_id: str, post: Post) -> None:
        self._random = Random(f"member {unique}")
        self._root = channel_id
        self._post = post
        self._tasks: list[asyncio.Task[None]] = []

    def see(self, event: LoggedEvent) -> None:
        """An event of the demand has come."""
        if event.type not in (ProposalFinalized.type, ForceFinalized.type):
            return
        payload: dict[str, Any] = json.loads(event.data)["payload"]
        if payload["channel_id"] != self._root and payload["confirmed_participants"]:
            self._tasks.append(asyncio.create_task(self._leave(payload, payload["confirmed_participants"][0])))

    async def stop(self) -> None:
        """The demand has ended."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _leave(self, payload: dict[str, Any], agent_id: str) -> None:
        await asyncio.sleep(self._random.choice(PAUSES[:3]))
        channel_id = payload["channel_id"]
        left = HumanAnswerReceived(
            demand_id=payload["demand_id"],
            channel_id=channel_id,
            question_id=f"q-{agent_id}",
            language="en",
            answer=ReviewAnswer(feedback_type="withdraw", reasoning=f"{agent_id} cannot after all"),
            round=payload["rounds_taken"],
            proposal_version=payload["final_proposal"]["version"],
        )
        await self._post(Entry(digest("left", channel_id, agent_id), [Send(Address("user_agent", agent_id), left)]))
