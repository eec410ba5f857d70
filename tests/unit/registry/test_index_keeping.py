"""When is an index built, where is it kept, and what if that fails? With real building processes."""

import asyncio
import io
import os
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

import shared.registry.index as searched
from shared.registry.building import KEPT, main
from shared.registry.files import read, shipped
from shared.registry.index import Index
from shared.registry.keeping import Keeping, NotBuilt, default_folder
from shared.registry.profile import Profile, encoded
from shared.runtime.virtual_clock import VirtualLoop
from shared.telemetry.log import make_log

SHIPPED = read([shipped()]).profiles[:120]
MANY, SOME = 100, 10
WORDS = ("场地", "北京")


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searched, "MANY", MANY)
    monkeypatch.setattr(searched, "SOME", SOME)


def index_in(folder: Path, said: io.StringIO | None = None, people: Sequence[Profile] = SHIPPED) -> Index:
    index = Index(Keeping("test", folder), make_log("error", "json", said))
    for profile in people:
        index.put(profile)
    return index


def indexes(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.startswith(".")}


def run(main: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await main()

    asyncio.run(whole())


def unbuilt(people: Sequence[Profile]) -> Sequence[object]:
    """What is found where nothing is ever built: in virtual time."""
    index = index_in(Path("/nowhere"), people=people)
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(index.search(WORDS))


def test_the_first_search_waits_for_the_index_and_finds_the_same(tmp_path: Path) -> None:
    async def first() -> None:
        index = index_in(tmp_path)
        hits = await index.search(WORDS)
        assert len(indexes(tmp_path)) == 1
        assert hits == unbuilt_hits

    unbuilt_hits = unbuilt(SHIPPED)
    assert len(unbuilt_hits) > 10
    run(first)


def test_few_people_are_searched_without_an_index(tmp_path: Path) -> None:
    async def few() -> None:
        assert await index_in(tmp_path, people=SHIPPED[:MANY]).search(WORDS)
        assert indexes(tmp_path) == set()

    run(few)


def test_another_process_with_the_same_people_takes_the_index_that_is_there(tmp_path: Path) -> None:
    async def second() -> None:
        await index_in(tmp_path).search(WORDS)
        (there,) = indexes(tmp_path)
        made = (tmp_path / there).stat().st_mtime_ns
        assert await index_in(tmp_path, people=SHIPPED[::-1]).search(WORDS)
        assert indexes(tmp_path) == {there}
        assert (tmp_path / there).stat().st_mtime_ns == made

    run(second)


def test_some_changes_make_a_new_index_while_searches_go_on(tmp_path: Path) -> None:
    async def changing() -> None:
        index = index_in(tmp_path)
        await index.search(WORDS)
        changed = [each.model_copy(update={"capabilities": ("养蜂",)}) for each in SHIPPED[: SOME + 1]]
        for profile in changed:
            index.put(profile)
        found = await index.search(["养蜂"])
        assert {hit.profile.agent_id for hit in found} == {each.agent_id for each in changed}
        assert len(indexes(tmp_path)) == 1  # it is still being built: nobody waited
        task = index._building  # pyright: ignore[reportPrivateUsage]
        assert task is not None
        index.drop(changed[0].agent_id)
        await task
        assert len(indexes(tmp_path)) == 2
        after = await index.search(["养蜂"])
        assert {hit.profile.agent_id for hit in after} == {each.agent_id for each in changed[1:]}
        assert len(index._recent) == 0  # pyright: ignore[reportPrivateUsage]

    run(changing)


def test_searches_at_once_wait_for_one_index(tmp_path: Path) -> None:
    async def several() -> None:
        index = index_in(tmp_path)
        answers = await asyncio.gather(*(index.search(WORDS) for _ in range(5)))
        assert all(answer == answers[0] for answer in answers)
        assert len(indexes(tmp_path)) == 1

    run(several)


def test_who_gives_up_waiting_does_not_stop_the_others(tmp_path: Path) -> None:
    async def impatient() -> None:
        index = index_in(tmp_path)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(index.search(WORDS), 0.05)
        assert await index.search(WORDS)

    run(impatient)


def test_to_close_while_it_is_built_ends_the_building(tmp_path: Path) -> None:
    async def closed() -> None:
        index = index_in(tmp_path)
        asked = asyncio.create_task(index.search(WORDS))
        await asyncio.sleep(0.1)
        await index.close()
        asked.cancel()
        await asyncio.wait([asked])
        assert indexes(tmp_path) == set()

    run(closed)


def test_an_index_that_cannot_be_kept_is_said_and_everybody_is_found_all_the_same(tmp_path: Path) -> None:
    async def elsewhere() -> None:
        said = io.StringIO()
        (tmp_path / "file").touch()
        index = index_in(tmp_path / "file", said)
        for _ in range(2):
            assert await index.search(WORDS) == unbuilt_hits
        assert said.getvalue().count("search_index_not_built") == 1

    unbuilt_hits = unbuilt(SHIPPED)
    run(elsewhere)


def test_a_folder_that_others_can_read_is_refused(tmp_path: Path) -> None:
    async def open_to_all() -> None:
        with pytest.raises(NotBuilt, match="nobody else can read"):
            await Keeping("test", tmp_path).index("0", [encoded(SHIPPED[0])])

    tmp_path.chmod(0o755)
    run(open_to_all)


def test_a_folder_is_made_for_its_owner_only(tmp_path: Path) -> None:
    async def made() -> None:
        await Keeping("test", tmp_path / "new").index("0", [encoded(SHIPPED[0])])
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
        (index,) = indexes(tmp_path / "new")
        assert stat.S_IMODE((tmp_path / "new" / index).stat().st_mode) == 0o700

    run(made)


def test_a_process_that_cannot_build_says_why(tmp_path: Path) -> None:
    async def broken() -> None:
        with pytest.raises(NotBuilt, match=r"building process failed: (?s:.*)ValidationError"):
            await Keeping("test", tmp_path).index("0", [b"{}"])
        assert indexes(tmp_path) == set()

    tmp_path.chmod(0o700)
    run(broken)


def test_people_who_did_not_all_come_are_no_index(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="1 of 2"):
        main(tmp_path, "half", 2, [encoded(SHIPPED[0])])
    assert indexes(tmp_path) == set()


def test_old_indexes_and_what_a_killed_process_left_are_cleared_away(tmp_path: Path) -> None:
    (tmp_path / ".made-killed").mkdir()
    for number in range(KEPT + 2):
        main(tmp_path, f"index-{number}", 1, [encoded(SHIPPED[0])])
        os.utime(tmp_path / f"index-{number}", (number, number))
    assert indexes(tmp_path) == {f"index-{number}" for number in range(2, KEPT + 2)}
    assert not list(tmp_path.glob(".made-*"))


def test_every_namespace_has_a_folder_of_its_own() -> None:
    assert default_folder("a") != default_folder("b")
    assert default_folder("a").parent == default_folder("b").parent


def test_nobody_loads_numpy_who_does_not_search_a_large_registry() -> None:
    loaded = "import sys, towow.cli, shared.registry.redis, shared.registry.memory, coordinator.actor; "
    said = subprocess.run(
        [sys.executable, "-c", loaded + "print('numpy' in sys.modules, 'bm25s' in sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "False False\n"


def test_an_index_that_was_cut_off_is_built_anew(tmp_path: Path) -> None:
    async def mended() -> None:
        first = await index_in(tmp_path).search(WORDS)
        (name,) = indexes(tmp_path)
        for file in (tmp_path / name).iterdir():
            os.truncate(file, 10)
        assert await index_in(tmp_path).search(WORDS) == first

    run(mended)


def test_when_most_have_left_the_few_are_kept_by_word_again(tmp_path: Path) -> None:
    async def left() -> None:
        index = index_in(tmp_path)
        await index.search(WORDS)
        for profile in SHIPPED[5:]:
            index.drop(profile.agent_id)
        found = await index.search([SHIPPED[0].capabilities[0]])
        assert {hit.profile.agent_id for hit in found} <= {each.agent_id for each in SHIPPED[:5]}
        assert SHIPPED[0].agent_id in {hit.profile.agent_id for hit in found}
        for profile in SHIPPED[:5]:
            index.drop(profile.agent_id)
        assert await index.search(WORDS) == []
        assert len(indexes(tmp_path)) == 1

    run(left)
