"""Draw modules and functions for a blind reading (`python -m tests.support.reading_sample COMMIT [paths|functions]`).

The seed is the commit's hash, so nobody chooses the sample. A reader of `paths` says what each file holds from its path
alone; a reader of `functions` says how each is called, and what it returns and raises, from signature and docstring.
"""

import ast
import random
import sys
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
PACKAGES = (
    *("negotiation", "coordinator", "channel_admin", "user_agent", "deliberation", "gamehive"),
    *("gateway", "shared", "towow"),
)
SAMPLE_SIZE = 60


def modules() -> list[Path]:
    """List every module of the product that defines something, sorted."""
    found = (file for package in PACKAGES for file in (HOME / package).rglob("*.py"))
    return sorted(file.relative_to(HOME) for file in found if file.name != "__init__.py")


def public_functions() -> Iterator[str]:
    """Yield every public function and method: path, class, decorators such as `property`, signature, docstring."""
    for module in modules():
        tree = ast.parse((HOME / module).read_text(encoding="utf-8"))
        yield from _functions(tree.body, str(module))
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield from _functions(node.body, f"{module}: class {node.name}")


def _functions(body: list[ast.stmt], where: str) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            keyword = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
            returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
            docstring = ast.get_docstring(node)
            if docstring:  # without one it overrides a method that has one
                decorators = "".join(
                    f"@{ast.unparse(each)}\n" for each in node.decorator_list if isinstance(each, ast.Name)
                )
                yield f"{where}\n{decorators}{keyword} {node.name}({ast.unparse(node.args)}){returns}\n    {docstring}"


def draw(commit: str, kind: str) -> list[str]:
    """Return SAMPLE_SIZE entries of `kind` ("paths" or "functions"), the same ones for the same commit."""
    entries = [str(module) for module in modules()] if kind == "paths" else sorted(public_functions())
    return random.Random(f"{commit} {kind}").sample(entries, SAMPLE_SIZE)


if __name__ == "__main__":
    separator = "\n" if sys.argv[2] == "paths" else "\n\n"
    print(separator.join(draw(sys.argv[1], sys.argv[2])))  # noqa: T201
