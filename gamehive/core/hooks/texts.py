"""Texts of the hooks for the agents: tasks, advice and corrections, in both languages."""

from shared.core.text_catalog import TextCatalog

render_text = TextCatalog.load("gamehive.core.hooks").render


def render_points(points: tuple[tuple[int, int], ...]) -> str:
    """Return points as (row,column), with spaces between them."""
    return " ".join(f"({x},{y})" for x, y in points)
