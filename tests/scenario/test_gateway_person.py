"""A person answers for their own agent: asked, waited for, and marked, whatever breaks down meanwhile."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from gateway.house import House
from shared.contracts.messages import PersonAnswered
from shared.contracts.person import InvitationAnswer
from shared.core.decision import Send
from shared.core.instant import iso, parse
from shared.core.message import Received
from shared.registry.attending import LEASE, Question, Said
from shared.runtime.actor import Actor, Task, Tools
from shared.runtime.virtual_clock import VirtualClock
from shared.transport.faults import DeliveryFault, PublishFault
from shared.transport.port import Parcel
from tests.scenario.gate import ALICE, BOB, NOBODY, ROOT, told
from tests.scenario.person import AGREE, JOIN, Person, ended, gate_with_people, marks, said
from tests.scenario.system import System, virtually
from towow.settings import Settings, of_mapping

MINUTE = 60_000


def setting(**given: Any) -> Settings:
    return of_mapping(given)


def test_a_person_joins_and_accepts_in_person() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                asked = await bob.tell(
                    "invitation", {**JOIN, "conditions": [" weekends ", ""], "decision": "conditional"}
                )
                assert await bob.questions() == []
                await bob.tell("review", {"feedback_type": "accept"})
                await ended(running, demand)
            assert parse(asked["until"]) - parse(asked["asked_at"]) == MINUTE
            offer, feedback = await said(running, demand)
            assert (offer["answered_by"], feedback["answered_by"]) == ("person", "person")
            assert (offer["decision"], offer["contribution"], offer["conditions"]) == (
                *("conditional", "my own hall"),
                ["weekends"],
            )
            assert (offer["confidence"], offer["fallback"], offer["usage"]["calls"]) == (100, False, 0)
            assert offer["at"] - parse(asked["asked_at"]) < 1000  # nobody waits for the end of their time
            assert await marks(running, demand, "amy") == [None, None]

    virtually(main)


def test_what_is_asked_holds_all_that_is_needed_to_decide() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = await running.submit(who=ALICE, raw_input="I need a venue for mushrooms")
                invitation = await bob.tell("invitation", JOIN)
                review = await bob.asked("review")
            both = {"agent_id": "bob", "demand_id": demand["demand_id"], "channel_id": demand["channel_id"]}
            for question in (invitation, review):
                assert both.items() <= question.items()
                assert (question["language"], question["round"]) == ("en", 1)
                assert "mushrooms" in question["surface_demand"]
            assert invitation["raw_input"] == "I need a venue for mushrooms"
            assert invitation["filter_reason"] == "has a venue"
            assert (review["max_rounds"], review["proposal"]["version"]) == (5, 1)
            assert review["your_assignment"]["role"] == "role of bob"
            assert review["your_offer"]["contribution"] == "my own hall"
            assert not {"proposal", "max_rounds"} & set(invitation)

    virtually(main)


def test_a_person_negotiates_a_plan_and_it_is_changed() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                await bob.tell("invitation", JOIN)
                await bob.tell("review", {"feedback_type": "negotiate", "adjustment_request": "on Monday, please"})
                await bob.tell("review", AGREE)
                view = await ended(running, demand)
            assert (view["status"], view["round"]) == ("finalized", 2)
            assert [one["feedback_type"] for one in (await said(running, demand))[1:]] == ["negotiate", "accept"]
            assert [one["content"] for one in view["bargains"]] == ["on Monday, please"]
            (candidate,) = (who for who in view["candidates"] if who["agent_id"] == "bob")
            assert [one["answered_by"] for one in candidate["feedbacks"]] == ["person", "person"]

    virtually(main)


@pytest.mark.parametrize("answer", [{"decision": "decline", "decline_reason": "no time"}, {"decision": "decline"}])
def test_a_person_declines(answer: dict[str, str]) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                await bob.tell("invitation", answer)
                view = await ended(running, demand)
            (offer,) = await said(running, demand)
            assert (offer["decision"], offer["answered_by"]) == ("decline", "person")
            assert view["status"] == "finalized"
            assert offer["decline_reason"] == answer.get("decline_reason", "gave no reason")

    virtually(main)


def test_a_person_withdraws() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                await bob.tell("invitation", JOIN)
                await bob.tell("review", {"feedback_type": "withdraw", "reasoning": "I am ill"})
                view = await ended(running, demand)
            assert [one["reason"] for one in view["withdrawn"]] == ["I am ill"]
            assert await marks(running, demand) == ["person", "person"]

    virtually(main)


def test_when_the_person_says_nothing_the_agent_answers_after_exactly_their_time() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock, settings=setting(human_timeout=45)) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                questions = [await bob.asked("invitation")]
                await asyncio.sleep(45)
                questions.append(await bob.asked("review"))
                await ended(running, demand)
            answers = await said(running, demand)
            assert [one["at"] - parse(asked["asked_at"]) for asked, one in zip(questions, answers, strict=False)] == [
                *(45_000, 45_000)
            ]
            assert {one["answered_by"] for one in answers} == {"agent"}
            assert answers[0]["contribution"] == "bob's venue"
            assert await bob.questions() == []

    virtually(main)


RACES = range(-2, 3)


@pytest.mark.parametrize("ahead", RACES)
def test_of_two_who_answer_at_once_one_counts_and_nobody_was_told_otherwise(ahead: int) -> None:
    """The person's answer comes so many ms after the end of their time."""

    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                asked = await bob.asked("invitation")
                await asyncio.sleep((parse(asked["until"]) + ahead - clock.now()) / 1000)
                answer = await bob.answer(asked, JOIN)
                await ended(running, demand)
            offers = [one for one in await said(running, demand) if one["type"] == "towow.offer.submitted"]
            mark = "person" if answer.status_code == 202 else "agent"
            assert [one["answered_by"] for one in offers] == [mark]
            assert (answer.status_code == 202) == (ahead < 0)

    virtually(main)


