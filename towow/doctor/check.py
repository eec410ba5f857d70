"""Check of `towow doctor`: a probe with its finding, or what to do if it fails."""

from collections.abc import Callable
from dataclasses import dataclass

from shared.core.frozen_model import FrozenModel


class CheckResult(FrozenModel):
    """Result of one check. `hint` says what to do; empty if it succeeded."""

    name: str
    ok: bool
    detail: str
    hint: str = ""


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
            message = str(error) or type(error).__name__
            hint = error.hint if isinstance(error, CheckFailed) and error.hint else self.hint
            return CheckResult(name=self.name, ok=False, detail=message, hint=hint)


class CheckFailed(Exception):
    """Failure of a check; `hint` replaces the check's own if it is not empty."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint
