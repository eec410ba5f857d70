"""Does every event read well in both languages: names, numbers, reasons, and nothing raw?"""

from dataclasses import replace
from typing import cast

import pytest

from negotiation.contracts.events import EVENTS, ProposalDistributed
from shared.core.language import Language
from tests.golden.golden_narration import CHANNEL, FOLDER, NAMES, cases, narration, text
from towow.narration.context import NarrationContext
from towow.narration.renderers import RENDERERS, render

CASES = dict(cases())


def test_every_event_type_has_a_renderer_and_a_recorded_text() -> None:
    assert set(RENDERERS) == set(EVENTS)
    assert {type(event.payload) for event in CASES.values()} == {*EVENTS, type(None)}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_event_is_rendered_as_recorded_and_without_raw_data(language: Language) -> None:
    rendered = narration(language)
    assert rendered == (FOLDER / f"{language}.txt").read_text(encoding="utf-8")
    assert "{" not in rendered
    assert "None" not in rendered


def test_a_new_proposal_version_shows_only_what_is_different() -> None:
    sent = CASES["proposal.distributed"]
    proposal = cast("ProposalDistributed", sent.payload).proposal
    before = proposal.model_copy(update={"version": 1, "assignments": proposal.assignments[:1]})
    paragraph = render(replace(sent, seq=9), NarrationContext(names=NAMES, plans={CHANNEL: (before, proposal)}))
    lines = [line.plain for line in paragraph.below]
    assert any("speaker" in line for line in lines)
    assert not any("Bob  venue" in line for line in lines)
    assert any("1 other assignment is as before" in line for line in lines)


def test_an_unknown_event_is_shown_plainly() -> None:
    unknown = CASES["event that this version does not know"]
    assert text(unknown, "zh") == "towow.something.new（此版本不认识的事件）"
    assert text(unknown, "en") == "towow.something.new (an event this version does not know)"
