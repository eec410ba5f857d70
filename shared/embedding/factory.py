"""Construction of the embedder that the settings choose; the libraries of the others are not imported."""

from typing import TYPE_CHECKING

from shared.embedding.model import EmbeddingModel
from shared.embedding.settings import EmbedderSettings

if TYPE_CHECKING:  # NumPy takes a while to load
    from shared.embedding.port import Embedder


def build_embedder(settings: EmbedderSettings) -> "Embedder | None":
    """Return the embedder; None if there is to be none. The caller closes it.

    Nothing is loaded or sent before its first call, except that NumPy is imported for all but the local one.
    """
    if settings.embedder == "local":
        from shared.embedding.local import LocalEmbedder

        return LocalEmbedder()
    if settings.embedder == "none":
        return None
    model = EmbeddingModel(settings.embedder_model, settings.embedder_dimension)
    if settings.embedder == "sentence-transformers":
        from shared.embedding.sentence_transformers import SentenceTransformersEmbedder

        return SentenceTransformersEmbedder(model)
    from shared.embedding.http import HttpEmbedder

    return HttpEmbedder(settings.embedder_url, model, settings.embedder_key)
