"""The file of requester tokens: who can read it, how much it holds, and what a damaged one costs."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from towow.client.requester_token_file import FILE_NAME, MAX_FILE_BYTES, MAX_TOKENS, RequesterTokenFile


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the file, which does not exist yet."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return tmp_path / "towow"


def test_a_token_is_found_by_its_demand_and_only_its_user_can_read_it(folder: Path) -> None:
    tokens = RequesterTokenFile()
    assert tokens.find("d-a") is None
    tokens.add("d-a", "token of a")
    tokens.add("d-b", "token of b")
    tokens.add("d-a", "new token of a")
    assert [tokens.find(name) for name in ("d-a", "d-b", "d-c")] == ["new token of a", "token of b", None]
    assert len((folder / FILE_NAME).read_text(encoding="utf-8").splitlines()) == 2
    assert stat.S_IMODE((folder / FILE_NAME).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_file_that_others_could_read_is_replaced_by_one_they_cannot(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    for name in (FILE_NAME, "requester-tokens.new"):
        (folder / name).touch(mode=0o666)
        (folder / name).chmod(0o666)
    RequesterTokenFile().add("d-a", "token of a")
    assert stat.S_IMODE((folder / FILE_NAME).stat().st_mode) == 0o600
    assert sorted(path.name for path in folder.iterdir()) == [FILE_NAME, "requester-tokens.lock"]


def test_the_oldest_tokens_are_dropped(folder: Path) -> None:
    lines = [f'{{"demand_id":"d-{number}","token":"{"0" * 64}"}}\n' for number in range(MAX_TOKENS)]
    tokens = RequesterTokenFile()
    tokens.add("d-first", "x")
    (folder / FILE_NAME).write_text("".join(lines), encoding="utf-8")
    tokens.add("d-last", "token")
    assert [tokens.find(name) for name in ("d-0", "d-1", "d-last")] == [None, "0" * 64, "token"]
    assert (folder / FILE_NAME).stat().st_size < MAX_FILE_BYTES / 3


def test_simultaneous_submissions_keep_all_their_tokens(folder: Path) -> None:
    def add(number: int) -> None:
        RequesterTokenFile().add(f"d-{number}", f"token {number}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(40)))
    assert [RequesterTokenFile().find(f"d-{number}") for number in range(40)] == [f"token {n}" for n in range(40)]


@pytest.mark.parametrize(
    "damage", [b"\xff\xfe", b"{}\n", b'{"demand_id":"d-a","tok', b"[]\nnull\n", b"x" * (MAX_FILE_BYTES + 1)]
)
def test_a_damaged_file_loses_no_later_token(damage: bytes, folder: Path) -> None:
    folder.mkdir(mode=0o700)
    (folder / FILE_NAME).write_bytes(damage)
    tokens = RequesterTokenFile()
    assert tokens.find("d-a") is None
    tokens.add("d-b", "token of b")
    assert tokens.find("d-b") == "token of b"


@pytest.mark.parametrize("obstacle", ["file", "readable", "folder"])
def test_without_a_private_folder_a_note_says_that_the_token_is_not_kept(
    obstacle: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if obstacle == "file":
        folder.touch()
    else:
        folder.mkdir(mode=0o700)
    if obstacle == "readable":
        folder.chmod(0o755)
    if obstacle == "folder":
        (folder / FILE_NAME).mkdir()
    tokens = RequesterTokenFile()
    tokens.add("d-a", "a-secret")
    assert tokens.find("d-a") is None
    told = capsys.readouterr()
    assert told.out == ""
    assert "d-a" in told.err
    assert "a-secret" not in told.err
