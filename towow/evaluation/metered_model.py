"""Model wrapper that counts the tokens of what is asked and answered, also where the model itself costs nothing."""

import re
from typing import TypeVar

from pydantic import BaseModel

from shared.llm.port import Answer, Model, ModelWrapper, Prompt

T = TypeVar("T", bound=BaseModel)

_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]")

CHARACTERS_PER_TOKEN = 4
"""Characters of a token in alphabetic scripts; a Chinese, Japanese or Korean character counts as one token."""


def count_tokens(text: str) -> int:
    """Return an estimate of the tokens of a text, which is the same for every model."""
    wide = len(_WIDE.findall(text))
    return wide + -(-(len(text) - wide) // CHARACTERS_PER_TOKEN)


class MeteredModel(ModelWrapper):
    """Model that adds up estimated tokens of all its questions and answers in `tokens`."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.tokens = 0
        self.calls = 0

    async def answer(self, prompt: Prompt[T]) -> Answer[T]:
        """Return the wrapped model's answer, and count it. Raises what the wrapped model raises."""
        answer = await self._model.answer(prompt)
        self.calls += 1
        self.tokens += count_tokens(prompt.system) + count_tokens(prompt.user)
        self.tokens += count_tokens(answer.output.model_dump_json())
        return answer
