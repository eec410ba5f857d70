"""Gateway extension of the negotiation: its routes and their metadata."""

from collections.abc import Mapping
from functools import partial

from starlette.types import Scope

from gateway.extension import (
    CorrelationKind,
    ExtendGateway,
    GatewayExtension,
    GatewayServices,
    NotReady,
    ReadinessProbe,
)
from gateway.http.rate_limit import RateLimit
from gateway.negotiation.clarification_service import ClarificationService
from gateway.negotiation.decision_service import DecisionService
from gateway.negotiation.invitation_link_models import InvitationLinkBody, LinkAnswerBody
from gateway.negotiation.invitation_links import InvitationLinks
from gateway.negotiation.oldest_demands import OpenDemandQuery
from gateway.negotiation.permissions import NegotiationPermissions, is_demand_id
from gateway.negotiation.person_answers import PersonAnswers
from gateway.negotiation.presentation_models import RemoteCommand, StageDisplay
from gateway.negotiation.presentations import Presentations
from gateway.negotiation.revision_body import QuestionAnswerBody, RevisionBody
from gateway.negotiation.routes.admin_agents import AdminAgentRoutes
from gateway.negotiation.routes.admin_open_demands import AdminChannelRoutes
from gateway.negotiation.routes.agent_directory import AgentRoutes
from gateway.negotiation.routes.channels import ChannelRoutes
from gateway.negotiation.routes.clarification import ClarificationRoutes
from gateway.negotiation.routes.decision import DecisionBody, DecisionRoutes
from gateway.negotiation.routes.demands import DemandRoutes
from gateway.negotiation.routes.human_in_the_loop import AttendanceRoutes
from gateway.negotiation.routes.invitation_links import InvitationLinkRoutes
from gateway.negotiation.routes.link_questions import LinkQuestionRoutes
from gateway.negotiation.routes.pending_answers import PendingAnswerRoutes
from gateway.negotiation.routes.presentations import PresentationRoutes
from gateway.negotiation.routes.stream import StreamRoutes
from gateway.negotiation.routes.submissions import CancelBody, DemandBody, SubmissionRoutes
from gateway.negotiation.submission_service import SubmissionService
from gateway.negotiation.views.cache import DemandViewCache
from gateway.negotiation.views.demand_preview import demand_preview_reader
from gateway.streaming.log_streams import LogStreams
from negotiation.asyncapi import EVENT_CATALOG
from negotiation.contracts.person_answer import InvitationAnswer, ReviewAnswer
from negotiation.registry.import_preview import UndoRequest
from negotiation.registry.port import ProfileRegistry
from negotiation.registry.profile import Profile
from negotiation.registry.vector_updater import VectorUpdater
from negotiation.resources import NegotiationResources
from shared.core.language import Language
from shared.embedding.model import EmbeddingUnavailable

PREVIEWED_PATHS = ("/d/{demand_id}", "/stage/{demand_id}")
PAGE_PATHS = (*PREVIEWED_PATHS, "/remote/{demand_id}", "/agents", "/i/{token}")

INTRODUCTION: Mapping[Language, str] = {
    "en": "State a demand, and AI agents, each acting for a real person, negotiate a plan that those people accept.",
    "zh": "说出你的需求，由代表真实用户的智能体协商出各方都能接受的方案。",
}


def extend_gateway(resources: NegotiationResources, human_timeout_s: float) -> ExtendGateway:
    """Return the builder of the negotiation's gateway extension, for the argument `extend` of `create_app`.

    Args:
        resources: Profiles and attendance store.
        human_timeout_s: Maximum seconds that agents wait for a person's answer, shown to that person; 0 = no waiting.
    """
    return partial(_build_extension, resources, human_timeout_s)


def _build_extension(
    resources: NegotiationResources, human_timeout_s: float, services: GatewayServices
) -> GatewayExtension:
    context = services.context
    permissions = NegotiationPermissions(context, services.authenticator)
    views = DemandViewCache(context.store)
    streams = LogStreams(context, services.stream_slots, EVENT_CATALOG.last_event_type)
    clarification = ClarificationService(context.store, context.ingress, views, context.clock)
    submissions = SubmissionService(context)
    decisions = DecisionService(context.store, submissions)
    person_answers = PersonAnswers(context.store, views, resources.attendance, context.ingress)
    links = InvitationLinks(resources.invitation_links)
    wrong_links = RateLimit(context.settings.rate_limit_per_minute, "wrong_links")
    return GatewayExtension(
        routers=(
            SubmissionRoutes(context, permissions, views, submissions).router(),
            ClarificationRoutes(permissions, views, clarification).router(),
            DecisionRoutes(permissions, views, decisions).router(),
            DemandRoutes(context, permissions, views, decisions).router(),
            StreamRoutes(permissions, streams).router(),
            PresentationRoutes(permissions, Presentations(context.store, context.shutdown)).router(),
            ChannelRoutes(context, permissions, views).router(),
            AgentRoutes(resources.profiles).router(),
            AttendanceRoutes(permissions, resources, person_answers, human_timeout_s).router(),
            LinkQuestionRoutes(permissions, resources, person_answers, links, wrong_links, human_timeout_s).router(),
            PendingAnswerRoutes(permissions, views, resources.attendance).router(),
            InvitationLinkRoutes(permissions, resources, links).router(),
            AdminAgentRoutes(resources.profiles, permissions, resources.vectors).router(),
            AdminChannelRoutes(context, permissions, views, OpenDemandQuery(context.store, views)).router(),
        ),
        body_models=(
            *(DemandBody, CancelBody, DecisionBody, RevisionBody, QuestionAnswerBody, RemoteCommand, StageDisplay),
            *(Profile, UndoRequest, InvitationAnswer, ReviewAnswer, InvitationLinkBody, LinkAnswerBody),
        ),
        events=EVENT_CATALOG,
        page_paths=PAGE_PATHS,
        link_previews=dict.fromkeys(PREVIEWED_PATHS, demand_preview_reader(permissions, views)),
        readiness_probes={
            "registry": _registry_probe(resources.profiles),
            "embedder": _embedder_probe(resources.vectors),
        },
        is_renewal=_is_renewal,
        introduction=INTRODUCTION,
        correlation_kind=CorrelationKind("demands", is_demand_id),
    )


def _registry_probe(profiles: ProfileRegistry) -> ReadinessProbe:
    async def count_agents() -> str:
        count = await profiles.count()
        if not count:
            raise NotReady("no agents")
        return f"{count} agents"

    return count_agents


def _embedder_probe(vectors: VectorUpdater | None) -> ReadinessProbe:
    async def check() -> str:
        if vectors is None:
            return "none"
        try:
            return await vectors.check()
        except EmbeddingUnavailable as error:
            raise NotReady(f"{error}; agents are found by words alone") from None

    return check


def _is_renewal(scope: Scope) -> bool:
    """Return whether a page sends the request again and again: for each agent attended, and for what a stage shows."""
    return scope["method"] == "PUT" and scope["path"].endswith(("/attendance", "/display"))
