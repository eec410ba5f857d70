"""What can be a demand? Text and user are checked, ids are made, and every refusal says what is wrong (TW-101…105)."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from negotiation.contracts.demand import Limits
from negotiation.submission import MAX_CHARACTERS, Submission, detect_language, validate_text
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.core.envelope import MAX_ENVELOPE_BYTES
from shared.core.language import Language
from shared.core.user_id import validate_user_id
from tests.support.sample_submission import sample_submission


def submitted(text: str = "I need a venue", user: str = "user_alice", unique: str = "1") -> Submission:
    return sample_submission(1_769_076_000_000, text, user, unique=unique, limits=Limits())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "must not be empty"),
        ("  \t\n\u3000\u00a0", "must not be empty"),
        ("a\x00b", "must not contain NUL"),
        ("\x00", "must not contain NUL"),
        ("a\ud800b", "well-formed Unicode"),
        ("x" * (MAX_CHARACTERS + 1), "at most 8000"),
        ("我" * (MAX_CHARACTERS + 1), "最多 8000"),
    ],
)
def test_an_empty_or_overlong_demand_text_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ApiError, match=problem) as refused:
        submitted(text)
    assert refused.value.code is PlatformErrorCode.E001


def test_the_length_counts_code_points_after_nfc() -> None:
    longest = "e\u0301" * MAX_CHARACTERS  # two code points each, one after NFC
    assert len(validate_text(longest)) == MAX_CHARACTERS
    with pytest.raises(ApiError):
        validate_text(longest + "x")


def test_the_longest_demand_fits_into_a_message() -> None:
    accepted = submitted("😀" * MAX_CHARACTERS)
    assert len(accepted.message.model_dump_json().encode()) < MAX_ENVELOPE_BYTES // 4


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=50))
def test_a_text_is_accepted_or_refused_with_e001(text: str) -> None:
    can_be_none = "\x00" in text or not text.strip()
    if can_be_none:
        with pytest.raises(ApiError) as refused:
            validate_text(text)
        assert refused.value.code is PlatformErrorCode.E001
    else:
        assert validate_text(text) == unicodedata.normalize("NFC", text).strip()


@pytest.mark.parametrize("user", ["", " ", "user_alice ", "a\nb", "a\x00", "x" * 129])
def test_a_malformed_user_id_is_refused(user: str) -> None:
    with pytest.raises(ApiError, match="user_id") as refused:
        submitted(user=user)
    assert refused.value.code is PlatformErrorCode.E001


def test_a_user_id_may_be_a_name() -> None:
    assert validate_user_id("王小明") == "王小明"


@pytest.mark.parametrize(
    ("text", "language"), [("I need a venue", "en"), ("我想办聚会", "zh"), ("AI meetup 北京", "zh")]
)
def test_the_language_is_detected_from_the_text(text: str, language: str) -> None:
    assert detect_language(text) == language
    assert submitted(text).message.setting.language == language
    assert submitted(text).event.language == language


def test_the_demand_ids_are_derived_from_its_identifying_fields() -> None:
    """TW-036: the channel has the demand's suffix."""
    one = submitted()
    assert re.fullmatch(r"d-[a-z2-7]{13}", one.demand_id)
    assert one.channel_id == "collab-" + one.demand_id.removeprefix("d-")
    assert submitted().demand_id == one.demand_id
    assert submitted(unique="2").demand_id != one.demand_id
    assert (one.event.demand_id, one.event.channel_id) == (one.demand_id, one.channel_id)


def test_the_event_of_a_submission_equals_its_message() -> None:
    one = submitted("  I need a venue ")
    assert one.event.raw_input == one.message.raw_input == "I need a venue"
    assert one.event.user_id == one.message.setting.user_id == "user_alice"
    assert (one.event.today, one.event.timezone) == ("2026-01-22", "Asia/Shanghai")
    assert one.event.limits == one.message.limits
    assert one.message.submitted_at == 1_769_076_000_000


@pytest.mark.parametrize(("tell", "said"), [("zh", "raw_input 不能为空"), ("en", "raw_input must not be empty")])
def test_validation_errors_are_in_the_requested_language(tell: Language, said: str) -> None:
    with pytest.raises(ApiError) as refused:
        validate_text("  ", tell)
    assert (refused.value.details, refused.value.language) == (said, tell)
