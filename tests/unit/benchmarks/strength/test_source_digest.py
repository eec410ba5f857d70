from pathlib import Path

import pytest

from benchmarks.strength.source_digest import DIGITS, PLAYER_SOURCES, digest_files, list_sources, source_digest


def write_tree(root: Path) -> list[Path]:
    for name, text in (("engines/a.py", "1"), ("engines/nogo/b.py", "2"), ("openings.json", "[]"), ("other.py", "3")):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return list_sources(("engines", "openings.json"), root)


def test_sources_are_the_files_that_are_named_or_in_a_folder(tmp_path: Path) -> None:
    write_tree(tmp_path)
    (tmp_path / "engines/__pycache__/kernels").mkdir(parents=True)
    (tmp_path / "engines/__pycache__/kernels/a.nbi").write_text("machine code")
    names = {file.relative_to(tmp_path).as_posix() for file in list_sources(("engines", "openings.json"), tmp_path)}
    assert names == {"engines/a.py", "engines/nogo/b.py", "openings.json"}


@pytest.mark.parametrize("change", ["content", "name", "boundary", "more"])
def test_a_digest_depends_on_names_and_contents_of_files(tmp_path: Path, change: str) -> None:
    files = write_tree(tmp_path)
    before = digest_files(files, tmp_path)
    assert len(before) == DIGITS
    assert digest_files(reversed(files), tmp_path) == before
    match change:
        case "content":
            files[0].write_text("other")
        case "name":
            files[0] = files[0].rename(files[0].with_name("c.py"))
        case "boundary":
            first, second = sorted(files)[:2]
            first.write_text("")
            second.write_text("12")
        case _:
            files.append(tmp_path / "other.py")
    assert digest_files(files, tmp_path) != before


def test_the_engines_the_rules_the_opponents_and_the_openings_are_digested() -> None:
    names = "\n".join(file.as_posix() for file in list_sources(PLAYER_SOURCES))
    for part in (
        "gamehive/engines/gomoku/",
        "gamehive/core/games/board.py",
        "opponents/alpha_beta.py",
        "openings.json",
    ):
        assert part in names
    assert "__pycache__" not in names
    assert source_digest() == digest_files(list_sources(PLAYER_SOURCES))
