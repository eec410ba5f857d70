"""Exit codes of the commands, and the conversion of exceptions to exit codes (INTERFACES § 4)."""

import json
import os
import sys
from collections.abc import Callable

from shared.config.environment import InvalidSettings
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.transport.port import BrokerMisconfigured, BrokerUnavailable
from towow.narration.sanitize import sanitize_text

SUCCESS = 0
"""Exit code: done."""

FAILURE = 1
"""Exit code: the command ran, but the answer is no (a check failed, an import line was bad)."""

USAGE_ERROR = 2
"""Exit code: wrong usage, bad file or bad settings."""

SERVICE_UNAVAILABLE = 3
"""Exit code: a service did not answer within `--wait`."""

INTERRUPTED = 130
"""Exit code: interrupted by a signal."""

INVALID_INPUT_CODES = (PlatformErrorCode.E001, PlatformErrorCode.E016)
"""API errors that count as wrong usage."""


class CommandError(Exception):
    """Expected failure of a command: one or more lines for standard error, and an exit code."""

    def __init__(self, message: str, code: int = USAGE_ERROR) -> None:
        super().__init__(message)
        self.code = code


def run_command(command: Callable[[], int], *, as_json: bool = False) -> int:
    """Run a command and return its exit code; print expected exceptions to standard error and return a code for them.

    A CommandError gives its own code; InvalidSettings, BrokerMisconfigured and StoreMisconfigured 2; BrokerUnavailable
    and StoreUnavailable 3; ApiError 2 for E001 and E016, else 1; BrokenPipeError 0; KeyboardInterrupt 130.

    Args:
        command: Returns its exit code. Other exceptions are bugs and pass through.
        as_json: Print the body of an API error as JSON.
    """
    try:
        code = command()
        sys.stdout.flush()
        return code
    except CommandError as error:
        return _print_error(str(error), error.code)
    except (InvalidSettings, BrokerMisconfigured, StoreMisconfigured) as error:
        return _print_error(str(error), USAGE_ERROR)
    except (BrokerUnavailable, StoreUnavailable) as error:
        return _print_error(str(error), SERVICE_UNAVAILABLE)
    except ApiError as error:
        if as_json:
            print(_error_body(error), file=sys.stderr)
        else:
            _print_error(str(error), FAILURE)
        return USAGE_ERROR if error.code in INVALID_INPUT_CODES else FAILURE
    except BrokenPipeError:
        silence_stdout()
        return SUCCESS
    except KeyboardInterrupt:
        return INTERRUPTED


def silence_stdout() -> None:
    """Redirect stdout to /dev/null after a broken pipe, so that interpreter shutdown prints no traceback."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)


def _print_error(text: str, code: int) -> int:
    for line in text.splitlines():
        print(sanitize_text(line), file=sys.stderr)
    return code


def _error_body(error: ApiError) -> str:
    message = error.code.text(error.language)
    body = {"error_code": error.code.name, "message": message, "details": sanitize_text(error.details)}
    return json.dumps(body, ensure_ascii=False)
