"""Commands `towow agents import`, `list` and `show`."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from gateway.negotiation.api_models import PublicAgent
from negotiation.registry import profile_import
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import ImportResult, ParsedProfiles
from towow.cli.exit import FAILURE, SUCCESS, CommandError
from towow.cli.output import print_note, stdout_console
from towow.cli.signals import run_until_signal
from towow.cli.vector_progress import print_vector_progress
from towow.client.system_selection import START_HINT, ClientOptions, connect_to_agents
from towow.config.environment import read_configuration
from towow.narration.sanitize import sanitize_text


def list_agents(*, as_json: bool, client_options: ClientOptions) -> int:
    """Print the agents by agent_id, one per line (through a gateway only the first 200), and return the exit code 0.

    Args:
        as_json: Print each agent as one JSON object.
        client_options: Selection of the system; without a running one, those of a temporary system (the shipped agents,
            unless TOWOW_LLM is a scenario).

    Raises:
        CommandError: No system answers in time (exit code 3), or an option is bad (2).
        InvalidSettings: An environment variable is bad.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
        ApiError: The gateway rejects the request.
    """
    return run_until_signal(lambda: _list(as_json=as_json, client_options=client_options))


def show_agent(agent_id: str, *, as_json: bool, client_options: ClientOptions) -> int:
    """Print the profile of one agent, a line per field, and return the exit code 0.

    Args:
        agent_id: Id of the agent.
        as_json: Print the profile as one JSON object.
        client_options: Selection of the system; without a running one, a temporary system with the shipped agents.

    Raises:
        ApiError: E008, there is no such agent.
        CommandError: No system answers in time (exit code 3), or an option is bad (2).
        InvalidSettings: An environment variable is bad.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
    """
    return run_until_signal(lambda: _show(agent_id, as_json=as_json, client_options=client_options))


def import_agents(paths: Sequence[Path], *, as_json: bool, client_options: ClientOptions) -> int:
    """Import agents from files of JSON lines, print the counts, return the exit code: 1 if a line is invalid, else 0.

    An agent with the agent_id of an existing one replaces it. Invalid lines are printed; the valid ones are imported
    anyway. Without a running system the agents are only checked, not stored. Then the vectors that any agent of the
    registry lacks are computed, unless a gateway does that; without them agents are found by their words, so that a
    missing vector changes no exit code.

    Args:
        paths: Files, or folders of *.jsonl files.
        as_json: Print the result as one JSON object.
        client_options: Selection of the system.

    Raises:
        CommandError: A file cannot be read or an option is bad (exit code 2), or no system answers in time (3).
        InvalidSettings: An environment variable is bad.
        StoreMisconfigured: Redis refuses the connection; retrying would not help.
        ApiError: E012 or E013, the gateway accepts imports from administrators only.
    """
    try:
        parsed = profile_import.read_profiles(paths)
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}") from error
    return run_until_signal(lambda: _import(parsed, as_json=as_json, client_options=client_options))


async def _import(parsed: ParsedProfiles, *, as_json: bool, client_options: ClientOptions) -> int:
    async with connect_to_agents(read_configuration(os.environ), client_options) as (client, is_embedded):
        result = await client.import_agents(parsed.profiles)
        if is_embedded:
            print_note(f"No system is running: the agents were only checked, not stored ({START_HINT}).")
        result = result.model_copy(update={"rejected": len(parsed.errors), "errors": tuple(parsed.errors)})
        _report(result, as_json=as_json)  # the agents are found by their words from now on
        await print_vector_progress(client.update_vectors)
    return FAILURE if result.rejected else SUCCESS


async def _list(*, as_json: bool, client_options: ClientOptions) -> int:
    async with connect_to_agents(read_configuration(os.environ), client_options) as (client, _):
        agent_list = await client.list_agents()
    width = max((len(agent.agent_id) for agent in agent_list.agents), default=0)
    console = stdout_console()
    for agent in agent_list.agents:
        if as_json:
            print(agent.model_dump_json())
        else:
            console.print(_agent_row(agent, width), soft_wrap=True)
    shown = len(agent_list.agents)
    print_note(
        f"{agent_list.total} agents" + (f", of which the first {shown} are shown" if shown < agent_list.total else "")
    )
    return SUCCESS


async def _show(agent_id: str, *, as_json: bool, client_options: ClientOptions) -> int:
    async with connect_to_agents(read_configuration(os.environ), client_options) as (client, _):
        agent = await client.get_agent(agent_id)
    if as_json:
        print(agent.model_dump_json())
        return SUCCESS
    for name, value in agent.model_dump(mode="json").items():
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        if shown:
            stdout_console().print(Text.assemble((f"{name:<14}", "dim"), sanitize_text(shown)), soft_wrap=True)
    return SUCCESS


def _report(result: ImportResult, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(result.model_dump(mode="json"), ensure_ascii=False), flush=True)
        return
    print(f"imported {result.imported}, updated {result.updated}, rejected {result.rejected}", flush=True)
    for error in result.errors:
        print_note(f"{sanitize_text(error.file)}:{error.line}: {sanitize_text(error.error)}")


def _agent_row(profile: Profile | PublicAgent, width: int) -> Text:
    capabilities = ", ".join(profile.capabilities)
    location = profile.location or "—"
    return Text.assemble(
        (f"{profile.agent_id:<{width}}", "cyan"),
        "  ",
        (sanitize_text(profile.display_name), "bold"),
        ("" if profile.active else " (inactive)", "red"),
        f"  {sanitize_text(location)}  ",
        (sanitize_text(capabilities), "dim"),
    )
