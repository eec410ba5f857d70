import json
from pathlib import Path

import pytest

from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.profile_import import ParsedProfiles, import_profiles, parse_profiles, read_profiles

BOB = json.dumps({"agent_id": "agent_bob", "display_name": "Bob"}).encode()
AMY = json.dumps({"agent_id": "agent_amy", "display_name": "艾米"}, ensure_ascii=False).encode()

GOOD: dict[str, object] = {"agent_id": "a", "display_name": "A"}


def only_error(line: bytes) -> str:
    read_ = parse_profiles("f.jsonl", line)
    assert not read_.profiles
    assert [(error.file, error.line) for error in read_.errors] == [("f.jsonl", 1)]
    return read_.errors[0].error


def test_valid_lines_are_parsed_in_their_order() -> None:
    assert [profile.display_name for profile in parse_profiles("f", BOB + b"\n" + AMY).profiles] == ["Bob", "艾米"]


def test_byte_order_mark_blank_lines_and_crlf_are_accepted() -> None:
    lines = parse_profiles("f", b"\xef\xbb\xbf" + BOB + b"\r\n\r\n   \n" + AMY + b"\r\n")
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
        (b'{"agent_id": "agent_bob", "display_name": "Bob", "mood": "good"}', "mood is no field"),
        (b'{"agent_id": "agent_bob", "display_name": "Bob", "price": -1}', "price"),
        (b'{"agent_id": "agent_bob", "display_name": "Bob", "capacity": "many"}', "capacity"),
    ],
)
def test_a_bad_line_is_refused_with_its_reason(line: bytes, said: str) -> None:
    assert said in only_error(line)


PRICE_EN = "price must be a whole number, 0 or more, without quotation marks"
PRICE_ZH = "price 应为不小于 0 的整数，不加引号"


@pytest.mark.parametrize(
    ("row", "english", "chinese"),
    [
        ("{oops", "not JSON, from character 2 on", "不是合法的 JSON（从第 2 个字符起）"),
        ("9" * 5000, "not JSON", "不是合法的 JSON"),
        ("[1, 2]", "not a JSON object", "不是 JSON 对象"),
        (
            {"agent_id": "a"},
            "display_name is missing; it must be a name of 1 to 80 characters",
            "缺少 display_name，它应为 1 到 80 个字符的名字",
        ),
        (
            {"agent_id": "Agent Bob", "display_name": "Bob"},
            "agent_id must be 1 to 64 small letters a-z, digits, _ or -",
            "agent_id 应为 1 到 64 个小写字母 a-z、数字、_ 或 -",
        ),
        (
            {**GOOD, "capabilities": "venue"},
            'capabilities must be a list of texts, such as ["venue", "catering"]',
            'capabilities 应为文字的列表，例如 ["场地", "餐饮"]',
        ),
        (
            {**GOOD, "tags": ["x", 1]},
            'tags must be a list of texts, such as ["venue", "catering"]',
            'tags 应为文字的列表，例如 ["场地", "餐饮"]',
        ),
        ({**GOOD, "price": "dear"}, PRICE_EN, PRICE_ZH),
        ({**GOOD, "price": 1.5}, PRICE_EN, PRICE_ZH),
        ({**GOOD, "price": -1}, PRICE_EN, PRICE_ZH),
        (
            {**GOOD, "remote": "perhaps"},
            "remote must be true or false",
            "remote 应为 true 或 false",
        ),
        (
            {"agent_id": "a", "display_name": ""},
            "display_name must be a name of 1 to 80 characters",
            "display_name 应为 1 到 80 个字符的名字",
        ),
        (
            {"agent_id": "a", "display_name": "A" * 81},
            "display_name must be a name of 1 to 80 characters",
            "display_name 应为 1 到 80 个字符的名字",
        ),
        ({"agent_id": "a", "display_name": "A", "mood": 1}, "mood is no field of an agent", "智能体没有 mood 这个字段"),
        (
            {"agent_id": "a", "price": []},
            f"display_name is missing; it must be a name of 1 to 80 characters; {PRICE_EN}",
            f"缺少 display_name，它应为 1 到 80 个字符的名字；{PRICE_ZH}",
        ),
    ],
)
def test_an_import_error_is_described_in_both_languages(
    row: str | dict[str, object], english: str, chinese: str
) -> None:
    line = (row if isinstance(row, str) else json.dumps(row)).encode()
    assert [parse_profiles("f", line, language).errors[0].error for language in ("en", "zh")] == [english, chinese]


def test_an_import_error_says_what_is_wrong_with_a_field_once_and_shortens_what_it_repeats() -> None:
    row = {**GOOD, "tags": [1, 2, 3], "free_dates": "soon", "\u202ex" * 90: 1}
    (error,) = parse_profiles("f", json.dumps(row).encode(), "en").errors
    assert error.error.count("tags") == 1
    assert 'free_dates must be a list of days, such as ["2026-05-01"]' in error.error
    assert "\u202e" not in error.error
    assert len(error.error) < 300


def test_undecodable_or_too_deep_lines_are_described_in_chinese() -> None:
    told = parse_profiles("f", b"\xff\n" + b"[" * 100_000, "zh").errors
    assert [error.error for error in told] == ["不是 UTF-8 文本", "嵌套过深"]


def test_a_bad_line_does_not_affect_its_neighbours() -> None:
    lines = parse_profiles("f", BOB + b"\n{\n" + AMY)
    assert len(lines.profiles) == 2
    assert [error.line for error in lines.errors] == [2]


async def test_an_import_counts_new_replaced_and_refused_lines() -> None:
    profiles = MemoryProfileRegistry()
    again = json.dumps({"agent_id": "agent_bob", "display_name": "Bobby"}).encode()
    first = (await import_profiles(profiles, parse_profiles("f", BOB + b"\n" + again + b"\n{\n" + AMY))).model_dump()
    assert {**first, "errors": None} == {"imported": 2, "updated": 1, "rejected": 1, "errors": None}
    second = (await import_profiles(profiles, parse_profiles("f", BOB))).model_dump()
    assert second == {"imported": 0, "updated": 1, "rejected": 0, "errors": ()}
    bob = await profiles.get("agent_bob")
    assert bob is not None
    assert bob.display_name == "Bob"


def test_folders_are_read_by_name_and_only_their_jsonl(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_bytes(BOB)
    (tmp_path / "a.jsonl").write_bytes(AMY)
    (tmp_path / "notes.txt").write_text("no profile")
    assert [profile.agent_id for profile in read_profiles([tmp_path]).profiles] == ["agent_amy", "agent_bob"]


def test_a_missing_profile_file_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_profiles([tmp_path / "nobody.jsonl"])


async def test_an_empty_import_has_zero_counts() -> None:
    nothing = {"imported": 0, "updated": 0, "rejected": 0, "errors": ()}
    assert (await import_profiles(MemoryProfileRegistry(), ParsedProfiles((), ()))).model_dump() == nothing
