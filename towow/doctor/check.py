"""What a check of `towow doctor` is: something is tried, and what is found or what helps is said."""

from collections.abc import Callable
from dataclasses import dataclass

from shared.core.frozen_model import FrozenModel


class CheckResult(FrozenModel):
    """One thing that was tried. `hint` says what to do; empty when all is well."""

    name: str
    ok: bool
    detail: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class DoctorCheck:
    """A check: what it finds when all is well, and what helps when it is not."""

    name: str
    find: Callable[[], str]
    hint: str

    def check(self) -> CheckResult:
        """Try it."""
        try:
            return CheckResult(name=self.name, ok=True, detail=self.find())
        except Exception as error:  # noqa: BLE001 - whatever it is that fails here is what was asked for
            said = str(error) or type(error).__name__
            hint = error.hint if isinstance(error, CheckFailed) and error.hint else self.hint
            return CheckResult(name=self.name, ok=False, detail=said, hint=hint)


class CheckFailed(Exception):
    """A check's answer is no. `hint`: what helps against just this, when the check's own does not."""

    def __init__(self, said: str, hint: str = "") -> None:
        super().__init__(said)
        self.hint = hint
