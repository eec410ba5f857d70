"""How every command ends: what it refuses becomes a line on standard error and an exit code, not a traceback."""

import json
import os
import sys
from collections.abc import Callable

from shared.core.api_error import ApiError, PlatformErrorCode
from shared.runtime.settings import InvalidSettings
from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.transport.port import BrokerMisconfigured, BrokerUnavailable
from towow.narration.sanitize import sanitize_text

INVALID_INPUT_CODES = (PlatformErrorCode.E001, PlatformErrorCode.E016)


def run_command(command: Callable[[], int], *, as_json: bool = False) -> int:
    """Run a command and return its exit code. With `as_json` an error's body is JSON (INTERFACES § 4)."""
    try:
        code = command()
        sys.stdout.flush()
        return code
    except CommandError as refusal:
        return _print_error(str(refusal), refusal.code)
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
    """Whoever read standard output has gone: what is still written goes nowhere, and the exit is quiet."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _print_error(text: str, code: int) -> int:
    for line in text.splitlines():
        print(sanitize_text(line), file=sys.stderr)
    return code


def _error_body(error: ApiError) -> str:
    message = error.code.text(error.language)
    body = {"error_code": error.code.name, "message": message, "details": sanitize_text(error.details)}
    return json.dumps(body, ensure_ascii=False)


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


class CommandError(Exception):
    """A command that cannot go on: one or more lines for standard error, and its exit code."""

    def __init__(self, message: str, code: int = USAGE_ERROR) -> None:
        super().__init__(message)
        self.code = code
