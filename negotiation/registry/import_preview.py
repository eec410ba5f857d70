"""Preview of an import of profiles, and its undoing afterwards."""

from collections.abc import Sequence

from pydantic import Field

from negotiation.registry.port import ProfileRegistry
from negotiation.registry.profile import Profile
from negotiation.registry.profile_import import LineError, ParsedProfiles
from shared.core.frozen_model import FrozenModel, Maybe

MAX_PREVIEWED = 1000
"""Maximum number of changes that a preview lists, and that can be undone."""


class ProfileChange(FrozenModel):
    """Agent that an import adds or replaces.

    `before`: its profile until then, absent if it is added; `after`: that of the file; `fields`: names of the fields
    that differ, all but the id if it is added.
    """

    line: int = 0
    before: Maybe[Profile] = None
    after: Profile
    fields: tuple[str, ...] = ()


class ImportPreview(FrozenModel):
    """Effect that an import would have: numbers of agents added, changed and left as they are, and of rejected lines.

    `changes`: the first MAX_PREVIEWED agents that are added or changed; `repeated`: lines that a later line with the
    same id makes void.
    """

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    rejected: int = 0
    repeated: tuple[int, ...] = ()
    changes: tuple[ProfileChange, ...] = ()
    errors: tuple[LineError, ...] = ()


class UndoRequest(FrozenModel):
    """Changes of an import to be undone."""

    changes: tuple[ProfileChange, ...] = Field(max_length=MAX_PREVIEWED)


class UndoResult(FrozenModel):
    """Effect of an undoing: numbers of restored and of deleted agents, and ids of those changed since, which stay."""

    restored: int = 0
    deleted: int = 0
    kept: tuple[str, ...] = ()


async def preview_import(profiles: ProfileRegistry, parsed: ParsedProfiles) -> ImportPreview:
    """Return what `import_profiles` would do now; nothing is stored.

    Raises:
        StoreUnavailable, StoreMisconfigured: The registry cannot be read.
    """
    last = {profile.agent_id: place for place, profile in enumerate(parsed.profiles)}
    counts, changes = {"added": 0, "changed": 0, "unchanged": 0}, list[ProfileChange]()
    for place in last.values():
        after = parsed.profiles[place]
        before = await profiles.get(after.agent_id)
        kind = "added" if before is None else "unchanged" if before == after else "changed"
        counts[kind] += 1
        if kind != "unchanged" and len(changes) < MAX_PREVIEWED:
            fields = _different_fields(before, after)
            changes.append(ProfileChange(line=parsed.lines[place], before=before, after=after, fields=fields))
    kept = {*last.values()}
    repeated = tuple(line for place, line in enumerate(parsed.lines) if place not in kept)
    errors = tuple(parsed.errors)
    return ImportPreview(**counts, rejected=len(errors), repeated=repeated, changes=tuple(changes), errors=errors)


async def undo_import(profiles: ProfileRegistry, changes: Sequence[ProfileChange]) -> UndoResult:
    """Delete the agents that an import added, and restore those that it replaced, unless they were changed since.

    Raises:
        StoreUnavailable: The registry does not answer; some of it may be undone. Repeat the call unchanged.
        StoreMisconfigured: The registry rejects the write.
    """
    restored, deleted, kept = list[Profile](), 0, list[str]()
    for change in changes:
        agent_id, current = change.after.agent_id, await profiles.get(change.after.agent_id)
        if current == change.before:
            continue
        if current != change.after:
            kept.append(agent_id)
        elif change.before is None:
            deleted += await profiles.delete(agent_id)
        else:
            restored.append(change.before)
    await profiles.put(restored)
    return UndoResult(restored=len(restored), deleted=deleted, kept=tuple(kept))


def _different_fields(before: Profile | None, after: Profile) -> tuple[str, ...]:
    return tuple(
        name
        for name in Profile.model_fields
        if name != "agent_id" and (before is None or getattr(before, name) != getattr(after, name))
    )
