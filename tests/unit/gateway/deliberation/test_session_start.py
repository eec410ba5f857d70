"""A session's start: what a request may say, which ids it gets, and the language of its outputs."""

import re
import unicodedata

import hypothesis.strategies as st
import pytest
from hypothesis import given

from deliberation.contracts.session import SessionOwner
from deliberation.query_language import detect_language
from deliberation.session_start import SessionStart, build_session_start, validate_query
from shared.core.api_error import ApiError
from shared.core.language import Language

ALICE = SessionOwner(user_id="user_alice", conversation_id="c1")


def start(query: str = "plan my IELTS", owner: SessionOwner = ALICE, unique: str = "1") -> SessionStart:
    return build_session_start(
        query,
        owner,
        unique=unique,
        now=1_769_076_000_000,
        today="2026-01-22",
        timezone="Asia/Shanghai",
        model="simulated",
        max_rounds=5,
        round1_mode="parallel",
        message_language="en",
    )


def test_event_and_message_say_the_same() -> None:
    made = start("  帮我制定IELTS备考计划\n")
    context = made.message.context
    assert made.session_id == context.session_id == made.event.session_id
    assert re.fullmatch(r"s-[a-z2-7]{26}", made.session_id)
    assert context.query == made.event.user_query == "帮我制定IELTS备考计划"
    assert context.language == made.event.language == "zh"
    assert (made.event.user_id, made.event.conversation_id) == ("user_alice", "c1")


def test_an_id_depends_on_the_unique_text_alone() -> None:
    assert start("one").session_id == start("two").session_id
    assert start(unique="1").session_id != start(unique="2").session_id


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("", "must not be blank"),
        (" \n\t　", "must not be blank"),
        ("长" * 8001, "has 8001 characters, at most 8000 are allowed"),
        ("a\x00b", "must not contain NUL"),
        ("a\ud800b", "must be well-formed Unicode"),
    ],
    ids=["empty", "blank", "too long", "NUL", "surrogate"],
)
def test_a_bad_message_is_named(query: str, problem: str) -> None:
    with pytest.raises(ApiError) as refused:
        start(query)
    (only,) = refused.value.problems
    assert (only.field, only.problem) == ("message", problem)


def test_the_length_counts_characters_in_nfc() -> None:
    assert validate_query("e\u0301" * 8000) == "é" * 8000


@pytest.mark.parametrize("field", ["userId", "conversationId"])
@pytest.mark.parametrize("identifier", ["", " ", "a ", "a\nb", "x" * 129, "a\u200bb"])
def test_a_bad_id_is_named(field: str, identifier: str) -> None:
    ids = {"user_id": "a", "conversation_id": "c"}
    ids["user_id" if field == "userId" else "conversation_id"] = identifier
    with pytest.raises(ApiError) as refused:
        start(owner=SessionOwner.model_validate(ids))
    assert [problem.field for problem in refused.value.problems] == [field]


def test_the_error_is_in_the_language_of_the_message_unless_another_is_given() -> None:
    with pytest.raises(ApiError, match="最多 8000 个"):
        validate_query("长" * 8001)
    with pytest.raises(ApiError, match="at most 8000"):
        validate_query("长" * 8001, "en")


@given(st.text())
def test_a_valid_message_is_normalized_and_valid_again(query: str) -> None:
    try:
        text = validate_query(query)
    except ApiError:
        return
    assert text == unicodedata.normalize("NFC", text).strip() != ""
    assert validate_query(text) == text


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("帮我制定IELTS备考计划", "zh"),
        ("用 Docker Compose Kubernetes Helm 部署", "zh"),
        ("学 Python", "zh"),
        ("Make me a plan to learn 书法", "en"),
        ("Help me learn 普通话 fast", "en"),
        ("Plan a trip", "en"),
        ("", "en"),
    ],
)
def test_the_language_is_that_of_the_sentence_not_of_its_names(query: str, language: Language) -> None:
    assert detect_language(query) == language
