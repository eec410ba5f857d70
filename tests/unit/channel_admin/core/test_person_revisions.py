"""Which later answer of a person replaces their earlier one, and until when (DESIGN § 3)."""

import pytest

from channel_admin.core.state import ChannelState
from channel_admin.core.status import Status
from negotiation.contracts.events import FeedbackEvaluated, OfferSubmitted, ProposalFeedbackEvent
from negotiation.contracts.messages import OfferResponse, ProposalFeedback
from negotiation.contracts.person_answer import AnsweredBy
from shared.core.address import Address
from tests.unit.channel_admin.core.channel_harness import DEMAND, ROOT, ChannelHarness
from tests.unit.channel_admin.core.scripted_answers import ScriptedAnswers, feedback_to, offer_fields

SCRIPT = ScriptedAnswers(people=("amy", "bob", "cai"))
AMY = Address("user_agent", "amy")


def offer(word: str, revision: int | None = None, by: AnsweredBy = "person") -> OfferResponse:
    fields = {**offer_fields("amy", word), "answered_by": by, "revision": revision}
    return OfferResponse.model_validate({"demand_id": DEMAND, "channel_id": ROOT, **fields})


def review(
    world: ChannelHarness, word: str, revision: int | None = None, by: AnsweredBy = "person"
) -> ProposalFeedback:
    said = feedback_to(DEMAND, ROOT, world.root.proposal, "amy", word, 1)
    return said.model_copy(update={"answered_by": by, "revision": revision})


@pytest.fixture
def collecting() -> ChannelHarness:
    """Nobody has offered anything yet."""
    return ChannelHarness(SCRIPT).run_until_waiting("offers")


@pytest.fixture
def reviewing() -> ChannelHarness:
    """Nobody has said anything of the plan yet."""
    return ChannelHarness(SCRIPT).run_until_waiting("feedback")


def test_a_persons_later_offer_replaces_the_earlier_one_while_offers_are_collected(collecting: ChannelHarness) -> None:
    world = collecting
    assert world.tell(offer("decline"), sender=AMY) is not None
    assert world.tell(offer("participate", 1), sender=AMY) is not None
    assert world.root.responses["amy"].decision == "participate"
    assert world.root.waiting == "offers"
    told = [event for event in world.events if isinstance(event, OfferSubmitted)]
    assert [(event.decision, event.answered_by) for event in told] == [("decline", "person"), ("participate", "person")]
    assert ChannelState.model_validate_json(world.root.model_dump_json()).person_revisions == {"amy": 1}


@pytest.mark.parametrize("later", [None, 1, 2])
def test_an_earlier_or_equal_revision_that_arrives_late_changes_nothing(
    later: int | None, collecting: ChannelHarness
) -> None:
    world = collecting
    assert world.tell(offer("participate", 2), sender=AMY) is not None
    assert world.tell(offer("decline", later), sender=AMY) is None
    assert world.root.responses["amy"].decision == "participate"


def test_a_person_does_not_replace_what_their_agent_said_nor_the_agent_them(collecting: ChannelHarness) -> None:
    world = collecting
    assert world.tell(offer("participate", by="agent"), sender=AMY) is not None
    assert world.tell(offer("decline", 1), sender=AMY) is None
    other = ChannelHarness(SCRIPT).run_until_waiting("offers")
    assert other.tell(offer("decline"), sender=AMY) is not None
    assert other.tell(offer("participate", 1, by="agent"), sender=AMY) is None
    assert other.tell(offer("participate", 1), sender=Address("user_agent", "bob")) is None


def test_an_offer_stays_once_they_are_collected(collecting: ChannelHarness) -> None:
    world = collecting
    assert world.tell(offer("participate"), sender=AMY) is not None
    world.run_until_waiting("feedback")
    assert world.tell(offer("decline", 1), sender=AMY) is None
    assert world.root.person_revisions == {}, "they are those of the plan's review"


def test_the_verdict_counts_a_persons_newest_feedback(reviewing: ChannelHarness) -> None:
    world = reviewing
    assert world.tell(review(world, "reject"), sender=AMY) is not None
    assert world.tell(review(world, "negotiate", 1), sender=AMY) is not None
    assert world.tell(review(world, "accept", 3), sender=AMY) is not None
    assert world.tell(review(world, "reject", 2), sender=AMY) is None
    world.run(lambda world: world.root.waiting != "feedback")
    (verdict,) = [event for event in world.events if isinstance(event, FeedbackEvaluated)]
    assert (verdict.accepts, verdict.rejects, verdict.negotiates, verdict.answered) == (3, 0, 0, 3)
    told = [e.feedback_type for e in world.events if isinstance(e, ProposalFeedbackEvent) and e.agent_id == "amy"]
    assert told == ["reject", "negotiate", "accept"]
    assert world.root.status is Status.FINALIZED
    assert world.tell(review(world, "reject", 4), sender=AMY) is None


def test_a_new_version_is_answered_anew_and_a_change_of_the_old_answer_is_dropped(reviewing: ChannelHarness) -> None:
    world = reviewing
    first = world.root.proposal
    assert world.tell(review(world, "negotiate"), sender=AMY) is not None
    for agent in ("bob", "cai"):
        said = feedback_to(DEMAND, ROOT, first, agent, "negotiate", 1)
        assert world.tell(said, sender=Address("user_agent", agent)) is not None
    late = review(world, "accept", 1)
    assert world.tell(late, sender=AMY) is None
    world.run(lambda world: world.root.proposal_version == 2)
    assert world.tell(late, sender=AMY) is None
    assert world.root.person_revisions == {}


def test_whoever_left_does_not_come_back_by_changing_their_answer(reviewing: ChannelHarness) -> None:
    world = reviewing
    assert world.tell(review(world, "withdraw"), sender=AMY) is not None
    assert world.tell(review(world, "accept", 1), sender=AMY) is None
    assert world.root.left == ("amy",)
