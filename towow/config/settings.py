"""All settings of a system together: from the environment, or from the flat mapping of a scenario file."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from gateway.settings import GatewaySettings
from shared.config.environment import InvalidSettings, read_settings
from shared.embedding.settings import EmbedderSettings
from shared.llm.settings import ModelSettings
from shared.runtime.settings import RuntimeSettings
from towow.bootstrap.applications import APPLICATIONS

S = TypeVar("S", bound=BaseModel)

SECTIONS: Sequence[type[BaseModel]] = (
    RuntimeSettings,
    ModelSettings,
    EmbedderSettings,
    *APPLICATIONS.settings,
    GatewaySettings,
)
"""One settings class per service and concern; no two have a field of the same name."""


class Settings:
    """Settings of a system, in sections. A section that is not given has its defaults."""

    def __init__(self, *sections: BaseModel) -> None:
        self._sections = {type(section): section for section in sections}

    @property
    def runtime(self) -> RuntimeSettings:
        """Settings of the runtime."""
        return self.section(RuntimeSettings)

    @property
    def model(self) -> ModelSettings:
        """Settings of the model."""
        return self.section(ModelSettings)

    @property
    def embedder(self) -> EmbedderSettings:
        """Settings of the embedder."""
        return self.section(EmbedderSettings)

    @property
    def gateway(self) -> GatewaySettings:
        """Settings of the gateway."""
        return self.section(GatewaySettings)

    def section(self, kind: type[S]) -> S:
        """Return the section of class `kind`; one with default values if none was given."""
        section = self._sections.get(kind)
        if section is None:
            section = self._sections[kind] = kind()
        assert isinstance(section, kind)
        return section

    def replace(self, *sections: BaseModel) -> "Settings":
        """Return a copy in which these sections replace those of the same classes; the other sections stay."""
        return Settings(*self._sections.values(), *sections)

    def __iter__(self) -> Iterator[BaseModel]:
        return iter(self._sections.values())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Settings):
            return NotImplemented
        kinds = {*self._sections, *other._sections}
        return all(self.section(kind) == other.section(kind) for kind in kinds)

    __hash__ = None  # pyright: ignore[reportAssignmentType] - sections are filled in later

    def __repr__(self) -> str:
        return f"Settings{tuple(self._sections.values())!r}"


def read_environment(environment: Mapping[str, str]) -> Settings:
    """Read all settings from environment variables, given by name; one that is unset or empty leaves the default.

    Raises:
        InvalidSettings: A value cannot be used; the message names the variable.
    """
    return Settings(*(read_settings(section, environment) for section in SECTIONS))


def sections_by_setting() -> dict[str, type[BaseModel]]:
    """Return the settings class that defines each setting, by the setting's name, such as `simulated_latency_ms`."""
    return {name: section for section in SECTIONS for name in section.model_fields}


def parse_settings(values: Mapping[str, Any]) -> Settings:
    """Build settings from values by setting name, as in a scenario file; reads no environment variables.

    Args:
        values: Value by setting name, such as `simulated_latency_ms`; all other settings have their defaults.

    Raises:
        InvalidSettings: A name is unknown or a value cannot be used; the message names it.
    """
    sections = sections_by_setting()
    given: dict[type[BaseModel], dict[str, Any]] = {}
    for name, value in values.items():
        if name not in sections:
            raise InvalidSettings(f"{name}: no such setting")
        given.setdefault(sections[name], {})[name] = value
    try:
        return Settings(*(section.model_validate(fields) for section, fields in given.items()))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = f"{first['loc'][-1]}={first['input']!r}: " if first["loc"] else ""
        raise InvalidSettings(f"{where}{first['msg']}") from error
