"""A demand over HTTP: what is answered, when, and that accepted means durable (TW-101…105, DESIGN § 3, FAULTS F21)."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from pydantic import BaseModel

from negotiation.contracts.demand import Visibility
from shared.llm.port import ModelUnavailable
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import StoreUnavailable
from shared.transport.port import BrokerMessage
from tests.support.embedded_system import ANSWERS, run_in_virtual_time
from tests.support.faulty_broker import PublishFault
from tests.support.gateway_harness import ALICE, BOB, KEYS, GatewayHarness, event_payloads, gateway_harness
from tests.support.reference_run import OnPublish, RepeatingFault
from towow.config.settings import parse_settings

BODY = {"raw_input": "I need a venue", "user_id": "user_alice"}
HOURS = 3600


@dataclass
class UnavailableStore:
    """A store that is away for some calls while `now`; `done`: the calls that had their effect before."""

    calls: frozenset[str] | None = None
    done: bool = False
    hangs: bool = False
    now: bool = False
    met: list[str] = field(default_factory=list[str])

    async def before(self, call: str, subject: str) -> None:
        if not self.done:
            await self._fail(call)

    async def after(self, call: str, subject: str) -> None:
        if self.done:
            await self._fail(call)

    async def _fail(self, call: str) -> None:
        if self.now and (self.calls is None or call in self.calls):
            self.met.append(call)
            if self.hangs:
                await asyncio.sleep(HOURS)
            raise StoreUnavailable("away")


async def count(running: GatewayHarness) -> int:
    """How many demands were ever begun."""
    return len(await running.system.store.list_correlations(limit=200))


def answers_but(key: str, rule: Callable[[Any], Any]) -> RuleBasedModel:
    return RuleBasedModel({**ANSWERS, key: rule})


def test_the_answer_has_exactly_the_seeds_keys() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            answer = await running.post("/demand/submit", BODY)
            said = answer.json()
            assert answer.status_code == 200
            assert list(said) == ["demand_id", "channel_id", "status", "understanding", "model"]
            assert said["demand_id"].removeprefix("d-") == said["channel_id"].removeprefix("collab-")
            assert (said["status"], said["model"]) == ("processing", "simulated")
            assert said["understanding"] == {
                "surface_demand": "I need a venue",
                "deep_understanding": {"motivation": "", "likely_preferences": []},
                "capability_tags": ["venue"],
                "context": {},
                "confidence": "medium",
            }
            assert (await running.ended(said["demand_id"]))["status"] == "finalized"

    run_in_virtual_time(main)


def test_the_answer_waits_as_long_as_it_is_asked_to_and_no_longer() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, model=RuleBasedModel(ANSWERS, 4000)) as running:
            for wait, least, most, there in (
                (0, 0, 0.1, False),
                (2, 2, 2.3, False),
                (6, 4, 4.3, True),
                (None, 4, 4.3, True),
            ):
                began = clock.now()
                query = "" if wait is None else f"?wait_s={wait}"
                said = (await running.post(f"/demand/submit{query}", BODY)).json()
                took = (clock.now() - began) / 1000
                assert least <= took <= most, (wait, took)
                assert (said["understanding"] is not None) == there

    run_in_virtual_time(main)


def test_nobody_is_kept_waiting_by_a_gateway_that_stops() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, model=RuleBasedModel(ANSWERS, 20_000)) as running:
            asked = asyncio.create_task(running.post("/demand/submit", BODY, wait_s=15))
            await asyncio.sleep(3)
            running.context.shutdown.set()
            began = clock.now()
            answer = await asked
            assert (answer.status_code, answer.json()["understanding"]) == (200, None)
            assert clock.now() - began <= 1100

    run_in_virtual_time(main)


@pytest.mark.parametrize("wait", ["-1", "30.1", "nan", "inf", "soon", ""])
def test_a_wait_out_of_bounds_is_refused(wait: str) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            refused = await running.post("/demand/submit", BODY, wait_s=wait)
            assert event_payloads(refused) == (400, "E001")
            assert refused.json()["details"][0]["field"] == "wait_s"
            assert await count(running) == 0

    run_in_virtual_time(main)


def test_when_the_model_failed_the_answer_is_its_fallback_and_says_so() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(
            clock, model=answers_but("demand_understanding", RepeatingFault(clock, ValueError("no")))
        ) as running:
            said = (await running.post("/demand/submit", BODY, wait_s=30)).json()
            assert said["understanding"]["fallback"] is True
            assert said["understanding"]["surface_demand"] == "I need a venue"
            assert said["understanding"]["confidence"] == "low"

    run_in_virtual_time(main)


def test_while_the_breaker_is_open_the_fallback_is_answered_at_once() -> None:
    async def main(clock: VirtualClock) -> None:
        down = RepeatingFault(clock, ModelUnavailable("down"))
        async with gateway_harness(clock, model=RuleBasedModel(dict.fromkeys(ANSWERS, down))) as running:
            for _ in range(3):
                await running.post("/demand/submit", BODY, wait_s=0)
            await asyncio.sleep(2)
            assert (await running.get("/admin/breaker")).json()["state"] == "open"
            began = clock.now()
            said = (await running.post("/demand/submit", BODY)).json()
            assert said["understanding"]["fallback"] is True
            assert clock.now() - began <= 1500

    run_in_virtual_time(main)


def test_a_demand_is_accepted_while_the_broker_is_down_and_negotiated_when_it_is_back() -> None:
    async def main(clock: VirtualClock) -> None:
        down = True
        faults = OnPublish(lambda _, __: PublishFault("refused") if down else None)
        async with gateway_harness(clock, publish=faults) as running:
            answer = await running.post("/demand/submit", BODY, wait_s=1)
            assert answer.status_code == 200
            said = answer.json()
            assert said["understanding"] is None
            down = False
            assert (await running.ended(said["demand_id"]))["status"] == "finalized"

    run_in_virtual_time(main)


def test_an_understanding_is_answered_soon_although_no_event_comes_through_the_broker() -> None:
    async def main(clock: VirtualClock) -> None:
        def no_events(message: BrokerMessage, _: int) -> PublishFault | None:
            return PublishFault("refused") if message.exchange != "commands" else None

        async with gateway_harness(clock, model=RuleBasedModel(ANSWERS, 200), publish=OnPublish(no_events)) as running:
            began = clock.now()
            said = (await running.post("/demand/submit", BODY)).json()
            assert said["understanding"]["capability_tags"] == ["venue"]
            assert clock.now() - began <= 500

    run_in_virtual_time(main)


@pytest.mark.parametrize("hangs", [False, True])
def test_while_the_store_is_down_it_is_refused_within_three_seconds(hangs: bool) -> None:
    async def main(clock: VirtualClock) -> None:
        away = UnavailableStore(hangs=hangs, now=True)
        async with gateway_harness(clock, faults=away) as running:
            began = clock.now()
            refused = await running.post("/demand/submit", BODY)
            assert event_payloads(refused) == (503, "E018")
            assert clock.now() - began <= 3000
            assert await count(running) == 0
            away.now = False
            assert (await running.submit())["status"] == "processing"

    run_in_virtual_time(main)


def test_a_store_that_is_away_for_a_moment_only_takes_a_moment() -> None:
    async def main(clock: VirtualClock) -> None:
        away = UnavailableStore(now=True)
        async with gateway_harness(clock, faults=away) as running:
            asked = asyncio.create_task(running.post("/demand/submit", BODY))
            await asyncio.sleep(0.5)
            away.now = False
            assert (await asked).status_code == 200
            assert away.met

    run_in_virtual_time(main)


def test_a_commit_whose_reply_is_lost_makes_one_demand() -> None:
    async def main(clock: VirtualClock) -> None:
        away = UnavailableStore(frozenset({"commit"}), done=True, now=True)
        async with gateway_harness(clock, faults=away) as running:
            asked = asyncio.create_task(running.post("/demand/submit", BODY))
            await asyncio.sleep(0.5)
            away.now = False
            assert (await asked).status_code == 200
            assert away.met
            assert await count(running) == 1

    run_in_virtual_time(main)


def test_a_store_that_goes_away_after_it_was_accepted_changes_only_what_is_understood() -> None:
    async def main(clock: VirtualClock) -> None:
        away = UnavailableStore(frozenset({"read_log", "get_versioned"}), now=True)
        async with gateway_harness(clock, faults=away) as running:
            answer = await running.post("/demand/submit", BODY, wait_s=1)
            assert answer.status_code == 200
            assert answer.json()["understanding"] is None

    run_in_virtual_time(main)


@dataclass
class SlowStore:
    """A store that takes `pause` s for every call."""

    pause: float

    async def before(self, call: str, subject: str) -> None:
        await asyncio.sleep(self.pause)

    async def after(self, call: str, subject: str) -> None: ...


def test_a_broker_that_hangs_refuses_nothing_that_is_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little of the time for the store is left by then."""

    async def hangs(message: BrokerMessage) -> None:
        await asyncio.sleep(HOURS)

    async def main(clock: VirtualClock) -> None:
        slow = SlowStore(0.6)
        async with gateway_harness(clock, faults=slow, model=RuleBasedModel(ANSWERS, 60_000)) as running:
            monkeypatch.setattr(running.context.transport, "publish", hangs)
            accepted = await running.post("/demand/submit", BODY, wait_s=0)
            assert accepted.status_code == 200
            assert await count(running) == 1
            slow.pause = 0.9
            demand = accepted.json()["demand_id"]
            assert (await running.post(f"/demands/{demand}/cancel")).status_code == 202

    run_in_virtual_time(main)


