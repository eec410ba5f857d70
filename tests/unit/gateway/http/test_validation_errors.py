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


def test_a_body_that_is_no_json_object_is_reported_as_the_field_body() -> None:
    assert validation_error(errors(b"{"), "en").problems == (FieldError(field="body", problem="not JSON"),)
    assert validation_error(errors(b"[]"), "zh").problems == (FieldError(field="body", problem="必须是 JSON 对象"),)


def test_a_nested_field_is_named_by_its_path() -> None:
    found = errors(b'{"agent_id": "a", "display_name": "A", "tags": ["x", 1]}', Profile)
    assert validation_error(found, "en").problems[0].field == "tags.1"


def test_field_names_are_short_printable_and_limited_in_number() -> None:
    strange = "x\\r\\nevent: y" + "z" * 500
    many = ",".join(f'"{strange}{number}": 1' for number in range(100))
    told = validation_error(errors(f"{{{many}}}".encode()), "en").problems
    assert len(told) == MAX_ERRORS
    assert all(len(problem.field) <= MAX_FIELD_NAME and problem.field.isprintable() for problem in told)


def test_a_validation_error_does_not_repeat_the_input() -> None:
    told = validation_error(errors(b'{"raw_input": ["hunter2"], "user_id": 42, "visibility": "hunter3"}'), "en")
    assert "hunter" not in str(told)


def test_a_validation_error_of_an_unknown_type_is_reported() -> None:
    assert validation_error([{"type": "new", "loc": ("a",), "msg": "No."}], "zh").problems[0].problem == "无效"
