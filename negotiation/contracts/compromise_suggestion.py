"""Compromise: what is still possible after a negotiation without full agreement (TW-370…374, TWC-31)."""

from pydantic import ConfigDict, Field

from negotiation.contracts.text_limits import DemandText, Paragraph, Phrase, Sentence, UpToFour, UpToSeven
from shared.core.frozen_model import FrozenModel


class Contribution(FrozenModel):
    """Contribution that one agent could still make."""

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(json_schema_extra={"description": "What one agent could still do."})

    agent_id: str
    can: Paragraph


class Relaxation(FrozenModel):
    """One thing to relax, the whole demand as it would then read, ready to be submitted, and what that is to change."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, serialize_by_alias=True)

    aspect: Phrase
    from_: str = Field(default="", alias="from")
    to: str = ""
    raw_input: DemandText
    expected: Sentence = ""


class CompromiseProposal(FrozenModel):
    """The answer of prompt 9 (TW-509): whether anything is feasible now, with whom, what is missing."""

    feasible: bool = False
    participants: tuple[Contribution, ...] = ()
    missing: UpToSeven[Sentence] = ()
    relax: UpToFour[Relaxation] = ()
    alternatives: UpToSeven[Sentence] = ()


class Compromise(FrozenModel):
    """Compromise as one paragraph for people (`suggestion`) and as a structure for programs (`proposal`)."""

    # Part of the schema that models are sent: it changes only with the prompt's VERSION.
    model_config = ConfigDict(
        json_schema_extra={"description": "Both forms of it: one paragraph for people, the structure for programs."}
    )

    suggestion: str
    proposal: CompromiseProposal