@dataclass
class Counted:
    """A store whose log is read a few times only."""

    reads: int = 0

    async def before(self, call: str, subject: str) -> None:
        self.reads += call == "read_log"
        assert self.reads < 100, "read without a pause"

    async def after(self, call: str, subject: str) -> None: ...


def test_of_a_demand_that_closed_first_nothing_is_understood_and_nobody_waits_for_it() -> None:
    async def main(clock: VirtualClock) -> None:
        counted = Counted()
        async with gateway_harness(clock, faults=counted, model=RuleBasedModel(ANSWERS, 20_000)) as running:
            first = (await running.post("/demand/submit", BODY, keyed("k"), wait_s=0)).json()
            await running.post(f"/demands/{first['demand_id']}/cancel")
            await running.ended(first["demand_id"])
            counted.reads, began = 0, clock.now()
            again = await running.post("/demand/submit", BODY, keyed("k"), wait_s=20)
            assert again.json() == first
            assert first["understanding"] is None
            assert counted.reads == 1
            assert clock.now() - began <= 100

    run_in_virtual_time(main)


def test_a_demand_that_closes_while_its_answer_waits_is_answered_then() -> None:
    async def main(clock: VirtualClock) -> None:
        counted = Counted()
        async with gateway_harness(clock, faults=counted, model=RuleBasedModel(ANSWERS, 20_000)) as running:
            asked = asyncio.create_task(running.post("/demand/submit", BODY, wait_s=15))
            await asyncio.sleep(2)
            (known,) = await running.system.store.list_correlations()
            await running.post(f"/demands/{known.correlation_id}/cancel")
            began = clock.now()
            assert (await asked).json()["understanding"] is None
            assert clock.now() - began <= 3000

    run_in_virtual_time(main)


