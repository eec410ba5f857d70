"""Build, storage and failures of the search index, with real builder processes."""

import asyncio
import fcntl
import io
import os
import stat
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

import negotiation.search.index as searched
import negotiation.search.index_store as index_store
from negotiation.registry.profile import Profile, encode_profile
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from negotiation.registry.profile_table import ProfileTable
from negotiation.search.build_index import LOCK_FILE, MAX_STORED_INDEXES, main
from negotiation.search.disk_segment import DiskSegment
from negotiation.search.index import ProfileIndex
from negotiation.search.index_store import IndexStore, IndexUnavailable, default_folder
from shared.runtime.virtual_clock import VirtualClock
from tests.support.async_tests import START
from tests.support.unavailable_index_store import UnavailableIndexStore
from towow.config.demand_logger import build_logger

SHIPPED = read_profiles([shipped_profiles_folder()]).profiles[:120]
MANY, SOME = 100, 10
WORDS = ("场地", "北京")


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searched, "MAX_UNINDEXED_PROFILES", MANY)
    monkeypatch.setattr(searched, "REBUILD_THRESHOLD", SOME)


def index_in(folder: Path, said: io.StringIO | None = None, people: Sequence[Profile] = SHIPPED) -> ProfileIndex:
    index = ProfileIndex(IndexStore("test", folder), build_logger("error", "json", said))
    for profile in people:
        index.put(profile)
    return index


def indexes(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.startswith(".")}


@contextmanager
def nothing_is_built(folder: Path) -> Generator[None]:
    """Meanwhile every building process waits, as if another one were at it."""
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / LOCK_FILE).open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


async def unbuilt(people: Sequence[Profile], words: Sequence[str] = WORDS) -> Sequence[object]:
    """What is found where nothing can be built."""
    index = ProfileIndex(UnavailableIndexStore(), build_logger("error", "json", io.StringIO()))
    for profile in people:
        index.put(profile)
    return await index.search(words)


async def test_the_first_search_waits_for_the_index_and_finds_the_same(tmp_path: Path) -> None:
    unbuilt_hits = await unbuilt(SHIPPED)
    assert len(unbuilt_hits) > 10
    index = index_in(tmp_path)
    hits = await index.search(WORDS)
    assert len(indexes(tmp_path)) == 1
    assert hits == unbuilt_hits


async def test_in_virtual_time_the_builder_process_builds_the_index(tmp_path: Path, clock: VirtualClock) -> None:
    assert await index_in(tmp_path).search(WORDS) == await unbuilt(SHIPPED)
    assert clock.now() == START
    assert len(indexes(tmp_path)) == 1


async def test_in_virtual_time_a_failed_build_is_logged(tmp_path: Path, clock: VirtualClock) -> None:
    said = io.StringIO()
    (tmp_path / "file").write_bytes(b"")
    assert await index_in(tmp_path / "file", said).search(WORDS) == await unbuilt(SHIPPED)
    assert said.getvalue().count("search_index_not_built") == 1


async def test_few_profiles_are_searched_without_a_built_index(tmp_path: Path) -> None:
    assert await index_in(tmp_path, people=SHIPPED[:MANY]).search(WORDS)
    assert indexes(tmp_path) == set()


async def test_another_process_with_the_same_profiles_reuses_the_index(tmp_path: Path) -> None:
    await index_in(tmp_path).search(WORDS)
    (there,) = indexes(tmp_path)
    made = (tmp_path / there).stat().st_mtime_ns
    assert await index_in(tmp_path, people=SHIPPED[::-1]).search(WORDS)
    assert indexes(tmp_path) == {there}
    assert (tmp_path / there).stat().st_mtime_ns == made


