"""How every command ends: what it refuses becomes a line on standard error and an exit code, not a traceback."""

import json
import os
import sys
from collections.abc import Callable

from negotiation.contracts.error_codes import ApiError, ErrorCode
from shared.runtime.settings import InvalidSettings
from shared.store.port import StoreMisconfigured, StoreUnavailable
from shared.transport.port import BrokerMisconfigured, BrokerUnavailable
from towow.narration.sanitize import clean

BAD_INPUT = (ErrorCode.E001, ErrorCode.E016)


def run_command(question: Callable[[], int], *, as_json: bool = False) -> int:
    """Run a command and return its exit code. With `as_json` an error's body is JSON (INTERFACES § 4)."""
    try:
        code = question()
        sys.stdout.flush()
        return code
    except CommandError as refusal:
        return _said(str(refusal), refusal.code)
    except (InvalidSettings, BrokerMisconfigured, StoreMisconfigured) as error:
        return _said(str(error), USAGE)
    except (BrokerUnavailable, StoreUnavailable) as error:
        return _said(str(error), NO_ANSWER)
    except ApiError as error:
        if as_json:
            print(_body(error), file=sys.stderr)
        else:
            _said(str(error), NO)
        return USAGE if error.code in BAD_INPUT else NO
    except BrokenPipeError:
        silence_stdout()
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED


def silence_stdout() -> None:
    """Whoever read standard output has gone: what is still written goes nowhere, and the exit is quiet."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _said(text: str, code: int) -> int:
    for line in text.splitlines():
        print(clean(line), file=sys.stderr)
    return code


def _body(error: ApiError) -> str:
    message = error.code.text(error.language)
    body = {"error_code": error.code.name, "message": message, "details": clean(error.details)}
    return json.dumps(body, ensure_ascii=False)


DONE, NO, USAGE, NO_ANSWER, INTERRUPTED = 0, 1, 2, 3, 130
"""Done · it ran and the answer is no · usage, bad file or bad settings · a service did not answer · interrupted."""


class CommandError(Exception):
    """A command that cannot go on: one or more lines for standard error, and its exit code."""

    def __init__(self, said: str, code: int = USAGE) -> None:
        super().__init__(said)
        self.code = code
