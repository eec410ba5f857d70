"""Write the log of every event, and the views of all logs of games (`python -m tests.golden.record_game_logs`)."""

import json

from tests.golden.game_logs import FOLDER, NAMES, every_event, views


def main() -> None:
    """Write the files that tests/golden/game_logs.py tells of; the game that was played stays as it is."""
    (FOLDER / "every-event.jsonl").write_bytes(b"\n".join(every_event()) + b"\n")
    for name in NAMES:
        lines = (json.dumps(view, ensure_ascii=False, separators=(",", ":")) for view in views(name))
        (FOLDER / f"{name}.views.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
