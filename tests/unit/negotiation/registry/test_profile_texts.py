"""Texts of a profile, and their digests."""

import unicodedata

import pytest

from negotiation.registry.profile import Profile
from negotiation.registry.profile_texts import DIGEST_BYTES, ProfileTexts, profile_texts, text_digest


def test_each_capability_is_a_text_and_tags_and_summary_are_one() -> None:
    profile = Profile(
        agent_id="a",
        display_name="A",
        capabilities=("场地提供", "  stage\tlighting "),
        tags=("AI", "沙龙"),
        summary="A  hall.",
    )
    assert profile_texts(profile) == ProfileTexts(("场地提供", "stage lighting"), "AI, 沙龙\nA hall.")


def test_texts_without_letter_or_digit_are_empty_and_keep_their_place() -> None:
    texts = profile_texts(
        Profile(agent_id="a", display_name="A", capabilities=("🎉", "", "venue"), tags=(" ", "—"), summary="")
    )
    assert texts == ProfileTexts(("", "", "venue"), "")
    assert texts.non_empty() == ("venue",)


def test_name_place_and_price_are_in_no_text() -> None:
    profile = Profile(agent_id="a", display_name="Zoe", location="Paris", price=7, capabilities=("venue",))
    assert profile_texts(profile).non_empty() == ("venue",)


def test_a_digest_ignores_the_unicode_form_and_nothing_else() -> None:
    composed, decomposed = "Café", unicodedata.normalize("NFD", "Café")
    assert composed != decomposed
    assert text_digest(composed) == text_digest(decomposed)
    assert len({text_digest(text) for text in ("Café", "café", "Cafe", "Café ")}) == 4


@pytest.mark.parametrize("text", ["", "\ud800", "汉" * 100_000])
def test_any_text_has_a_digest_of_fixed_length(text: str) -> None:
    assert len(text_digest(text)) == DIGEST_BYTES
