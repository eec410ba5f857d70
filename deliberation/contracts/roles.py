"""Roles of a deliberation (DL-01…05)."""

from typing import Literal

Role = Literal["host", "planner", "critic", "reporter"]
Discussant = Literal["planner", "critic"]

ROLES: tuple[Role, ...] = ("planner", "critic", "host", "reporter")
"""In the order of their outputs in a round (DL-109)."""

DISCUSSANTS: tuple[Discussant, ...] = ("planner", "critic")