def test_the_agent_that_was_a_moment_faster_is_not_contradicted() -> None:
    """It claims the answer first, then asks its model: whoever comes in between is told that it is over."""

    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                asked = await bob.asked("invitation")
                question = Question.model_validate(asked)
                await running.system.attending.settle(question, Said())
                assert told(await bob.answer(asked, JOIN)) == (409, "E014")
                await ended(running, demand)
            assert (await marks(running, demand))[0] == "agent"

    virtually(main)


def test_the_first_answer_counts_and_the_same_again_is_accepted_again() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                asked = await bob.tell("invitation", JOIN)
                other = await bob.answer(asked, {"decision": "decline"})
                assert told(other) == (409, "E014")
                assert other.json()["details"] == {"id": asked["question_id"], "status": "answered"}
                assert (await bob.answer(asked, JOIN)).status_code == 202
                await asyncio.sleep(61)
                assert (await bob.answer(asked, JOIN)).status_code == 202
                await bob.tell("review", AGREE)
                await ended(running, demand)
            assert [one["type"] for one in await said(running, demand)].count("towow.offer.submitted") == 1

    virtually(main)


def test_what_is_over_is_said_to_be_over() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                await running.submit(who=ALICE)
                asked = await bob.asked("invitation")
                await asyncio.sleep(61)
                late = await bob.answer(asked, JOIN)
                assert told(late) == (409, "E014")
                assert late.json()["details"] == {"id": asked["question_id"], "status": "over"}
                await asyncio.sleep(600)  # and then it is forgotten
                assert told(await bob.answer(asked, JOIN)) == (404, "E019")

    virtually(main)


async def plain(clock: VirtualClock, running: Any, *, after: float = 0) -> None:
    """A negotiation that waits for nobody."""
    await asyncio.sleep(after)
    began = clock.now()
    demand = (await running.submit(who=ALICE))["demand_id"]
    await running.ended(demand, ALICE)
    assert clock.now() - began < 2000
    assert set(await marks(running, demand)) == {None}
    assert all("answered_by" not in one for one in await said(running, demand))


def test_without_anybody_at_the_page_nothing_waits() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            await plain(clock, running)
            bob = Person(running)
            await bob.attend()
            await plain(clock, running, after=LEASE / 1000)  # the page was closed, and says nothing more
            await bob.attend()
            assert (await running.ask("DELETE", "/agents/bob/attendance", BOB)).status_code == 204
            await plain(clock, running)
            shown = (await running.get("/agents/bob/questions", BOB)).json()
            assert shown == {"agent_id": "bob", "items": []}

    virtually(main)


def test_a_page_that_nobody_looks_at_is_slow_to_say_so_again_and_its_person_is_asked_all_the_same() -> None:
    """Its timers fire once a minute, and one attempt may be lost."""

    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            await bob.attend()
            await asyncio.sleep(2 * 60 + 10)
            await running.submit(who=ALICE)
            assert (await bob.asked("invitation"))["kind"] == "invitation"

    virtually(main)


