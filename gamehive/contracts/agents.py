"""Agents of the team: three personas that decide, seven task agents that advise (GH-14…32)."""

from collections.abc import Mapping
from typing import Literal, get_args

from gamehive.core.phases.phase import Phase
from shared.core.language import Language

Persona = Literal["strategist", "tactician", "endgame_specialist"]
"""Agent that decides in one phase of the game; control moves between personas by a handoff."""

TaskAgent = Literal[
    "rule_analyst",
    "opening_expert",
    "attack_analyst",
    "defense_analyst",
    "local_tactics_expert",
    "endgame_calculator",
    "undo_reevaluator",
]
"""Expert for one question, called by a persona; it answers once."""

AgentName = Persona | TaskAgent

PERSONAS: tuple[Persona, ...] = get_args(Persona)
TASK_AGENTS: tuple[TaskAgent, ...] = get_args(TaskAgent)

PHASE_PERSONAS: Mapping[Phase, Persona] = {
    "opening": "strategist",
    "midgame": "tactician",
    "endgame": "endgame_specialist",
}

DISPLAY_NAMES: Mapping[AgentName, Mapping[Language, str]] = {
    "strategist": {"zh": "战略总监", "en": "Strategy director"},
    "tactician": {"zh": "战术协调员", "en": "Tactics coordinator"},
    "endgame_specialist": {"zh": "残局专家", "en": "Endgame specialist"},
    "rule_analyst": {"zh": "规则分析专家", "en": "Rule analyst"},
    "opening_expert": {"zh": "开局专家", "en": "Opening expert"},
    "attack_analyst": {"zh": "攻势分析专家", "en": "Attack analyst"},
    "defense_analyst": {"zh": "防守分析专家", "en": "Defence analyst"},
    "local_tactics_expert": {"zh": "局部战术专家", "en": "Local-tactics expert"},
    "endgame_calculator": {"zh": "收官计算专家", "en": "Endgame calculator"},
    "undo_reevaluator": {"zh": "悔棋重评专家", "en": "Undo re-evaluator"},
}

TEMPERATURES: Mapping[Persona, float] = {"strategist": 0.6, "tactician": 0.4, "endgame_specialist": 0.2}
"""Sampling temperature of each persona (GH-19); task agents use TASK_TEMPERATURE."""

TASK_TEMPERATURE = 0.2


def temperature_of(agent: AgentName) -> float:
    """Return the sampling temperature of an agent (0 to 1)."""
    return next((value for persona, value in TEMPERATURES.items() if persona == agent), TASK_TEMPERATURE)


PHASE_EXPERTS: Mapping[Persona, tuple[TaskAgent, ...]] = {
    "strategist": ("rule_analyst", "opening_expert", "attack_analyst"),
    "tactician": ("attack_analyst", "defense_analyst", "local_tactics_expert"),
    "endgame_specialist": ("endgame_calculator", "defense_analyst"),
}
"""Task agents that belong to a persona's duties; it may call the others too."""


def find_persona(name: str) -> Persona | None:
    """Return the persona with an id or a display name in either language; None if there is none."""
    return next((persona for persona in PERSONAS if _is_named(persona, name)), None)


def find_task_agent(name: str) -> TaskAgent | None:
    """Return the task agent with an id or a display name, also without the word 专家; None if there is none (GH-32)."""
    return next((agent for agent in TASK_AGENTS if _is_named(agent, name)), None)


def _is_named(agent: AgentName, name: str) -> bool:
    text = name.strip().casefold()
    names = DISPLAY_NAMES[agent]
    return bool(text) and text in (
        agent,
        agent.replace("_", " "),
        names["en"].casefold(),
        names["zh"],
        names["zh"].removesuffix("专家"),
    )
