"""Which agents are there, what is known of one, and what does an import say of bad lines?"""

from tests.support.cli_runner import CommandRunner

LINES = """
{"agent_id": "agent_new", "display_name": "Nova", "capabilities": ["场地"]}
{"agent_id": "Not An Id", "display_name": "X"}
not json
{"agent_id": "agent_x", "display_name": "X", "colour": "red"}
{"agent_id": "agent_new", "display_name": "Nova again"}
"""


def test_the_shipped_agents_are_listed(towow: CommandRunner) -> None:
    rows = towow.run("agents", "list", "--json").rows
    told = towow.run("agents", "list")
    assert len(rows) >= 20
    assert len(told.out.splitlines()) == len(rows)
    assert all(row["agent_id"] in told.out and row["display_name"] in told.out for row in rows)


def test_one_agent_is_shown(towow: CommandRunner) -> None:
    first = towow.run("agents", "list", "--json").rows[0]
    assert towow.run("agents", "show", first["agent_id"], "--json").rows == [first]
    assert first["summary"][:20] in towow.run("agents", "show", first["agent_id"]).out


def test_an_unknown_agent_is_e008(towow: CommandRunner) -> None:
    told = towow.run("agents", "show", "nobody\x1b[31m")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("E008: ")
    assert "\x1b" not in told.err


def test_bad_lines_are_named_and_the_good_ones_imported(towow: CommandRunner) -> None:
    path = towow.folder / "some.jsonl"
    path.write_text(LINES, encoding="utf-8")
    told = towow.run("agents", "import", str(path), "--json")
    (result,) = told.rows
    assert told.code == 1
    assert (result["imported"], result["updated"], result["rejected"]) == (1, 1, 3)
    assert [(error["file"], error["line"]) for error in result["errors"]] == [(str(path), n) for n in (3, 4, 5)]
    assert "only checked, not stored" in told.err
    readable = towow.run("agents", "import", str(path))
    assert (readable.code, readable.out) == (1, "imported 1, updated 1, rejected 3\n")
    assert f"{path}:5: colour is no field of an agent" in readable.err


def test_a_folder_is_imported(towow: CommandRunner) -> None:
    (towow.folder / "good.jsonl").write_text('{"agent_id": "a", "display_name": "A"}\n', encoding="utf-8")
    (towow.folder / "notes.txt").write_text("no profiles", encoding="utf-8")
    told = towow.run("agents", "import", str(towow.folder), "--json")
    assert (told.code, told.rows[0]["imported"]) == (0, 1)


def test_a_file_that_is_not_there_is_a_bad_file(towow: CommandRunner) -> None:
    told = towow.run("agents", "import", "/nowhere/agents.jsonl")
    assert (told.code, told.out) == (2, "")
    assert "/nowhere/agents.jsonl" in told.err
