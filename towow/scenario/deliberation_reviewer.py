"""Content reviewer of a deliberation's scenario: it blocks what the file says (DL-161)."""

from deliberation.contracts.messages import ContentReviewed, ReviewContent
from deliberation.host.content_reviewer import ContentReviewer, WordListReviewer
from deliberation.settings import DeliberationSettings
from towow.scenario.deliberation_schema import DeliberationScenario, entry_of_round

DETAIL = "the scenario blocks this output"

TEMPLATE_KEY = "reporter/0"
"""Key of the report that the template writes in place of a blocked one; the model's are counted from 1."""


class ScenarioReviewer:
    """Reviewer that blocks the outputs of `block` entries, and judges all others by the lists of words."""

    def __init__(self, scenario: DeliberationScenario, settings: DeliberationSettings) -> None:
        self._scenario = scenario
        self._by_words: ContentReviewer = WordListReviewer(settings)

    async def review(self, request: ReviewContent) -> ContentReviewed:
        """Return the verdict on a text."""
        if not self._is_blocked(request):
            return await self._by_words.review(request)
        return ContentReviewed(session_id=request.session_id, key=request.key, verdict="block", detail=DETAIL)

    def _is_blocked(self, request: ReviewContent) -> bool:
        match request.agent:
            case "planner" | "critic":
                return entry_of_round(self._scenario.turns_of(request.agent), request.round) == "block"
            case "reporter":
                return self._scenario.reporter == "block" and request.key != TEMPLATE_KEY
            case "host":
                return False
