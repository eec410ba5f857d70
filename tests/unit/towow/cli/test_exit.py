"""Which exit code does each kind of ending have, and what is said?"""

import json

import pytest

from negotiation.contracts.error_codes import NegotiationErrorCode
from shared.config.environment import InvalidSettings
from shared.core.api_error import ApiError, PlatformErrorCode
from towow.cli.exit import CommandError, run_command
from towow.client.http import SystemUnreachable

ENDINGS = [
    (CommandError("no such file"), 2, "no such file\n"),
    (CommandError("one\ntwo \x1b[31m"), 2, "one\ntwo ␛[31m\n"),
    (InvalidSettings("TOWOW_X='y': wrong"), 2, "TOWOW_X='y': wrong\n"),
    (SystemUnreachable("nobody"), 3, "nobody\n"),
    (ApiError(PlatformErrorCode.E001, "empty"), 2, "E001: the request is not well formed: empty\n"),
    (ApiError(PlatformErrorCode.E016, "long"), 2, "E016: the request is too large: long\n"),
    (ApiError(NegotiationErrorCode.E002, "d-x", "zh"), 1, "E002: 需求不存在: d-x\n"),
    (ApiError(NegotiationErrorCode.E008, "a"), 1, "E008: no such agent: a\n"),
    (ApiError(PlatformErrorCode.E014, "ended"), 1, "E014: conflict with the present state: ended\n"),
    (KeyboardInterrupt(), 130, ""),
]


@pytest.mark.parametrize(("error", "code", "said"), ENDINGS, ids=lambda value: repr(value)[:40])
def test_every_exception_has_its_exit_code(
    capsys: pytest.CaptureFixture[str], error: BaseException, code: int, said: str
) -> None:
    def question() -> int:
        raise error

    assert run_command(question) == code
    assert capsys.readouterr() == ("", said)


def test_a_returned_number_is_the_exit_code() -> None:
    assert run_command(lambda: 1) == 1


def test_an_api_error_is_written_as_json_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    def question() -> int:
        raise ApiError(NegotiationErrorCode.E002, "d-x\x1b")

    assert run_command(question, as_json=True) == 1
    body = json.loads(capsys.readouterr().err)
    assert body == {"error_code": "E002", "message": "no such demand", "details": "d-x␛"}


def test_an_unexpected_exception_is_not_caught() -> None:
    def question() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_command(question)
