"""How a worker is run: concurrency, stopping, logs; and how any settings class is read from the environment."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from pydantic import BaseModel, Field, ValidationError

from shared.core.frozen_model import FrozenModel

M = TypeVar("M", bound=BaseModel)


class RuntimeSettings(FrozenModel):
    """Settings of the runtime itself (INTERFACES § 1)."""

    concurrency: int = Field(default=32, ge=1, description="deliveries that one task worker has in hand at once")
    stop_timeout: float = Field(default=10, ge=0, description="s that a stopping worker gives to what is in hand")
    state_check_interval: float = Field(
        default=5,
        gt=0,
        description="s by which a timer may at most be noticed late (TW-713)",
        json_schema_extra={"env": "STATE_CHECK_INTERVAL"},
    )
    retention_days: int = Field(default=30, ge=1, description="days that a closed correlation is kept")
    journal: bool = Field(default=False, description="keep what every entity decided, for replay")
    metrics_port: int = Field(
        default=0, ge=0, le=65535, description="port on which a worker serves /metrics and /healthz (0 = none)"
    )
    metrics_host: str = Field(default="127.0.0.1", description="address on which it does")
    log_level: Literal["debug", "info", "warning", "error"] = Field(default="info", description="least level logged")
    log_format: Literal["json", "console"] = Field(default="console", description="how a log line is written")


class InvalidSettings(ValueError):
    """A setting that cannot be used; the message names the variable and what is wrong."""


def variable_name(settings: type[BaseModel], field: str) -> str:
    """The environment variable of a setting: the seed's where it gives one, else TOWOW_<NAME>."""
    extra = settings.model_fields[field].json_schema_extra
    pinned = cast("dict[str, object]", extra) if isinstance(extra, dict) else {}
    return str(pinned.get("env", f"TOWOW_{field.upper()}"))


def read_settings(settings: type[M], environment: Mapping[str, str]) -> M:
    """Read a settings class from variables; an empty variable counts as not set. Raises BadSettings."""
    given: dict[str, Any] = {}
    for field in settings.model_fields:
        value = environment.get(variable_name(settings, field), "")
        if value != "":
            given[field] = value
    try:
        return settings.model_validate(given)
    except ValidationError as error:
        raise InvalidSettings(_told(settings, error)) from error


def _told(settings: type[BaseModel], error: ValidationError) -> str:
    problems = error.errors(include_url=False)
    return "; ".join(f"{variable_name(settings, str(p['loc'][0]))}={p['input']!r}: {p['msg']}" for p in problems)