async def test_enough_changes_build_a_new_index_during_searches(tmp_path: Path) -> None:
    index = index_in(tmp_path)
    await index.search(WORDS)
    changed = [each.model_copy(update={"capabilities": ("养蜂",)}) for each in SHIPPED[: SOME + 1]]
    for profile in changed:
        index.put(profile)
    found = await index.search(["养蜂"])
    assert {hit.profile.agent_id for hit in found} == {each.agent_id for each in changed}
    assert len(indexes(tmp_path)) == 1  # it is still being built: nobody waited
    task = index._build_task  # pyright: ignore[reportPrivateUsage]
    assert task is not None
    index.remove(changed[0].agent_id)
    await task
    assert len(indexes(tmp_path)) == 2
    after = await index.search(["养蜂"])
    assert {hit.profile.agent_id for hit in after} == {each.agent_id for each in changed[1:]}
    assert len(index._memory_segment) == 0  # pyright: ignore[reportPrivateUsage]


async def test_concurrent_searches_wait_for_one_build(tmp_path: Path) -> None:
    index = index_in(tmp_path)
    answers = await asyncio.gather(*(index.search(WORDS) for _ in range(5)))
    assert all(answer == answers[0] for answer in answers)
    assert len(indexes(tmp_path)) == 1


async def test_a_cancelled_search_does_not_cancel_the_build(tmp_path: Path) -> None:
    index = index_in(tmp_path)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(index.search(WORDS), 0.05)
    assert await index.search(WORDS)


async def test_closing_during_a_build_ends_the_builder_process(tmp_path: Path) -> None:
    index = index_in(tmp_path)
    asked = asyncio.create_task(index.search(WORDS))
    await asyncio.sleep(0.1)
    await index.close()
    asked.cancel()
    await asyncio.wait([asked])
    assert indexes(tmp_path) == set()


async def test_a_failure_to_store_the_index_is_logged_and_search_still_works(tmp_path: Path) -> None:
    unbuilt_hits = await unbuilt(SHIPPED)
    said = io.StringIO()
    (tmp_path / "file").touch()
    index = index_in(tmp_path / "file", said)
    for _ in range(2):
        assert await index.search(WORDS) == unbuilt_hits
    assert said.getvalue().count("search_index_not_built") == 1


async def test_an_index_folder_readable_by_others_is_refused(tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o755)
    with pytest.raises(IndexUnavailable, match="of this user with mode 0700"):
        await IndexStore("test", tmp_path).open_or_build("0", [encode_profile(SHIPPED[0])])


async def test_the_index_folder_is_created_with_mode_0700(tmp_path: Path) -> None:
    await IndexStore("test", tmp_path / "new").open_or_build("0", [encode_profile(SHIPPED[0])])
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    (index,) = indexes(tmp_path / "new")
    assert stat.S_IMODE((tmp_path / "new" / index).stat().st_mode) == 0o700


async def test_a_failed_builder_process_reports_its_error(tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o700)
    with pytest.raises(IndexUnavailable, match=r"index builder process failed: (?s:.*)ValidationError"):
        await IndexStore("test", tmp_path).open_or_build("0", [b"{}"])
    assert indexes(tmp_path) == set()


