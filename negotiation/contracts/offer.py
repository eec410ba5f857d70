"""Offer: an invited agent's answer to its invitation (TW-602…604, TW-122, TWC-32)."""

from typing import Literal

from pydantic import Field

from negotiation.contracts.terms import Terms
from negotiation.contracts.text_limits import Paragraph, Phrase, Sentence, UpToFour
from shared.core.frozen_model import FrozenModel, Maybe
from shared.core.timestamps import Instant

ResponseType = Literal["offer", "negotiate"]
OfferDecision = Literal["participate", "decline", "conditional"]


class NegotiationPoint(FrozenModel):
    """One thing an agent wants changed before it joins; `terms` hold the desired value, if they can."""

    aspect: Phrase
    current_value: Phrase = ""
    desired_value: Phrase = ""
    reason: Sentence = ""
    terms: Maybe[Terms] = None


class Offer(FrozenModel):
    """Answer of an agent to an invitation, as the channel stores it.

    `confidence` is 0–100; `late` is true if it arrived after the collection phase, `fallback` if no model answered;
    `decline_reason` is present only for `decline`. `terms`: those under which the agent takes part, the fee as it would
    be without any change.
    """

    offer_id: str
    agent_id: str
    display_name: str
    demand_id: str
    response_type: ResponseType = "offer"
    decision: OfferDecision
    contribution: Maybe[Paragraph] = None
    conditions: UpToFour[Phrase] = ()
    negotiation_points: UpToFour[NegotiationPoint] = ()
    terms: Maybe[Terms] = None
    reasoning: Sentence = ""
    decline_reason: Maybe[Sentence] = None
    confidence: int = Field(default=0, ge=0, le=100)
    fallback: bool = False
    late: bool = False
    submitted_at: Instant
