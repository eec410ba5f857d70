"""Sample of each of the nine prompts in both languages, for golden files and docs/prompts.md."""

import json
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from channel_admin import prompts as channel
from coordinator import prompts as coordinator
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog
from shared.llm.port import Prompt
from user_agent import prompts as agent

_BUILDERS: dict[type[Any], Callable[[Any], Prompt[Any]]] = {
    coordinator.UnderstandingFacts: coordinator.build_understanding_prompt,
    coordinator.FilterFacts: coordinator.build_filter_prompt,
    agent.OfferFacts: agent.build_offer_prompt,
    channel.AggregationFacts: channel.proposal_aggregation,
    agent.FeedbackFacts: agent.build_feedback_prompt,
    channel.AdjustmentFacts: channel.proposal_adjustment,
    channel.GapFacts: channel.gap_identification,
    channel.RecursionFacts: channel.recursion_decision,
    channel.CompromiseFacts: channel.compromise,
}
"""Builder of each prompt by the class of its facts, in the order of their numbers."""

_TEXT_KEY = re.compile(r'"\{(?P<key>\w+)\}"')
"""String of prompt_samples.json that stands for a text of texts.json."""


def samples(language: Language) -> tuple[Prompt[Any], ...]:
    """Return one sample of each of the nine prompts in a language, in the order of their numbers, always the same.

    Their facts are in prompt_samples.json: those of one prompt by its class, and those that several prompts share.
    """
    render_text = TextCatalog.load("towow.docs").render
    template = files("towow.docs").joinpath("prompt_samples.json").read_text("utf-8")
    data = json.loads(_TEXT_KEY.sub(lambda match: json.dumps(render_text(match["key"], language)), template))
    data["shared"]["setting"]["language"] = language
    prompts: list[Prompt[Any]] = []
    for facts, build in _BUILDERS.items():
        shared = {name: value for name, value in data["shared"].items() if name in facts.model_fields}
        prompts.append(build(facts.model_validate({**shared, **data[facts.__name__]})))
    return tuple(prompts)


def render_prompt(prompt: Prompt[Any]) -> str:
    """Return the text of a prompt's golden file: its key, version and limits, then system and user text."""
    limits = f"{prompt.max_tokens} tokens, temperature {prompt.temperature}, {prompt.time_limit_s:g} s"
    head = f"{prompt.key}, version {prompt.version}: {limits}"
    return f"{head}\n\n===== system =====\n{prompt.system}\n\n===== user =====\n{prompt.user}\n"
