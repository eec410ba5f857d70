"""Tables of test cases, kept as JSON beside the test module that uses them: `test_x.py` reads `test_x.json`."""

import json
from functools import cache
from pathlib import Path
from typing import Any


def load_cases(module_file: str, name: str) -> Any:
    """Return the table `name` of a test module.

    Args:
        module_file: `__file__` of the test module.
        name: Key of the table in the JSON object.

    Returns:
        What the file holds under the key: for parametrize a list with a row for each case, otherwise an object.

    Raises:
        KeyError: There is no such table.
    """
    return _tables(Path(module_file).with_suffix(".json"))[name]


@cache
def _tables(file: Path) -> dict[str, Any]:
    return json.loads(file.read_text(encoding="utf-8"))
