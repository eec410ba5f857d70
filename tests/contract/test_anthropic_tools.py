"""A prompt with tools and a conversation at an endpoint: the body of its request, and what becomes of each reply."""

from collections.abc import Sequence
from typing import Any

import pytest
from pydantic import BaseModel, Field

from shared.llm.anthropic.capabilities import DEFAULT_CAPABILITIES
from shared.llm.anthropic.request import estimate_max_tokens
from shared.llm.port import Answer, Prompt, UnusableAnswer
from shared.llm.tool_conversation import (
    AssistantTurn,
    ConversationTurn,
    ModelToolCall,
    ModelToolResult,
    ToolDefinition,
    ToolReply,
    UserText,
)
from tests.services.fake_messages_api import ScriptedReply
from tests.support.anthropic_harness import ONE, AnthropicHarness, anthropic_harness
from tests.unit.shared.llm.scripted_model import Facts

CACHED = {"type": "ephemeral"}
POINT = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
TOOLS = (
    ToolDefinition("look", "Looks at everything.", {"type": "object", "properties": {}}),
    ToolDefinition("weigh", "Weighs one point.", POINT),
)
DONE = ScriptedReply(text="done", stop="end_turn")


class Turn(BaseModel):
    """What the model says and calls."""

    text: str = Field(max_length=40)
    calls: list[tuple[str, dict[str, Any]]] = []


def build_turn(reply: ToolReply) -> Turn:
    if reply.text == "nonsense":
        raise ValueError("Say something else.")
    return Turn(text="|".join(reply.texts), calls=[(call.name, dict(call.arguments)) for call in reply.calls])


def tool_prompt(
    conversation: Sequence[ConversationTurn] = (UserText("Begin."),),
    choice: str = "auto",
    tools: tuple[ToolDefinition, ...] = TOOLS,
) -> Prompt[Turn]:
    return Prompt(
        key="turn",
        version="1",
        system="You play.",
        user="Now.",
        facts=Facts(),
        output=Turn,
        max_tokens=60,
        time_limit_s=10,
        build_output=build_turn,
        tools=tools,
        tool_choice=choice,
        conversation=tuple(conversation),
    )


async def ask(asked: AnthropicHarness, *conversation: ConversationTurn, choice: str = "auto") -> Answer[Turn]:
    return await asked.placed.answer(tool_prompt(conversation or (UserText("Begin."),), choice))


async def body_of(*conversation: ConversationTurn, choice: str = "auto", **settings: Any) -> dict[str, Any]:
    """Return the body of the request for a conversation."""
    reply = DONE if choice in ("auto", "none") else ScriptedReply(blocks=[(choice, {})])
    async with anthropic_harness(reply, **settings) as asked:
        await ask(asked, *conversation, choice=choice)
        assert_pairs(asked.api.asked[0].body["messages"])
        return asked.api.asked[0].body


def assert_pairs(messages: list[dict[str, Any]]) -> None:
    """Roles alternate from the user to the user, and each call has its result at the head of the next message."""
    assert [each["role"] for each in messages] == ["user", "assistant"] * (len(messages) // 2) + ["user"]
    used: list[str] = []
    for index, message in enumerate(messages):
        calls = [block["id"] for block in message["content"] if block["type"] == "tool_use"]
        used += calls
        if calls:
            following = messages[index + 1]["content"]
            results = [block["tool_use_id"] for block in following[: len(calls)] if block["type"] == "tool_result"]
            assert sorted(results) == sorted(calls)
        assert all(block["type"] != "text" or block["text"].strip() for block in message["content"])
    assert len(set(used)) == len(used)
    results = [
        block["tool_use_id"] for message in messages for block in message["content"] if block["type"] == "tool_result"
    ]
    assert sorted(results) == sorted(used)


LOOK, WEIGH = ModelToolCall("a.1", "look"), ModelToolCall("a.2", "weigh", {"x": 3})
CONVERSATION = (
    UserText("Begin."),
    AssistantTurn("Look first.", (LOOK, WEIGH)),
    ModelToolResult("a.1", "seen"),
    ModelToolResult("a.2", "no such point", is_error=True),
    UserText("Hint."),
    AssistantTurn("Not yet."),
    UserText("Go on."),
)


async def test_the_request_has_the_prompts_tools_choice_and_conversation() -> None:
    body = await body_of(*CONVERSATION)
    assert [tool["name"] for tool in body["tools"]] == ["look", "weigh"]
    assert body["tools"][1]["input_schema"] == POINT
    assert body["tools"][1]["description"] == "Weighs one point."
    assert [tool.get("cache_control") for tool in body["tools"]] == [None, CACHED]
    assert body["system"][0]["cache_control"] == CACHED
    assert body["tool_choice"] == {"type": "auto"}
    assert body["stream"] is True
    first, second = (block["id"] for block in body["messages"][1]["content"] if block["type"] == "tool_use")
    assert body["messages"] == [
        {"role": "user", "content": [{"type": "text", "text": "Begin."}]},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Look first."},
                {"type": "tool_use", "id": first, "name": "look", "input": {}},
                {"type": "tool_use", "id": second, "name": "weigh", "input": {"x": 3}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": first, "content": "seen"},
                {"type": "tool_result", "tool_use_id": second, "content": "no such point", "is_error": True},
                {"type": "text", "text": "Hint."},
            ],
        },
        {"role": "assistant", "content": [{"type": "text", "text": "Not yet."}]},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Go on.", "cache_control": CACHED},
                {"type": "text", "text": "Now."},
            ],
        },
    ]


