"""All settings of a system together: from the environment, or from the flat mapping of a scenario file."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from channel_admin.settings import NegotiationRules
from coordinator.settings import CoordinatorSettings
from gateway.settings import GatewaySettings
from shared.core.frozen_model import FrozenModel
from shared.llm.settings import ModelSettings
from shared.runtime.settings import InvalidSettings, RuntimeSettings, read_settings
from user_agent.settings import UserAgentSettings


class Settings(FrozenModel):
    """One settings class per service and concern; no two have a field of the same name."""

    runtime: RuntimeSettings = RuntimeSettings()
    model: ModelSettings = ModelSettings()
    rules: NegotiationRules = NegotiationRules()
    coordinator: CoordinatorSettings = CoordinatorSettings()
    user_agent: UserAgentSettings = UserAgentSettings()
    gateway: GatewaySettings = GatewaySettings()


PARTS: dict[str, type[BaseModel]] = {
    "runtime": RuntimeSettings,
    "model": ModelSettings,
    "rules": NegotiationRules,
    "coordinator": CoordinatorSettings,
    "user_agent": UserAgentSettings,
    "gateway": GatewaySettings,
}


def read_environment(environment: Mapping[str, str]) -> Settings:
    """Settings from variables. Raises BadSettings naming the variable."""
    return Settings(**{name: read_settings(part, environment) for name, part in PARTS.items()})  # pyright: ignore[reportArgumentType]


def known_settings() -> dict[str, str]:
    """Setting name → the part it belongs to."""
    return {field: name for name, part in PARTS.items() for field in part.model_fields}


def of_mapping(given: Mapping[str, Any]) -> Settings:
    """Settings from names as in a scenario file; the environment plays no part. Raises BadSettings."""
    places = known_settings()
    unknown = [name for name in given if name not in places]
    if unknown:
        raise InvalidSettings(f"{unknown[0]}: no such setting")
    parts: dict[str, dict[str, Any]] = {}
    for name, value in given.items():
        parts.setdefault(places[name], {})[name] = value
    try:
        return Settings.model_validate(parts)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise InvalidSettings(f"{first['loc'][-1]}={first['input']!r}: {first['msg']}") from error
