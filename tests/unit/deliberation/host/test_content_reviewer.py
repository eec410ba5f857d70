"""Content review by lists of words: what is allowed, redacted and blocked (DL-161)."""

import pytest

from deliberation.contracts.messages import ReviewContent
from deliberation.host.content_reviewer import SUBSTITUTE, WordListReviewer
from deliberation.settings import DeliberationSettings


def request(text: str) -> ReviewContent:
    return ReviewContent(session_id="s-a", agent="planner", round=1, text=text, key="planner/plan/1/1", answer_by=0)


async def verdict(text: str, blocked: str = "", redacted: str = "") -> tuple[str, tuple[tuple[str, str], ...]]:
    """The verdict on a text, and its replacements."""
    reviewer = WordListReviewer(DeliberationSettings(blocked_words=blocked, redacted_words=redacted))
    reviewed = await reviewer.review(request(text))
    assert (reviewed.session_id, reviewed.key) == ("s-a", "planner/plan/1/1")
    return reviewed.verdict, reviewed.replacements


async def test_without_lists_everything_is_allowed() -> None:
    assert await verdict("anything at all", blocked=" , ，", redacted=",") == ("allow", ())


@pytest.mark.parametrize("text", ["a BOMB", "Bombast", "写着违禁词的计划"])
async def test_a_blocked_word_blocks_whatever_its_case(text: str) -> None:
    assert await verdict(text, blocked="bomb，违禁词") == ("block", ())
    assert await verdict("a harmless plan", blocked="bomb，违禁词") == ("allow", ())


async def test_a_redacted_word_is_replaced_in_each_of_its_forms() -> None:
    found = await verdict("Call Alice, alice or ALICE; alice again", redacted="alice")
    assert found == ("redact", (("Alice", SUBSTITUTE), ("alice", SUBSTITUTE), ("ALICE", SUBSTITUTE)))
    assert await verdict("a+b (c)", redacted="a+b, (c)") == ("redact", (("a+b", SUBSTITUTE), ("(c)", SUBSTITUTE)))


async def test_a_block_comes_before_a_redaction() -> None:
    assert await verdict("alice has a bomb", blocked="bomb", redacted="alice") == ("block", ())
