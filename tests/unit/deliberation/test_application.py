"""The deliberation as an application: its rules are loaded by the first prompt that they answer."""

import subprocess
import sys

from deliberation.application import APPLICATION, PROMPT_KEYS
from deliberation.simulated.rules import RULES

CHECK = """
import sys
from deliberation.application import APPLICATION
APPLICATION.rules()
print([name for name in sys.modules if name.startswith("deliberation.simulated")])
"""


def test_each_prompt_has_a_rule() -> None:
    assert set(APPLICATION.rules()) == set(PROMPT_KEYS) == set(RULES)


def test_no_rule_is_loaded_before_a_prompt_needs_it() -> None:
    loaded = subprocess.run([sys.executable, "-c", CHECK], capture_output=True, text=True, timeout=60, check=False)
    assert (loaded.stdout, loaded.stderr) == ("[]\n", "")
