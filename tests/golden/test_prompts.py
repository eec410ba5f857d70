"""Are the nine prompts, in both languages, byte for byte what was agreed on? `make generate` renews the files."""

from pathlib import Path
from typing import get_args

import pytest

from shared.core.language import Language
from towow.docs.prompt_samples import render_prompt, samples

FOLDER = Path(__file__).parent / "prompts"
CASES = [(prompt.key, language) for language in get_args(Language) for prompt in samples(language)]


def test_there_is_one_file_per_prompt_and_language_and_no_other() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{key}.{language}.txt" for key, language in CASES)
    assert len(CASES) == 18


@pytest.mark.parametrize(("key", "language"), CASES)
def test_a_rendered_prompt_equals_its_golden_file(key: str, language: Language) -> None:
    (prompt,) = [prompt for prompt in samples(language) if prompt.key == key]
    golden = (FOLDER / f"{key}.{language}.txt").read_bytes()
    wanted = f"{key}.{language}.txt differs: if that is meant, raise VERSION in its prompts.py and run `make generate`"
    assert render_prompt(prompt).encode() == golden, wanted
