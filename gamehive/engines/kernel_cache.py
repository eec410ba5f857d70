"""Compilation of all engines ahead of their first use: `python -m gamehive.engines.kernel_cache`, for an image."""

from gamehive.core.games.game import games
from gamehive.engines.engine_factory import create_engine, engine_kind


def compile_all() -> None:
    """Compile an engine of each kind and keep the machine code; see `gamehive.engines.kernel.cache_folder`."""
    for game in {engine_kind(game): game for game in games().values()}.values():
        create_engine(game).compile()


if __name__ == "__main__":
    compile_all()
