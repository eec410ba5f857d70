"""Somebody who uses a page by what is written on it: by roles and visible names alone, and who counts every step."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page

MAX_INTERACTIONS = 5
"""Clicks, entries and keys that a task may take."""


@dataclass
class Visitor:
    """A page that is used; raises AssertionError at the first interaction too many."""

    page: Page
    interactions: int = 0

    def click(self, role: str, name: str, within: Locator | None = None) -> None:
        """Click what has a role and a name, exactly."""
        self._count()
        self._find(role, name, within).click()

    def enter(self, label: str, text: str, within: Locator | None = None) -> None:
        """Write into the field with a label."""
        self._count()
        (within or self.page).get_by_label(label, exact=True).fill(text)

    def press(self, key: str) -> None:
        """Press a key, wherever the focus is."""
        self._count()
        self.page.keyboard.press(key)

    def _find(self, role: str, name: str, within: Locator | None) -> Locator:
        # The stubs know the roles by name only.
        return (within or self.page).get_by_role(role, name=name, exact=True)  # pyright: ignore[reportArgumentType]

    def _count(self) -> None:
        self.interactions += 1
        assert self.interactions <= MAX_INTERACTIONS, f"more than {MAX_INTERACTIONS} interactions"
