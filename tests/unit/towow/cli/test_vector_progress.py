"""What is printed while vectors are computed, and when they are."""

import sys

import pytest

from negotiation.registry.vector_backfill import BackfillResult, ReportProgress
from towow.cli.vector_progress import print_vector_progress


async def printed(
    capsys: pytest.CaptureFixture[str],
    result: BackfillResult | None,
    *steps: tuple[int, int],
    interval_s: float | None = None,
) -> str:
    async def compute(report: ReportProgress) -> BackfillResult | None:
        for step in steps:
            report(*step)
        return result

    await print_vector_progress(compute, interval_s=interval_s)
    out, err = capsys.readouterr()
    assert out == ""
    return err


@pytest.mark.parametrize("result", [None, BackfillResult(texts=5), BackfillResult(texts=0)])
async def test_nothing_is_printed_if_there_was_nothing_to_compute(
    result: BackfillResult | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await printed(capsys, result) == ""


async def test_computed_vectors_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    said = await printed(capsys, BackfillResult(texts=9, computed=4), (2, 4), (4, 4))
    assert said == "vectors: 4 computed; all 9 texts of agents have one\n"


@pytest.mark.parametrize(("missing", "said"), [(3, "3 missing"), (None, "some missing")])
async def test_missing_vectors_are_said_with_the_reason_and_what_computes_them(
    missing: int | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    err = await printed(capsys, BackfillResult(texts=9, computed=2, missing=missing, error="it is away"))
    assert err.startswith(f"vectors: 2 computed, {said} (it is away). ")
    assert "found by their words; the next `towow agents import` computes" in err


async def test_progress_on_a_terminal_is_one_line_that_is_erased(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    said = await printed(capsys, BackfillResult(texts=4, computed=4), (2, 4), (4, 4), interval_s=0)
    lines = [
        "",
        "vectors: 2 of 4 computed",
        "vectors: 4 of 4 computed",
        "vectors: 4 computed; all 4 texts of agents have one\n",
    ]
    assert said == "\r\x1b[K".join(lines)


async def test_progress_elsewhere_is_a_line_at_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    said = await printed(capsys, BackfillResult(texts=4, computed=4), (2, 4), (4, 4), interval_s=0)
    assert said.splitlines()[:2] == ["vectors: 2 of 4 computed", "vectors: 4 of 4 computed"]
