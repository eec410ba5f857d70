"""With which exit code a command ends, and what it says then (INTERFACES § 3)."""

DONE, NO, USAGE, NO_ANSWER, INTERRUPTED = 0, 1, 2, 3, 130
"""Done · it ran and the answer is no · usage, bad file or bad settings · a service did not answer · interrupted."""


class CommandError(Exception):
    """A command that cannot go on: one or more lines for standard error, and its exit code."""

    def __init__(self, said: str, code: int = USAGE) -> None:
        super().__init__(said)
        self.code = code
