"""Changes of a position, which code computes and no model claims (DL-23…28)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deliberation.contracts.position import Position, PositionChanges, PositionDraft
from deliberation.core.position_diff import diff_positions
from tests.support.turn_fixtures import position, position_fields

CLAIM = PositionChanges(conclusion_changed=True, reasons_added=("没有的",), confidence_delta=0.9)
TEXT = st.text(min_size=1, max_size=20).filter(str.strip)
DRAFTS = st.builds(
    PositionDraft,
    conclusion=TEXT,
    key_reasons=st.lists(TEXT, min_size=1, max_size=5).map(tuple),
    assumptions=st.lists(TEXT, max_size=5).map(tuple),
    confidence=st.floats(0, 1),
    changes_from_last_round=st.sampled_from((None, CLAIM)),
)


def test_the_first_live_turn_has_no_changes_whatever_the_model_claims() -> None:
    stated = diff_positions(None, PositionDraft.model_validate(position_fields(changes_from_last_round=CLAIM)))
    assert stated.changes_from_last_round is None
    assert "changes_from_last_round" not in stated.model_dump(mode="json")


def test_the_models_claim_is_overwritten() -> None:
    draft = PositionDraft.model_validate(
        position_fields(
            confidence=0.85,
            key_reasons=["先打基础再做题", "口语要有人陪练"],
            changes_from_last_round=CLAIM,
        )
    )
    assert diff_positions(position(), draft).changes_from_last_round == PositionChanges(
        conclusion_changed=False, reasons_added=("口语要有人陪练",), confidence_delta=0.05
    )


def test_case_width_spacing_and_final_punctuation_are_no_change() -> None:
    before = position(conclusion="Study  2 h a day.", key_reasons=("Ｆirst the basics", "Then tests!"))
    draft = PositionDraft.model_validate(
        position_fields(conclusion="study 2 h a day", key_reasons=["first the basics。", "then tests", "THEN tests."])
    )
    changes = diff_positions(before, draft).changes_from_last_round
    assert changes is not None
    assert (changes.conclusion_changed, changes.reasons_added) == (False, ())


@pytest.mark.parametrize("conclusion", ["Study 35 h a week", "Study 2.5 h a week", "Never study 3.5 h a week"])
def test_another_figure_or_word_is_a_change(conclusion: str) -> None:
    draft = PositionDraft.model_validate(position_fields(conclusion=conclusion))
    changes = diff_positions(position(conclusion="Study 3.5 h a week"), draft).changes_from_last_round
    assert changes is not None
    assert changes.conclusion_changed


def test_an_added_reason_is_listed_once() -> None:
    draft = PositionDraft.model_validate(position_fields(key_reasons=["新的理由", "新的理由。", "每周都有模考"]))
    changes = diff_positions(position(), draft).changes_from_last_round
    assert changes is not None
    assert changes.reasons_added == ("新的理由",)


def test_the_stance_of_a_devils_advocate_is_not_taken_over() -> None:
    draft = position(stance="opposition")
    assert diff_positions(None, draft).stance is None


@given(DRAFTS, DRAFTS)
def test_changes_are_those_between_the_two_positions(before: PositionDraft, draft: PositionDraft) -> None:
    previous = diff_positions(None, before)
    stated = diff_positions(previous, draft)
    changes = stated.changes_from_last_round
    assert changes is not None
    assert changes.confidence_delta == round(draft.confidence - before.confidence, 6)
    assert set(changes.reasons_added) <= set(draft.key_reasons) - set(before.key_reasons)
    assert changes.conclusion_changed <= (before.conclusion != draft.conclusion)
    kept = {"conclusion", "key_reasons", "assumptions", "confidence"}
    assert stated.model_dump(include=kept) == draft.model_dump(include=kept)


@given(DRAFTS)
def test_the_same_position_again_has_no_changes(draft: PositionDraft) -> None:
    stated: Position = diff_positions(diff_positions(None, draft), draft)
    assert stated.changes_from_last_round == PositionChanges(conclusion_changed=False)
