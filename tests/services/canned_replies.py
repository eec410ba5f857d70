"""What a model could answer to each of the nine prompts: legal, short, and made of what stands in the prompt's data."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from tests.services.fake_messages_api import RecordedRequest, ScriptedReply

_BLOCK = re.compile(r'<data name="(\w+)">\n(.*?)\n</data>', re.DOTALL)
TOKENS = {"input_tokens": 100, "output_tokens": 50, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 900}

Data = Mapping[str, Any]


def agreeable_reply(asked: RecordedRequest) -> ScriptedReply:
    """The answer to whichever prompt it is; of the model itself when that is asked for."""
    if asked.method == "GET":
        return ScriptedReply()
    data = {name: json.loads(text) for name, text in _BLOCK.findall(asked.body["messages"][0]["content"])}
    return ScriptedReply(tool=ANSWERS[asked.body["tools"][0]["name"]](data), tokens=TOKENS)


def _understood(data: Data) -> dict[str, Any]:
    return {
        "surface_demand": data["demand"],
        "deep_understanding": {"motivation": "社区", "likely_preferences": []},
        "capability_tags": ["场地"],
        "context": {"location": "北京"},
        "confidence": "high",
    }


def _chosen(data: Data) -> dict[str, Any]:
    shown = [agent["agent_id"] for agent in data["agents"]][:3]
    named = [{"agent_id": one, "reason": "合适", "relevance_score": 90} for one in (*shown, "nobody_of_this_name")]
    return {"definitely_related": named, "possibly_related": []}


def _offered(_: Data) -> dict[str, Any]:
    return {"decision": "participate", "contribution": "提供场地", "reasoning": "有空", "confidence": 90}


def _planned(data: Data) -> dict[str, Any]:
    people = [offer["agent_id"] for offer in data["offers"]]
    parts = [{"agent_id": one, "role": f"角色{at}"} for at, one in enumerate((*people, "nobody_of_this_name"))]
    return {"summary": "一次聚会", "objective": "办成", "assignments": parts, "confidence": "high"}


def _accepted(_: Data) -> dict[str, Any]:
    return {"feedback_type": "accept", "reasoning": "可以", "confidence": 90}


ANSWERS: dict[str, Callable[[Data], dict[str, Any]]] = {
    "demand_understanding": _understood,
    "smart_filter": _chosen,
    "response_generation": _offered,
    "proposal_aggregation": _planned,
    "proposal_feedback": _accepted,
    "proposal_adjustment": _planned,
    "gap_identification": lambda _: {"gaps": [], "is_complete": True},
    "recursion_decision": lambda _: {"should_recurse": False, "sub_demands": []},
    "compromise": lambda _: {"suggestion": "再谈", "proposal": {"feasible": False}},
}
