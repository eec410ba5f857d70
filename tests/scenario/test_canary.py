"""Does what only a person's own profile says stay with that person's agent? (TWQ-10, DESIGN § 6)"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from channel_admin.prompts import ChannelFacts, GapsReply, RecursionReply
from coordinator.prompts import AgentSummary
from negotiation.contracts.messages import SubDemand
from negotiation.contracts.proposal import Gap
from negotiation.registry.profile import Profile
from shared.llm.port import Prompt
from shared.llm.rule_based_model import RuleBasedModel, Rules
from tests.support.embedded_system import ANSWERS
from tests.support.event_log import parse_log
from tests.support.negotiation_harness import RecordingModel, invariant_violations, run_negotiation
from towow.bootstrap.applications import APPLICATIONS
from user_agent.core.answer_normalization import FeedbackReply
from user_agent.prompts import FeedbackFacts, OfferFacts

PEOPLE = ("amy", "bob", "cai", "dee", "eve")
OWN = "zoe"
"""The agent of whoever asks: it is never invited."""
TEXTS = ("summary", "user_id", "location", "temperament")
LISTS = ("capabilities", "tags", "languages", "interests", "constraints", "free_dates")
FIELDS = (*TEXTS, *LISTS)
SHOWN = frozenset(FIELDS) & AgentSummary.model_fields.keys()
"""What the filter gets to see of everybody."""


def canary(person: str, about: str) -> str:
    """A word that stands in one field of one profile and nowhere else."""
    return f"canary-{person}-{about}"


def profile(person: str) -> Profile:
    """A person whose every text sings."""
    texts = {name: canary(person, name) for name in TEXTS}
    lists: dict[str, tuple[str, ...]] = {name: (canary(person, name),) for name in LISTS}
    texts["location"] = f"London, {texts['location']}"
    lists["capabilities"] = ("venue", *lists["capabilities"])
    lists["free_dates"] = ("2026-03-07", "2026-03-08", *lists["free_dates"])
    if person == OWN:
        texts["user_id"] = "user_alice"
    names = {"agent_id": f"agent_{person}", "display_name": f"Name-{person}"}
    return Profile.model_validate({**names, "price": 300, **texts, **lists})


def sung(text: str, person: str) -> set[str]:
    """Of which fields of this person's profile `text` sings."""
    return {about for about in FIELDS if canary(person, about) in text}


@dataclass(frozen=True)
class Course:
    """One negotiation: every prompt, and what each person said in public."""

    prompts: Sequence[Prompt[Any]]
    said: Mapping[str, str]

    def of_agents(self) -> Iterator[tuple[str, str, Prompt[Any]]]:
        """Prompts 3 and 5: whose they are, everybody else, the prompt."""
        for prompt in self.prompts:
            if isinstance(prompt.facts, OfferFacts | FeedbackFacts):
                mine = prompt.facts.agent_id.removeprefix("agent_")
                yield from ((mine, other, prompt) for other in (*PEOPLE, OWN) if other != mine)

    def of_channel(self) -> Iterator[tuple[str, Prompt[Any]]]:
        """Prompts 4 and 6 to 9, for each person."""
        for prompt in self.prompts:
            if isinstance(prompt.facts, ChannelFacts):
                yield from ((person, prompt) for person in (*PEOPLE, OWN))


@cache
def course(name: str) -> Course:
    """A negotiation among the five."""
    listening = RecordingModel(RuleBasedModel(COURSES[name]))
    text = "I need a venue in London for 20 people on 2026-03-07, budget 900 yuan"
    events = run_negotiation(text, [*map(profile, PEOPLE), profile(OWN)], model=listening)
    assert invariant_violations(events) == []
    said: defaultdict[str, str] = defaultdict(str)
    for event in parse_log(events):
        if event.type in ("offer.submitted", "proposal.feedback", "negotiation.bargain"):
            said[event.payload["agent_id"].removeprefix("agent_")] += json.dumps(event.payload)
    return Course(listening.heard, said)


def reluctant(facts: FeedbackFacts) -> FeedbackReply:
    """One of the five wants the first version changed, and another one the second."""
    no = {1: ("agent_amy", "agent_bob"), 2: ("agent_cai", "agent_dee")}.get(facts.proposal_version, ())
    wants = facts.agent_id in no
    return FeedbackReply(
        feedback_type="negotiate" if wants else "accept", adjustment_request="another day" if wants else None
    )


DISCREET: Rules = {
    **ANSWERS,
    "proposal_feedback": reluctant,
    "gap_identification": lambda _: GapsReply(gaps=(Gap(gap_type="tea", importance=90),)),
    "recursion_decision": lambda _: RecursionReply(
        should_recurse=True, sub_demands=(SubDemand(gap_type="tea", raw_input="tea in London"),)
    ),
}
COURSES: Mapping[str, Rules] = {
    "discreet": DISCREET,
    "refused": {**DISCREET, "proposal_feedback": lambda _: FeedbackReply(feedback_type="reject", reasoning="no")},
    "simulated": APPLICATIONS.rules(),
}
"""People who say nothing of their profile in public, whether they agree or not; and those of the simulated model."""


def test_the_runs_use_every_prompt() -> None:
    heard = {prompt.key for name in ("discreet", "refused") for prompt in course(name).prompts}
    assert len(heard) == 9
    assert sum(isinstance(prompt.facts, FeedbackFacts) for prompt in course("discreet").prompts) == 15
    assert {person for person, _, _ in course("simulated").of_agents()} <= {*PEOPLE}
    assert any(isinstance(prompt.facts, FeedbackFacts) for prompt in course("simulated").prompts)


@pytest.mark.parametrize("name", COURSES)
def test_the_prompt_of_an_agent_contains_its_own_profile(name: str) -> None:
    """Of all that a person decides by: not of whose account it is."""
    for mine, _, prompt in course(name).of_agents():
        assert sung(prompt.user, mine) == {*FIELDS} - {"user_id"}


@pytest.mark.parametrize("name", ["discreet", "refused"])
def test_only_the_filter_prompt_contains_another_agents_profile(name: str) -> None:
    for _, other, prompt in course(name).of_agents():
        assert not sung(prompt.system + prompt.user, other)
    for person, prompt in course(name).of_channel():
        assert not sung(prompt.system + prompt.user, person)


def test_a_simulated_agents_profile_reaches_others_only_through_its_answers() -> None:
    """A wish that was granted stands in the plan; what nobody uttered stands nowhere."""
    told = course("simulated")
    for _, other, prompt in told.of_agents():
        assert sung(prompt.system + prompt.user, other) <= sung(told.said[other], other) & {"constraints"}
    for person, prompt in told.of_channel():
        assert sung(prompt.system + prompt.user, person) <= sung(told.said[person], person)
    never = {"user_id", "temperament", "interests", "tags", "languages", "free_dates"}
    assert not any(sung(said, person) & never for person, said in told.said.items())


@pytest.mark.parametrize("name", COURSES)
def test_the_filter_sees_cards_and_understanding_only_the_requesters(name: str) -> None:
    for prompt in course(name).prompts:
        if prompt.key == "smart_filter":
            assert all(sung(prompt.user, person) == SHOWN for person in PEOPLE)
            assert not sung(prompt.user, OWN)
        if prompt.key == "demand_understanding":
            assert sung(prompt.user, OWN) == SHOWN
            assert not any(sung(prompt.user, person) for person in PEOPLE)
