"""Words of the tools' results in the game's language."""

from collections.abc import Iterable, Mapping, Sequence

from gamehive.contracts.workspace import Threat
from gamehive.core.games.board import Player
from gamehive.core.phases.phase import Phase
from shared.core.language import Language, join_items

PHASE_NAMES: Mapping[Language, Mapping[Phase, str]] = {
    "zh": {"opening": "开局", "midgame": "中盘", "endgame": "残局"},
    "en": {"opening": "opening", "midgame": "midgame", "endgame": "endgame"},
}
THREAT_NAMES: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "four": "四",
        "open_four": "活四",
        "open_three": "活三",
        "two_in_line": "两子一空",
        "fork": "双重威胁",
        "losing_point": "输点",
    },
    "en": {
        "four": "four",
        "open_four": "open four",
        "open_three": "open three",
        "two_in_line": "two in a line",
        "fork": "double threat",
        "losing_point": "losing point",
    },
}
PROOF_NAMES: Mapping[Language, Mapping[str, str]] = {
    "zh": {"won": "已证明胜", "drawn": "已证明和", "lost": "已证明负"},
    "en": {"won": "proved won", "drawn": "proved drawn", "lost": "proved lost"},
}


def describe_points(points: Iterable[Sequence[int]], language: Language) -> str:
    """Return points as (row,column), joined."""
    return join_items((f"({point[0]},{point[1]})" for point in points), language)


def describe_threat(threat: Threat, my_side: Player, language: Language) -> str:
    """Return a threat with its owner and its points, for the side that is told of it."""
    name = THREAT_NAMES[language].get(threat.kind, threat.kind)
    points = describe_points(threat.points, language)
    if language == "zh":
        owner = "我方" if threat.side == my_side else "对方"
        return f"{owner}{name} {points}{'，必须应对' if threat.must_reply else ''}"
    owner = "our" if threat.side == my_side else "the opponent's"
    return f"{owner} {name} at {points}{', must be answered' if threat.must_reply else ''}"


def describe_score(score: float, proof: str | None, language: Language, *, is_bound: bool = False) -> str:
    """Return an expected result, or the proved one."""
    if proof is not None:
        return PROOF_NAMES[language][proof]
    bound = ("至多 " if language == "zh" else "at most ") if is_bound else ""
    return f"{bound}{score:.2f}"
