"""How answers to an invitation are told: offers, conditions, declines, bargains (TW-205, TW-213)."""

from rich.text import Text

from negotiation.contracts.events import NegotiationPointRaised, OfferSubmitted
from towow.narration.context import NarrationContext
from towow.narration.invitation import in_person, stand_in
from towow.narration.paragraph import RenderedEvent, paragraph, text


def offered(event: OfferSubmitted, scene: NarrationContext) -> RenderedEvent:
    """One agent joins, joins on conditions, or declines."""
    sign, style, chinese, english = {
        "participate": ("✔", "green", "愿意参加", "joins"),
        "conditional": ("◐", "yellow", "有条件参加", "joins on conditions"),
        "decline": ("✘", "red", "婉拒", "declines"),
    }[event.decision]
    said = event.contribution if event.decision != "decline" else event.decline_reason or event.reasoning
    head = [
        (scene.name(event.agent_id), "bold"),
        " ",
        (scene.localized(chinese, english), style),
        scene.localized("（迟到）", " (late)") if event.late else None,
        scene.localized(f"：{said}", f": {said}") if said else None,
        in_person(scene, event.answered_by),
        stand_in(scene, fallback=event.fallback),
    ]
    return paragraph(sign, style, head, _reasons(event, scene))


def bargained(event: NegotiationPointRaised, scene: NarrationContext) -> RenderedEvent:
    """One wish."""
    about = scene.localized("方案", "the plan") if event.bargain_type == "proposal" else event.bargain_type
    head = [
        (scene.name(event.agent_id), "bold"),
        (scene.localized(f" 想商量{about}：", f" bargains about {about}: "), "yellow"),
        event.content,
        _from_to(event, scene),
    ]
    return paragraph("  ⇄", "yellow", head)


def _reasons(event: OfferSubmitted, scene: NarrationContext) -> list[Text | None]:
    declines = event.decision == "decline"
    why = event.reasoning if not (declines and event.decline_reason in (None, event.reasoning)) else ""
    return [
        *(text((scene.localized("条件  ", "condition  "), "yellow"), condition) for condition in event.conditions),
        text((why, "dim")) if why and why != event.contribution else None,
    ]


def _from_to(event: NegotiationPointRaised, scene: NarrationContext) -> str | None:
    """Old and new value, unless the wish itself says both."""
    if not event.desired_value or event.desired_value in event.content:
        return None
    now = f"{event.current_value} → " if event.current_value else ""
    return scene.localized(f"（{now}{event.desired_value}）", f" ({now}{event.desired_value})")
