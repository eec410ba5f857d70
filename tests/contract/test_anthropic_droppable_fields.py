"""What is left of an answer whose droppable field stays invalid after the repair turn?"""

from collections.abc import Sequence
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from shared.core.usage import Usage
from shared.llm.port import Answer, Prompt, UnusableAnswer
from tests.services.fake_messages_api import ScriptedReply
from tests.support.anthropic_harness import ONE, AnthropicHarness, anthropic_harness, prompt
from tests.unit.shared.llm.scripted_model import Facts


class Extra(BaseModel):
    """Something that an answer can do without."""

    model_config = ConfigDict(extra="forbid")

    count: int = Field(ge=1)


class Part(BaseModel):
    name: str
    extra: Extra | None = None
    extras: tuple[Extra, ...] = ()


class Parts(BaseModel):
    title: str
    parts: tuple[Part, ...] = ()
    extra: Extra | str | None = None


DROPPABLE = frozenset({"extra"})
WRONG: dict[str, object] = {"count": "many"}


async def ask(asked: AnthropicHarness, droppable: frozenset[str] = DROPPABLE) -> Answer[Parts]:
    return await asked.placed.answer(
        Prompt(
            key="parts",
            version="1",
            system="Name the parts.",
            user=prompt().user,
            facts=Facts(),
            output=Parts,
            max_tokens=50,
            droppable_fields=droppable,
        )
    )


def said(*parts: dict[str, Any], **more: object) -> ScriptedReply:
    return ScriptedReply(name="parts", tool={"title": "a", "parts": list(parts), **more})


def names(parts: Sequence[Part]) -> list[tuple[str, int | None]]:
    return [(part.name, part.extra and part.extra.count) for part in parts]


async def test_a_valid_field_stays_without_a_repair_turn() -> None:
    async with anthropic_harness(said({"name": "b", "extra": {"count": 2}})) as asked:
        answer = await ask(asked)
    assert (names(answer.output.parts), answer.usage) == ([("b", 2)], ONE)


async def test_an_invalid_field_is_first_shown_to_the_model_for_repair() -> None:
    wrong, right = said({"name": "b", "extra": WRONG}), said({"name": "b", "extra": {"count": 2}})
    async with anthropic_harness(wrong, right) as asked:
        answer = await ask(asked)
        correction = asked.api.asked[1].body["messages"][-1]["content"]
    assert (names(answer.output.parts), answer.usage) == ([("b", 2)], ONE + ONE)
    assert "parts.0.extra.count: Input should be a valid integer" in correction


@pytest.mark.parametrize(
    "wrong",
    [WRONG, {"count": 0}, {"count": 1, "more": 2}, {}, "five", [1], 7],
    ids=["type", "range", "unknown key", "missing key", "text", "list", "number"],
)
async def test_a_field_that_stays_invalid_is_left_out_alone_and_both_turns_are_paid(wrong: object) -> None:
    turn = said({"name": "b", "extra": wrong}, {"name": "c", "extra": {"count": 3}}, extra="kept")
    async with anthropic_harness(turn) as asked:
        answer = await ask(asked)
        assert len(asked.api.asked) == 2
    assert names(answer.output.parts) == [("b", None), ("c", 3)]
    assert answer.output.extra == "kept"
    assert answer.usage == ONE + ONE
    assert not answer.fallback


async def test_a_field_of_several_types_and_several_invalid_fields_are_left_out() -> None:
    turn = said({"name": "b", "extra": WRONG}, {"name": "c", "extra": WRONG}, extra=WRONG)
    async with anthropic_harness(turn) as asked:
        answer = await ask(asked)
    assert (names(answer.output.parts), answer.output.extra) == ([("b", None), ("c", None)], None)


@pytest.mark.parametrize(
    "turn",
    [
        said({"name": 7, "extra": {"count": 2}}),
        said({"name": 7, "extra": WRONG}),
        said({"name": "b", "extras": [WRONG]}),
        ScriptedReply(name="parts", raw='{"title": "a", "extra": {"count": "many"'),
        ScriptedReply(name="parts", raw='{"title": "a", "extra": {"count": "many"}}', stop="max_tokens"),
        ScriptedReply(name="parts", raw='{"extra": {"count": "many"}}'),
    ],
    ids=["another field", "another field as well", "a like name", "no JSON", "cut off", "a missing field"],
)
async def test_an_answer_that_is_invalid_elsewhere_is_unusable(turn: ScriptedReply) -> None:
    async with anthropic_harness(turn) as asked:
        with pytest.raises(UnusableAnswer, match="invalid after a repair turn") as error:
            await ask(asked)
    assert error.value.usage == Usage(calls=2, input_tokens=240, output_tokens=80, cost_usd=2 * ONE.cost_usd)


async def test_without_droppable_fields_an_invalid_answer_is_unusable() -> None:
    async with anthropic_harness(said({"name": "b", "extra": WRONG})) as asked:
        with pytest.raises(UnusableAnswer):
            await ask(asked, frozenset())


async def test_a_required_droppable_field_gives_way_with_the_droppable_field_around_it() -> None:
    turn = said({"name": "b", "extra": WRONG})
    async with anthropic_harness(turn) as asked:
        answer = await ask(asked, frozenset({"extra", "count"}))
    assert names(answer.output.parts) == [("b", None)]
