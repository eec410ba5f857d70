"""Link preview of a demand: its title, how far it is, when and where, with a picture by its state."""

from collections.abc import Mapping

from gateway.auth.authentication import ANONYMOUS
from gateway.http.accept_language import render_text
from gateway.negotiation.permissions import NegotiationPermissions
from gateway.negotiation.views.cache import DemandViewCache
from gateway.negotiation.views.payload_schema import Json
from gateway.negotiation.views.schema import DemandView
from gateway.static_site.link_preview import LinkPreview, ReadLinkPreview
from negotiation.contracts.demand import DemandLimits
from shared.core.api_error import ApiError
from shared.store.port import StoreMisconfigured, StoreUnavailable

STATE_TEXTS = {
    "running": "preview.running",
    "agreed": "preview.agreed",
    "partly": "preview.partly",
    "failed": "preview.failed",
    "cancelled": "preview.cancelled",
}
"""Text of each state that a preview shows; the pictures are named after the states."""


def demand_preview_reader(permissions: NegotiationPermissions, views: DemandViewCache) -> ReadLinkPreview:
    """Return the reader of previews of pages with the path parameter `demand_id`.

    There is none for a private demand, an unknown one, or while the store does not answer.
    """

    async def read(parameters: Mapping[str, str]) -> LinkPreview | None:
        demand_id = parameters.get("demand_id", "")
        try:
            if (await permissions.get_visible_demand(demand_id, ANONYMOUS)).private:
                return None
            return build_preview(await views.get(demand_id))
        except (ApiError, StoreUnavailable, StoreMisconfigured):
            return None

    return read


def build_preview(view: DemandView) -> LinkPreview:
    """Return the preview of a demand, in its language, given its view."""
    language = view["language"]
    understanding: Json = view["understanding"] or {}
    limits = DemandLimits.model_validate(understanding.get("limits") or {})
    state = _state(view)
    needs = view["outcome"].get("needs", ()) if view["outcome"] else ()
    met = sum(1 for need in needs if need.get("met"))
    facts = [
        render_text(STATE_TEXTS[state], language),
        render_text("preview.needs", language, met=met, needs=len(needs)) if needs else "",
        limits.dates[0] if limits.dates else "",
        limits.place or "",
    ]
    return LinkPreview(
        title=str(understanding.get("title") or view["raw_input"]),
        description=" · ".join(fact for fact in facts if fact),
        image_path=f"/assets/preview-{state}.png",
        locale=language,
    )


def _state(view: DemandView) -> str:
    """Return the state that the text and the picture show: running, agreed, partly, failed or cancelled."""
    if view["status"] in ("finalized", "force_finalized"):
        agreed = view["status"] == "finalized"
        complete = view["outcome"].get("complete", agreed) if view["outcome"] else agreed
        return "agreed" if complete else "partly"
    return "running" if view["status"] == "processing" else view["status"]
