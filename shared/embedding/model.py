"""Name and dimension of an embedding model, and the error of an embedder without an answer; needs no NumPy."""

from dataclasses import dataclass


class EmbeddingUnavailable(Exception):
    """The embedder gave no vectors; the message says why. Callers go on without them."""


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """Model that made a vector: vectors of different models cannot be compared.

    Attributes:
        name: Name of the model, with its version where it has one.
        dimension: Number of components of each vector.
    """

    name: str
    dimension: int

    def __str__(self) -> str:
        return f"{self.name}/{self.dimension}"
