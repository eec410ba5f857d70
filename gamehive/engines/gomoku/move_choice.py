"""Choice of a gomoku move: what wins or must be stopped at once, proofs by threats, then the alpha-beta search."""

import random

from gamehive.core.games.board import Player, other_player
from gamehive.core.games.position import GamePosition
from gamehive.engines.deadline import new_stop
from gamehive.engines.gomoku.findings import Findings
from gamehive.engines.gomoku.layout import PROVED_WIN, RANK_FIVE, RANK_TWO_FOURS
from gamehive.engines.gomoku.pattern_board import to_index
from gamehive.engines.gomoku.position_search import PositionSearch
from gamehive.engines.level import LevelLimits
from gamehive.engines.search import STOP_NONE, SearchStop

_QUICK_FOURS, _QUICK_NODES = 600, 1_500
"""Nodes spent even if the stop is set before the search begins; together some milliseconds."""

_ROOT_FOURS, _REPLY_FOURS, _LEAF_FOURS = 20_000, 5_000, 60
"""Nodes of the searches for wins by fours: for us, for the opponent after a move of ours, in the alpha-beta search."""

_THREAT_DEPTH = 14
_THREAT_NODES_PER_S = 120_000.0
_FORCED_DEPTH = 4
_NO_LIMIT = 2**31 - 1


