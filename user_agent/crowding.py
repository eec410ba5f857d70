"""Are more people to come than somebody can serve, and does the plan do anything about it? (simulated agents)."""

from negotiation.contracts.offer import NegotiationPoint
from negotiation.simulated.quantities import people_in
from user_agent.insisting import most_people
from user_agent.prompts import FeedbackFacts


def unmet_limit(facts: FeedbackFacts) -> NegotiationPoint | None:
    """What the offer asked for about the number of people, while the own part can still not serve so many.

    A room does not grow because one is kind: this is not a wish that gives way.
    """
    most, coming, mine = most_people(facts.profile), facts.demand.context.expected_attendees, facts.your_assignment
    if mine is None or facts.your_offer is None or not most or not coming or coming <= most:
        return None
    shared = [part.role for part in facts.proposal.assignments].count(mine.role) > 1
    limited = people_in(mine.notes)
    if shared or (limited is not None and limited <= most):
        return None
    asked = facts.your_offer.negotiation_points
    return next((point for point in asked if people_in(point.desired_value) == most), None)