def test_an_incomplete_list_of_profiles_builds_no_index(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected 2 profiles on standard input, got 1"):
        main(tmp_path, "half", 2, [encode_profile(SHIPPED[0])])
    assert indexes(tmp_path) == set()


def test_old_indexes_and_leftovers_of_killed_builders_are_deleted(tmp_path: Path) -> None:
    (tmp_path / ".made-killed").mkdir()
    for number in range(MAX_STORED_INDEXES + 2):
        main(tmp_path, f"index-{number}", 1, [encode_profile(SHIPPED[0])])
        os.utime(tmp_path / f"index-{number}", (number, number))
    assert indexes(tmp_path) == {f"index-{number}" for number in range(2, MAX_STORED_INDEXES + 2)}
    assert not list(tmp_path.glob(".made-*"))


def test_every_namespace_has_its_own_index_folder() -> None:
    assert default_folder("a") != default_folder("b")
    assert default_folder("a").parent == default_folder("b").parent


def test_importing_the_programs_imports_neither_numpy_nor_bm25s() -> None:
    loaded = "import sys, towow.cli.main, negotiation.registry.redis.registry, negotiation.registry.memory, coordinator.actors; "
    said = subprocess.run(
        [sys.executable, "-c", loaded + "print('numpy' in sys.modules, 'bm25s' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "False False\n"


async def test_a_truncated_index_is_rebuilt(tmp_path: Path) -> None:
    first = await index_in(tmp_path).search(WORDS)
    (name,) = indexes(tmp_path)
    for file in (tmp_path / name).iterdir():
        os.truncate(file, 10)
    assert await index_in(tmp_path).search(WORDS) == first


async def test_the_index_is_dropped_when_most_profiles_were_removed(tmp_path: Path) -> None:
    index = index_in(tmp_path)
    await index.search(WORDS)
    for profile in SHIPPED[5:]:
        index.remove(profile.agent_id)
    found = await index.search([SHIPPED[0].capabilities[0]])
    assert {hit.profile.agent_id for hit in found} <= {each.agent_id for each in SHIPPED[:5]}
    assert SHIPPED[0].agent_id in {hit.profile.agent_id for hit in found}
    for profile in SHIPPED[:5]:
        index.remove(profile.agent_id)
    assert await index.search(WORDS) == []
    assert len(indexes(tmp_path)) == 1


async def test_an_index_with_an_empty_file_is_rebuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever file it is; the builder runs in this process, because a new one for each of a dozen files is slow."""

    async def run_builder_here(folder: Path, name: str, profiles: Sequence[bytes]) -> None:
        main(folder, name, len(profiles), profiles)
        built.append(name)

    first = await index_in(tmp_path).search(WORDS)  # of a real builder process
    (name,) = indexes(tmp_path)
    built: list[str] = []
    monkeypatch.setattr(index_store, "_run_builder", run_builder_here)
    for file in sorted(path.name for path in (tmp_path / name).iterdir()):
        os.truncate(tmp_path / name / file, 0)
        said = io.StringIO()
        again = index_in(tmp_path, said)
        assert (await again.search(WORDS), said.getvalue()) == (first, ""), file
        assert again._disk_segment is not None, file  # pyright: ignore[reportPrivateUsage]
    assert len(built) > 5  # of all files that are read
    assert set(built) == {name}


def test_an_index_is_synced_to_disk_before_its_rename(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flushed_to_disk(file: int) -> None:
        path = Path(os.readlink(f"/proc/self/fd/{file}"))
        flushed.append((path.name, (tmp_path / "index").is_dir()))

    flushed: list[tuple[str, bool]] = []
    monkeypatch.setattr(os, "fsync", flushed_to_disk)
    main(tmp_path, "index", 1, [encode_profile(SHIPPED[0])])
    *before, after = flushed
    files = {path.name for path in (tmp_path / "index").iterdir()}
    assert len(files) > 5
    assert files < {name for name, _ in before}
    assert not any(renamed for _, renamed in before)
    assert len(before) == len(files) + 1  # and the folder that lists them
    assert after == (tmp_path.name, True)


async def test_an_unexpected_build_error_is_logged_once_and_search_still_works(tmp_path: Path) -> None:
    class Odd(IndexStore):
        async def open_or_build(self, content_hash: str, profiles: Sequence[bytes]) -> DiskSegment:
            raise RuntimeError("nobody thought of this")

    unbuilt_hits = await unbuilt(SHIPPED)
    said = io.StringIO()
    index = ProfileIndex(Odd("test", tmp_path), build_logger("error", "json", said))
    for profile in SHIPPED:
        index.put(profile)
    for _ in range(3):
        assert await index.search(WORDS) == unbuilt_hits
    assert said.getvalue().count("search_index_not_built") == 1
    assert "nobody thought of this" in said.getvalue()


async def test_the_builder_process_imports_nothing_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = tmp_path / "ran"
    here = tmp_path / "here"
    for module in ("shutil", "numpy", "bm25s", "pydantic", "shared"):
        (here / module).mkdir(parents=True)
        (here / module / "__init__.py").write_text(f"open({str(ran)!r}, 'a').write({module!r})")
    monkeypatch.chdir(here)
    await index_in(tmp_path / "indexes").search(WORDS)
    assert len(indexes(tmp_path / "indexes")) == 1
    assert not ran.exists()


def test_the_builder_process_finds_the_package_beside_an_uninstalled_program(tmp_path: Path) -> None:
    """As `python -c` does in a checkout that is not installed: of that interpreter no folder knows the package."""
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    for package in ("negotiation", "shared"):
        (checkout / package).symlink_to(Path(searched.__file__).parents[2] / package)
    program = (
        "import asyncio, pathlib, sys; sys.executable = sys._base_executable; "
        "from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder; from negotiation.search.index_store import IndexStore; "
        "from negotiation.registry.profile import encode_profile; "
        f"folder = pathlib.Path({str(tmp_path / 'indexes')!r}); "
        "profile = read_profiles([shipped_profiles_folder()]).profiles[0]; "
        "asyncio.run(IndexStore('test', folder).open_or_build('0', [encode_profile(profile)]))"
    )
    subprocess.run([sys.executable, "-c", program], cwd=checkout, check=True)
    assert len(indexes(tmp_path / "indexes")) == 1


async def test_no_search_waits_for_a_rebuild(tmp_path: Path) -> None:
    bees = [
        profile.model_copy(update={"capabilities": ("养蜂",), "summary": "", "tags": (), "location": None})
        for profile in SHIPPED
    ]
    assert len(bees) > MANY
    bees_found = await unbuilt(bees, ["养蜂"])
    assert len(bees_found) == 50
    index = index_in(tmp_path)
    await index.search(WORDS)
    with nothing_is_built(tmp_path):
        for profile in bees:
            index.put(profile)
        assert await index.search(["养蜂"]) == bees_found
        assert await index.search(WORDS) == []
        await index.close()


async def test_searches_of_a_growing_registry_never_wait(tmp_path: Path) -> None:
    index = index_in(tmp_path, people=())
    with nothing_is_built(tmp_path):
        for number, profile in enumerate(SHIPPED, 1):
            index.put(profile)
            await index.search(WORDS)
            begun = index._build_task is not None  # pyright: ignore[reportPrivateUsage]
            assert begun == (number > MANY)
        await index.close()


async def test_warm_up_builds_the_index_for_the_first_search(tmp_path: Path) -> None:
    unbuilt_hits = await unbuilt(SHIPPED)
    index = index_in(tmp_path)
    index.warm_up()
    task = index._build_task  # pyright: ignore[reportPrivateUsage]
    assert task is not None
    await task
    with nothing_is_built(tmp_path):
        assert await index.search(WORDS) == unbuilt_hits
        index.warm_up()
        assert index._build_task is task  # pyright: ignore[reportPrivateUsage]
    few = index_in(tmp_path, people=SHIPPED[:MANY])
    few.warm_up()
    assert few._build_task is None  # pyright: ignore[reportPrivateUsage]


async def test_profiles_read_again_are_searched_beside_the_existing_index(tmp_path: Path) -> None:
    gone, changed, *same = sorted(SHIPPED, key=lambda profile: profile.agent_id)
    after = [changed.model_copy(update={"capabilities": ("场地",), "location": "北京"}), *same]
    expected = await unbuilt(after)
    assert expected != await unbuilt(SHIPPED)
    assert gone not in after
    index = index_in(tmp_path)
    await index.search(WORDS)
    people = ProfileTable()
    for profile in after:
        people.put(profile)
    with nothing_is_built(tmp_path):
        await index.replace(people)
        assert await index.search(WORDS) == expected
        assert len(index._memory_segment) == 1  # pyright: ignore[reportPrivateUsage]
        await index.close()
