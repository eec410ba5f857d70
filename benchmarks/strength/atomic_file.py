"""Replacement of a file as a whole: whoever reads it finds the old contents or the new ones."""

import os
from pathlib import Path


def replace_file(file: Path, text: str) -> None:
    """Write a file beside the one with this name, then let it take its place.

    Raises:
        OSError: It cannot be written; the old file is as it was.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, file)
    finally:
        temporary.unlink(missing_ok=True)
