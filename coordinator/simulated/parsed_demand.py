"""Parsed demand: what the rules of the simulated model read in a demand's text."""

from dataclasses import dataclass

from negotiation.contracts.demand import DemandLimits, Need, Register, Span, TextSpan
from negotiation.understanding.mention import Mention


@dataclass(frozen=True, slots=True)
class ParsedDemand:
    """Parts of a demand's text, each with its span.

    Attributes:
        needs: What others must bring, with spans, without ids.
        limits: What a plan must keep to.
        preferences: What the requester would like.
        not_wanted: What the requester rules out.
        claims: Spans of words used up by limits, framing, purpose and things that the requester already has.
        tone: Tone in which the demand may be answered.
        title: Noun phrase that names the demand.
        topic: What the demand is about; empty if it names nothing but its needs.
        mentions: Words that state its limits, without those that belong to its story.
    """

    needs: tuple[Need, ...]
    limits: DemandLimits
    preferences: tuple[TextSpan, ...]
    not_wanted: tuple[TextSpan, ...]
    claims: tuple[Span, ...]
    tone: Register
    title: str
    topic: str
    mentions: tuple[Mention, ...]
