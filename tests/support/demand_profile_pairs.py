"""Every demand of `examples/demands.jsonl` as the simulated model understands it, beside everybody it can concern."""

import json
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from coordinator.prompts import UnderstandingFacts
from coordinator.simulated.rules import RULES as COORDINATOR_RULES
from negotiation.contracts.demand import DemandContext, DemandUnderstanding, SubmissionContext
from negotiation.contracts.money import money_of_units
from negotiation.contracts.proposal import Assignment, Milestone, Proposal, Timeline
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from negotiation.search.need_fits import find_fits
from negotiation.search.synonyms import load_thesaurus
from negotiation.simulated.quantities import parse_money
from negotiation.submission import detect_language
from negotiation.understanding.word_account import account_words
from user_agent.core.answer_normalization import FeedbackReply, OfferReply
from user_agent.prompts import FeedbackFacts, OfferFacts
from user_agent.simulated.rules import RULES as AGENT_RULES

TODAY = "2026-01-22"
DEMANDS = Path(__file__).parents[2] / "examples" / "demands.jsonl"


class DemandProfilePair(NamedTuple):
    """Somebody, and a demand that wants something they can do."""

    person: Profile
    demand_id: str
    raw_input: str
    setting: SubmissionContext
    demand: DemandUnderstanding

    def wanting(self, **context: object) -> "DemandProfilePair":
        """The same, but with other figures in its context, and no other day in its limits."""
        changed = DemandContext.model_validate({**self.demand.context.model_dump(), **context})
        update: dict[str, object] = {"context": changed}
        if isinstance(context.get("budget"), str):
            amount = parse_money(str(context["budget"]))
            budget = None if amount is None else money_of_units(amount, self.person.currency)
            update["limits"] = self.demand.limits.model_copy(update={"budget": budget})
        if "date" in context:
            update["limits"] = self.demand.limits.model_copy(update={"dates": (), "weekdays": (), "not_on": ()})
        return self._replace(demand=self.demand.model_copy(update=update))

    def being(self, **fields: object) -> "DemandProfilePair":
        """The same for somebody a little different."""
        return self._replace(person=Profile.model_validate({**self.person.model_dump(), **fields}))

    def offer(self) -> OfferReply:
        """What this person says to the invitation."""
        facts = OfferFacts(
            demand_id=self.demand_id,
            channel_id="collab-" + self.demand_id,
            agent_id=self.person.agent_id,
            setting=self.setting,
            profile=self.person,
            demand=self.demand,
            raw_input=self.raw_input,
            round=1,
            filter_reason="",
            match_score=80,
            fits=find_fits(self.demand.needs, self.person),
        )
        said = AGENT_RULES["response_generation"](facts)
        return OfferReply.model_validate(said.model_dump())

    def feedback(self, day: str) -> FeedbackReply:
        """What this person, at work in a plan that leads up to `day`, says to its first version."""
        same = load_thesaurus("skills").are_synonyms
        (role, *_) = (tag for tag in self.demand.capability_tags for own in self.person.capabilities if same(tag, own))
        part = Assignment(agent_id=self.person.agent_id, display_name=self.person.display_name, role=role)
        plan = Proposal(
            proposal_id="prop",
            demand_id=self.demand_id,
            version=1,
            summary="",
            assignments=(part,),
            timeline=Timeline(milestones=(Milestone(name="", date=day),)),
            created_at=0,
        )
        facts = FeedbackFacts(
            demand_id=self.demand_id,
            channel_id="collab-" + self.demand_id,
            agent_id=self.person.agent_id,
            setting=self.setting,
            profile=self.person,
            demand=self.demand,
            proposal=plan,
            proposal_version=1,
            round=1,
            max_rounds=5,
            your_assignment=part,
        )
        return FeedbackReply.model_validate(AGENT_RULES["proposal_feedback"](facts).model_dump())


def people() -> Sequence[Profile]:
    """Everybody who is shipped."""
    return read_profiles([shipped_profiles_folder()]).profiles


@cache
def demands() -> Sequence[tuple[str, str, SubmissionContext, DemandUnderstanding]]:
    """Id, text, setting and understanding of each demand."""
    lines = [json.loads(line) for line in DEMANDS.read_text("utf-8").splitlines()]
    return [understand(f"d-{number}", line["raw_input"], line["user_id"]) for number, line in enumerate(lines)]


@cache
def pairs() -> Sequence[DemandProfilePair]:
    """Everybody with every demand that names one of their skills."""
    return tuple(_pairs())


def _pairs() -> Iterator[DemandProfilePair]:
    same = load_thesaurus("skills").are_synonyms
    for demand_id, text, setting, demand in demands():
        for person in people():
            if any(same(tag, skill) for tag in demand.capability_tags for skill in person.capabilities):
                yield DemandProfilePair(person, demand_id, text, setting, demand)


def understand(demand_id: str, text: str, user_id: str) -> tuple[str, str, SubmissionContext, DemandUnderstanding]:
    """Return a demand as the simulated model understands it, with every word accounted for."""
    setting = SubmissionContext(user_id=user_id, language=detect_language(text), today=TODAY, timezone="Asia/Shanghai")
    facts = UnderstandingFacts(demand_id=demand_id, channel_id="collab", setting=setting, raw_input=text)
    said = COORDINATOR_RULES["demand_understanding"](facts)
    understanding = DemandUnderstanding.model_validate(said.model_dump())
    return demand_id, text, setting, account_words(understanding, text, setting.language, date.fromisoformat(TODAY))
