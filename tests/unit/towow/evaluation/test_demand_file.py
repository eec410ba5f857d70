"""Are files of demands read as they stand, with ids that last, and is every bad line named?"""

from pathlib import Path

import pytest

from towow.cli.exit import CommandError
from towow.evaluation.demand_file import TODAY, read_demands, shipped_demands


def written(folder: Path, *lines: str, name: str = "demands.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(lines), encoding="utf-8", errors="surrogateescape")
    return path


def refused(path: Path) -> str:
    with pytest.raises(CommandError) as refusal:
        read_demands([path])
    assert refusal.value.code == 2
    return str(refusal.value)


def test_a_demand_line_has_text_user_and_date(tmp_path: Path) -> None:
    path = written(
        tmp_path, '{"raw_input": " a hall ", "user_id": "user_amy", "today": "2026-07-01"}', "", '{"raw_input": "场地"}'
    )
    first, second = read_demands([path])
    assert (first.number, first.raw_input, first.user_id, first.today) == (1, "a hall", "user_amy", "2026-07-01")
    assert (second.number, second.raw_input, second.user_id, second.today) == (2, "场地", "user_evaluate", TODAY)


def test_demand_files_are_concatenated(tmp_path: Path) -> None:
    one = written(tmp_path, '{"raw_input": "a hall"}', name="one.jsonl")
    two = written(tmp_path, '{"raw_input": "a cake"}', name="two.jsonl")
    assert [(asked.number, asked.raw_input) for asked in read_demands([one, two])] == [(1, "a hall"), (2, "a cake")]


def test_equal_demand_lines_have_different_ids_independent_of_other_lines(tmp_path: Path) -> None:
    hall, cake = '{"raw_input": "a hall"}', '{"raw_input": "a cake"}'
    once = read_demands([written(tmp_path, hall, hall)])
    among = read_demands([written(tmp_path, cake, hall, cake, hall)])
    assert once[0].unique != once[1].unique
    assert [asked.unique for asked in once] == [among[1].unique, among[3].unique]


def test_a_relaxed_demand_keeps_user_and_date(tmp_path: Path) -> None:
    (asked,) = read_demands(
        [written(tmp_path, '{"raw_input": "a hall", "user_id": "user_amy", "today": "2026-07-01"}')]
    )
    first, second = asked.with_text(1, "a room"), asked.with_text(2, "a room")
    assert (first.raw_input, first.user_id, first.today) == ("a room", "user_amy", "2026-07-01")
    assert len({asked.unique, first.unique, second.unique}) == 3


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("a hall", "not JSON"),
        ('["a hall"]', "not a JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ("{}", "raw_input: Field required"),
        ('{"raw_input": 7}', "raw_input: Input should be a valid string"),
        ('{"raw_input": "   "}', "raw_input must not be empty"),
        ('{"raw_input": "' + "x" * 8001 + '"}', "8001 characters"),
        ('{"raw_input": "a hall", "user_id": ""}', "user_id must be"),
        ('{"raw_input": "a hall", "today": "tomorrow"}', "today: "),
        ('{"raw_input": "a hall", "wish": "soon"}', "wish: "),
        ('{"raw_input": "\udcff"}', "not UTF-8"),
    ],
)
def test_a_bad_line_is_named_with_what_is_wrong(tmp_path: Path, line: str, problem: str) -> None:
    path = written(tmp_path, '{"raw_input": "a hall"}', "", line)
    assert refused(path).startswith(f"{path}:3: ")
    assert problem in refused(path)


def test_every_bad_line_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "{}", '{"raw_input": "a hall"}', "[]")
    assert [line.split(": ")[0] for line in refused(path).splitlines()] == [f"{path}:1", f"{path}:3"]


def test_a_missing_file_a_folder_and_an_empty_file_are_refused(tmp_path: Path) -> None:
    assert refused(tmp_path / "nowhere.jsonl") == f"{tmp_path / 'nowhere.jsonl'}: No such file or directory"
    assert str(tmp_path) in refused(tmp_path)
    empty = written(tmp_path, "", "  ")
    assert refused(empty) == f"{empty}: no demands found; expected one JSON object per line"


def test_an_empty_file_is_named_beside_the_bad_lines_of_another(tmp_path: Path) -> None:
    bad, empty = written(tmp_path, "{}", name="bad.jsonl"), written(tmp_path, "", name="empty.jsonl")
    with pytest.raises(CommandError) as refusal:
        read_demands([bad, empty])
    assert str(refusal.value).splitlines() == [
        f"{bad}:1: raw_input: Field required",
        f"{empty}: no demands found; expected one JSON object per line",
    ]


def test_the_byte_order_mark_of_a_demand_file_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "demands.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"raw_input": "a hall"}\r\n')
    assert [asked.raw_input for asked in read_demands([path])] == ["a hall"]


def test_sixty_demands_are_shipped_half_of_them_chinese() -> None:
    asked = read_demands([shipped_demands()])
    texts = [each.raw_input for each in asked]
    chinese = [text for text in texts if any("\u3400" <= sign <= "\u9fff" for sign in text)]
    assert (len(asked), len(chinese), len(set(texts))) == (60, 30, 60)
    assert texts[0] == "我想在北京办一场AI主题聚会，需要场地和嘉宾"
