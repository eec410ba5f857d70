"""What follows from how a plan was answered? The nine rules of DESIGN § 7, over every count up to ten people."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from pydantic import ValidationError

from channel_admin.core.acceptance import RoundContext, Tally, Verdict, compute_verdict
from channel_admin.settings import NegotiationRules
from negotiation.contracts.demand import Limits

HIGH, LOW = NegotiationRules().high_threshold, NegotiationRules().low_threshold
GRACE = NegotiationRules().low_accept_grace_rounds
MAX_PEOPLE = 10


def splits(people: int) -> Iterator[Tally]:
    """Every way in which `people` can accept, negotiate, reject, withdraw or be silent."""
    for accepts in range(people + 1):
        for negotiates in range(people - accepts + 1):
            for rejects in range(people - accepts - negotiates + 1):
                for withdraws in range(people - accepts - negotiates - rejects + 1):
                    yield Tally(people, accepts, negotiates, rejects, withdraws)


TALLIES = tuple(tally for people in range(1, MAX_PEOPLE + 1) for tally in splits(people))


def stages(rounds: range = range(1, 6)) -> Iterator[RoundContext]:
    """Every moment at which a verdict can be taken, with every number of grace rounds that makes a difference."""
    for round_, resends, grace, vacant in product(rounds, range(3), range(6), (False, True)):
        yield RoundContext(round_, 5, resends, 2, HIGH, LOW, grace, vacant)


STAGES = tuple(stages())


def by_the_text(tally: Tally, stage: RoundContext) -> tuple[str, int]:
    """DESIGN § 7, "The verdict", sentence by sentence, in fractions. Shares nothing with the code under test."""
    accept, negotiate, reject, withdraw = tally.accepts, tally.negotiates, tally.rejects, tally.withdraws
    left = tally.sent - withdraw
    answers = accept + negotiate + reject
    rate = Fraction(accept, answers) if answers else None
    someone_silent = answers < left
    at_least_half_answered = Fraction(answers) >= Fraction(left, 2)
    # 1. nobody left → FAILED(no_participants, all_left).
    if left == 0:
        return "fail no_participants all_left", 1
    # 2. reject + withdraw > half of `sent_to` → FAILED(low_acceptance, majority_left).
    if Fraction(reject + withdraw) > Fraction(tally.sent, 2):
        return "fail low_acceptance majority_left", 2
    # 3. answers ≥ half of left and rate ≥ 0.8 → FINALIZED; FORCE_FINALIZED when a required assignment has no holder.
    if at_least_half_answered and rate is not None and rate >= Fraction(4, 5):
        return ("force_finalize" if stage.required_role_vacant else "finalize"), 3
    # 4. someone silent, round < 5, fewer than 2 re-sends of this version, and (answers < half of left or rate < 0.5).
    too_few = not at_least_half_answered or rate is None or rate < Fraction(1, 2)
    if someone_silent and stage.round < 5 and stage.resends < 2 and too_few:
        return "resend", 4
    # 5. no answer → FAILED(timeout, no_feedback).
    if rate is None:
        return "fail timeout no_feedback", 5
    # 6. rate ≥ 0.8 (without the half) → FORCE_FINALIZED.
    if rate >= Fraction(4, 5):
        return "force_finalize", 6
    # 7. round < 5 and (rate ≥ 0.5, or round ≤ grace and someone negotiates and accepts + negotiates ≥ half of answers).
    patient = (
        stage.round <= stage.grace_rounds and negotiate > 0 and Fraction(accept + negotiate, answers) >= Fraction(1, 2)
    )
    if stage.round < 5 and (rate >= Fraction(1, 2) or patient):
        return "adjust", 7
    # 8. rate ≥ 0.5 → FORCE_FINALIZED. 9. otherwise FAILED(low_acceptance).
    return ("force_finalize", 8) if rate >= Fraction(1, 2) else ("fail low_acceptance", 9)


def said(verdict: Verdict) -> tuple[str, int]:
    words = (verdict.kind, verdict.reason or "", verdict.detail or "")
    return " ".join(word for word in words if word), verdict.rule


def test_every_tally_has_the_verdict_of_the_written_rules() -> None:
    met: set[int] = set()
    for tally, stage in product(TALLIES, STAGES):
        expected = by_the_text(tally, stage)
        assert said(compute_verdict(tally, stage)) == expected, (tally, stage)
        met.add(expected[1])
    assert met == set(range(1, 10)), "an enumeration that never meets a rule proves nothing about it"


# How good is a verdict? FAILED < open < FORCE_FINALIZED < FINALIZED. "Open" (another round) stands below an agreement,
# even a forced one, because it can still fail: of an open negotiation nothing is certain. A re-send is open only as
# far as the silent can still bring it: if whatever they say ends in FAILED, it has failed already and merely waits
# for the silent to say so. (Without that, "1 accept, 3 negotiate, 1 silent" would be better than "2 accept,
# 3 negotiate": the silent one's accept would seem to end a negotiation that no accept could have saved.)
FAILED, OPEN, FORCED, FINALIZED = range(4)
WORTH = {"fail": FAILED, "adjust": OPEN, "force_finalize": FORCED, "finalize": FINALIZED}


def worth(tally: Tally, stage: RoundContext) -> int:
    verdict = compute_verdict(tally, stage)
    return WORTH[verdict.kind] if verdict.kind != "resend" else worth_of_resend(tally, stage)


@cache
def worth_of_resend(tally: Tally, stage: RoundContext) -> int:
    following = replace(stage, round=stage.round + 1, resends=stage.resends + 1)
    best = FAILED
    for answered in answers_of_the_silent(tally):
        best = max(best, worth(answered, following))
        if best >= OPEN:
            return OPEN
    return best


def answers_of_the_silent(tally: Tally) -> Iterator[Tally]:
    for more in splits(tally.silent):
        yield Tally(
            tally.sent,
            tally.accepts + more.accepts,
            tally.negotiates + more.negotiates,
            tally.rejects + more.rejects,
            tally.withdraws + more.withdraws,
        )


def with_one_more_accept(tally: Tally) -> Iterator[Tally]:
    """Somebody who negotiated, rejected, withdrew or was silent accepts instead."""
    for field in ("negotiates", "rejects", "withdraws"):
        if getattr(tally, field):
            yield replace(tally, accepts=tally.accepts + 1, **{field: getattr(tally, field) - 1})
    if tally.silent:
        yield replace(tally, accepts=tally.accepts + 1)


@pytest.mark.parametrize("sent", range(1, MAX_PEOPLE + 1))
def test_an_accept_never_worsens_an_outcome(sent: int) -> None:
    """A vacant role only turns rule 3's agreement into a forced one: tried among up to five people."""
    for tally in (tally for tally in TALLIES if tally.sent == sent):
        for stage in (stage for stage in STAGES if sent <= 5 or not stage.required_role_vacant):
            before = worth(tally, stage)
            if before == FAILED:
                continue  # nothing is worse
            for better in with_one_more_accept(tally):
                assert worth(better, stage) >= before, (tally, better, stage)