async def test_a_longer_conversation_begins_with_the_same_messages() -> None:
    """So that the endpoint reads what it has read before from its cache."""
    short, long = await body_of(*CONVERSATION[:2], ModelToolResult("a.1", "seen")), await body_of(*CONVERSATION)
    assert short["messages"][:2] == long["messages"][:2]
    assert (short["tools"], short["system"]) == (long["tools"], long["system"])


BROKEN: dict[str, Sequence[ConversationTurn]] = {
    "a call without a result": (UserText("Begin."), AssistantTurn("", (LOOK,)), UserText("Go on.")),
    "a call at the end": (UserText("Begin."), AssistantTurn("", (LOOK, WEIGH))),
    "a result without a call": (UserText("Begin."), ModelToolResult("b.1", "seen")),
    "a result twice": (AssistantTurn("", (LOOK,)), ModelToolResult("a.1", "seen"), ModelToolResult("a.1", "again")),
    "an id twice": (
        *(UserText("Begin."), AssistantTurn("", (LOOK,)), ModelToolResult("a.1", "seen")),
        *(AssistantTurn("", (LOOK,)), ModelToolResult("a.1", "again")),
    ),
    "the model begins": (AssistantTurn("Hello."),),
    "two turns in a row": (UserText("Begin."), AssistantTurn("One."), AssistantTurn("Two.")),
    "a made-up name": (UserText("?"), AssistantTurn("", (ModelToolCall("c", "schau mal! " * 20),))),
    "nothing in it": (UserText(" "), AssistantTurn(" "), UserText("")),
    "nothing at all": (),
}


@pytest.mark.parametrize("conversation", BROKEN.values(), ids=BROKEN)
async def test_any_conversation_becomes_pairs_with_unique_ids(conversation: Sequence[ConversationTurn]) -> None:
    async with anthropic_harness(DONE) as asked:
        await asked.placed.answer(tool_prompt(conversation))
        messages = asked.api.asked[0].body["messages"]
    assert_pairs(messages)
    assert messages[-1]["content"][-1]["text"] == "Now."
    names = [block["name"] for each in messages for block in each["content"] if block["type"] == "tool_use"]
    assert all(len(name) <= 64 and name.replace("_", "").isalnum() for name in names)


async def test_a_forced_tool_is_the_choice_and_none_forbids_all() -> None:
    assert (await body_of(choice="weigh"))["tool_choice"] == {"type": "tool", "name": "weigh"}
    none = await body_of(choice="none")
    assert none["tool_choice"] == {"type": "none"}
    assert len(none["tools"]) == 2


async def test_a_model_that_cannot_be_forced_is_told_to_call_the_tool() -> None:
    body = await body_of(choice="weigh", llm_model="claude-sonnet-5-5")
    assert body["tool_choice"] == {"type": "auto"}
    assert body["messages"][-1]["content"][-1]["text"] == "Now.\n\nCall the tool weigh now, and nothing else."
    assert "temperature" not in body
    free = await body_of(llm_model="claude-sonnet-5-5")
    assert free["messages"][-1]["content"][-1]["text"] == "Now."


async def test_a_prompt_without_any_tool_offers_none() -> None:
    async with anthropic_harness(DONE) as asked:
        await asked.placed.answer(tool_prompt(choice="none", tools=()))
        assert not {"tools", "tool_choice"} & asked.api.asked[0].body.keys()


REPLIES: dict[str, tuple[ScriptedReply, Turn]] = {
    "text": (DONE, Turn(text="done")),
    "two texts": (ScriptedReply(blocks=["one", "two"], stop="end_turn"), Turn(text="one|two")),
    "one call": (ScriptedReply(blocks=[("look", {})]), Turn(text="", calls=[("look", {})])),
    "several calls": (
        ScriptedReply(blocks=[("weigh", {"x": 1}), ("look", {}), ("weigh", {"x": 2})]),
        Turn(text="", calls=[("weigh", {"x": 1}), ("look", {}), ("weigh", {"x": 2})]),
    ),
    "text and calls": (
        ScriptedReply(blocks=["先看 🦜", ("weigh", {"x": 1, "y": "二"}), "then"]),
        Turn(text="先看 🦜|then", calls=[("weigh", {"x": 1, "y": "二"})]),
    ),
    "an unknown tool": (ScriptedReply(blocks=[("dig", {"z": None})]), Turn(text="", calls=[("dig", {"z": None})])),
}


