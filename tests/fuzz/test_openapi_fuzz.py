"""Does the gateway answer as its OpenAPI document says, whatever it is asked? Thousands of made-up requests.

All checks of schemathesis are on: no 5xx, documented status, type, headers and body, valid requests accepted, invalid
ones refused, other methods 405 with a true `Allow`. Where one cannot hold, EXCEPT says why. Streams are left out.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import events, from_schema
from schemathesis.engine.recorder import ScenarioRecorder
from schemathesis.schemas import BaseSchema

from tests.fuzz.conftest import GatewayUnderTest

LONGEST = 90.0
WAIT_S, MOST_WAIT_S = 1, 30
"""How long a request asks the gateway to wait, where it may ask for more: thousands would wait half a minute each."""


@dataclass(frozen=True)
class Fuzzing:
    """How much is asked. `examples`: at most, of an operation; `coverage`: whether with the edges of every schema."""

    examples: int
    coverage: bool
    least: int
    most: float
    statuses: frozenset[str]


SHORT = Fuzzing(10, False, 250, 700, frozenset(("200", "201", "204", "400", "401", "404")))
FULL = Fuzzing(20, True, 2000, inf, SHORT.statuses | {"405", "409", "415"})

ACCEPTED = ["2xx", "401", "403", "404", "409"]
EXCEPT: list[dict[str, Any]] = [
    # A key that was used with another body is refused, however valid both are.
    {
        "include-operation-id": "submitDemand",
        "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "422"]}},
    },
    # A cursor is what an answer gave: no schema tells those from others of the same form.
    {
        "include-operation-id": "listDemands",
        "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "400"]}},
    },
    {
        "include-operation-id": "listSessions",
        "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "400"]}},
    },
    # The board, the history and the name of the game belong together, and the entry takes what the seed's server sends.
    {
        "include-operation-id": "requestDecision",
        "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "400"]}},
    },
    # The game's name is one of six keys or its Chinese name, and an opponent is named only where nobody plays.
    {
        "include-operation-id": "startGame",
        "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "400", "422"]}},
    },
    {
        "include-operation-id": "listGames",
        "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "400"]}},
    },
    # A point must be on the board and empty.
    {
        "include-operation-id": "playMove",
        "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "400"]}},
    },
    # Which of the two forms it must have depends on the question; and texts are counted in bytes, which no schema does.
    {
        "include-operation-id": "answerQuestion",
        "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "400"]}},
    },
    # `go` stands alone, one need is left, ids differ, min is at most max; of an answer, either an option or words.
    {
        "include-operation-id": "reviseUnderstanding",
        "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "400", "422"]}},
    },
    {
        "include-operation-id": "answerDemandQuestion",
        "checks": {"positive_data_acceptance": {"expected-statuses": [*ACCEPTED, "400"]}},
    },
    # Any text is lines; the wrong ones are told in the answer. And its path is also that of an agent called `import`,
    # whose methods are told, too.
    {
        "include-operation-id": "importAgents",
        "checks": {"negative_data_rejection": {"enabled": False}, "allow_header_conformance": {"enabled": False}},
    },
    {"include-operation-id": "previewImport", "checks": {"negative_data_rejection": {"enabled": False}}},
    # Their paths are also those of letters called `resend` and `delete`, which could be deleted.
    {
        "include-operation-id": ["resendDeadLetters", "deleteDeadLetters"],
        "checks": {"allow_header_conformance": {"enabled": False}},
    },
]


@schemathesis.serializer("application/x-ndjson")
def lines(_: Any, value: Any) -> bytes:
    """JSON Lines are bytes that the server splits."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


def load_document(gateway_under_test: GatewayUnderTest, fuzzing: Fuzzing) -> BaseSchema:
    """As it is served, with as many examples as `fuzzing` says. Half of the names in paths are of things there."""
    config = SchemathesisConfig.from_dict(  # pyright: ignore[reportUnknownMemberType]
        {
            "seed": 1,
            "request-timeout": 45,
            "continue-on-failure": True,
            "generation": {"max-examples": fuzzing.examples, "deterministic": True},
            "operations": EXCEPT,
            "phases": {"coverage": {"enabled": fuzzing.coverage}},
        }
    )
    schema = schemathesis.openapi.from_url(f"{gateway_under_test.url}/openapi.json", config=config)

    @schema.hook  # pyright: ignore[reportUnknownMemberType]
    def map_path_parameters(_: object, path_parameters: dict[str, object] | None) -> dict[str, object] | None:  # pyright: ignore[reportUnusedFunction] - the hook's name is its registration
        for name, value in (path_parameters or {}).items():
            known, length = gateway_under_test.names.get(name), len(str(value))
            if path_parameters and known and length % 2:
                path_parameters[name] = known[length % len(known)]
        return path_parameters

    @schema.hook  # pyright: ignore[reportUnknownMemberType]
    def map_query(_: object, query: dict[str, object] | None) -> dict[str, object] | None:  # pyright: ignore[reportUnusedFunction] - the hook's name is its registration
        match query:
            case {"wait_s": int(asked) | float(asked)} if not isinstance(asked, bool) and WAIT_S < asked <= MOST_WAIT_S:
                query["wait_s"] = WAIT_S
            case _:
                pass
        return query

    without_streams = schema.exclude(path_regex="/stream$")  # pyright: ignore[reportUnknownMemberType]
    return without_streams.exclude(operation_id="startSession")  # pyright: ignore[reportUnknownMemberType] - streams too


@pytest.mark.timeout(150)
@pytest.mark.parametrize("fuzzing", [SHORT, pytest.param(FULL, marks=pytest.mark.long)], ids=["short", "full"])
def test_every_response_conforms_to_the_openapi_document(
    gateway_under_test: GatewayUnderTest, fuzzing: Fuzzing, record_property: Callable[[str, object], None]
) -> None:
    document = load_document(gateway_under_test, fuzzing)
    began, seen, wrong = time.monotonic(), Counter[str](), list[str]()
    for event in from_schema(document).execute():
        match event:
            case events.ScenarioFinished(recorder=recorder):
                seen.update(_statuses(recorder))
                wrong += _failures(recorder)
            case events.NonFatalError(value=error) | events.FatalError(exception=error):
                wrong.append(f"could not be asked: {error}")
            case _:
                pass
    took = time.monotonic() - began
    record_property("measured", f"fuzz: {sum(seen.values())} requests in {took:.0f} s")
    assert not wrong, "\n\n".join(wrong)
    assert not [status for status in seen if status >= "500"], seen
    assert fuzzing.least <= sum(seen.values()) <= fuzzing.most, seen
    assert fuzzing.statuses <= set(seen), seen
    assert gateway_under_test.logged("request_failed") == []
    assert took < LONGEST


def _statuses(recorder: ScenarioRecorder) -> list[str]:
    asked = recorder.interactions.values()
    return [str(one.response.status_code) if one.response is not None else "none" for one in asked]


def _failures(recorder: ScenarioRecorder) -> list[str]:
    told: list[str] = []
    for case, checks in recorder.checks.items():
        for check in checks:
            if check.failure_info is not None:
                asked = recorder.interactions[case]
                what = f"{asked.request.method} {asked.request.uri} {asked.request.body!r:.300}"
                answer = asked.response.content[:300] if asked.response is not None else None
                told.append(f"{check.name}: {check.failure_info.failure.message}\n{what}\n{answer!r}")
    return told