def test_switched_off_nothing_waits_either() -> None:
    async def main(clock: VirtualClock) -> None:
        off = setting(human_timeout=0)
        async with gate_with_people(clock, settings=off) as running, Person(running).at_the_page():
            await plain(clock, running)
            answer = await running.ask("PUT", "/agents/bob/attendance", BOB)
            assert answer.json()["waits_s"] == 0  # so that they do not sit there in vain

    virtually(main)


def test_only_the_attended_agent_waits() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                await bob.asked("invitation")
                await asyncio.sleep(1)
                assert len(await said(running, demand, "amy")) == len(await said(running, demand, "cai")) == 1
                assert await said(running, demand) == []

    virtually(main)


@pytest.mark.parametrize(("collecting", "waited"), [(300, 60), (100, 60), (60, 20), (45, 5), (44.9, 0), (10, 0)])
def test_a_deadline_leaves_the_agent_its_time(collecting: float, waited: float) -> None:
    async def main(clock: VirtualClock) -> None:
        chosen = setting(response_collection_timeout=collecting)
        async with gate_with_people(clock, settings=chosen) as running:
            async with Person(running).at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                await ended(running, demand)
            offer = (await said(running, demand))[0]
            first = (await said(running, demand, "amy"))[0]
            assert round((offer["at"] - first["at"]) / 1000, 1) == waited
            assert offer.get("answered_by") == ("agent" if waited else None)
            assert "late" not in offer

    virtually(main)


def test_a_reminder_neither_doubles_the_wait_nor_begins_it_anew() -> None:
    async def main(clock: VirtualClock) -> None:
        chosen = setting(response_collection_timeout=100, feedback_collection_timeout=100)
        async with gate_with_people(clock, settings=chosen) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                before = await bob.asked("invitation")
                await asyncio.sleep(55)  # at 50 s the silent are asked again
                assert await bob.questions() == [before]
                await bob.asked("review")
                await ended(running, demand)
            offers = [one for one in await said(running, demand) if one["type"] == "towow.offer.submitted"]
            assert [one["at"] - parse(before["asked_at"]) for one in offers] == [MINUTE]

    virtually(main)


class Twice:
    """A broker that delivers everything for agents twice, the second time late."""

    def on_publish(self, parcel: Parcel) -> PublishFault | None:
        return PublishFault(copies=2) if parcel.routing_key == "user_agent" else None

    def on_delivery(self, queue: str, parcel: Parcel) -> DeliveryFault | None:
        return DeliveryFault(delay=len(parcel.data) % 7)


def test_a_redelivery_neither_doubles_the_wait_nor_the_answer() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock, publish=Twice()) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                silent = await bob.asked("invitation")
                assert len(await bob.questions()) == 1
                await asyncio.sleep(59)
                await bob.tell("review", AGREE)
                await ended(running, demand)
            offer, feedback = await said(running, demand)
            assert (offer["answered_by"], feedback["answered_by"]) == ("agent", "person")
            assert 0 <= offer["at"] - parse(silent["asked_at"]) - MINUTE < 50

    virtually(main)


@pytest.mark.parametrize("answers", [True, False])
def test_a_worker_that_is_killed_while_waiting_changes_nothing(answers: bool) -> None:
    """Who waits, for whom, and until when is in the store."""

    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                asked = await bob.asked("invitation")
                await asyncio.sleep(10)
                running.system.transport.die()
                async with System(clock, after=running.system, settings=running.system.settings) as second:
                    await second.profiles.upsert(await running.system.profiles.get("bob"))  # pyright: ignore[reportArgumentType]
                    assert await bob.questions() == [asked]
                    if answers:
                        await bob.tell("invitation", JOIN)
                    await bob.tell("review", AGREE)
                    await ended(running, demand)
            offer = (await said(running, demand))[0]
            assert offer["answered_by"] == ("person" if answers else "agent")
            if not answers:
                assert offer["at"] - parse(asked["asked_at"]) == MINUTE

    virtually(main)


def test_an_answer_that_was_settled_counts_though_its_gateway_died_before_it_sent_it() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                asked = await bob.asked("invitation")
                answer = InvitationAnswer(decision="participate", contribution="my own hall")
                await running.system.attending.settle(Question.model_validate(asked), Said(answer=answer))
                await bob.asked("review")
            offer = (await said(running, demand))[0]
            assert (offer["answered_by"], offer["contribution"]) == ("person", "my own hall")
            assert offer["at"] == parse(asked["until"])

    virtually(main)


def test_a_demand_that_is_cancelled_asks_nobody_any_more() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                asked = await bob.asked("invitation")
                await running.post(f"/demands/{demand}/cancel", who=ALICE)
                await ended(running, demand)
                assert await bob.questions() == []
                assert told(await bob.answer(asked, JOIN)) == (409, "E014")

    virtually(main)


