"""What does the doctor say of an endpoint, for each thing that one can answer? Over real HTTP, and for nothing."""

from collections.abc import Generator
from contextlib import contextmanager

import pytest
from pydantic import SecretStr

from gateway.inspection.check_result import CheckResult
from shared.llm.settings import ModelSettings
from tests.services.fake_messages_api import FakeMessagesApi, ScriptedReply, in_the_background
from tests.support.anthropic_harness import KEY
from towow.doctor.model_checks import model_checks


@contextmanager
def found(
    turn: ScriptedReply, model: str = "claude-sonnet-4-6"
) -> Generator[tuple[FakeMessagesApi, dict[str, CheckResult]]]:
    with in_the_background(lambda _: turn) as api:
        settings = ModelSettings(
            llm="anthropic",
            anthropic_api_key=SecretStr(KEY),
            anthropic_base_url=api.url,
            llm_timeout=0.5,
            llm_model=model,
        )
        checks = {trial.name: trial.run() for trial in model_checks(settings)}
        assert KEY not in repr(checks)
        yield api, checks


def test_the_check_of_an_available_model_calls_only_the_models_endpoint() -> None:
    with found(ScriptedReply()) as (api, checks):
        assert {name: check.ok for name, check in checks.items()} == {"endpoint": True, "price": True}
        assert checks["endpoint"].detail == "claude-sonnet-4-6 active"
        assert [(asked.method, asked.path) for asked in api.asked] == [("GET", "/v1/models/claude-sonnet-4-6")]


@pytest.mark.parametrize(
    ("turn", "hint"),
    [
        (ScriptedReply(status=401, said=KEY), "ANTHROPIC_API_KEY"),
        (ScriptedReply(status=403), "may not do this"),
        (ScriptedReply(status=404), "LLM_MODEL"),
        (ScriptedReply(status=413), "TOWOW_SEARCH_LIMIT"),
        (ScriptedReply(status=429), "ANTHROPIC_BASE_URL"),
        (ScriptedReply(status=529), "ANTHROPIC_BASE_URL"),
        (ScriptedReply(silent_after=0), "ANTHROPIC_BASE_URL"),
        (ScriptedReply(cut_after=0), "ANTHROPIC_BASE_URL"),
    ],
    ids=["401", "403", "404", "413", "429", "529", "silent", "cut"],
)
def test_each_endpoint_failure_has_a_hint(turn: ScriptedReply, hint: str) -> None:
    with found(turn) as (api, checks):
        assert not checks["endpoint"].ok
        assert hint in checks["endpoint"].hint
        assert checks["price"].ok
        assert len(api.asked) == 1


def test_a_model_without_a_known_price_fails_the_price_check() -> None:
    with found(ScriptedReply(), "somebody-elses") as (_, checks):
        assert checks["endpoint"].ok
        assert not checks["price"].ok
        assert "TOWOW_LLM_PRICES" in checks["price"].hint
