"""Canonical form of an OpenAPI, AsyncAPI or JSON Schema document: independent of component names and of prose.

Every reference to a component is replaced by the component's own canonical form, so that only shapes are left, and
`title`, `description` and `summary` are dropped. Two documents with the same canonical form describe the same data.
"""

from collections.abc import Iterator, Sequence
from typing import Any, cast

Json = Any
Array = list[Json]
Object = dict[str, Json]

PROSE = frozenset({"title", "description", "summary"})
"""Keywords for human readers."""

NAMED = frozenset(
    {
        *("properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "schemas"),
        *("paths", "responses", "content", "headers", "parameters", "callbacks", "links", "encoding", "examples"),
        *("channels", "operations", "messages", "securitySchemes", "variables", "servers", "mapping"),
    }
)
"""Keywords whose object value maps names chosen by the author to parts: none of these names is a keyword."""

LITERAL = frozenset({"default", "const", "enum", "example", "value"})
"""Keywords whose value is data, not a part of the document."""

COMPONENTS = ("#/components/", "#/$defs/", "#/definitions/")
"""References that begin so point to a component; any other one is a public address and stays as it is."""


def canonical(document: Object) -> Json:
    """Return the canonical form: JSON without component names and prose.

    A component within itself is replaced by `{"$recursion": n}`, n references up. Components that nothing refers to are
    listed under `$unreferenced` by their form; security schemes keep their names, which clients send.
    """
    inliner = _Inliner(document)
    outside = {key: value for key, value in document.items() if key not in ("components", "$defs", "definitions")}
    form = inliner.form(outside, ())
    security = document.get("components", {}).get("securitySchemes")
    if security is not None:
        form["securitySchemes"] = inliner.named(security, ())
    unreferenced = [reference for reference in _components(document) if reference not in inliner.used]
    if unreferenced:
        forms = [inliner.form({"$ref": reference}, ()) for reference in unreferenced]
        form["$unreferenced"] = sorted(forms, key=repr)
    return form


def differences(before: Json, after: Json, path: str = "") -> Iterator[str]:
    """Yield a line for each place in which two JSON values differ: its path, the value before and the value after."""
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _in_objects(cast("Object", before), cast("Object", after), path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _in_arrays(cast("Array", before), cast("Array", after), path)
    else:
        yield from _in_values(before, after, path)


def _in_values(before: Json, after: Json, path: str) -> Iterator[str]:
    if type(before) is not type(after) or before != after:
        yield f"! {path or '/'}: {_short(before)} -> {_short(after)}"


def _in_objects(before: Object, after: Object, path: str) -> Iterator[str]:
    for key in sorted({*before, *after}):
        place = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
        if key not in after:
            yield f"- {place}: {_short(before[key])}"
        elif key not in before:
            yield f"+ {place}: {_short(after[key])}"
        else:
            yield from differences(before[key], after[key], place)


def _in_arrays(before: Array, after: Array, path: str) -> Iterator[str]:
    if len(before) != len(after):
        yield from _in_values(before, after, path)
        return
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        yield from differences(old, new, f"{path}/{place}")


class _Inliner:
    """Replaces references to components; `used` are those that it met."""

    def __init__(self, document: Object) -> None:
        self.used: set[str] = set()
        self._document = document

    def form(self, part: Json, above: Sequence[str]) -> Json:
        """Return the canonical form of a part; `above` are the references within which it stands."""
        match part:
            case list():
                return [self.form(one, above) for one in cast("Array", part)]
            case dict():
                return self._object(cast("Object", part), above)
            case _:
                return part

    def _object(self, part: Object, above: Sequence[str]) -> Json:
        reference = part.get("$ref")
        if isinstance(reference, str) and reference.startswith(COMPONENTS):
            beside = {key: value for key, value in part.items() if key != "$ref"}
            return {**self._component(reference, above), **self.form(beside, above)}
        return {key: self._value(key, value, above) for key, value in part.items() if not _is_prose(key, value)}

    def named(self, parts: Object, above: Sequence[str]) -> Json:
        """Return the canonical forms of parts by name; a name may be that of any keyword."""
        return {name: self._target(one, above) for name, one in parts.items()}

    def _value(self, keyword: str, value: Json, above: Sequence[str]) -> Json:
        if keyword in LITERAL:
            return value
        if keyword == "examples" and isinstance(value, list):
            return cast("Array", value)
        if keyword == "required" and isinstance(value, list):
            return sorted(cast("list[str]", value))
        if keyword in NAMED and isinstance(value, dict):
            return self.named(cast("Object", value), above)
        return self.form(value, above)

    def _target(self, part: Json, above: Sequence[str]) -> Json:
        """The form of a named part; a discriminator's `mapping` has the reference itself in its place."""
        if isinstance(part, str) and part.startswith(COMPONENTS):
            return self._component(part, above)
        return self.form(part, above)

    def _component(self, reference: str, above: Sequence[str]) -> Object:
        self.used.add(reference)
        if reference in above:
            return {"$recursion": len(above) - above.index(reference)}
        found = self._document
        for name in reference.removeprefix("#/").split("/"):
            found = found[name.replace("~1", "/").replace("~0", "~")]
        return self.form(found, (*above, reference))


def _components(document: Object) -> Iterator[str]:
    """Yield the reference of every component, security schemes aside."""
    for folder in ("$defs", "definitions"):
        yield from (f"#/{folder}/{name}" for name in document.get(folder, {}))
    for kind, parts in document.get("components", {}).items():
        if kind != "securitySchemes":
            yield from (f"#/components/{kind}/{name}" for name in parts)


def _is_prose(keyword: str, value: Json) -> bool:
    return keyword in PROSE and isinstance(value, str)


def _short(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:197]}..."
