"""Record the negotiations anew: their logs and the views after every event (`python -m tests.golden.record_golden_logs`).

What the files hold is told in tests/golden/golden_logs.py.
"""

from collections.abc import Sequence

from tests.golden.golden_logs import FOLDER, RECORDED, overlays, replay_scenario


def _write(file: str, lines: Sequence[bytes]) -> None:
    (FOLDER / file).write_bytes(b"".join(line + b"\n" for line in lines))


def main() -> None:
    """Write every recording, and remove what is none."""
    for old in FOLDER.glob("*.jsonl"):
        old.unlink()
    for name in RECORDED:
        log = replay_scenario(name)
        _write(f"{name}.jsonl", log)
        _write(f"{name}.views.jsonl", list(overlays(log)))


if __name__ == "__main__":
    main()
