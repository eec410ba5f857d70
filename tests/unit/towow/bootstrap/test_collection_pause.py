"""Pause of the garbage collector: nothing is collected inside, and outside it is as it was."""

import gc
import importlib

import pytest

from towow.bootstrap.collection_pause import pause_collection


def test_collection_is_paused_inside_and_enabled_again_after_it() -> None:
    with pause_collection():
        inside = gc.isenabled()
    assert (inside, gc.isenabled()) == (False, True)


def test_collection_is_enabled_again_after_a_failure() -> None:
    with pytest.raises(ImportError), pause_collection():
        importlib.import_module("towow.no_such_module")
    assert gc.isenabled()


def test_collection_that_was_disabled_stays_disabled() -> None:
    gc.disable()
    try:
        with pause_collection():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
