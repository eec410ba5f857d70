"""What the environment says a command shall run on; what this version does not have yet is refused by name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from towow.refusal import Refusal
from towow.settings import Settings, read_environment

NAMESPACE = re.compile(r"[a-z][a-z0-9-]{0,30}")
MODELS = "simulated, anthropic or scenario:PATH"

SERVICES = {"TOWOW_BROKER_URL": ("amqp", "amqps"), "TOWOW_STORE_URL": ("redis", "rediss")}
"""Variable → the schemes it may have besides memory (INTERFACES § 1)."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """Settings and namespace, checked."""

    settings: Settings
    namespace: str


def configured(environment: Mapping[str, str], *, ignore_urls: bool = False) -> Configuration:
    """Read the environment. Raises BadSettings or Refusal (exit code 2), naming the variable."""
    if not ignore_urls:
        check_urls(environment)
    settings = read_environment(environment)
    check_model(settings.model.llm)
    return Configuration(settings, namespace_of(environment))


def namespace_of(environment: Mapping[str, str]) -> str:
    """TOWOW_NAMESPACE. Raises Refusal."""
    namespace = environment.get("TOWOW_NAMESPACE") or "towow"
    if not NAMESPACE.fullmatch(namespace):
        raise Refusal(f"TOWOW_NAMESPACE={namespace!r}: a lower-case letter, then at most 30 of a-z, 0-9 and -")
    return namespace


def check_urls(environment: Mapping[str, str]) -> None:
    """Broker and store must be in memory in this version. Raises Refusal, without the URL: it may hold a password."""
    outside = [name for name, schemes in SERVICES.items() if _is_outside(environment, name, schemes)]
    if len(outside) == 1:
        other = next(name for name in SERVICES if name not in outside)
        raise Refusal(f"{outside[0]} names a server and {other} does not: both or none")
    if outside:
        raise Refusal(
            "RabbitMQ and Redis are not in this version: unset TOWOW_BROKER_URL and TOWOW_STORE_URL, "
            "everything then runs in one process (memory://)"
        )


def check_model(llm: str) -> None:
    """Raises Refusal unless `llm` is a model that this version has."""
    if llm == "anthropic":
        raise Refusal("TOWOW_LLM=anthropic is not in this version yet: unset it for the simulated model")
    if llm != "simulated" and not llm.startswith("scenario:"):
        raise Refusal(f"TOWOW_LLM={llm!r}: {MODELS}")


def _is_outside(environment: Mapping[str, str], name: str, schemes: tuple[str, ...]) -> bool:
    scheme, mark, _ = (environment.get(name) or "memory://").partition("://")
    if not mark or scheme not in ("memory", *schemes):
        raise Refusal(f"{name} must begin with memory:// or {schemes[0]}[s]://")
    return scheme != "memory"
