"""Command `towow doctor`: checks everything that ToWow needs; each failed check says what to do."""

import os
import platform
import sys
import tempfile
from collections.abc import Iterator

from rich.text import Text

from gateway.inspection.check_result import CheckFailed, CheckResult
from negotiation.contracts.events import DemandClosed
from negotiation.registry import profile_import
from negotiation.resources import NegotiationResources
from shared.config.environment import InvalidSettings, read_settings, variable_name
from shared.core.frozen_model import FrozenModel
from shared.core.timestamps import parse_iso8601
from shared.llm.settings import ModelSettings
from shared.runtime.virtual_clock import VirtualClock, run_virtually
from towow.bootstrap.embedded import run_embedded
from towow.bootstrap.model_factory import build_dependencies, model_name
from towow.cli.exit import FAILURE, SUCCESS, CommandError
from towow.cli.output import stdout_console
from towow.client.address_file import InsecureDirectory, create_private_folder
from towow.client.direct_client import DirectClient
from towow.config.demand_logger import build_logger
from towow.config.environment import ServiceUrls, check_model, read_configuration, read_namespace, read_services
from towow.config.settings import SECTIONS, Settings, read_environment
from towow.doctor.check import DoctorCheck

MIN_PYTHON = (3, 11)
VIRTUAL_START = parse_iso8601("2026-01-22T10:00:00Z")
DEMAND = "我想在北京办一场AI主题聚会，需要场地和嘉宾"


KNOWN_VARIABLES = {
    *(variable_name(section, field) for section in SECTIONS for field in section.model_fields),
    *("TOWOW_NAMESPACE", "TOWOW_BROKER_URL", "TOWOW_STORE_URL", "TOWOW_API_KEYS", "TOWOW_REQUIRE"),
    *("TOWOW_TEST_BROKER_URL", "TOWOW_TEST_STORE_URL"),
    *("TOWOW_BIND", "TOWOW_PORT", "TOWOW_ENV_DIR", "TOWOW_SECRETS_DIR"),  # these and the next: of docker-compose.yml
    *("TOWOW_USER_AGENTS", "TOWOW_PLANNERS", "TOWOW_CRITICS", "TOWOW_GAME_AGENTS", "TOWOW_GAME_SEARCHES"),
}
"""Every environment variable of ToWow."""


class Report(FrozenModel):
    """Results of all checks; `ok` if all of them are."""

    ok: bool
    checks: tuple[CheckResult, ...]


def doctor(*, gateway: str | None, restored: bool, as_json: bool) -> int:
    """Run all checks, print their results and return the exit code: 1 if a check failed, else 0.

    Args:
        gateway: URL of a gateway to check; None: the one running on this machine, if any.
        restored: The store was restored from a backup: renew the stream epoch, so that viewers reload all events. The
            workers must be stopped; their check is skipped.
        as_json: Print one JSON object.

    Raises:
        CommandError: `restored` without RabbitMQ and Redis (exit code 2).
        InvalidSettings: `restored`, and an environment variable is bad. Without `restored` that is a failed check.
    """
    if restored:
        read_configuration(os.environ).require_services()
    checks = tuple(check.run() for check in _build_checks(gateway, restored=restored))
    report = Report(ok=all(check.ok for check in checks), checks=checks)
    if as_json:
        print(report.model_dump_json())
    else:
        for check in checks:
            _print_result(check)
    return SUCCESS if report.ok else FAILURE


def _check_python() -> str:
    if sys.version_info < MIN_PYTHON:
        raise CheckFailed(f"{platform.python_version()} is too old; expected {'.'.join(map(str, MIN_PYTHON))} or newer")
    return f"{platform.python_implementation()} {platform.python_version()}"


def _check_settings() -> str:
    read_environment(os.environ)
    given = sorted(name for name in os.environ if name.startswith("TOWOW_"))
    unknown = [name for name in given if name not in KNOWN_VARIABLES]
    if unknown:
        raise CheckFailed(f"unknown setting: {', '.join(unknown)}")
    return f"namespace {read_namespace(os.environ)}; " + (f"set: {', '.join(given)}" if given else "all defaults")


def _check_services() -> str:
    if _configured_services() is None:
        read_services(os.environ, read_namespace(os.environ))
        return "broker memory://, store memory:// (everything in one process)"
    return "broker RabbitMQ, store Redis (workers are processes of their own)"


def _configured_services() -> ServiceUrls | None:
    """Return the configured services; None also for bad URLs, which another check reports."""
    try:
        return read_services(os.environ, read_namespace(os.environ))
    except CommandError:
        return None


def _namespace_or_default() -> str:
    """Return the namespace; the default for a bad one, which another check reports."""
    try:
        return read_namespace(os.environ)
    except CommandError:
        return "towow"


