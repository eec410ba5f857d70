"""Settings of the embedder, which makes the vectors of texts (INTERFACES § 1)."""

from typing import Literal, Self

from pydantic import Field, SecretStr, model_validator

from shared.config.http_url import is_http_url
from shared.core.frozen_model import FrozenModel


class EmbedderSettings(FrozenModel):
    """Settings of the embedder. Settings that the chosen kind does not use are rejected, not ignored."""

    embedder: Literal["local", "http", "sentence-transformers", "none"] = Field(
        default="local",
        description="Maker of vectors, by which texts are found by meaning: `local` (no download), `http` (an endpoint "
        "like OpenAI's or Voyage's), `sentence-transformers` (the extra of this name) or `none` (words alone)",
    )
    embedder_url: str = Field(
        default="",
        repr=False,  # it may hold a password
        description="With `http`: URL of the embeddings resource, such as `https://api.voyageai.com/v1/embeddings`",
    )
    embedder_model: str = Field(
        default="",
        description="With `http` and `sentence-transformers`: name of the model; vectors of another are never used",
    )
    # Asked for, because the model's identity has to be known while the endpoint is away, and before weights are loaded.
    embedder_dimension: int = Field(
        default=0,
        ge=0,
        le=8192,
        description="With `http` and `sentence-transformers`: number of components of the model's vectors",
    )
    embedder_key: SecretStr = Field(default=SecretStr(""), description="With `http`: API key, sent as bearer token")

    @model_validator(mode="after")
    def _check_combination(self) -> Self:
        """Raise ValueError if the embedder lacks a setting, or has one that it does not use."""
        if self.embedder == "local" and (self.embedder_url or self.embedder_model or self.embedder_dimension):
            raise ValueError(
                "embedder_url, embedder_model and embedder_dimension need embedder=http or sentence-transformers"
            )
        if self.embedder in ("http", "sentence-transformers") and not (self.embedder_model and self.embedder_dimension):
            raise ValueError(f"embedder={self.embedder} needs embedder_model and embedder_dimension")
        if self.embedder == "sentence-transformers" and self.embedder_url:
            raise ValueError("embedder_url needs embedder=http")
        if self.embedder == "http":
            self._check_endpoint()
        return self

    def _check_endpoint(self) -> None:
        """Raise ValueError if URL or key cannot be sent; the message shows neither."""
        if not is_http_url(self.embedder_url):
            raise ValueError("embedder=http needs embedder_url: an http:// or https:// URL with a host")
        key = self.embedder_key.get_secret_value()
        if not (key.isascii() and (key.isprintable())) or " " in key:
            raise ValueError("embedder_key contains invalid characters (expected printable ASCII without spaces)")
