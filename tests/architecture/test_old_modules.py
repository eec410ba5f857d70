"""A module that was moved is gone from its old path: importing it fails with Python's own error, and no alias is left.

`tests/golden/compatibility/old_modules.txt` names every module of d4af1f8.
"""

import ast
import importlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]
OLD = (HOME / "tests" / "golden" / "compatibility" / "old_modules.txt").read_text(encoding="utf-8").split()
NOT_PRODUCT = frozenset({"tests", "benchmarks"})
SOURCES = sorted(
    file
    for package in HOME.glob("*/__init__.py")
    if package.parent.name not in NOT_PRODUCT
    for file in package.parent.rglob("*.py")
)


def files_of(module: str) -> list[Path]:
    """Return the file that a module has in this tree; where a package has taken its path, that of the package."""
    path = HOME / module.replace(".", "/")
    return [file for file in (path.with_name(f"{path.name}.py"), path / "__init__.py") if file.is_file()]


def importable(modules: Iterable[str]) -> Iterator[str]:
    """Yield the modules that have no file, and whose import does not raise ModuleNotFoundError about their own path."""
    for module in modules:
        if files_of(module):
            continue
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as error:
            if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
                continue
        yield module


def is_alias(source: str) -> bool:
    """Whether a module defines nothing of its own: it only imports, renames or forwards what others define."""
    body = ast.parse(source).body
    return bool(body) and not any(map(_defines, body))


def _defines(node: ast.stmt) -> bool:
    match node:
        case ast.FunctionDef(name="__getattr__" | "__dir__") | ast.Import() | ast.ImportFrom() | ast.Expr():
            return False
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.Assign(targets=[ast.Subscript()]):
            return False
        case ast.Assign(value=ast.Name() | ast.Attribute()) | ast.AnnAssign(value=ast.Name() | ast.Attribute()):
            return False
        case ast.If(body=body):
            return any(map(_defines, body))
        case _:
            return True


def test_every_old_module_is_recorded_once() -> None:
    assert len(OLD) == len(set(OLD)) > 300


def test_an_old_path_is_a_module_or_package_of_its_own_or_cannot_be_imported() -> None:
    assert list(importable(OLD)) == []


def test_no_module_is_an_alias() -> None:
    """Nor is the package that has taken the path of an old module."""
    modules = {file for file in SOURCES if file.name != "__init__.py"} | {file for old in OLD for file in files_of(old)}
    assert len(modules) > 100
    aliases = [file for file in sorted(modules) if is_alias(file.read_text(encoding="utf-8"))]
    assert [str(file.relative_to(HOME)) for file in aliases] == []


def test_removed_modules_are_not_importable_and_importable_ones_are_reported() -> None:
    package = OLD[0].partition(".")[0]
    assert list(importable([f"{package}.gone", f"{package}.gone.deeper", "gone_altogether"])) == []
    assert list(importable(["json.decoder"])) == ["json.decoder"]


@pytest.mark.parametrize(
    "alias",
    [
        '"""Moved."""\nfrom json import *\n',
        "from json import dumps\n__all__ = ['dumps']\n",
        "import json\ndumps = json.dumps\n",
        "import sys\nimport json\nsys.modules[__name__] = json\n",
        "import json\n\ndef __getattr__(name):\n    return getattr(json, name)\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from json import dumps\n",
    ],
)
def test_a_module_that_only_aliases_another_is_reported(alias: str) -> None:
    assert is_alias(alias)


@pytest.mark.parametrize("module", ["LIMIT = 3\n", "import json\n\ndef read():\n    ...\n", "class A: ...\n"])
def test_a_module_with_definitions_is_no_alias(module: str) -> None:
    assert not is_alias(module)