def _check_model() -> str:
    model = _model_settings()
    check_model(model)
    if model.llm == "anthropic":
        return f"anthropic, {model.llm_model}; ANTHROPIC_API_KEY present"
    key = "present, not used" if model.anthropic_api_key.get_secret_value() else "absent, not needed"
    return f"{model.llm}; ANTHROPIC_API_KEY {key}"


def _model_settings() -> ModelSettings:
    """Return the model's settings; defaults where they are bad, which another check reports."""
    try:
        return read_settings(ModelSettings, os.environ)
    except InvalidSettings:
        return ModelSettings(llm=os.environ.get("TOWOW_LLM") or "simulated")


def _paid_model() -> ModelSettings | None:
    """Return the settings of a valid model that costs money; None for any other."""
    model = _model_settings()
    try:
        check_model(model)
    except CommandError:
        return None
    return model if model.llm == "anthropic" else None


def _model_name() -> str:
    """Return the model's name in the store."""
    return model_name(_model_settings())[1]


def _check_profiles() -> str:
    parsed = profile_import.read_profiles([profile_import.shipped_profiles_folder()])
    if parsed.errors:
        first = parsed.errors[0]
        raise CheckFailed(f"{len(parsed.errors)} bad lines, the first {first.file}:{first.line}: {first.error}")
    if not parsed.profiles:
        raise CheckFailed(f"no profiles in {profile_import.shipped_profiles_folder()}")
    return f"{len(parsed.profiles)} shipped profiles"


def _check_negotiation() -> str:
    """Negotiate one demand in virtual time."""
    types: list[str] = []

    async def main(clock: VirtualClock) -> None:
        dependencies, model = build_dependencies(_settings_or_defaults(), clock, build_logger("error"))
        async with run_embedded(dependencies) as system:
            client = DirectClient(system, model, system.resources.get(NegotiationResources).profiles)
            accepted = await client.submit(DEMAND, "user_doctor")
            types.extend([event.type async for event in await client.stream_events(accepted.demand_id)])

    run_virtually(main, VIRTUAL_START)
    if types[-1:] != [DemandClosed.type]:
        raise CheckFailed("the negotiation did not close")
    return f"closed after {len(types)} events"


def _settings_or_defaults() -> Settings:
    """Return the settings, with the simulated model instead of a paid one; defaults if they are bad."""
    try:
        settings = read_environment(os.environ)
        check_model(settings.model)
    except (InvalidSettings, CommandError):
        return Settings()
    if settings.model.llm == "anthropic":
        return settings.replace(settings.model.model_copy(update={"llm": "simulated"}))
    return settings


def _check_address_folder() -> str:
    try:
        folder = create_private_folder()
        with tempfile.TemporaryFile(dir=folder):
            return f"{folder}"
    except (InsecureDirectory, OSError) as error:
        raise CheckFailed(str(error)) from error


def _print_result(check: CheckResult) -> None:
    sign, style = ("✔", "green") if check.ok else ("✘", "red")
    hint = f"\n    {check.hint}" if check.hint else ""
    stdout_console().print(
        Text.assemble((f"{sign} ", style), (f"{check.name:<12}", "bold"), check.detail, (hint, "yellow")),
        soft_wrap=True,
    )


def _build_checks(gateway: str | None, *, restored: bool) -> Iterator[DoctorCheck]:
    """Yield the checks, each after those it depends on."""
    yield DoctorCheck("python", _check_python, "install Python 3.11 or newer, then: make install")
    yield DoctorCheck(
        "settings", _check_settings, "correct the variable that is named; docs/settings.md lists them all"
    )
    yield DoctorCheck("services", _check_services, "set both TOWOW_BROKER_URL and TOWOW_STORE_URL, or unset both")
    services = _configured_services()
    if services is not None:
        from towow.doctor.service_checks import service_checks  # imported late: both client libraries are slow to load

        yield from service_checks(services, _model_name, restored=restored)
    from towow.doctor.gateway_checks import gateway_checks  # imported late: the HTTP client is slow to load

    yield from gateway_checks(os.environ.get("TOWOW_API_KEYS", ""), _namespace_or_default(), gateway)
    yield DoctorCheck("model", _check_model, "correct the named variable, or unset TOWOW_LLM for the simulated model")
    model = _paid_model()
    if model is not None:
        from towow.doctor.model_checks import model_checks  # imported late: the SDK takes seconds to load

        yield from model_checks(model)
    from towow.doctor.embedder_checks import embedder_check  # imported late: NumPy is slow to load

    yield embedder_check(services)
    yield DoctorCheck("profiles", _check_profiles, "restore the shipped folder examples/agents")
    yield DoctorCheck("negotiation", _check_negotiation, "run `make test` and report what fails")
    if services is None:
        hint = "make the folder accessible to you alone (chmod 700), or set XDG_RUNTIME_DIR or TMPDIR to another folder"
        yield DoctorCheck("door", _check_address_folder, hint)
