"""What does an iCalendar file say, and is it one by RFC 5545, whatever the page thinks that it wrote?"""

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime

OCTETS = 75
"""Of a line, without its CRLF (§ 3.1)."""

_NAME = "[A-Za-z0-9-]+"
_PARAMETER = rf'{_NAME}=(?:"[^"\x00-\x08\x0a-\x1f\x7f]*"|[^";:,\x00-\x08\x0a-\x1f\x7f]*)'
_LINE = re.compile(rf"({_NAME})((?:;{_PARAMETER})*):([^\x00-\x08\x0a-\x1f\x7f]*)")
_TEXT = re.compile(r"(?:\\[\\;,nN]|[^\\;,])*")
"""A value of type TEXT: no comma, semicolon or backslash but behind a backslash (§ 3.3.11)."""
_ESCAPED = re.compile(r"\\(.)")

_ONCE = {
    "VCALENDAR": ("PRODID", "VERSION"),
    "VEVENT": ("UID", "DTSTAMP", "DTSTART"),
}
_REPEATED = {"ATTACH", "ATTENDEE", "CATEGORIES", "COMMENT", "CONTACT", "EXDATE", "RELATED", "RESOURCES", "RDATE"}


@dataclass(frozen=True)
class Property:
    """A content line."""

    name: str
    parameters: tuple[str, ...]
    value: str

    @property
    def text(self) -> str:
        """A value of type TEXT, as it was meant."""
        assert _TEXT.fullmatch(self.value), f"not escaped: {self.name}:{self.value}"
        return _ESCAPED.sub(lambda found: "\n" if found[1] in "nN" else found[1], self.value)

    @property
    def day(self) -> date:
        """A value of type DATE."""
        assert self.parameters == ("VALUE=DATE",), self.parameters
        assert re.fullmatch(r"\d{8}", self.value), self.value
        return date(int(self.value[:4]), int(self.value[4:6]), int(self.value[6:]))

    @property
    def instant(self) -> datetime:
        """A value of type DATE-TIME, in UTC."""
        assert re.fullmatch(r"\d{8}T\d{6}Z", self.value), self.value
        return datetime.strptime(self.value, "%Y%m%dT%H%M%S%z")


@dataclass
class Component:
    """What stands between a BEGIN and its END."""

    name: str
    properties: list[Property] = field(default_factory=list[Property])
    parts: list["Component"] = field(default_factory=list["Component"])

    def __getitem__(self, name: str) -> Property:
        """The only one of that name."""
        (found,) = (each for each in self.properties if each.name == name)
        return found


def read_calendar(data: bytes) -> Component:
    """The calendar, once everything in it is as it must be."""
    around = Component("")
    within = [around]
    for line in _unfolded(data):
        found = _LINE.fullmatch(line)
        assert found, f"no content line: {line!r}"
        name, value = found[1].upper(), found[3]
        if name == "BEGIN":
            within.append(Component(value.upper()))
            within[-2].parts.append(within[-1])
        elif name == "END":
            assert within.pop().name == value.upper(), f"the wrong end: {line}"
        else:
            within[-1].properties.append(Property(name, tuple(found[2].split(";")[1:]), value))
    assert within == [around], "something has no end"
    assert not around.properties
    (calendar,) = around.parts
    assert calendar.name == "VCALENDAR"
    _check(calendar)
    return calendar


def _unfolded(data: bytes) -> list[str]:
    assert data.endswith(b"\r\n")
    lines = data.split(b"\r\n")[:-1]
    for line in lines:
        assert line, "an empty line"
        assert b"\r" not in line, line
        assert b"\n" not in line, line
        assert len(line) <= OCTETS, f"{len(line)} octets: {line!r}"
        line.decode()  # no character is split
    return re.sub(rb"\r\n[ \t]", b"", data).decode().split("\r\n")[:-1]


def _check(calendar: Component) -> None:
    assert calendar["VERSION"].value == "2.0"
    assert calendar.parts, "a calendar has at least one component"
    for component in (calendar, *calendar.parts):
        counted = Counter(each.name for each in component.properties)
        assert all(counted[name] == 1 for name in _ONCE[component.name]), counted
        assert not [name for name, count in counted.items() if count > 1 and name not in _REPEATED], counted
    uids = [event["UID"].text for event in calendar.parts]
    assert len(set(uids)) == len(uids), uids
    assert all(event["DTSTAMP"].instant for event in calendar.parts)
