"""Check of `towow doctor`: a probe with its finding, or what to do if it fails."""

from collections.abc import Callable
from dataclasses import dataclass

from gateway.inspection.check_result import CheckResult


@dataclass(frozen=True, slots=True)
class DoctorCheck:
    """A named check.

    `probe` returns the finding if all is well and raises otherwise; `hint` says what to do then.
    """

    name: str
    probe: Callable[[], str]
    hint: str

    def run(self) -> CheckResult:
        """Run the probe and return its result; an exception becomes one with `ok` False, the error text and a hint."""
        try:
            return CheckResult(name=self.name, ok=True, detail=self.probe())
        except Exception as error:  # noqa: BLE001 - every failure of a probe is a result
            return CheckResult.from_error(self.name, error, self.hint)
