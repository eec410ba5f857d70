"""No rule of the simulated model knows the demonstration, the shipped people or demands: nothing is scripted (TW-002)."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from tests.support.demand_profile_pairs import DEMANDS
from tests.unit.negotiation.simulated.test_demand_outcomes import SEED_DEMAND

ROOT = Path(__file__).resolve().parents[4]
OWN = ("coordinator", "channel_admin", "user_agent", "gateway", "shared", "towow")
SERVICES = ("channel_admin", "coordinator", "user_agent")
LONGEST_SHARED = {"zh": 9, "en": 28}
"""So many characters in a row may stand both in a rule and in what somebody wrote in `examples/`: turns of phrase."""
_CJK = re.compile(r"[\u3400-\u9fff]")


@cache
def modules() -> Mapping[str, Path]:
    """All modules of ours by name."""
    files = (file for package in OWN for file in sorted((ROOT / package).rglob("*.py")))
    return {".".join(file.relative_to(ROOT).with_suffix("").parts): file for file in files}


def imported(file: Path) -> Iterator[str]:
    """What a module imports, of ours and others."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


@cache
def rules() -> Mapping[str, Path]:
    """Rules of the simulated model of each service, and all modules that only they import."""
    users: dict[str, set[str]] = {name: set() for name in modules()}
    for name, file in modules().items():
        for used in {*imported(file)} & users.keys():
            users[used].add(name)
    only = {f"{service}.simulated.rules" for service in SERVICES}
    while new := {name for name, by in users.items() if by and by <= only and name not in only}:
        only |= new
    return {name: modules()[name] for name in sorted(only)}


def literals(file: Path) -> set[str]:
    """Every text in a module, f-strings by their pieces, docstrings too; of a JSON file every key and value."""
    if file.suffix == ".json":
        return set(_texts(json.loads(file.read_text("utf-8"))))
    tree = ast.parse(file.read_text("utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _texts(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case dict():
            for key, value in data.items():  # pyright: ignore[reportUnknownVariableType]
                yield from (*_texts(key), *_texts(value))  # pyright: ignore[reportUnknownArgumentType]
        case list():
            for value in data:  # pyright: ignore[reportUnknownVariableType]
                yield from _texts(value)  # pyright: ignore[reportUnknownArgumentType]
        case _:
            return


def rule_files() -> Mapping[str, Path]:
    """The modules, and the data files that lie beside them and that one of them names."""
    found = dict(rules())
    for name, file in rules().items():
        beside = (file.parent / text for text in sorted(literals(file)) if text.endswith(".json"))
        found |= {f"{name}: {data.name}": data for data in beside if data.is_file()}
    return found


@cache
def whole() -> frozenset[str]:
    """Who the shipped people are: ids, names, accounts."""
    people = read_profiles([shipped_profiles_folder()]).profiles
    return frozenset(text for one in people for text in (one.agent_id, one.display_name, one.user_id or one.agent_id))


@cache
def said() -> frozenset[str]:
    """What they and the demands say in sentences of their own."""
    people = read_profiles([shipped_profiles_folder()]).profiles
    demands = [json.loads(line)["raw_input"] for line in DEMANDS.read_text("utf-8").splitlines()]
    return frozenset((SEED_DEMAND, *demands, *(text for one in people for text in (one.summary, *one.constraints))))


@cache
def pieces() -> frozenset[str]:
    """Every stretch of what is said that is too long to be a turn of phrase."""
    return frozenset(piece for text in said() for piece in _pieces(text))


def _pieces(text: str) -> Iterator[str]:
    plain = " ".join(text.split()).lower()
    length = LONGEST_SHARED["zh" if _CJK.search(plain) else "en"] + 1
    yield from (plain[at : at + length] for at in range(len(plain) - length + 1))


@cache
def places() -> frozenset[str]:
    """Where the shipped people are."""
    return frozenset(one.location for one in read_profiles([shipped_profiles_folder()]).profiles if one.location)


@cache
def skills() -> frozenset[str]:
    """What the shipped people are called on for."""
    named = (text for one in read_profiles([shipped_profiles_folder()]).profiles for text in one.capabilities)
    return frozenset(text for text in named if len(text) >= 2)


@cache
def constraints() -> frozenset[str]:
    """What the shipped people insist on."""
    return frozenset(text for one in read_profiles([shipped_profiles_folder()]).profiles for text in one.constraints)


def taken(literal: str) -> Iterator[str]:
    """What of `examples/` stands in one text of a rule."""
    yield from (name for name in whole() if name in literal)
    yield from pieces() & {*_pieces(literal)}


def test_the_check_covers_the_simulated_modules_of_every_service() -> None:
    assert {f"{service}.simulated.rules" for service in SERVICES} < rules().keys()
    assert {
        f"channel_admin.simulated.{name}"
        for name in ("plan_draft", "plan_adjustment", "relaxations", "participant_request", "texts")
    } < rules().keys()
    assert {
        f"user_agent.simulated.{name}"
        for name in (
            *("temperament", "constraints", "phrasing"),
            *("proposal_review", "invitation_decision", "suitability"),
        )
    } < rules().keys()
    assert {
        f"coordinator.simulated.{name}" for name in ("demand_parser", "demand_tagger", "candidate_ranking", "activity")
    } < rules().keys()
    assert "coordinator.simulated.activity: activities.json" in rule_files()
    assert not {"coordinator.actors", "channel_admin.prompts", "shared.llm.port"} & rules().keys()


def test_no_literal_is_taken_from_the_examples() -> None:
    """No id, no name, and nothing that anybody there says beyond a turn of phrase."""
    said_there = {
        (name, literal): [*taken(literal)] for name, file in rule_files().items() for literal in literals(file)
    }
    assert not {(name, literal[:80]): names for (name, literal), names in said_there.items() if names}


def test_no_simulated_rule_contains_a_place_or_skill_name() -> None:
    """The modules beside `simulated.py` may name things that anybody talks of; the rules themselves not even those."""
    for name, literal in ((name, literal) for name, file in rules().items() for literal in literals(file)):
        assert literal not in places(), name
        if name.endswith(".simulated"):
            assert literal not in skills() | constraints()
            assert not any(word in literal for word in ("北京", "场地", "嘉宾", "Beijing"))


def test_a_literal_taken_from_the_profiles_is_reported() -> None:
    people = read_profiles([shipped_profiles_folder()]).profiles
    for one in people[:: len(people) // 12]:
        assert [*taken(f"ask {one.agent_id} first")]
        assert [*taken(f"{one.display_name}!")]
        assert [*taken(one.summary)]
    assert [*taken(SEED_DEMAND)]
    assert not [*taken("I can take on the role; the fee is open")]
