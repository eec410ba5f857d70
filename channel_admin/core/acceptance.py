"""Is a plan accepted? The 80 % and 50 % thresholds, in the order in which they are asked (DESIGN § 7, TW-330…336)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from negotiation.contracts.events import FailDetail, FailReason

VerdictKind = Literal["finalize", "force_finalize", "resend", "adjust", "fail"]


@dataclass(frozen=True, slots=True)
class Tally:
    """How the people a version was sent to answered it. `real_accepts` are those no fallback gave."""

    sent: int
    accepts: int = 0
    negotiates: int = 0
    rejects: int = 0
    withdraws: int = 0
    real_accepts: int | None = None

    @property
    def staying(self) -> int:
        """Who has not withdrawn."""
        return self.sent - self.withdraws

    @property
    def answers(self) -> int:
        """Answers of those who stay: the denominator of the rate."""
        return self.accepts + self.negotiates + self.rejects

    @property
    def silent(self) -> int:
        """Who stays and has not answered."""
        return self.staying - self.answers

    @property
    def rate(self) -> Fraction | None:
        """accepts ÷ answers, None without answers."""
        return Fraction(self.accepts, self.answers) if self.answers else None

    def reaches(self, threshold: Fraction) -> bool:
        """Is the rate at least `threshold`? Never without answers."""
        return self.answers > 0 and self.accepts >= threshold * self.answers

    @property
    def quorate(self) -> bool:
        """Did at least half of those who stay answer?"""
        return self.answers > 0 and 2 * self.answers >= self.staying


@dataclass(frozen=True, slots=True)
class RoundContext:
    """Where the negotiation stands when the verdict is taken."""

    round: int
    max_rounds: int
    resends: int
    max_resends: int
    high: Fraction
    low: Fraction
    grace_rounds: int = 0
    required_role_vacant: bool = False

    @property
    def last(self) -> bool:
        """No further round may follow."""
        return self.round >= self.max_rounds


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows, by which of the nine rules, and why when it failed."""

    kind: VerdictKind
    rule: int
    reason: FailReason | None = None
    detail: FailDetail | None = None


def judge(tally: Tally, stage: RoundContext) -> Verdict:
    """The verdict of one version, by the first rule that applies."""
    verdict = _judge(tally, stage)
    agreed = verdict.kind in ("finalize", "force_finalize")
    if agreed and tally.real_accepts == 0:
        return Verdict("fail", verdict.rule, "timeout", "model_unavailable")
    return verdict


def _judge(tally: Tally, stage: RoundContext) -> Verdict:
    if tally.staying == 0:
        return Verdict("fail", 1, "no_participants", "all_left")
    if 2 * (tally.rejects + tally.withdraws) > tally.sent:
        return Verdict("fail", 2, "low_acceptance", "majority_left")
    if tally.quorate and tally.reaches(stage.high):
        return Verdict("force_finalize" if stage.required_role_vacant else "finalize", 3)
    if _worth_asking_again(tally, stage):
        return Verdict("resend", 4)
    if tally.answers == 0:
        return Verdict("fail", 5, "timeout", "no_feedback")
    if tally.reaches(stage.high):
        return Verdict("force_finalize", 6)
    if not stage.last and (tally.reaches(stage.low) or _in_grace(tally, stage)):
        return Verdict("adjust", 7)
    if tally.reaches(stage.low):
        return Verdict("force_finalize", 8)
    return Verdict("fail", 9, "low_acceptance")


def _worth_asking_again(tally: Tally, stage: RoundContext) -> bool:
    open_ended = not tally.quorate or not tally.reaches(stage.low)
    return tally.silent > 0 and not stage.last and stage.resends < stage.max_resends and open_ended


def _in_grace(tally: Tally, stage: RoundContext) -> bool:
    willing = 2 * (tally.accepts + tally.negotiates) >= tally.answers
    return stage.round <= stage.grace_rounds and tally.negotiates > 0 and willing
