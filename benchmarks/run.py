"""Measures what the project promises and says which promise is missed: `make bench [ONLY=name]` → build/bench.json."""

import argparse
import json
import operator
import os
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.errors import MeasurementSkipped

RESULT_FILE = Path("build/bench.json")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure, how it is measured, and its bound: `holds(value, bound)`."""

    name: str
    measure: Callable[[], dict[str, float]]
    holds: Callable[[float, float], bool]
    sign: str
    bound: float


def _autogen() -> dict[str, float]:
    from benchmarks import steps_vs_autogen

    return steps_vs_autogen.measure()


def _critical_path() -> dict[str, float]:
    from benchmarks import critical_path

    return critical_path.measure()


def _critical_path_distributed() -> dict[str, float]:
    from benchmarks import critical_path_distributed

    return critical_path_distributed.measure()


def _embedder_zh() -> dict[str, float]:
    from benchmarks import embedder_auc

    return embedder_auc.measure_zh()


def _embedder_en() -> dict[str, float]:
    from benchmarks import embedder_auc

    return embedder_auc.measure_en()


def _raw() -> dict[str, float]:
    from benchmarks import steps_vs_raw

    return steps_vs_raw.measure()


def _raw_event() -> dict[str, float]:
    from benchmarks import steps_vs_raw

    return steps_vs_raw.measure_event()


def _search() -> dict[str, float]:
    from benchmarks import search

    return search.measure()


def _sse() -> dict[str, float]:
    from benchmarks import sse

    return sse.measure()


def _tokens() -> dict[str, float]:
    from benchmarks import tokens_vs_naive

    return tokens_vs_naive.measure()


def _wall_50() -> dict[str, float]:
    from benchmarks import wall_50

    return wall_50.measure()


def _wall_50_distributed() -> dict[str, float]:
    from benchmarks import wall_50

    return wall_50.measure_distributed()


def _scaling() -> dict[str, float]:
    from benchmarks import scaling

    return scaling.measure()


FIGURES = (
    Figure("steps_vs_raw", _raw, operator.ge, "≥", 0.45),
    Figure("steps_vs_raw_event", _raw_event, operator.ge, "≥", 0.35),
    Figure("critical_path_embedded", _critical_path, operator.le, "≤", 1.05),
    Figure("critical_path_distributed", _critical_path_distributed, operator.le, "≤", 1.10),
    Figure("wall_50_vs_critical_path", _wall_50, operator.le, "≤", 1.3),
    Figure("wall_50_vs_critical_path_distributed", _wall_50_distributed, operator.le, "≤", 1.3),
    Figure("negotiations_per_minute", _scaling, operator.gt, ">", 0),
    Figure("steps_vs_autogen", _autogen, operator.ge, "≥", 1.0),
    Figure("search_p95_ms_100k", _search, operator.le, "≤", 40),
    Figure("search_recall_50_tuned", _search, operator.ge, "≥", 0.97),
    Figure("search_recall_50_unseen", _search, operator.ge, "≥", 0.78),
    Figure("search_recall_50_composed", _search, operator.ge, "≥", 0.70),
    Figure("search_recall_50_heldout", _search, operator.ge, "≥", 0.70),
    Figure("search_private_memory_mb_100k", _search, operator.le, "≤", 250),
    Figure("sse_p99_ms", _sse, operator.le, "≤", 500),
    Figure("sse_missing", _sse, operator.le, "≤", 0),
    Figure("sse_memory_mb", _sse, operator.lt, "<", 150),
    Figure("sse_kept_stallers", _sse, operator.le, "≤", 0),
    Figure("embedder_auc_zh", _embedder_zh, operator.ge, "≥", 0.85),
    Figure("embedder_auc_en", _embedder_en, operator.ge, "≥", 0.85),
    Figure("tokens_vs_naive", _tokens, operator.le, "≤", 0.5),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, write the file. 1 when a bound is missed or a figure is unknown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="figures whose names begin so: " + ", ".join(figure.name for figure in FIGURES))
    only: str | None = parser.parse_args(arguments).only
    chosen = [figure for figure in FIGURES if only is None or figure.name.startswith(only)]
    if not chosen:
        print(f"no figure is called {only!r}; there are: {', '.join(f.name for f in FIGURES)}", file=sys.stderr)
        return 2
    measured: dict[str, object] = {}
    skipped: dict[str, str] = {}
    missed = [figure.name for figure in chosen if not _measure(figure, measured, skipped)]
    intervals = _take_intervals(measured)
    measured["_meta"] = _run_metadata(skipped) | {"intervals": intervals}
    RESULT_FILE.parent.mkdir(exist_ok=True)
    RESULT_FILE.write_text(json.dumps(measured, indent=2, ensure_ascii=False) + "\n")
    return 1 if missed else 0


def _measure(figure: Figure, measured: dict[str, object], skipped: dict[str, str]) -> bool:
    try:
        values = figure.measure()
    except (ImportError, MeasurementSkipped) as error:
        measured[figure.name], skipped[figure.name] = None, str(error)
        print(f"{figure.name}: skipped, {error}")
        return True
    measured.update(values)
    value = values[figure.name]
    kept = figure.holds(value, figure.bound)
    details = ", ".join(f"{name} {_format_number(number)}" for name, number in values.items() if name != figure.name)
    print(f"{figure.name}: {value:.3f} ({figure.sign} {figure.bound}: {'kept' if kept else 'MISSED'}; {details})")
    return kept


def _take_intervals(measured: dict[str, object]) -> dict[str, tuple[object, object]]:
    """Move the ends of 95 % intervals, `NAME_low` and `NAME_high`, out of the figures; return them by name."""
    names = [name for name in measured if f"{name}_low" in measured]
    return {name: (measured.pop(f"{name}_low"), measured.pop(f"{name}_high")) for name in names}


def _format_number(number: float) -> str:
    return f"{number:.3f}" if abs(number) < 10 else f"{number:,.1f}"


def _run_metadata(skipped: dict[str, str]) -> dict[str, object]:
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "skipped": skipped,
    }


if __name__ == "__main__":
    sys.exit(main())