def test_the_verdict_order_distinguishes_rule_7_from_rule_9() -> None:
    """The order can tell things apart: had rule 9 come before rule 7, an accept would have been seen to worsen."""
    stage = RoundContext(1, 5, 0, 2, HIGH, LOW, 0)
    assert worth(Tally(5, 1, 3), stage) == FAILED  # a re-send that nobody can save
    assert worth(Tally(5, 1, 3), replace(stage, grace_rounds=GRACE)) == OPEN  # the next rounds can
    assert worth(Tally(5, 1, 1), stage) == OPEN  # a re-send that two accepts would turn into a plan
    assert worth(Tally(5, 3, 2), stage) == OPEN
    assert worth(Tally(5, 4, 1), stage) == FINALIZED
    assert worth(Tally(5, 4, 1), replace(stage, required_role_vacant=True)) == FORCED


LAST = RoundContext(5, 5, 0, 2, HIGH, LOW, GRACE)


@pytest.mark.parametrize(
    ("threshold", "answers", "needed"),
    [
        ("0.8", 5, 4),
        ("0.8", 10, 8),
        ("0.8", 9, 8),
        ("0.7", 10, 7),
        ("0.7", 3, 3),
        ("0.6667", 3, 3),  # two thirds are less than 0.6667
        ("0.6666", 3, 2),
        ("0.1", 10, 1),
        ("1", 10, 10),
    ],
)
def test_an_acceptance_threshold_is_met_exactly(threshold: str, answers: int, needed: int) -> None:
    high = NegotiationRules.model_validate(
        {"accept_threshold_high": threshold, "accept_threshold_low": 0}
    ).high_threshold
    stage = replace(LAST, high_threshold=high, low_threshold=Fraction(0))
    assert compute_verdict(Tally(answers, needed, answers - needed), stage).kind == "finalize"
    if needed > 1:
        assert compute_verdict(Tally(answers, needed - 1, answers - needed + 1), stage).kind == "force_finalize"


