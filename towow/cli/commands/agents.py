"""Which agents there are, what is known of one, and how more are added."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from gateway.negotiation.api_models import PublicAgent
from negotiation.registry import profile_file
from negotiation.registry.profile import Profile
from negotiation.registry.profile_file import ImportResult, ParsedProfiles
from towow.cli.exit import DONE, NO, CommandError
from towow.cli.output import print_note, stdout_console
from towow.cli.signals import run
from towow.client.resolve import START_ONE, ClientOptions, any_agents
from towow.config.environment import configured
from towow.narration.sanitize import clean


def list_agents(*, as_json: bool, whom: ClientOptions) -> int:
    """All of them, one a line."""
    return run(lambda: _list(as_json=as_json, whom=whom))


def show_agent(agent_id: str, *, as_json: bool, whom: ClientOptions) -> int:
    """One of them. Raises ToWowError (E008)."""
    return run(lambda: _show(agent_id, as_json=as_json, whom=whom))


def import_agents(paths: Sequence[Path], *, as_json: bool, whom: ClientOptions) -> int:
    """Add or replace agents from files of JSON lines; 1 when a line was bad. The good ones are imported."""
    try:
        lines = profile_file.read(paths)
    except OSError as error:
        raise CommandError(f"{error.filename}: {error.strerror}") from error
    return run(lambda: _import(lines, as_json=as_json, whom=whom))


async def _import(lines: ParsedProfiles, *, as_json: bool, whom: ClientOptions) -> int:
    async with any_agents(configured(os.environ), whom) as (door, own):
        done = await door.import_agents(lines.profiles)
    if own:
        print_note(f"No system is running: these agents were checked, and are gone with this command ({START_ONE}).")
    result = done.model_copy(update={"rejected": len(lines.errors), "errors": tuple(lines.errors)})
    _report(result, as_json=as_json)
    return NO if result.rejected else DONE


async def _list(*, as_json: bool, whom: ClientOptions) -> int:
    async with any_agents(configured(os.environ), whom) as (door, _):
        listed = await door.agents()
    width = max((len(agent.agent_id) for agent in listed.agents), default=0)
    console = stdout_console()
    for agent in listed.agents:
        if as_json:
            print(agent.model_dump_json())
        else:
            console.print(_row(agent, width), soft_wrap=True)
    shown = len(listed.agents)
    print_note(f"{listed.total} agents" + (f", of which the first {shown} are shown" if shown < listed.total else ""))
    return DONE


async def _show(agent_id: str, *, as_json: bool, whom: ClientOptions) -> int:
    async with any_agents(configured(os.environ), whom) as (door, _):
        found = await door.agent(agent_id)
    if as_json:
        print(found.model_dump_json())
        return DONE
    for name, value in found.model_dump(mode="json").items():
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        if shown:
            stdout_console().print(Text.assemble((f"{name:<14}", "dim"), clean(shown)), soft_wrap=True)
    return DONE


def _report(result: ImportResult, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(result.model_dump(mode="json"), ensure_ascii=False))
        return
    print(f"imported {result.imported}, updated {result.updated}, rejected {result.rejected}")
    for error in result.errors:
        print_note(f"{clean(error.file)}:{error.line}: {clean(error.error)}")


def _row(profile: Profile | PublicAgent, width: int) -> Text:
    what = ", ".join(profile.capabilities)
    where = profile.location or "—"
    return Text.assemble(
        (f"{profile.agent_id:<{width}}", "cyan"),
        "  ",
        (clean(profile.display_name), "bold"),
        ("" if profile.active else " (inactive)", "red"),
        f"  {clean(where)}  ",
        (clean(what), "dim"),
    )
