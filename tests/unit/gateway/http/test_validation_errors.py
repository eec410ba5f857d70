"""What is wrong with a request is told field by field, in the reader's language, and repeats nothing of it."""

from typing import Any

import pytest
from pydantic import ValidationError

from gateway.http.validation_errors import MAX_ERRORS, MAX_FIELD_NAME, validation_error
from gateway.negotiation.routes.submissions import DemandBody
from negotiation.registry.profile import Profile
from shared.core.api_error import FieldError, PlatformErrorCode


def errors(data: bytes, model: Any = DemandBody) -> list[Any]:
    with pytest.raises(ValidationError) as wrong:
        model.model_validate_json(data, strict=True)
    return wrong.value.errors(include_url=False, include_input=False, include_context=False)


def test_each_field_is_named_in_both_languages() -> None:
    found = errors(b'{"raw_input": 1, "extra": 2}')
    assert validation_error(found, "en").code is PlatformErrorCode.E001
    assert validation_error(found, "en").problems == (
        FieldError(field="raw_input", problem="Input should be a valid string"),
        FieldError(field="user_id", problem="Field required"),
        FieldError(field="extra", problem="Extra inputs are not permitted"),
    )
    assert [p.problem for p in validation_error(found, "zh").problems] == ["必须是字符串", "缺少该字段", "未知字段"]


def test_a_body_that_is_none_is_named_as_a_whole() -> None:
    assert validation_error(errors(b"{"), "en").problems == (FieldError(field="body", problem="not JSON"),)
    assert validation_error(errors(b"[]"), "zh").problems == (FieldError(field="body", problem="必须是 JSON 对象"),)


def test_a_place_inside_is_named_with_its_way() -> None:
    found = errors(b'{"agent_id": "a", "display_name": "A", "tags": ["x", 1]}', Profile)
    assert validation_error(found, "en").problems[0].field == "tags.1"


def test_names_are_short_and_printable_and_there_are_not_too_many() -> None:
    strange = "x\\r\\nevent: y" + "z" * 500
    many = ",".join(f'"{strange}{number}": 1' for number in range(100))
    told = validation_error(errors(f"{{{many}}}".encode()), "en").problems
    assert len(told) == MAX_ERRORS
    assert all(len(problem.field) <= MAX_FIELD_NAME and problem.field.isprintable() for problem in told)


def test_what_was_sent_is_not_repeated() -> None:
    told = validation_error(errors(b'{"raw_input": ["hunter2"], "user_id": 42, "visibility": "hunter3"}'), "en")
    assert "hunter" not in str(told)


def test_a_problem_of_an_unknown_kind_is_told_too() -> None:
    assert validation_error([{"type": "new", "loc": ("a",), "msg": "No."}], "zh").problems[0].problem == "无效"