def test_no_more_demands_are_accepted_than_may_be_open() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, model=RuleBasedModel(ANSWERS, 5000), max_open_channels=3) as running:
            answers = await asyncio.gather(*(running.post("/demand/submit", BODY, wait_s=0) for _ in range(5)))
            assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 503, 503]
            refused = next(answer for answer in answers if answer.status_code == 503)
            assert event_payloads(refused) == (503, "E018")
            assert await count(running) == 3
            for answer in answers:
                if answer.status_code == 200:
                    await running.ended(answer.json()["demand_id"])
            await asyncio.sleep(1)
            assert (await running.post("/demand/submit", BODY, wait_s=0)).status_code == 200

    run_in_virtual_time(main)


def test_nothing_is_accepted_while_the_system_is_far_behind() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, model=RuleBasedModel(ANSWERS, 5000)) as running:
            await running.post("/demand/submit", BODY, wait_s=0)
            await asyncio.sleep(1)
            await running.system.worker.stop()  # nobody sends what is due
            await asyncio.sleep(400)
            assert event_payloads(await running.post("/demand/submit", BODY, wait_s=0)) == (503, "E018")

    run_in_virtual_time(main)


def test_without_a_broker_work_that_waits_refuses_nobody() -> None:
    """Only so many may be open, as ever."""

    async def main(clock: VirtualClock) -> None:
        up = True
        async with gateway_harness(
            clock,
            model=RuleBasedModel(ANSWERS, 5000),
            change=lambda context: replace(context, is_broker_connected=lambda: up),
            max_open_channels=3,
        ) as running:
            await running.post("/demand/submit", BODY, wait_s=0)
            await asyncio.sleep(1)
            await running.system.worker.stop()  # nobody sends what is due
            await asyncio.sleep(400)
            up = False
            answers = [await running.post("/demand/submit", BODY, wait_s=0) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [200, 200, 503]
            up = True
            assert event_payloads(await running.post("/demand/submit", BODY, wait_s=0)) == (503, "E018")

    run_in_virtual_time(main)


def keyed(key: str, who: dict[str, str] | None = None) -> dict[str, str]:
    return {**(who or {}), "Idempotency-Key": key}


def test_the_same_key_makes_the_same_demand_and_gets_the_same_answer() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, model=RuleBasedModel(ANSWERS, 1000)) as running:
            first = await running.post("/demand/submit", BODY, keyed("k"), wait_s=0)
            assert first.json()["understanding"] is None
            second = await running.post("/demand/submit", BODY, keyed("k"))
            await running.ended(first.json()["demand_id"])
            third = await running.post("/demand/submit", {**BODY, "raw_input": "  I need a venue "}, keyed("k"))
            assert first.content == second.content == third.content
            assert await count(running) == 1

    run_in_virtual_time(main)


