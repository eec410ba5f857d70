"""Errors of benchmarks."""


class MeasurementSkipped(Exception):
    """The figure cannot be measured on this machine; the message gives the reason."""
