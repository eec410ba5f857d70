"""Catalogue of texts in every language, read from the file texts.json of a package (`TextCatalog`)."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import get_args

from shared.core.language import Language

LANGUAGES: tuple[str, ...] = get_args(Language)
Forms = str | Mapping[str, str]
"""One text, or one for a `count` of 1 (`one`) and one for every other (`other`)."""


class TextCatalog:
    """Texts by key and language, such as `{"seats": {"en": "{n} seats", "zh": "{n} 个座位"}}`, with named fields."""

    def __init__(self, name: str, texts: Mapping[str, Mapping[str, Forms]]) -> None:
        """Create a catalogue; `name` is for errors.

        Raises:
            ValueError: A text lacks a language, has another one, or has not the same fields in both.
        """
        self._name = name
        self._texts = texts
        for key, text in texts.items():
            if sorted(text) != sorted(LANGUAGES):
                raise ValueError(f"{name}: {key} is in {sorted(text)}, not in {sorted(LANGUAGES)}")
            first, *others = map(_field_names, text.values())
            if any(fields != first for fields in others):
                raise ValueError(f"{name}: {key} has different fields by language: {sorted(first.union(*others))}")

    @classmethod
    @cache
    def load(cls, package: str) -> "TextCatalog":
        """Return the catalogue texts.json of a package, given by its dotted name; it is read once.

        Raises:
            OSError: The package has no such file.
            ValueError: The file is not JSON, or not a catalogue.
        """
        return cls(f"{package}/texts.json", json.loads(files(package).joinpath("texts.json").read_text("utf-8")))

    def has(self, key: str) -> bool:
        """Return whether there is a text `key`."""
        return key in self._texts

    def render(self, key: str, language: Language, /, **values: object) -> str:
        """Return the text `key` in a language, with `values` for its fields; other values are ignored.

        Raises:
            KeyError: There is no such text, or a field has no value; the error names catalogue, key and language.
        """
        try:
            text = self._texts[key][language]
            if not isinstance(text, str):
                text = text["one" if values["count"] == 1 else "other"]
            return text.format(**values)
        except KeyError as error:
            raise KeyError(f"{self._name}: {key!r} in {language!r}: no {error}") from None


def _field_names(text: Forms) -> frozenset[str]:
    forms = (text,) if isinstance(text, str) else (text["one"], text["other"])
    return frozenset(field for form in forms for _, field, _, _ in Formatter().parse(form) if field is not None)