def test_the_first_answer_stays_although_more_is_understood_later() -> None:
    """Also when it was a stand-in, and the real one came later."""

    async def main(clock: VirtualClock) -> None:
        stubborn, failing = RepeatingFault(clock, ModelUnavailable("down")), True

        def rule(key: str) -> Callable[[Any], BaseModel]:
            return lambda facts: stubborn(facts) if failing else ANSWERS[key](facts)

        model, settings = RuleBasedModel({key: rule(key) for key in ANSWERS}), parse_settings({"recovery_timeout": 20})
        async with gateway_harness(clock, model=model, settings=settings) as running:
            for _ in range(3):
                await running.post("/demand/submit", BODY, wait_s=0)
            await asyncio.sleep(2)
            first = await running.post("/demand/submit", BODY, keyed("k"))
            assert first.json()["understanding"]["fallback"] is True
            failing = False
            view = await running.ended(first.json()["demand_id"])
            assert not view["understanding"]["fallback"]
            assert (await running.post("/demand/submit", BODY, keyed("k"))).content == first.content

    run_in_virtual_time(main)


def test_a_key_with_another_body_is_refused() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            await running.post("/demand/submit", BODY, keyed("k"))
            for other in ({"raw_input": "another"}, {"visibility": "private"}):
                assert event_payloads(await running.post("/demand/submit", {**BODY, **other}, keyed("k"))) == (
                    422,
                    "E015",
                )
            assert await count(running) == 1

    run_in_virtual_time(main)


def test_a_key_is_of_one_user() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, keys=KEYS) as running:
            alice = await running.post("/demand/submit", BODY, keyed("k", ALICE))
            bob = await running.post("/demand/submit", {**BODY, "user_id": "user_bob"}, keyed("k", BOB))
            assert (alice.status_code, bob.status_code) == (200, 200)
            assert alice.json()["demand_id"] != bob.json()["demand_id"]

    run_in_virtual_time(main)


def test_a_key_is_forgotten_after_two_days() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            first = (await running.post("/demand/submit", BODY, keyed("k"))).json()["demand_id"]
            await running.ended(first)
            await asyncio.sleep(47.9 * HOURS)
            assert (await running.post("/demand/submit", BODY, keyed("k"))).json()["demand_id"] == first
            await asyncio.sleep(0.2 * HOURS)
            assert (await running.post("/demand/submit", BODY, keyed("k"))).json()["demand_id"] != first

    run_in_virtual_time(main)


@pytest.mark.parametrize("key", ["", "x" * 256, "schlüssel".encode(), b"\x80"])
def test_a_key_that_is_none_is_refused(key: Any) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            refused = await running.ask("POST", "/demand/submit", headers={"Idempotency-Key": key}, json=BODY)
            assert event_payloads(refused) == (400, "E001")
            assert await count(running) == 0

    run_in_virtual_time(main)


