"""Schema of what the requester of a scenario is asked and answers (INTERFACES § 5)."""

from typing import Annotated, Literal, Self

from pydantic import Field, Tag, model_validator

from negotiation.contracts.demand import QuestionOption, UnderstandingChanges, UnderstandingQuestion
from negotiation.contracts.text_limits import Phrase, Sentence
from shared.core.frozen_model import FrozenModel
from towow.scenario.entry_shapes import ShapeDiscriminator

SILENT = "silent"
"""Entry `silent`: the requester never answers."""

LimitOption = Literal["keep", "allow"]
LimitWord = Literal["keep", "allow", "silent"]


class OptionFields(QuestionOption):
    """One option of a question; without a `text` it is shown by its id."""

    text: Phrase = ""


class QuestionFields(UnderstandingQuestion):
    """Question of the understanding prompt (1), named by its aspect; the default is the first option."""

    text: Sentence = ""
    options: Annotated[tuple[OptionFields, ...], Field(min_length=2, max_length=4)]  # pyright: ignore[reportIncompatibleVariableOverride]
    default: str = ""

    @model_validator(mode="after")
    def _check_options(self) -> Self:
        ids = [option.id for option in self.options]
        if len(set(ids)) < len(ids):
            raise ValueError("two options have the same id")
        if self.default and self.default not in ids:
            raise ValueError(f"the default must be one of {', '.join(ids)}")
        return self

    def question(self) -> UnderstandingQuestion:
        """Return the question with every text and the default."""
        options = tuple(
            QuestionOption(id=option.id, text=option.text or option.id, changes=option.changes)
            for option in self.options
        )
        default = self.default or options[0].id
        return UnderstandingQuestion(
            aspect=self.aspect, text=self.text or self.aspect, options=options, default=default
        )


class RequesterAnswerFields(FrozenModel):
    """The requester's answer to the question, an option's id or own words, `after` seconds after it was asked."""

    option: str | None = None
    text: Sentence | None = None
    after: float = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _check_content(self) -> Self:
        if (self.option is None) == (self.text is None):
            raise ValueError("expected either option or text")
        return self


class EditFields(UnderstandingChanges):
    """A change of the understanding by the requester, `after` seconds after the time for changes has begun (again)."""

    after: float = Field(default=0, ge=0)

    def changes(self) -> UnderstandingChanges:
        """Return the fields to replace."""
        return UnderstandingChanges.model_validate(self.model_dump(exclude={"after"}, exclude_none=True))


class LimitAnswerFields(FrozenModel):
    """The requester's answer to a question about a limit, `after` seconds after it was asked."""

    option: LimitOption
    after: float = Field(default=0, ge=0)


LimitAnswer = Annotated[
    Annotated[LimitAnswerFields, Tag("fields")] | Annotated[LimitWord, Tag("word")], ShapeDiscriminator
]
LimitEntry = Annotated[
    Annotated[tuple[LimitAnswer, ...], Tag("list")]
    | Annotated[LimitAnswerFields, Tag("fields")]
    | Annotated[LimitWord, Tag("word")],
    ShapeDiscriminator,
]
"""Answer to the questions about one limit; in a list one for each of them, in order, of which the last repeats."""


class LimitAnswers(FrozenModel):
    """Answers of the requester to questions whether a plan may leave a limit, by the limit; silent about the others."""

    dates: LimitEntry = SILENT
    weekdays: LimitEntry = SILENT
    not_on: LimitEntry = SILENT
    people: LimitEntry = SILENT
    budget: LimitEntry = SILENT

    def answer(self, limit: str, count: int) -> LimitAnswerFields | None:
        """Return the answer to the question number `count` (from 1) about a limit; None if there is none."""
        entry: LimitEntry = getattr(self, limit, SILENT)
        if isinstance(entry, tuple):
            entry = entry[min(count, len(entry)) - 1] if entry else SILENT
        if isinstance(entry, LimitAnswerFields):
            return entry
        return None if entry == SILENT else LimitAnswerFields(option=entry)
