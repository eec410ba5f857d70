"""Tool `search_pattern`: what the knowledge base of the game says on a question, and on this very board (GH-51)."""

from collections.abc import Mapping, Sequence

from gamehive.contracts.turns import BoardContext
from gamehive.contracts.workspace import CandidateMove
from gamehive.core.games.position import GamePosition, is_playable, is_safe
from gamehive.knowledge.board_match import BoardMatch, match_entries
from gamehive.knowledge.text_search import rank_entries
from gamehive.tools.position_reader import read_context
from gamehive.tools.texts import describe_points
from gamehive.tools.tool_answer import ToolAnswer
from shared.core.language import Language

DEFAULT_ENTRIES, MAX_ENTRIES = 3, 10
MAX_BOOK_MOVES = 4


def answer_pattern_call(context: BoardContext, query: str, top_k: int = DEFAULT_ENTRIES) -> ToolAnswer:
    """Return entries that share words with a query, and first those about this very board with their moves.

    Raises:
        ValueError: The board is none of its game, or the game is over.
    """
    position = read_context(context)
    language = context.language
    matches = match_entries(position.game, position.board, position.to_move)
    known = {match.entry.id for match in matches}
    ranked = rank_entries(position.game, query, min(max(top_k, 1), MAX_ENTRIES))
    entries = [(entry, similarity) for entry, similarity in ranked if entry.id not in known]
    book = [candidate for match in matches for candidate in _book_candidates(match, position, language)]
    exact = [_EXACT[language] + match.entry.text(language) for match in matches]
    texts = [*exact, *(entry.text(language) for entry, _ in entries)]
    moves = describe_points(((each.x, each.y) for each in book), language)
    content = "\n".join((*texts, *((_MOVES[language].format(moves=moves),) if book else ())))
    return ToolAnswer(
        content=content or _NOTHING[language],
        data={
            "entries": [
                *({"id": match.entry.id, "similarity": 1.0, "exact": True} for match in matches),
                *(
                    {"id": entry.id, "similarity": round(similarity, 3), "exact": False}
                    for entry, similarity in entries
                ),
            ],
            "texts": texts,
            "book": [each.model_dump(mode="json") for each in book],
        },
        candidates=tuple(book) if context.to_move == context.my_side else (),
        knowledge="\n".join(texts) or None,
    )


def _book_candidates(match: BoardMatch, position: GamePosition, language: Language) -> Sequence[CandidateMove]:
    return [
        CandidateMove(
            x=point.x,
            y=point.y,
            score=match.score,
            source="book",
            reason=match.entry.text(language),
            match=1.0,
            ply=position.plies,
        )
        for point in match.points[:MAX_BOOK_MOVES]
        if is_playable(position, point) and is_safe(position, point)
    ]


_EXACT: Mapping[Language, str] = {"zh": "（正是这个局面）", "en": "(This very position) "}
_MOVES: Mapping[Language, str] = {"zh": "棋谱推荐：{moves}", "en": "Moves of the book: {moves}"}
_NOTHING: Mapping[Language, str] = {"zh": "知识库里没有找到相关内容。", "en": "The knowledge base has nothing on this."}