class MoveChoice:
    """Search for the move of one position.

    Args:
        search: The arrays, with the position loaded.
        position: The position, which is not over and not empty.
        limits: Limits of the level.
        seconds: Time for the move, by which the searches for threats are limited.
        stop: Byte that ends the search.
    """

    def __init__(
        self, search: PositionSearch, position: GamePosition, limits: LevelLimits, seconds: float, stop: SearchStop
    ) -> None:
        self._search = search
        self._board = position.board
        self._player: Player = position.to_move
        self._other: Player = other_player(position.to_move)
        self._limits = limits
        self._four_depth = limits.four_depth // 2
        self._threat_limit = int(max(2_000.0, seconds * _THREAT_NODES_PER_S))
        self._stop = stop
        self._never = new_stop()
        self._found = Findings()
        self._is_complete = False

    def find_move(self, choice: random.Random) -> Findings:
        """Return what is found until the limits are reached or the stop is set; `choice` decides between equals."""
        search, found = self._search, self._found
        if search.count(self._player, RANK_FIVE):
            found.proof, found.line = "won", [search.first(self._player, RANK_FIVE)]
            return found
        if not search.count(self._other, RANK_FIVE) and self._find_win():
            return found
        moves = self._list_moves(choice)
        if found.proof is None and not found.one_reply:
            moves = self._remove_lost(moves)
        if found.proof is None:
            found.one_reply = found.one_reply or (len(moves) == 1 and self._is_complete)
            self._deepen(moves, self._opponent_threatens())
        return found

    def _find_win(self) -> bool:
        """Look for a win by fours, then for one by fours and threes."""
        search, depth, stop = self._search, self._four_depth, self._stop
        if depth == 0:
            return False
        line = search.four_win(self._player, depth, _QUICK_FOURS, self._never)
        if not line and not stop[0]:
            line = search.four_win(self._player, depth, _ROOT_FOURS, stop)
        if not line and self._limits.searches_threats and not stop[0]:
            line = search.threat_win(self._player, _THREAT_DEPTH, self._threat_limit, stop)
        if line:
            self._found.proof, self._found.line = "won", line
        return bool(line)

    def _list_moves(self, choice: random.Random) -> list[int]:
        """Return the moves between which the search decides, the most promising first."""
        search, found = self._search, self._found
        fives = search.count(self._other, RANK_FIVE)
        if fives:
            move = search.first(self._other, RANK_FIVE)
            found.one_reply, self._is_complete = True, True
            if fives > 1:
                found.proof, found.line = "lost", [move, self._last_five(move)]
            return [move]
        values = dict(search.candidates(self._player))
        moves = list(values)
        if search.count(self._other, RANK_TWO_FOURS):
            found.in_danger, self._is_complete = True, True
            moves = search.defences(self._player)
        choice.shuffle(moves)
        return sorted(moves, key=lambda move: -values.get(move, 0))

    def _last_five(self, block: int) -> int:
        """Return where the opponent wins although one of his fives is blocked."""
        self._search.put(block, self._player)
        five = self._search.first(self._other, RANK_FIVE)
        self._search.remove(block, self._player)
        return five

    def _remove_lost(self, moves: list[int]) -> list[int]:
        """Return the moves after which no win by fours of the opponent is found; if all lose, note the proof."""
        search, found = self._search, self._found
        if not self._is_complete:
            depth = max(1, self._four_depth)
            threat = bool(search.four_win(self._other, depth, _QUICK_FOURS, self._never))
            if not threat and not self._stop[0]:
                threat = bool(search.four_win(self._other, depth, _ROOT_FOURS, self._stop))
            if not threat:
                return moves
            found.in_danger = True
        kept = self._without_reply(moves)
        if not kept and not self._is_complete:
            kept = self._without_reply(self._far_moves(moves))
            self._is_complete = True
        if not kept:
            move = max(found.lost, key=lambda each: len(found.lost[each]))
            found.proof, found.line = "lost", [move, *found.lost[move]]
        return kept

    def _far_moves(self, near: list[int]) -> list[int]:
        known = {*near, *self._found.lost}
        points = (to_index(point) for point in self._board.empty_points())
        return [point for point in points if point not in known]

    def _without_reply(self, moves: list[int]) -> list[int]:
        """Return the moves that the opponent does not answer by a win with fours, and note those that he does."""
        search = self._search
        spent, kept = search.nodes, list[int]()
        for move in moves:
            search.put(move, self._player)
            depth = max(1, self._four_depth)
            hurries = self._stop[0] != STOP_NONE and search.nodes - spent > _QUICK_NODES
            line = search.four_win(self._other, depth, 20 if hurries else _QUICK_FOURS, self._never)
            if not line and not self._stop[0]:
                line = search.four_win(self._other, depth, _REPLY_FOURS, self._stop)
            search.remove(move, self._player)
            if line:
                self._found.lost[move] = line
            else:
                kept.append(move)
        return kept

    def _opponent_threatens(self) -> bool:
        """Return whether the opponent would win by threats if he were to move."""
        found = self._found
        if not self._limits.searches_threats or found.one_reply or self._stop[0]:
            return False
        if not self._is_complete:
            line = self._search.threat_win(self._other, _THREAT_DEPTH, self._threat_limit, self._stop)
            found.in_danger = found.in_danger or bool(line)
        return found.in_danger

    def _deepen(self, moves: list[int], is_threatened: bool) -> None:
        """Search deeper and deeper, and take out best moves that the opponent answers by a win with threats."""
        search, found = self._search, self._found
        verified: set[int] = set()
        self._set_root(moves)
        depth, is_first = 1, True
        deepest = min(self._limits.depth, _FORCED_DEPTH) if found.one_reply else self._limits.depth
        while depth <= deepest:
            if self._stop[0] and not is_first:
                return
            if is_first:
                completed = search.iterate(self._player, 1, _QUICK_NODES, self._never)
            else:
                completed = search.iterate(self._player, depth, _NO_LIMIT, self._stop)
            is_first, best = False, search.best()
            if best is None:
                continue
            move, score = best
            found.line, found.scores = search.variation(), search.root_scores()
            if score >= PROVED_WIN:
                found.proof = "won"
                return
            if not completed:
                continue
            found.depth = depth
            if score <= -PROVED_WIN:
                if self._is_complete:
                    found.proof = "lost"
                    return
                self._is_complete = True
                self._set_root([*moves, *self._far_moves(moves)])
                continue
            if is_threatened and move not in verified and not self._stop[0] and self._is_refuted(move):
                moves = [each for each, _ in found.scores if each != move]
                if not moves:
                    return
                self._set_root(moves)
                continue
            verified.add(move)
            depth += 1
        found.at_limit = True

    def _set_root(self, moves: list[int]) -> None:
        self._search.set_root(moves, self._four_depth, _LEAF_FOURS)
        self._found.line, self._found.scores = [moves[0]], [(moves[0], 0)]

    def _is_refuted(self, move: int) -> bool:
        """Return whether the opponent answers a move by a win with threats."""
        search = self._search
        search.put(move, self._player)
        line = search.threat_win(self._other, _THREAT_DEPTH, self._threat_limit // 2, self._stop)
        search.remove(move, self._player)
        if line:
            self._found.lost[move] = line
        return bool(line)
