"""Result of a check of the system, as `towow doctor` and `GET /api/v1/admin/system` report it."""

from typing import Self

from shared.core.frozen_model import FrozenModel


class CheckResult(FrozenModel):
    """Result of one check. `hint` says what to do; empty if it succeeded."""

    name: str
    ok: bool
    detail: str
    hint: str = ""

    @classmethod
    def from_error(cls, name: str, error: Exception, hint: str) -> Self:
        """Build the result of a check that failed with `error`, which may have a hint of its own."""
        own_hint = error.hint if isinstance(error, CheckFailed) else ""
        return cls(name=name, ok=False, detail=str(error) or type(error).__name__, hint=own_hint or hint)


class CheckFailed(Exception):
    """Failure of a check; `hint` replaces the check's own if it is not empty."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint
