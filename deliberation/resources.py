"""Ports that the deliberation uses beside the platform's."""

from dataclasses import dataclass

from deliberation.host.comparer_port import PositionComparer
from deliberation.host.content_reviewer import ContentReviewer


@dataclass(frozen=True, slots=True)
class DeliberationResources:
    """Comparer of positions and reviewer of contents."""

    comparer: PositionComparer
    reviewer: ContentReviewer