@pytest.mark.parametrize("written", ["0.8", "0.80", 0.8])
def test_a_threshold_is_the_decimal_that_was_written(written: object) -> None:
    assert NegotiationRules.model_validate({"accept_threshold_high": written}).high_threshold == Fraction(4, 5)


@pytest.mark.parametrize("accepts", range(1, 6))
def test_an_agreement_needs_one_accept_that_is_no_fallback(accepts: int) -> None:
    """TWC-27: fallback accepts count in the rate, but nobody is bound by them alone."""
    nobody = Tally(5, accepts, 5 - accepts, real_accepts=0)
    somebody = replace(nobody, real_accepts=1)
    verdict = compute_verdict(somebody, LAST)
    agreed = verdict.kind in ("finalize", "force_finalize")
    assert agreed == (accepts >= 3)
    if agreed:
        assert said(compute_verdict(nobody, LAST)) == ("fail timeout model_unavailable", verdict.rule)
    else:
        assert compute_verdict(nobody, LAST) == verdict


@pytest.mark.parametrize(
    ("tally", "kinds"),
    [
        (Tally(1, 0, 1), ["adjust"] * 4 + ["fail"]),
        (Tally(3, 1, 2), ["adjust"] * 4 + ["fail"]),
        (Tally(2, 0, 1, 1), ["adjust"] * 4 + ["fail"]),
        (Tally(2, 0, 0, 1), ["resend"] * 4 + ["fail"]),
        (Tally(4, 1, 0, 2), ["resend"] * 4 + ["fail"]),
        (Tally(3, 1, 0, 2), ["fail"] * 5),
        (Tally(1, 0, 0, 1), ["fail"] * 5),
    ],
)
def test_by_default_rounds_1_to_4_go_on_if_someone_negotiates_and_half_would_talk(
    tally: Tally, kinds: list[str]
) -> None:
    """TW-341, TWC-09: 0 accepts of 1, 1 of 3; who only rejects, or more than half rejecting, ends it as ever."""
    stages = [RoundContext(n, 5, 0, 2, HIGH, LOW, GRACE) for n in range(1, 6)]
    assert [compute_verdict(tally, stage).kind for stage in stages] == kinds


@pytest.mark.parametrize("grace", range(1, 6))
def test_a_plan_below_the_lower_threshold_is_adjusted_in_the_grace_rounds_and_no_other(grace: int) -> None:
    """TWC-09: the setting counts rounds; it never prolongs the last one."""
    for round_ in range(1, 6):
        verdict = compute_verdict(Tally(3, 1, 2), RoundContext(round_, 5, 0, 2, HIGH, LOW, grace))
        assert said(verdict) == (("adjust", 7) if round_ <= min(grace, 4) else ("fail low_acceptance", 9))


def test_the_last_round_is_the_limit_of_this_demand() -> None:
    tally = Tally(4, 3, 1)
    assert compute_verdict(tally, RoundContext(2, 3, 0, 2, HIGH, LOW, GRACE)).kind == "adjust"
    assert compute_verdict(tally, RoundContext(3, 3, 0, 2, HIGH, LOW, GRACE)).kind == "force_finalize"
    assert Limits().max_rounds == 5


def test_thresholds_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ValidationError, match="must not be above accept_threshold_high"):
        NegotiationRules(accept_threshold_high=Decimal("0.4"))
