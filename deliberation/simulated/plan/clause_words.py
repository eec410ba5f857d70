"""Words of the user that no rule of a plan uses: which they are, and whether a hindrance can come up again."""

import re
from collections.abc import Iterable

from deliberation.simulated.query.query_reader import UserQuery

MOST_TOLD = 200
"""Characters up to which one task names what is to be told."""

_PAST = re.compile(
    r"上次|上回|去年|以前|之前|没过|失败|挂了|考过|\b(?:last (?:time|year|month)|failed|before|used to|once|was|were|did)\b",
    re.IGNORECASE,
)
_RECURRENT = re.compile(
    r"老是|总是|总|容易|经常|常常|每次|每天|天天|一.{1,6}就|怕|担心|有时|偶尔|紧张|拖延|坚持不|记不|忘|累|疼|痛|酸|忙|懒|分心|走神|失眠|冲动|焦虑|受不了|不敢|没耐心|卡住|加班|出差|"
    r"\b(?:always|keeps?|often|sometimes|easily|tends?|every time|whenever|gets?|hate|afraid|scared|nervous\w*|forget\w*|resist\w*|reluctant|lazy|procrastinat\w*|distract\w*|"
    r"sore|hurts?|pain\w*|ache\w*|bad (?:knee|back|hip|shoulder)|anxious|struggle\w*|give up|lose|losing|motivation|shy|panic\w*|freez\w*|stuck|tired|busy|bored|blank|shaky|stiff|can't|travel[- ]sick)\b",
    re.IGNORECASE,
)


def is_recurrent(obstacle: str) -> bool:
    """Return whether a hindrance can be met again, so that one can decide what to do when it comes up."""
    return _RECURRENT.search(obstacle) is not None and _PAST.search(obstacle) is None


def raised_obstacles(query: UserQuery) -> tuple[str, ...]:
    """Return the hindrances that a task of their own can meet."""
    return tuple(words for words in query.statements.obstacles if is_recurrent(words))


def unused_clauses(query: UserQuery) -> tuple[str, ...]:
    """Return the clauses of a request that no rule uses: what nothing was read from, and what cannot be met again."""
    past = (words for words in query.statements.obstacles if not is_recurrent(words))
    return tuple(dict.fromkeys((*past, *query.unused)))


def unnamed_words(query: UserQuery, titles: Iterable[str]) -> tuple[str, ...]:
    """Return the words of the user that no task of a plan names."""
    named = "\n".join(titles)
    words = (*raised_obstacles(query), *unused_clauses(query))
    return tuple(clause for clause in words if clause not in named)
