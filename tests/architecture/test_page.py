"""Does the page come without a word of the machine it was built on, and into the wheel? And is what it takes locked?"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

HOME = Path(__file__).resolve().parents[2]
STATIC = HOME / "gateway" / "static"
WEB = HOME / "web"
LOCK: dict[str, dict[str, Any]] = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
FILES = sorted(file for file in STATIC.rglob("*") if file.is_file())
MACHINE = re.compile(rb"/(?:home|root|Users|work|tmp|builds?)/[\w.-]+/|file://|localhost:\d|127\.0\.0\.1")


def test_every_package_is_locked_by_its_hash_and_none_by_a_host() -> None:
    packages = {name: about for name, about in LOCK.items() if name}
    assert len(packages) > 20
    assert [name for name, about in packages.items() if "resolved" in about or about.get("link")] == []
    assert [name for name, about in packages.items() if not str(about.get("integrity", "")).startswith("sha512-")] == []
    assert "omit-lockfile-registry-resolved=true" in (WEB / ".npmrc").read_text(encoding="utf-8").split()
    assert "registry=" not in (WEB / ".npmrc").read_text(encoding="utf-8").replace("lockfile-registry-resolved=", "")


def test_every_web_dependency_is_a_registry_version() -> None:
    """No folder, address or repository, whose contents nobody locks."""
    asked = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    versions = {**asked.get("dependencies", {}), **asked.get("devDependencies", {})}
    assert {name: version for name, version in versions.items() if not re.match(r"[\^~]?\d", version)} == {}
    assert (asked["dependencies"], asked["devDependencies"]) == (LOCK[""]["dependencies"], LOCK[""]["devDependencies"])


def test_the_built_page_exists() -> None:
    assert (STATIC / "index.html").is_file(), "run `make web`"


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(STATIC)))
def test_a_built_file_contains_no_path_of_the_build_machine(file: Path) -> None:
    assert MACHINE.findall(file.read_bytes()) == []
    assert file.suffix != ".map"


def test_the_index_has_no_inline_code_that_the_content_policy_forbids() -> None:
    """`default-src 'self'`: no script and no style within the page, nothing from elsewhere."""
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:", index) == []
    assert all(name.startswith("/") for name in re.findall(r'(?:src|href)="([^"]+)"', index))


def test_the_image_is_made_with_the_build_and_without_its_sources() -> None:
    said = (HOME / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "!gateway" in said
    assert [line for line in said if line.startswith("!") and "web" in line] == []


def test_the_wheel_has_the_build_and_nothing_of_its_sources(tmp_path: Path) -> None:
    copy = tmp_path / "towow"
    copy.mkdir()
    packages = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    for name in packages["find"]["include"]:
        if (HOME / name).is_dir():
            shutil.copytree(HOME / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(WEB, copy / "web", ignore=shutil.ignore_patterns("node_modules"))
    for name in ("pyproject.toml", "LICENSE"):
        shutil.copy(HOME / name, copy)
    command = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-input", "--no-index", "--no-deps")
    done = subprocess.run(
        [*command, "--no-build-isolation", "--wheel-dir", tmp_path, copy], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    held = set(ZipFile(wheel).namelist())
    assert {str(file.relative_to(HOME)) for file in FILES} == {
        name for name in held if name.startswith("gateway/static/")
    }
    assert [name for name in held if name.startswith("web/") or "node_modules" in name] == []