def test_a_bad_body_takes_no_key() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            assert event_payloads(await running.post("/demand/submit", {**BODY, "raw_input": " "}, keyed("k"))) == (
                400,
                "E001",
            )
            assert (await running.post("/demand/submit", BODY, keyed("k"))).status_code == 200

    run_in_virtual_time(main)


def test_fifty_at_once_with_one_key_make_one_demand() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, model=RuleBasedModel(ANSWERS, 300)) as running:
            asked = (running.post("/demand/submit", BODY, keyed("k")) for _ in range(50))
            answers = await asyncio.gather(*asked)
            assert {answer.status_code for answer in answers} == {200}
            assert len({answer.content for answer in answers}) == 1
            assert await count(running) == 1

    run_in_virtual_time(main)


@pytest.mark.parametrize("moment", [0.0, 0.05, 0.3, 1.2])
def test_who_hangs_up_and_comes_again_finds_the_same_demand(moment: float) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, model=RuleBasedModel(ANSWERS, 1000)) as running:
            cut = asyncio.create_task(running.post("/demand/submit", BODY, keyed("k")))
            await asyncio.sleep(moment)
            cut.cancel()
            await asyncio.gather(cut, return_exceptions=True)
            assert (await running.post("/demand/submit", BODY, keyed("k"))).status_code == 200
            assert await count(running) == 1

    run_in_virtual_time(main)


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("call", ["put_if_absent", "count_open", "now", "commit"])
def test_a_failure_between_the_key_and_the_demand_loses_and_doubles_nothing(call: str, done: bool) -> None:
    async def main(clock: VirtualClock) -> None:
        away = UnavailableStore(frozenset({call}), done=done, now=True)
        async with gateway_harness(clock, faults=away) as running:
            assert event_payloads(await running.post("/demand/submit", BODY, keyed("k"))) == (503, "E018")
            away.now = False
            assert (await running.post("/demand/submit", BODY, keyed("k"))).status_code == 200
            assert away.met
            assert await count(running) == 1

    run_in_virtual_time(main)


def test_the_same_request_at_once_takes_one_place() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, model=RuleBasedModel(ANSWERS, 300), max_open_channels=2) as running:
            answers = await asyncio.gather(*(running.post("/demand/submit", BODY, keyed("k")) for _ in range(20)))
            assert {answer.status_code for answer in answers} == {200}
            assert (await running.post("/demand/submit", BODY)).status_code == 200

    run_in_virtual_time(main)


def test_what_was_accepted_is_answered_again_also_when_no_more_is_accepted() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, model=RuleBasedModel(ANSWERS, 5000), max_open_channels=1) as running:
            first = (await running.post("/demand/submit", BODY, keyed("k"), wait_s=0)).json()
            await asyncio.sleep(1.1)
            assert event_payloads(await running.post("/demand/submit", BODY, keyed("other"), wait_s=0)) == (503, "E018")
            again = await running.post("/demand/submit", BODY, keyed("k"), wait_s=0)
            assert again.json()["demand_id"] == first["demand_id"]

    run_in_virtual_time(main)


@pytest.mark.parametrize("visibility", ["public", "private", None])
@pytest.mark.parametrize("default", ["public", "private"])
def test_a_demand_is_as_visible_as_it_says_or_as_the_gateway_is_set(
    visibility: Visibility | None, default: Visibility
) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock, default_visibility=default) as running:
            more = {} if visibility is None else {"visibility": visibility}
            said = (await running.post("/demand/submit", {**BODY, **more})).json()
            events = (await running.get(f"/demands/{said['demand_id']}/events")).json()["events"]
            known = await running.system.store.get_correlation(said["demand_id"])
            assert events[0]["payload"]["visibility"] == (visibility or default)
            assert known is not None
            assert known.private == ((visibility or default) == "private")
            assert known.owner == "user_alice"

    run_in_virtual_time(main)


def test_the_first_event_is_the_submission_as_it_was_said() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gateway_harness(clock) as running:
            words = 'a venue\r\n\r\nevent: towow.demand.closed\ndata: {"x"}\u2028 & <script>'
            said = await running.submit(raw_input=words)
            first = json.loads((await running.system.store.read_log(said["demand_id"]))[0].data)
            assert first["payload"]["raw_input"] == words
            assert first["payload"]["today"] == "2026-01-22"

    run_in_virtual_time(main)
