"""Which agents there are, what is known of one, and how more are added."""

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.text import Text

from shared.contracts.errors import ErrorCode, ToWowError
from shared.registry import files
from shared.registry.files import Imported, Read
from shared.registry.profile import Profile
from towow.configuration import configured
from towow.reaching import START_ONE, any_agents
from towow.refusal import DONE, NO, Refusal
from towow.stopping import run
from towow.story.clean import clean
from towow.view import note, paper


def list_agents(*, as_json: bool, wait: float) -> int:
    """All of them, one a line."""
    return run(lambda: _with_all(lambda profiles: _list(profiles, as_json=as_json), wait))


def show_agent(agent_id: str, *, as_json: bool, wait: float) -> int:
    """One of them. Raises ToWowError (E008)."""
    return run(lambda: _with_all(lambda profiles: _show(profiles, agent_id, as_json=as_json), wait))


def import_agents(paths: Sequence[Path], *, as_json: bool, wait: float) -> int:
    """Add or replace agents from files of JSON lines; 1 when a line was bad. The good ones are imported."""
    try:
        lines = files.read(paths)
    except OSError as error:
        raise Refusal(f"{error.filename}: {error.strerror}") from error
    return run(lambda: _import(lines, as_json=as_json, wait=wait))


async def _with_all(answer: Callable[[Sequence[Profile]], int], wait: float) -> int:
    async with any_agents(configured(os.environ), wait) as (door, _):
        return answer(await door.agents())


async def _import(lines: Read, *, as_json: bool, wait: float) -> int:
    async with any_agents(configured(os.environ), wait) as (door, own):
        done = await door.import_agents(lines.profiles)
    if own:
        note(f"No system is running: these agents were checked, and are gone with this command ({START_ONE}).")
    result = done.model_copy(update={"rejected": len(lines.errors), "errors": tuple(lines.errors)})
    _report(result, as_json=as_json)
    return NO if result.rejected else DONE


def _list(profiles: Sequence[Profile], *, as_json: bool) -> int:
    width = max((len(profile.agent_id) for profile in profiles), default=0)
    console = paper()
    for profile in profiles:
        if as_json:
            print(profile.model_dump_json())
        else:
            console.print(_row(profile, width), soft_wrap=True)
    note(f"{len(profiles)} agents")
    return DONE


def _show(profiles: Sequence[Profile], agent_id: str, *, as_json: bool) -> int:
    found = next((profile for profile in profiles if profile.agent_id == agent_id), None)
    if found is None:
        raise ToWowError(ErrorCode.E008, clean(agent_id))
    if as_json:
        print(found.model_dump_json())
        return DONE
    for name, value in found.model_dump(mode="json").items():
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        if shown:
            paper().print(Text.assemble((f"{name:<14}", "dim"), clean(shown)), soft_wrap=True)
    return DONE


def _report(result: Imported, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(result.model_dump(mode="json"), ensure_ascii=False))
        return
    print(f"imported {result.imported}, updated {result.updated}, rejected {result.rejected}")
    for error in result.errors:
        note(f"{clean(error.file)}:{error.line}: {clean(error.error)}")


def _row(profile: Profile, width: int) -> Text:
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
