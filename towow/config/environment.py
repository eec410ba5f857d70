"""What the environment says a command shall run on; what cannot be is refused by name (INTERFACES § 1)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from shared.llm.settings import ModelSettings
from towow.cli.exit import CommandError
from towow.config.settings import Settings, read_environment

NAMESPACE = re.compile(r"[a-z][a-z0-9-]{0,30}")
MODELS = "simulated, anthropic or scenario:PATH"

BROKER_URL, STORE_URL = "TOWOW_BROKER_URL", "TOWOW_STORE_URL"
SCHEMES = (("amqp", "amqps"), ("redis", "rediss"))
"""Of broker and store, besides memory (INTERFACES § 1)."""


@dataclass(frozen=True, slots=True)
class ServiceUrls:
    """Where RabbitMQ and Redis are, and the namespace in both. The URLs may hold passwords: never show them."""

    broker: str = field(repr=False)
    store: str = field(repr=False)
    namespace: str


@dataclass(frozen=True, slots=True)
class Configuration:
    """Settings and namespace, checked; `services` is None when everything is in memory."""

    settings: Settings
    namespace: str
    services: ServiceUrls | None = None

    def needed(self) -> ServiceUrls:
        """The services, of a command that makes no sense without. Raises Refusal."""
        if self.services is None:
            raise CommandError(
                "this works on RabbitMQ and Redis: set TOWOW_BROKER_URL=amqp://USER:PASSWORD@HOST:5672/ and "
                "TOWOW_STORE_URL=redis://HOST:6379/0 (without them, `towow demo` runs everything in one process)"
            )
        return self.services


def configured(environment: Mapping[str, str], *, ignore_urls: bool = False) -> Configuration:
    """Read the environment. Raises BadSettings or Refusal (exit code 2), naming the variable."""
    settings = read_environment(environment)
    check_model(settings.model)
    namespace = namespace_of(environment)
    return Configuration(settings, namespace, None if ignore_urls else services_of(environment, namespace))


def namespace_of(environment: Mapping[str, str]) -> str:
    """TOWOW_NAMESPACE. Raises Refusal."""
    namespace = environment.get("TOWOW_NAMESPACE") or "towow"
    if not NAMESPACE.fullmatch(namespace):
        raise CommandError(f"TOWOW_NAMESPACE={namespace!r}: a lower-case letter, then at most 30 of a-z, 0-9 and -")
    return namespace


def services_of(environment: Mapping[str, str], namespace: str) -> ServiceUrls | None:
    """TOWOW_BROKER_URL and TOWOW_STORE_URL. Raises Refusal, without the URL: it may hold a password."""
    urls = {name: environment.get(name) or "memory://" for name in (BROKER_URL, STORE_URL)}
    return services_at(urls, namespace)


def services_at(urls: Mapping[str, str], namespace: str) -> ServiceUrls | None:
    """What two URLs name, the broker's first; None for memory. The keys are what they are called in a Refusal."""
    outside = [_is_outside(name, url, schemes) for (name, url), schemes in zip(urls.items(), SCHEMES, strict=True)]
    if any(outside) and not all(outside):
        there, other = sorted(urls, key=lambda name: not outside[list(urls).index(name)])
        raise CommandError(f"{there} names a server and {other} does not: both or none")
    return ServiceUrls(*urls.values(), namespace=namespace) if all(outside) else None


def check_model(settings: ModelSettings) -> None:
    """Raises Refusal unless the model is one that there is, with what it needs. Never shows key or URL."""
    if settings.llm == "anthropic":
        _check_anthropic(settings)
    elif settings.llm != "simulated" and not settings.llm.startswith("scenario:"):
        raise CommandError(f"TOWOW_LLM={settings.llm!r}: {MODELS}")


def _check_anthropic(settings: ModelSettings) -> None:
    key = settings.anthropic_api_key.get_secret_value()
    if not key:
        raise CommandError("TOWOW_LLM=anthropic needs a key: set ANTHROPIC_API_KEY, or unset TOWOW_LLM to simulate")
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise CommandError("ANTHROPIC_API_KEY holds signs that no key has: copy it again")
    if not _names_a_host(settings.anthropic_base_url):
        raise CommandError("ANTHROPIC_BASE_URL must begin with https:// or http:// and name a host, and at most a port")


def _names_a_host(url: str) -> bool:
    """Whether a client can be made for it; else its error would show the URL, and late."""
    if not (url.isascii() and url.isprintable()) or " " in url:
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, or a bracket too few
        return False


def _is_outside(name: str, url: str, schemes: tuple[str, ...]) -> bool:
    scheme, mark, _ = url.partition("://")
    if not mark or scheme not in ("memory", *schemes):
        raise CommandError(f"{name} must begin with memory:// or {schemes[0]}[s]://")
    return scheme != "memory"
