"""What a gateway stands on when the whole system lives in its process (DESIGN § 8)."""

from gateway.context import GatewayContext
from negotiation.contracts.demand import ModelName
from shared.runtime.dead_letters import DeadLetters
from towow.embedded import EmbeddedSystem
from towow.roles import GATEWAY, QUEUES, ROUTES
from towow.today import today_and_timezone

SWEEPING = (*QUEUES, GATEWAY)
"""Every role that owes something."""


def embedded_gateway_context(system: EmbeddedSystem, model: ModelName) -> GatewayContext:
    """The house of a system that was started.

    Only this machine comes in, so who does not sign in may administer, unless it is said that strangers come.
    """
    place = system.place
    return GatewayContext(
        settings=place.settings.gateway,
        store=system.store,
        transport=system.transport,
        profiles=place.profiles,
        attending=system.attending,
        entrance=system.entrance,
        letters=DeadLetters(system.store, ROUTES, place.log),
        clock=place.clock,
        log=place.log,
        metrics=system.metrics,
        model=model,
        mode="embedded",
        today=today_and_timezone,
        roles=SWEEPING,
        breaker=place.model.name,
        broker_up=lambda: True,
        admin_without_key=not place.settings.gateway.open,
        human_timeout=place.settings.user_agent.human_timeout,
    )
