import asyncio
import json
from pathlib import Path

import pytest

from shared.registry.files import Read, import_into, read, read_lines
from shared.registry.memory import MemoryProfiles

BOB = json.dumps({"agent_id": "agent_bob", "display_name": "Bob"}).encode()
AMY = json.dumps({"agent_id": "agent_amy", "display_name": "艾米"}, ensure_ascii=False).encode()


def only_error(line: bytes) -> str:
    read_ = read_lines("f.jsonl", line)
    assert not read_.profiles
    assert [(error.file, error.line) for error in read_.errors] == [("f.jsonl", 1)]
    return read_.errors[0].error


def test_good_lines_are_read_in_their_order() -> None:
    assert [profile.display_name for profile in read_lines("f", BOB + b"\n" + AMY).profiles] == ["Bob", "艾米"]


def test_byte_order_mark_blank_lines_and_windows_line_ends_are_fine() -> None:
    lines = read_lines("f", b"\xef\xbb\xbf" + BOB + b"\r\n\r\n   \n" + AMY + b"\r\n")
    assert len(lines.profiles) == 2
    assert not lines.errors


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "not JSON"),
        (b'{"agent_id": NaN,}', "not JSON"),
        (b"[1, 2]", "not a JSON object"),
        (b'"agent_bob"', "not a JSON object"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"agent_id": "agent_bob"}', "display_name"),
        (b'{"agent_id": "Agent Bob", "display_name": "Bob"}', "agent_id"),
        (b'{"agent_id": "agent_bob", "display_name": "Bob", "mood": "good"}', "unknown key mood"),
        (b'{"agent_id": "agent_bob", "display_name": "Bob", "price": -1}', "price"),
        (b'{"agent_id": "agent_bob", "display_name": "Bob", "capacity": "many"}', "capacity"),
    ],
)
def test_a_bad_line_is_refused_with_its_reason(line: bytes, said: str) -> None:
    assert said in only_error(line)


def test_a_bad_line_does_not_harm_its_neighbours() -> None:
    lines = read_lines("f", BOB + b"\n{\n" + AMY)
    assert len(lines.profiles) == 2
    assert [error.line for error in lines.errors] == [2]


def test_an_import_counts_new_replaced_and_refused_lines() -> None:
    async def imported() -> tuple[dict[str, object], dict[str, object], str | None]:
        profiles = MemoryProfiles()
        again = json.dumps({"agent_id": "agent_bob", "display_name": "Bobby"}).encode()
        first = await import_into(profiles, read_lines("f", BOB + b"\n" + again + b"\n{\n" + AMY))
        second = await import_into(profiles, read_lines("f", BOB))
        bob = await profiles.get("agent_bob")
        return first.model_dump(), second.model_dump(), bob and bob.display_name

    first, second, name = asyncio.run(imported())
    assert {**first, "errors": None} == {"imported": 2, "updated": 1, "rejected": 1, "errors": None}
    assert second == {"imported": 0, "updated": 1, "rejected": 0, "errors": ()}
    assert name == "Bob"


def test_folders_are_read_by_name_and_only_their_jsonl(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_bytes(BOB)
    (tmp_path / "a.jsonl").write_bytes(AMY)
    (tmp_path / "notes.txt").write_text("no profile")
    assert [profile.agent_id for profile in read([tmp_path]).profiles] == ["agent_amy", "agent_bob"]


def test_a_missing_file_is_an_error_of_the_call(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read([tmp_path / "nobody.jsonl"])


def test_importing_nothing_counts_nothing() -> None:
    assert asyncio.run(import_into(MemoryProfiles(), Read((), ()))).model_dump() == {
        "imported": 0,
        "updated": 0,
        "rejected": 0,
        "errors": (),
    }
