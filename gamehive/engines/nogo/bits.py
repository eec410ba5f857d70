"""Bits of 64-bit integers: how many are set, and which is the lowest, each one machine instruction in a kernel."""

from typing import Any, cast

from numba import types
from numba.extending import intrinsic


def _count(_context: Any, _value: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return cast("Any", types.int64)(types.int64), build


def _lowest(_context: Any, _value: Any) -> Any:
    def build(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return cast("Any", types.int64)(types.int64), build


count_bits: Any = cast("Any", intrinsic)(_count)
"""Number of bits that are set in an int64; only kernels may call it."""

lowest_bit: Any = cast("Any", intrinsic)(_lowest)
"""Number of the lowest bit that is set in an int64, 64 if none is; only kernels may call it."""
