"""Catalogues of texts: what one refuses, and whether code and the product's catalogues agree."""

import ast
import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from shared.core.text_catalog import TextCatalog

HOME = Path(__file__).resolve().parents[4]
FILES = sorted(file for root in HOME.glob("*/__init__.py") for file in root.parent.rglob("texts.json"))
PACKAGES = [".".join(file.relative_to(HOME).parts[:-1]) for file in FILES]
SEATS: dict[str, Any] = {"seats": {"en": {"one": "{count} seat", "other": "{count:,} seats"}, "zh": "{count} 个座位"}}


def test_a_text_is_rendered_in_either_language_and_number() -> None:
    catalog = TextCatalog("halls", SEATS)
    assert [catalog.render("seats", "en", count=count, row=7) for count in (0, 1, 2000)] == [
        "0 seats",
        "1 seat",
        "2,000 seats",
    ]
    assert catalog.render("seats", "zh", count=1) == "1 个座位"
    assert catalog.has("seats")
    assert not catalog.has("rows")


@pytest.mark.parametrize(("key", "missing"), [("rows", "'rows'"), ("seats", "'count'")])
def test_a_missing_text_is_named_by_catalogue_key_and_language(key: str, missing: str) -> None:
    with pytest.raises(KeyError, match=rf"halls: '{key}' in 'en': no {missing}"):
        TextCatalog("halls", SEATS).render(key, "en")


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        ({"en": "seats"}, r"seats is in \['en'\], not in \['en', 'zh'\]"),
        ({"en": "seats", "zh": "座位", "de": "Plätze"}, r"seats is in \['de', 'en', 'zh'\]"),
        ({"en": "{count} seats", "zh": "座位"}, r"seats has different fields by language: \['count'\]"),
        ({"en": "{count} seats", "zh": "{number} 个座位"}, r"\['count', 'number'\]"),
    ],
)
def test_a_text_has_both_languages_and_the_same_fields(texts: dict[str, str], reason: str) -> None:
    with pytest.raises(ValueError, match=f"halls: {reason}" if reason.startswith("seats") else reason):
        TextCatalog("halls", {"seats": texts})


def test_a_package_without_a_catalogue_is_an_error() -> None:
    with pytest.raises(OSError, match=r"texts\.json"):
        TextCatalog.load("shared.core")


@pytest.mark.parametrize("package", PACKAGES)
def test_a_catalogue_holds_each_key_once_and_no_unused_one(package: str) -> None:
    assert TextCatalog.load(package) is TextCatalog.load(package)
    file = HOME.joinpath(*package.split("."), "texts.json")
    objects: list[list[tuple[str, Any]]] = []
    json.loads(file.read_text("utf-8"), object_pairs_hook=lambda pairs: objects.append(pairs) or dict(pairs))
    keys = [key for key, _ in objects[-1]]
    assert len(keys) == len(set(keys))
    code = "\n".join(
        source.read_text("utf-8")
        for source in (*file.parent.rglob("*.py"), *file.parent.parent.glob("*.py"), *file.parent.glob("*.json"))
        if source != file
    )
    if package != "deliberation.simulated":  # its keys are computed from words, kinds and numbers
        assert [key for key in keys if not any(re.search(pattern, code) for pattern in _mentions(key))] == []


def _mentions(key: str) -> Iterator[str]:
    """Yield the patterns of code that uses a key: the key itself, or what stands before a dot or underscore in it."""
    yield rf'["\']{re.escape(key)}["\']|"\{{{key}\}}"'
    stem = re.sub(r"\.\d+$", "", key).rpartition("_")[0]
    if stem:
        yield rf'["\']{re.escape(stem)}_?\{{'
    parts = key.split(".")
    for count in range(1, len(parts)):
        prefix = re.escape(".".join(parts[:count]))
        yield rf'["\']{prefix}\.{{|"{prefix}"' if count > 1 or len(parts) == 2 else rf'["\']{prefix}\.{{'


def _literal_keys(argument: ast.expr) -> Iterator[str]:
    match argument:
        case ast.Constant(value=str() as key):
            yield key
        case ast.IfExp():
            yield from (*_literal_keys(argument.body), *_literal_keys(argument.orelse))
        case _:
            return


def _catalog_of(function: ast.expr, module: ModuleType) -> TextCatalog | None:
    match function:
        case ast.Name(id="localized_text"):
            return TextCatalog.load("gateway")
        case ast.Name(id=name):
            catalog = getattr(getattr(module, name, None), "__self__", None)
            return catalog if isinstance(catalog, TextCatalog) else None
        case ast.Attribute(value=ast.Name(id="CATALOG"), attr="render"):
            return getattr(module, "CATALOG", None)
        case ast.Attribute(value=ast.Name(id="context" | "self"), attr="text"):
            is_demand = module.__name__.startswith("towow.narration.") and not re.search(
                r"deliberation|\.game_", module.__name__
            )
            return TextCatalog.load("towow.narration") if is_demand else None
        case _:
            return None


def _calls() -> Iterator[tuple[TextCatalog, str, set[str], str]]:
    """Yield catalogue, key, names of the values and place of each call in the product that names a key."""
    roots = {package.split(".")[0] for package in PACKAGES}
    for file in (file for root in sorted(roots) for file in sorted((HOME / root).rglob("*.py"))):
        source = file.read_text("utf-8")
        if not re.search(r"\b_?(?:render_(?:host_)?|localized_)?text\(|\bCATALOG\.render\(|\b_render\(", source):
            continue
        module = importlib.import_module(".".join(file.relative_to(HOME).with_suffix("").parts))
        for call in ast.walk(ast.parse(source)):
            if isinstance(call, ast.Call) and call.args and all(keyword.arg for keyword in call.keywords):
                catalog = _catalog_of(call.func, module)
                values = {keyword.arg or "" for keyword in call.keywords}
                if catalog is not None:
                    at = 1 if isinstance(call.func, ast.Name) and call.func.id == "localized_text" else 0
                    yield from ((catalog, key, values, f"{file}:{call.lineno}") for key in _literal_keys(call.args[at]))


def test_code_uses_only_existing_catalogue_keys_and_fields() -> None:
    calls = list(_calls())
    # Their keys are computed, or stand in JSON.
    packages = {*PACKAGES} - {"negotiation", "towow.docs", "deliberation.simulated"}
    assert {catalog for catalog, *_ in calls} == set(map(TextCatalog.load, packages))
    for catalog, key, values, place in calls:
        assert catalog.render(key, "en", **dict.fromkeys(values, 1)), place
