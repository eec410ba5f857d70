"""Is a demand understood alike whichever model answers, and does one that knows only the first release's fields do?"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from shared.core.language import Language
from tests.e2e.test_claude import claude
from tests.services.canned_replies import agreeable_reply
from tests.services.fake_messages_api import RecordedRequest, Script, ScriptedReply, in_the_background
from tests.support.cli_runner import CommandRunner, types

TEXTS: dict[Language, str] = {
    "en": "Two violinists and somebody to bake a cake in Bristol for 40 people, £600, not on a Sunday, no DJ. Brrzt.",
    "zh": "在成都找一位会修古琴的师傅，再要三个志愿者，预算2000元，周三不行，不要直播",
}
OTHER_FIELDS = ("usage", "spent", "demand_id", "channel_id", "fallback")
"""Fields of the event that are no part of the understanding."""

SEEDS_FIELDS = ("surface_demand", "deep_understanding", "capability_tags", "context", "confidence")


def understood(towow: CommandRunner, text: str, **settings: str) -> dict[str, Any]:
    told = towow.run("demo", text, "--once", "--json", **settings)
    assert told.code == 0, told.err
    assert "demand.closed" in types(told.rows)
    first = next(row for row in told.rows if row["event_type"] == "towow.demand.understood")  # a relaxation may follow
    return {name: value for name, value in first["payload"].items() if name not in OTHER_FIELDS}


def answer_with(read: Mapping[str, Any]) -> Script:
    """Return a script that answers prompt 1 with an understanding."""

    def answer(asked: RecordedRequest) -> ScriptedReply:
        turn = agreeable_reply(asked)
        is_reading = asked.method != "GET" and asked.body["tools"][0]["name"] == "demand_understanding"
        return replace(turn, tool=read) if is_reading else turn

    return answer


@pytest.mark.parametrize("language", TEXTS)
def test_the_same_answer_is_the_same_understanding_whichever_model_gives_it(
    towow: CommandRunner, language: Language
) -> None:
    simulated = understood(towow, TEXTS[language])
    with in_the_background(answer_with(simulated)) as api:
        claudes = understood(towow, TEXTS[language], **claude(api))
    assert len(claudes["needs"]) == 2
    assert claudes["not_wanted"]
    assert claudes == simulated


@pytest.mark.parametrize("language", TEXTS)
def test_a_model_that_gives_only_the_first_releases_fields_is_completed(
    towow: CommandRunner, language: Language
) -> None:
    simulated = understood(towow, TEXTS[language])
    with in_the_background(answer_with({name: simulated[name] for name in SEEDS_FIELDS})) as api:
        given = understood(towow, TEXTS[language], **claude(api))
    assert [need["need"] for need in given["needs"]] == simulated["capability_tags"]
    for limit in ("place", "budget", "people", "not_on"):
        assert given["limits"].get(limit) == simulated["limits"].get(limit), limit
    assert "not_on" in given["limits"]
