"""How far does a process that serves raise its limit of open files?"""

import subprocess
import sys
from resource import RLIM_INFINITY

import pytest

from towow.bootstrap.file_limit import WANTED_OPEN_FILES, soft_limit


@pytest.mark.parametrize(
    ("soft", "hard", "wanted"),
    [
        (1024, 1_048_576, WANTED_OPEN_FILES),
        (1024, 4096, 4096),
        (1024, RLIM_INFINITY, WANTED_OPEN_FILES),
        (4096, 4096, 4096),
        (100_000, 1_048_576, 100_000),
        (RLIM_INFINITY, RLIM_INFINITY, RLIM_INFINITY),
    ],
)
def test_the_open_file_limit_is_raised_up_to_the_hard_limit_and_never_lowered(
    soft: int, hard: int, wanted: int
) -> None:
    assert soft_limit(soft, hard) == wanted


def test_a_process_raises_its_soft_limit_and_keeps_the_hard_limit() -> None:
    script = "import resource as r, towow.bootstrap.file_limit as o; o.raise_open_file_limit(); print(*r.getrlimit(r.RLIMIT_NOFILE))"
    limited = 'ulimit -Sn 128; ulimit -Hn 300; exec "$@"'
    done = subprocess.run(
        ["sh", "-c", limited, "sh", sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["300", "300"]
