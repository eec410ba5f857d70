"""The bounds of the sealed half: each figure has one, and a missed one is told apart."""

from towow.evaluation.corpus_counts import CorpusCounts
from towow.evaluation.corpus_totals import corpus_totals
from towow.evaluation.targets import evaluate_sealed_targets

GOOD = CorpusCounts(
    demands=10,
    needs_labelled=20,
    needs_understood=20,
    needs_matched=18,
    counts_right=18,
    limits_labelled=20,
    limits_understood=20,
    limits_reproduced=19,
    holders_confirmed=100,
    holders_able=97,
    needs_in_place=10,
    needs_met=6,
)


def missed(**changes: int) -> list[str]:
    totals = corpus_totals(GOOD.model_copy(update=changes), 1.0)
    return [target.figure for target in evaluate_sealed_targets(totals) if not target.is_met]


def test_the_bounds_are_inclusive_and_each_is_checked() -> None:
    assert missed() == []
    assert missed(needs_matched=17, counts_right=17) == ["sealed.needs_recall", "sealed.needs_precision"]
    assert missed(limits_understood=21) == ["sealed.limits_precision"]
    assert missed(holders_able=96) == ["sealed.holders_able"]
    assert missed(needs_met=5) == ["sealed.needs_in_place_met"]
    for count in ("not_wanted_assigned", "needs_vanished", "nonsense_finalized"):
        assert missed(**{count: 1}) == [f"sealed.{count}"]


def test_a_share_of_nothing_is_missed() -> None:
    assert missed(holders_confirmed=0, holders_able=0) == ["sealed.holders_able"]