def test_whoever_is_removed_meanwhile_declines_as_ever() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                asked = await bob.asked("invitation")
                await running.system.profiles.deactivate("bob")
                assert (await bob.answer(asked, JOIN)).status_code == 202
                await ended(running, demand)
            (offer,) = await said(running, demand)
            assert (offer["decision"], offer["decline_reason"]) == ("decline", "agent_unavailable")

    virtually(main)


ROUTES = (
    ("PUT", "/agents/bob/attendance"),
    ("DELETE", "/agents/bob/attendance"),
    ("GET", "/agents/bob/questions"),
    ("POST", "/agents/bob/questions/{question_id}"),
)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_only_its_person_speaks_for_an_agent(method: str, path: str) -> None:
    """Not even who stated the demand; and nobody learns whether there is such a question, or whether the body was right."""

    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                hidden = {"visibility": "private", "raw_input": "I need a venue for mushrooms"}
                await running.submit(who=ALICE, **hidden)
                asked = await bob.asked("invitation")
                assert "mushrooms" in asked["raw_input"]
                for question in (asked["question_id"], "ask_none"):
                    whole = path.format(question_id=question)
                    for who, refusal in ((NOBODY, (401, "E012")), (ALICE, (403, "E013"))):
                        refused = await running.ask(method, whole, who)
                        assert told(refused) == refusal
                        assert "mushrooms" not in refused.text
                whole = path.format(question_id=asked["question_id"])
                for who in (ROOT, BOB):
                    assert (await running.ask(method, whole, who)).status_code not in (401, 403)
                unknown = whole.replace("bob", "nobody")
                for who in (NOBODY, ALICE, BOB, ROOT):
                    assert told(await running.ask(method, unknown, who)) == (404, "E008")
                amy = whole.replace("bob", "amy")  # nobody's
                assert told(await running.ask(method, amy, BOB)) == (403, "E013")

    virtually(main)


def for_nobody(house: House) -> House:
    return replace(house, admin_without_key=False)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_without_keys_who_may_administer_may_speak_for_all(method: str, path: str) -> None:
    async def main(clock: VirtualClock) -> None:
        whole = path.format(question_id="ask_none")
        async with gate_with_people(clock, keys="") as running:
            assert (await running.ask(method, whole)).status_code in (200, 204, 404)
        async with gate_with_people(clock, keys="", change=for_nobody) as running:
            assert told(await running.ask(method, whole)) == (403, "E013")

    virtually(main)


def test_one_learns_which_agents_are_ones_own() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            own = (await running.get("/session/agents", BOB)).json()
            assert own == {"items": [(await running.get("/agents/bob")).json()]}
            assert "user_id" not in own["items"][0]
            for who in (ALICE, ROOT, NOBODY):
                assert (await running.get("/session/agents", who)).json() == {"items": []}

    virtually(main)


def test_who_attends_is_told_until_when() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            answer = await running.ask("PUT", "/agents/bob/attendance", BOB)
            until = {"agent_id": "bob", "attended_until": iso(clock.now() + LEASE)}
            assert answer.json() == {**until, "waits_s": 60}
            shown = (await running.get("/agents/bob/questions", BOB)).json()
            assert shown == {**until, "items": []}

    virtually(main)


LONG = "好" * 61
BAD_OFFERS: list[tuple[Any, str]] = [
    ({}, "decision"),
    ({"decision": "perhaps"}, "decision"),
    ({"decision": "conditional"}, "conditions"),
    ({"decision": "conditional", "conditions": [" "]}, "conditions"),
    ({"decision": "participate", "conditions": "weekends"}, "conditions"),
    ({"decision": "participate", "conditions": ["x"] * 5}, "conditions"),
    ({"decision": "participate", "conditions": ["weekends", LONG]}, "conditions.1"),
    ({"decision": "participate", "contribution": "x" * 901}, "contribution"),
    ({"decision": "participate", "contribution": 7}, "contribution"),
    ({"decision": "participate", "negotiation_points": [{"desired_value": "x"}]}, "negotiation_points.0.aspect"),
    (
        {"decision": "conditional", "negotiation_points": [{"aspect": " \t", "desired_value": "x"}]},
        "negotiation_points.0.aspect",
    ),
    ({"decision": "participate", "negotiation_points": [{"aspect": "\u3000"}]}, "negotiation_points.0.aspect"),
    ({"decision": "participate", "confidence": 100}, "confidence"),
    ({"feedback_type": "accept"}, "decision"),
    ([], "body"),
    ("participate", "body"),
]
BAD_REVIEWS: list[tuple[Any, str]] = [
    ({}, "feedback_type"),
    ({"feedback_type": "maybe"}, "feedback_type"),
    ({"feedback_type": "negotiate", "adjustment_request": "x" * 286}, "adjustment_request"),
    ({"feedback_type": "reject", "concerns": [LONG]}, "concerns.0"),
    ({"decision": "participate"}, "feedback_type"),
]


