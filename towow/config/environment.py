"""Configuration of a command from environment variables (INTERFACES § 1)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec

from shared.config.http_url import is_http_url
from shared.embedding.settings import EmbedderSettings
from shared.llm.settings import ModelSettings
from shared.runtime.settings import RuntimeSettings
from towow.cli.exit import CommandError
from towow.config.settings import Settings, read_environment

NAMESPACE_PATTERN = re.compile(r"[a-z][a-z0-9-]{0,30}")
MODEL_CHOICES = "simulated, anthropic or scenario:PATH"

BROKER_URL, STORE_URL = "TOWOW_BROKER_URL", "TOWOW_STORE_URL"
URL_SCHEMES = (("amqp", "amqps"), ("redis", "rediss"))
"""URL schemes of broker and store, besides memory (INTERFACES § 1)."""


@dataclass(frozen=True, slots=True)
class ServiceUrls:
    """URLs of RabbitMQ and Redis, and the namespace in both. The URLs may hold passwords: never print them."""

    broker: str = field(repr=False)
    store: str = field(repr=False)
    namespace: str


@dataclass(frozen=True, slots=True)
class Configuration:
    """Checked settings and namespace; `services` is None if everything is in memory."""

    settings: Settings
    namespace: str
    services: ServiceUrls | None = None

    def require_services(self) -> ServiceUrls:
        """Return the services' URLs; raises CommandError (exit code 2) if everything is in memory."""
        if self.services is None:
            raise CommandError(
                "this command needs RabbitMQ and Redis: set TOWOW_BROKER_URL=amqp://USER:PASSWORD@HOST:5672/ and "
                "TOWOW_STORE_URL=redis://HOST:6379/0 (without them, `towow demo` runs everything in one process)"
            )
        return self.services


def read_configuration(environment: Mapping[str, str], *, ignore_urls: bool = False) -> Configuration:
    """Read and check the settings, the namespace and the services' URLs.

    Args:
        environment: Environment variables by name.
        ignore_urls: Leave out the services' URLs, even if they are set.

    Raises:
        InvalidSettings: A setting is bad; the message names the variable.
        CommandError: Namespace, URLs, model, embedder or traces are bad; the message names the variable.
    """
    settings = read_environment(environment)
    check_model(settings.model)
    check_embedder(settings.embedder)
    check_traces(settings.runtime)
    namespace = read_namespace(environment)
    return Configuration(settings, namespace, None if ignore_urls else read_services(environment, namespace))


def read_namespace(environment: Mapping[str, str]) -> str:
    """Return the value of TOWOW_NAMESPACE, by default `towow`; raises CommandError if it is invalid."""
    namespace = environment.get("TOWOW_NAMESPACE") or "towow"
    if not NAMESPACE_PATTERN.fullmatch(namespace):
        raise CommandError(
            f"TOWOW_NAMESPACE={namespace!r}: expected a lower-case letter, then at most 30 of a-z, 0-9 and -"
        )
    return namespace


def read_services(environment: Mapping[str, str], namespace: str) -> ServiceUrls | None:
    """Return the URLs in TOWOW_BROKER_URL and TOWOW_STORE_URL; None if both are unset or memory://.

    Args:
        environment: Environment variables by name.
        namespace: Namespace in both services, as from `read_namespace`.

    Raises:
        CommandError: A URL is bad, or only one is a server's. The message shows no URL, since it may hold a password.
    """
    urls = {name: environment.get(name) or "memory://" for name in (BROKER_URL, STORE_URL)}
    return parse_service_urls(urls, namespace)


def parse_service_urls(urls: Mapping[str, str], namespace: str) -> ServiceUrls | None:
    """Check the URLs of broker and store and return them with the namespace; return None if both are memory://.

    Args:
        urls: URL by the name that error messages give it, such as `TOWOW_BROKER_URL`: the broker's first, then the
            store's. Messages never show the URLs.
        namespace: Namespace in both services; not checked.

    Raises:
        CommandError: A scheme is unknown, or only one of the two is a server (exit code 2).
    """
    are_servers = [
        _is_server_url(name, url, schemes) for (name, url), schemes in zip(urls.items(), URL_SCHEMES, strict=True)
    ]
    if any(are_servers) and not all(are_servers):
        server, other = sorted(urls, key=lambda name: not are_servers[list(urls).index(name)])
        raise CommandError(f"{server} is the URL of a server and {other} is not: set both or neither")
    return ServiceUrls(*urls.values(), namespace=namespace) if all(are_servers) else None


def check_model(settings: ModelSettings) -> None:
    """Raise CommandError unless TOWOW_LLM names a known model, and an Anthropic one has a valid key and URL.

    Sends nothing to the model and opens no scenario file; the messages never show key or URL.
    """
    if settings.llm == "anthropic":
        _check_anthropic(settings)
    elif settings.llm != "simulated" and not settings.llm.startswith("scenario:"):
        raise CommandError(f"TOWOW_LLM={settings.llm!r}: expected {MODEL_CHOICES}")


def check_embedder(settings: EmbedderSettings) -> None:
    """Raise CommandError if the embedder needs a package that is not installed; imports and sends nothing."""
    if settings.embedder == "sentence-transformers" and find_spec("sentence_transformers") is None:
        raise CommandError(
            "TOWOW_EMBEDDER=sentence-transformers needs the package sentence-transformers: "
            "pip install 'towow[sentence-transformers]', or unset TOWOW_EMBEDDER for the local embedder"
        )


def check_traces(settings: RuntimeSettings) -> None:
    """Raise CommandError if spans cannot be exported as TOWOW_TRACES says; imports and sends nothing."""
    if settings.traces != "off" and find_spec("opentelemetry.sdk") is None:
        raise CommandError(
            f"TOWOW_TRACES={settings.traces} needs the package opentelemetry-sdk: "
            "pip install 'towow[traces]', or unset TOWOW_TRACES"
        )
    if settings.traces == "otlp" and find_spec("opentelemetry.exporter") is None:
        raise CommandError(
            "TOWOW_TRACES=otlp needs the package opentelemetry-exporter-otlp-proto-http: "
            "pip install 'towow[traces]', or unset TOWOW_TRACES"
        )


def _check_anthropic(settings: ModelSettings) -> None:
    key = settings.anthropic_api_key.get_secret_value()
    if not key:
        raise CommandError(
            "TOWOW_LLM=anthropic needs ANTHROPIC_API_KEY: set it, or unset TOWOW_LLM for the simulated model"
        )
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise CommandError("ANTHROPIC_API_KEY contains invalid characters (expected printable ASCII without spaces)")
    if not is_http_url(settings.anthropic_base_url):
        raise CommandError("ANTHROPIC_BASE_URL must be an http:// or https:// URL with a host and, optionally, a port")


def _is_server_url(name: str, url: str, schemes: tuple[str, ...]) -> bool:
    scheme, mark, _ = url.partition("://")
    if not mark or scheme not in ("memory", *schemes):
        raise CommandError(f"{name} must begin with memory:// or {schemes[0]}[s]://")
    return scheme != "memory"
