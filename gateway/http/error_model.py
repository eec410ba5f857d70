"""Model of the body of every error response (INTERFACES § 4)."""

from pydantic import Field

from shared.core.api_error import ConflictDetails, FieldError
from shared.core.frozen_model import FrozenModel


class ErrorBody(FrozenModel):
    """Body of every error response. `details` is a text, the invalid fields (E001), or the conflict (E014)."""

    error_code: str = Field(pattern="^E[0-9]{3}$")
    message: str
    details: str | tuple[FieldError, ...] | ConflictDetails