def test_bad_answers_are_refused_field_by_field_and_change_nothing() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                for kind, bad, good in (("invitation", BAD_OFFERS, JOIN), ("review", BAD_REVIEWS, AGREE)):
                    asked = await bob.asked(kind)
                    for body, field in bad:
                        refused = await bob.answer(asked, body)
                        assert told(refused) == (400, "E001"), body
                        assert field in {problem["field"] for problem in refused.json()["details"]}, refused.text
                        assert LONG not in refused.text
                    assert await bob.questions() == [asked]
                    await bob.tell(kind, good)
                await ended(running, demand)
            assert await marks(running, demand) == ["person", "person"]

    virtually(main)


def test_longest_texts_arrive_whole() -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            wish = {"aspect": "费" * 60, "desired_value": "8" * 180, "reason": "因" * 95}
            longest = {
                "decision": "conditional",
                "contribution": "场" * 300,
                "conditions": ["周" * 60, "w" * 180, "a", "b"],
                "negotiation_points": [wish],
                "reasoning": "<script>‮" + "x" * 270,
            }
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                await bob.tell("invitation", longest)
                await bob.asked("review")
            offer = (await said(running, demand))[0]
            assert offer["response_type"] == "negotiate"
            for name in ("contribution", "conditions", "reasoning"):
                assert offer[name] == longest[name]
            assert offer["negotiation_points"] == [{"current_value": "", **wish}]

    virtually(main)


CONCERNS = ["天" * 60, "地" * 35, "人" * 32, "和"]
"""As long as they may be; with what stands between them the first, the third and the last fit into one request."""


@pytest.mark.parametrize(
    ("review", "wanted"),
    [
        ({"concerns": CONCERNS, "reasoning": "因" * 95}, "; ".join([CONCERNS[0], CONCERNS[2], CONCERNS[3]])),
        ({"concerns": CONCERNS, "adjustment_request": "请" * 95}, "请" * 95),
        ({"reasoning": "x" * 285}, "x" * 285),
    ],
    ids=["concerns", "request", "reasoning"],
)
def test_longest_words_of_a_plan_arrive_whole(review: dict[str, Any], wanted: str) -> None:
    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                await bob.tell("invitation", JOIN)
                await bob.tell("review", {"feedback_type": "negotiate", **review})
                await bob.tell("review", AGREE)
                view = await ended(running, demand)
            feedback = (await said(running, demand))[1]
            assert feedback["adjustment_request"] == wanted
            assert feedback["concerns"] == review.get("concerns", [])
            assert feedback["reasoning"] == review.get("reasoning", "")
            assert [one["content"] for one in view["bargains"]] == [wanted]

    virtually(main)


def test_what_a_person_said_and_nobody_can_handle_is_filed_and_said_when_their_time_is_over() -> None:
    """Who told it is outside and waits for no answer; the task finds what was settled."""

    def stumbling(all_of_them: Sequence[Actor]) -> Sequence[Actor]:
        (agents,) = (actor for actor in all_of_them if isinstance(actor, Task) and actor.kind == "user_agent")

        async def perform(task: Received[Any], tools: Tools) -> Sequence[Send]:
            match task.body:
                case PersonAnswered():
                    raise LookupError("a bug")
                case _:
                    return await agents.perform(task, tools)

        return [*(actor for actor in all_of_them if actor is not agents), replace(agents, perform=perform)]

    async def main(clock: VirtualClock) -> None:
        async with gate_with_people(clock, more=stumbling) as running:
            bob = Person(running)
            async with bob.at_the_page():
                demand = (await running.submit(who=ALICE))["demand_id"]
                asked = await bob.tell("invitation", JOIN)
                await bob.asked("review")
            offer = (await said(running, demand))[0]
            assert (offer["answered_by"], offer["at"]) == ("person", parse(asked["until"]))
            (letter,) = await running.system.store.dead_letters()
            assert (letter.reason, letter.attempts) == ("handler_failed", 5)
            assert b"person_answered" in letter.parcel.data

    virtually(main)
