"""Requester of a scenario: answers questions about the demand and its limits, and changes what was understood."""

import asyncio
from collections import Counter
from typing import Any

from gateway.negotiation.clarification_service import RequesterAnswer, RequesterChange
from negotiation.contracts.events import QuestionOpened
from towow.bootstrap.system import DemandSystem
from towow.scenario.schema import Scenario


class ScenarioRequester:
    """Reacts to the events of the demand's own channel; does nothing in a scenario that is not interactive."""

    def __init__(self, system: DemandSystem, scenario: Scenario, demand_id: str) -> None:
        self._system = system
        self._answer = scenario.given_answer
        self._limit_answers = scenario.limit_answers
        self._asked = Counter[str]()
        self._edits = list(scenario.edits)
        self._go = scenario.go
        self._demand_id = demand_id
        self._review_until: str | None = None

    async def react(self, event_type: str, payload: dict[str, Any]) -> None:
        """Do what the scenario says after an event; it returns after the entry's `after`, when the message is sent.

        A question is answered. When the time for changes begins, or begins again, the next change is made, or, after
        the last, `go` is said.

        Raises:
            StoreUnavailable: The store did not answer for 30 s.
        """
        if event_type == QuestionOpened.type:
            await self._reply(payload)
        # The events of one step have the same end of the time for changes.
        review_until = payload.get("review_until")
        if review_until not in (None, self._review_until):
            self._review_until = review_until
            await self._change()

    async def _reply(self, question: dict[str, Any]) -> None:
        if question["about"] == "limit":
            self._asked[question["aspect"]] += 1
            answer = self._limit_answers.answer(question["aspect"], self._asked[question["aspect"]])
            reply = RequesterAnswer(answer.option) if answer else None
        else:
            answer = self._answer
            reply = RequesterAnswer(answer.option, answer.text) if answer else None
        if answer is not None and reply is not None:
            await asyncio.sleep(answer.after)
            await self._system.answer(self._demand_id, question["question_id"], reply)

    async def _change(self) -> None:
        unique = f"{len(self._edits)}"
        if self._edits:
            edit = self._edits.pop(0)
            await asyncio.sleep(edit.after)
            await self._system.revise(self._demand_id, RequesterChange(edit.changes()), unique=unique)
        elif self._go:
            self._go = False
            await self._system.revise(self._demand_id, RequesterChange(go=True), unique="go")
