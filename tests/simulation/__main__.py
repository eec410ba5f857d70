"""`make simulate`: play seeds, print what they come to, write build/simulate.json (INTERFACES § 9)."""

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from tests.simulation.ablations import ABLATIONS
from tests.simulation.campaign import Outcome, run_parallel, table
from tests.simulation.runner import run_seed
from tests.simulation.subject import NAMES, load_subject


def main() -> int:
    """Exit code 0: nothing broke · 1: something did · 2: usage."""
    asked = _arguments()
    subject = load_subject(asked.app)
    if asked.seed is not None:
        for line in run_seed(subject, asked.seed, asked.ablate).story:
            sys.stdout.write(line + "\n")
    seeds = range(asked.start, asked.start + asked.seeds) if asked.seed is None else [asked.seed]
    outcome, seconds = run_parallel(subject, seeds, asked.ablate)
    if asked.seed is None:
        missed = outcome.missed(subject.types)
        sys.stdout.write(table(outcome, subject.types) + "\n")
        sys.stdout.write(f"not struck: {', '.join(f'{kind} {hop}' for hop, kind in missed) or 'nothing'}\n")
    for broken in outcome.broken[:5]:
        sys.stdout.write(f"\nSEED={broken.seed} breaks {broken.invariant}\n{broken.story}\n")
    line = json.dumps(_result(outcome, seconds), ensure_ascii=False)
    Path("build").mkdir(exist_ok=True)
    Path("build/simulate.json").write_text(line + "\n", encoding="utf-8")
    sys.stdout.write(line + "\n")
    return 1 if outcome.broken else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make simulate", description=__doc__)
    parser.add_argument("--seeds", type=int, default=2000)
    parser.add_argument("--start", type=int, default=1)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--ablate", choices=tuple(ABLATIONS))
    parser.add_argument("--app", choices=NAMES, default=NAMES[0])
    asked = parser.parse_args()
    if asked.seeds < 1:
        parser.error("SEEDS counts from 1")
    return asked


def _result(outcome: Outcome, seconds: float) -> dict[str, object]:
    coverage: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (hop, kind), count in sorted(outcome.coverage.items()):
        coverage[hop][kind] = count
    return {
        "seeds": outcome.seeds,
        "runs_per_second": round(outcome.seeds / seconds, 1),
        "demands": outcome.demands,
        "faults": outcome.faults,
        "violations": [{"seed": b.seed, "invariant": b.invariant, "story": b.story} for b in outcome.broken],
        "coverage": coverage,
    }


if __name__ == "__main__":
    sys.exit(main())