@pytest.mark.parametrize("whole", [False, True], ids=["streamed", "whole"])
@pytest.mark.parametrize("name", REPLIES)
async def test_texts_and_calls_of_a_reply_are_read_in_order(name: str, whole: bool) -> None:
    reply, expected = REPLIES[name]
    answered = ScriptedReply(blocks=reply.blocks, text=reply.text, stop=reply.stop, whole=whole)
    async with anthropic_harness(answered) as asked:
        answer = await ask(asked)
    assert (answer.output, answer.usage, len(asked.api.asked)) == (expected, ONE, 1)


REPAIRED: dict[str, tuple[ScriptedReply, str, str]] = {
    "empty": (ScriptedReply(stop="end_turn"), "auto", "It is empty."),
    "blank": (ScriptedReply(text=" \n", stop="end_turn"), "auto", "It is empty."),
    "malformed arguments": (ScriptedReply(raw='{"x": ', name="weigh"), "auto", "call 1 are no JSON object"),
    "arguments that are a list": (ScriptedReply(raw="[1]", name="weigh"), "auto", "call 1 are no JSON object"),
    "cut off": (ScriptedReply(text="It goes on and", stop="max_tokens"), "auto", "It was cut off"),
    "a call that is cut off": (ScriptedReply(raw='{"x"', name="weigh", stop="max_tokens"), "auto", "It was cut off"),
    "not the forced tool": (ScriptedReply(blocks=[("look", {})]), "weigh", "The tool weigh must be called"),
    "no tool at all": (DONE, "weigh", "The tool weigh must be called"),
    "a call in spite of none": (ScriptedReply(blocks=[("look", {})]), "none", "No tool may be called now"),
    "invalid output": (ScriptedReply(text="x" * 41, stop="end_turn"), "auto", "text: String should have at most 40"),
    "refused output": (ScriptedReply(text="nonsense", stop="end_turn"), "auto", "Say something else."),
}


@pytest.mark.parametrize("name", REPAIRED)
async def test_an_unusable_reply_gets_one_repair_turn(name: str) -> None:
    reply, choice, problem = REPAIRED[name]
    good = ScriptedReply(blocks=[("weigh", {"x": 1})]) if choice == "weigh" else DONE
    async with anthropic_harness(reply, good) as asked:
        answer = await ask(asked, *CONVERSATION, choice=choice)
        first, second = (each.body for each in asked.api.asked)
    assert answer.usage == ONE + ONE
    assert second["messages"][:-2] == first["messages"]
    assert problem in second["messages"][-1]["content"]
    assert second["messages"][-2]["role"] == "assistant"
    assert second["messages"][-2]["content"].strip()
    assert (second["tools"], second["tool_choice"]) == (first["tools"], first["tool_choice"])


@pytest.mark.parametrize("name", REPAIRED)
async def test_a_reply_that_stays_unusable_is_paid_and_given_up(name: str) -> None:
    reply, choice, _ = REPAIRED[name]
    async with anthropic_harness(reply) as asked:
        with pytest.raises(UnusableAnswer) as raised:
            await ask(asked, choice=choice)
        assert len(asked.api.asked) == 2
    assert raised.value.usage == ONE + ONE


async def test_a_refusal_gets_no_repair_turn() -> None:
    async with anthropic_harness(ScriptedReply(text="no", stop="refusal")) as asked:
        with pytest.raises(UnusableAnswer, match="refusal"):
            await ask(asked)
        assert len(asked.api.asked) == 1


async def test_a_stream_that_breaks_within_a_call_is_asked_again() -> None:
    call = ("weigh", {"x": 1})
    async with anthropic_harness(ScriptedReply(blocks=[call], cut_after=5), ScriptedReply(blocks=[call])) as asked:
        answer = await ask(asked)
    assert answer.output.calls == [("weigh", {"x": 1})]
    assert answer.usage == ONE + ONE


def test_the_token_estimate_counts_tools_and_conversation() -> None:
    least = estimate_max_tokens(tool_prompt(()), DEFAULT_CAPABILITIES)
    longer = estimate_max_tokens(tool_prompt((UserText("字" * 1000),)), DEFAULT_CAPABILITIES)
    assert longer - least >= 2000
    assert least > estimate_max_tokens(tool_prompt((), tools=()), DEFAULT_CAPABILITIES)


def test_the_identity_of_a_question_depends_on_its_facts_only() -> None:
    assert tool_prompt(()).identity("m") == tool_prompt(CONVERSATION, "none", ()).identity("m")
