"""Token vectors against the sentence vectors of the package that they are read from."""

from itertools import pairwise

import numpy as np
import pytest

from shared.embedding.local import load_encoder
from shared.embedding.local_tokens import MAX_TOKENS, convolve, encode_tokens

TEXTS = (
    "Looking after two cats while we're away, Toronto, £40",
    "暖气片一直滴水，地板都泡翘了！！武昌这边，今晚能上门的师傅请联系我",
    "ﬁx Ⅳ ½ 😀 Straße naïve – 3.5 kg",
)


@pytest.mark.parametrize("text", TEXTS)
def test_spans_cover_all_that_is_not_blank_in_text_order(text: str) -> None:
    spans = encode_tokens(text).spans
    covered = {offset for start, end in spans for offset in range(start, end)}
    assert covered >= {offset for offset, character in enumerate(text) if not character.isspace()}
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


def test_the_sum_of_the_rows_makes_the_sentence_vector() -> None:
    text = "someone to look after two cats"
    encoder = load_encoder()
    model = encoder._model
    numbers = encoder._tokenizer.encode(text, out_type=int, add_bos=False, add_eos=False)
    rows = convolve(encoder, numbers)
    assert np.array_equal(rows[1:-1], encode_tokens(text).rows)
    mean = (rows.sum(axis=0) @ model.cnn_W + len(rows) * model.cnn_b) / np.sqrt(len(rows))
    first = np.maximum(mean @ model.d0, 0)
    second = np.maximum(mean @ model.p1 + first @ model.d1, 0)
    vector = np.tanh(second @ model.p3 + np.maximum(second @ model.d2, 0) @ model.d3)
    assert np.allclose(vector / np.linalg.norm(vector), encoder.encode(text), atol=1e-5)


def test_a_long_text_is_read_in_passes() -> None:
    vectors = encode_tokens("two cats " * MAX_TOKENS)
    assert len(vectors.rows) == len(vectors.spans) > 2 * MAX_TOKENS
