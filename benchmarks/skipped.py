"""What a benchmark raises when its figure cannot be measured here."""


class Skipped(Exception):
    """A figure cannot be measured on this machine; the message says why."""
