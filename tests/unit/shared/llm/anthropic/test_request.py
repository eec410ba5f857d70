"""Is what a question may cost an upper bound, is its schema lean, and are a model's problems told in few words?"""

import json

import pytest
from pydantic import BaseModel, ConfigDict

from shared.llm.anthropic.api_models import TokenCounts
from shared.llm.anthropic.capabilities import CAPABILITIES, DEFAULT_CAPABILITIES, get_capabilities
from shared.llm.anthropic.errors import parse_retry_after
from shared.llm.anthropic.reply_parser import RepairableOutput, parse_answer
from shared.llm.anthropic.request import build_request, estimate_max_tokens
from shared.llm.anthropic.stream import ModelReply
from shared.llm.port import Prompt
from shared.llm.prices import PRICES
from shared.llm.settings import ModelSettings
from tests.support.case_tables import load_cases
from tests.unit.shared.llm.scripted_model import Facts
from towow.docs.prompt_samples import samples


class Book(BaseModel):
    model_config = ConfigDict(extra="forbid")

    title: str
    pages: int
    words: list[int] = []


def prompt(user: str = "?") -> Prompt[Book]:
    return Prompt(key="book", version="1", system="s", user=user, facts=Facts(), output=Book, max_tokens=100)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_token_estimate_of_every_prompt_is_an_upper_bound(language: str) -> None:
    """Byte for byte no text of ours has more tokens than a third of its bytes in Chinese, a half in English."""
    for one in samples("zh" if language == "zh" else "en"):
        bound = estimate_max_tokens(one, DEFAULT_CAPABILITIES)
        size = len((one.system + one.user).encode())
        assert bound > one.max_tokens + size // 3
        assert bound < one.max_tokens + size + 5_000


def test_the_token_estimate_depends_on_the_script_of_the_text() -> None:
    least = estimate_max_tokens(prompt(""), DEFAULT_CAPABILITIES)
    assert estimate_max_tokens(prompt("a" * 1000), DEFAULT_CAPABILITIES) - least == 500
    assert estimate_max_tokens(prompt("字" * 1000), DEFAULT_CAPABILITIES) - least == 2000
    assert estimate_max_tokens(prompt("🦜" * 1000), DEFAULT_CAPABILITIES) - least == 4000


def test_the_schema_has_its_properties_and_no_titles() -> None:
    (tool,) = build_request(prompt(), DEFAULT_CAPABILITIES).tools
    schema = json.loads(json.dumps(tool["input_schema"]))
    assert json.dumps(schema).count('"title"') == 2  # the property, and that it is required
    assert list(schema["properties"]) == ["title", "pages", "words"]


def test_a_dated_model_name_has_the_price_of_its_model() -> None:
    assert get_capabilities("claude-sonnet-5-5-20260928") == CAPABILITIES["claude-sonnet-5-5"]
    assert get_capabilities("somebody-elses") == DEFAULT_CAPABILITIES
    assert ModelSettings().get_price("claude-haiku-4-5-20251001") == PRICES["claude-haiku-4-5"]
    assert ModelSettings().get_price("somebody-elses") is None


def test_the_default_model_has_a_price_and_takes_what_is_pinned() -> None:
    settings = ModelSettings()
    assert settings.get_price(settings.llm_model) is not None
    assert get_capabilities(settings.llm_model) == DEFAULT_CAPABILITIES


def test_given_prices_stand_beside_and_above_the_known_ones() -> None:
    free = {"input": 0, "output": 0, "cache_write": 0, "cache_read": 0}
    given = json.dumps({"mine": free, "claude-haiku-4-5": free})
    settings = ModelSettings.model_validate({"llm_prices": given})
    assert settings.get_price("mine") == settings.get_price("claude-haiku-4-5")
    assert settings.get_price("claude-sonnet-4-6") == PRICES["claude-sonnet-4-6"]


@pytest.mark.parametrize("bad", ["cheap", "[]", "7", '{"mine": 3}', '{"mine": {"input": -1}}'])
def test_malformed_prices_are_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="llm_prices"):
        ModelSettings.model_validate({"llm_prices": bad})


def test_a_hundred_validation_errors_are_summarised_without_the_input() -> None:
    wrong = json.dumps({"title": 1, "secret" * 1000: 1, "words": ["canary"] * 100})
    with pytest.raises(RepairableOutput) as told:
        parse_answer(prompt(), ModelReply((), (("book", wrong),), "tool_use", TokenCounts()))
    rows = str(told.value).splitlines()
    assert len(rows) == 6
    assert rows[-1].startswith("… and 9")
    assert all(len(row) <= 200 for row in rows)
    assert "canary" not in str(told.value)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    load_cases(__file__, "retry_after_headers_are_parsed"),
    ids=str,
)
def test_retry_after_headers_are_parsed(headers: dict[str, str], seconds: float | None) -> None:
    assert parse_retry_after(headers) == seconds
