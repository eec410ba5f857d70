"""Built-in interpretation of the rules of every game, in place of one that contradicts the game (GH-20, GH-112)."""

from collections.abc import Mapping

from gamehive.contracts.workspace import RuleInterpretation
from gamehive.core.games.game import Game
from shared.core.language import Language

_Texts = Mapping[Language, RuleInterpretation]


def builtin_interpretation(game: Game, language: Language) -> RuleInterpretation:
    """Return what the rules of a game mean for play."""
    texts = {"no_line": _MISERE, "liberties": _NOGO}.get(game.goal, _GOMOKU if game.line > 3 else _TICTACTOE)
    return texts[language]


def rule_text(game: Game, language: Language) -> str:
    """Return the rules of a game in short, for a request that brings none (GH-88, GH-276)."""
    found = builtin_interpretation(game, language)
    parts = (_SIZE[language].format(game=game), found.win_condition, found.lose_condition, *found.special_rules)
    return ("" if language == "zh" else " ").join(parts)


_SIZE: Mapping[Language, str] = {
    "zh": "棋盘 {game.rows}×{game.columns}，双方轮流在空点下一子。",
    "en": "The board has {game.rows}x{game.columns} points; the players put one stone on an empty point in turn.",
}

_GOMOKU: _Texts = {
    "zh": RuleInterpretation(
        win_condition="先在横、竖、斜任一方向连成五子或更多子的一方获胜。",
        lose_condition="对方先连成五子，我方就输。",
        key_patterns=(
            "四：再下一子就连成五；对方只能挡在那个点。",
            "活四：有两个点都能连成五，对方一手挡不住。",
            "活三：再下一子就成活四；没有四可冲的一方必须马上应对。",
            "双四、四三、双三：一手造出两个威胁，对方只能应一个。",
        ),
        special_rules=(
            "长连与五连一样获胜。",
            "没有禁手：双三、双四双方都可以下。",
            "棋盘下满而双方都没有连五，为和棋。",
        ),
        common_mistakes=("以为先手有禁手，或长连不算赢。", "只顾自己的活三，漏看对方的四。"),
        strategic_guideline=(
            "先看自己能否连五，再看对方下一手能否连五；能连续冲四或用活三逼应时争取主动，"
            "落子尽量同时有利于自己的线和破坏对方的线。"
        ),
        builtin=True,
    ),
    "en": RuleInterpretation(
        win_condition="Whoever first has five stones or more in a row, column or diagonal wins.",
        lose_condition="You lose when the opponent completes five in a row first.",
        key_patterns=(
            "Four: one more stone makes five; the only answer is to take that point.",
            "Open four: two points make five, and one stone cannot stop both.",
            "Open three: one more stone makes an open four; whoever has no four to play must answer at once.",
            "Double four, four and three, double three: two threats by one move, of which only one can be answered.",
        ),
        special_rules=(
            "A longer line wins like five.",
            "There are no forbidden moves: both players may make a double three or a double four.",
            "A full board without five in a row is a draw.",
        ),
        common_mistakes=(
            "To believe that the first player has forbidden moves, or that an overline does not count.",
            "To build an open three and overlook a four of the opponent.",
        ),
        strategic_guideline=(
            "Look first whether you can make five, then whether the opponent could with the next stone. Keep the "
            "initiative by fours and open threes, and prefer points that serve your lines and break the opponent's."
        ),
        builtin=True,
    ),
}

_TICTACTOE: _Texts = {
    "zh": RuleInterpretation(
        win_condition="先在横、竖、斜任一方向连成三子的一方获胜。",
        lose_condition="对方先连成三子，我方就输。",
        key_patterns=("两子一空：再下一子就连成三。", "双杀：一手之后有两个点都能连成三，对方只能挡一个。"),
        special_rules=("下满九格而双方都没有连三，为和棋。", "双方都下得最好时是和棋。"),
        common_mistakes=("忙着造双杀，没有挡住对方的两子一空。", "对方先占角时不占中心，就会输。"),
        strategic_guideline="能连三就连三，否则先挡住对方的连三；再造双杀，并不给对方造双杀的机会。",
        builtin=True,
    ),
    "en": RuleInterpretation(
        win_condition="Whoever first has three stones in a row, column or diagonal wins.",
        lose_condition="You lose when the opponent completes three in a row first.",
        key_patterns=(
            "Two and a gap: one more stone makes three.",
            "Fork: after one move two points make three, and only one can be blocked.",
        ),
        special_rules=("A full board without three in a row is a draw.", "With best play the game is drawn."),
        common_mistakes=(
            "To prepare a fork and leave the opponent's two and a gap open.",
            "To answer a corner elsewhere than in the centre, which loses.",
        ),
        strategic_guideline=(
            "Make three if you can; else block the opponent's three; then make a fork, and leave the opponent none."
        ),
        builtin=True,
    ),
}

_MISERE: _Texts = {
    "zh": RuleInterpretation(
        win_condition="对方被迫自己连成三子时，我方获胜。",
        lose_condition="谁自己先在横、竖、斜任一方向连成三子，谁就输。",
        key_patterns=(
            "输点：自己在一条线上已有两子，第三格就是自己不能下的点。",
            "对方的输点：对方不能下，所以把它留给对方，我方不去占。",
            "对称应手：占了中心以后，总下在对方上一手关于中心的对称点，就不会输。",
        ),
        special_rules=("这是反着来的井字棋：连三是输。", "下满九格而双方都没有连三，为和棋。"),
        common_mistakes=(
            "照普通井字棋去连三，或去挡对方的连三。",
            "以为第一手占角最好：只有中心不输，其他八个点都输。",
        ),
        strategic_guideline=(
            "与普通井字棋相反：避免让自己的子成为两子一空，保住自己的安全点，让对方先用完安全点。"
            "先手第一手占中心，然后对称应对。"
        ),
        builtin=True,
    ),
    "en": RuleInterpretation(
        win_condition="You win when the opponent has to complete three in a row.",
        lose_condition="Whoever completes three of their own stones in a row, column or diagonal loses.",
        key_patterns=(
            "Losing point: with two of your stones on a line, its third point is one that you must not play.",
            "The opponent's losing point: leave it to the opponent instead of taking it.",
            "Reflection: with the centre yours, the point opposite the opponent's last move never loses.",
        ),
        special_rules=(
            "This is tic-tac-toe reversed: a line of three loses.",
            "A full board without three in a row is a draw.",
        ),
        common_mistakes=(
            "To make three in a row, or to block the opponent's three, as in ordinary tic-tac-toe.",
            "To begin in a corner: only the centre does not lose.",
        ),
        strategic_guideline=(
            "Do the opposite of ordinary tic-tac-toe: keep your stones apart, save your safe points, and let the "
            "opponent run out of theirs. Moving first, take the centre, then reflect each move."
        ),
        builtin=True,
    ),
}

_NOGO: _Texts = {
    "zh": RuleInterpretation(
        win_condition="对方的一手使任何一块棋没有气，或轮到对方时没有安全的着手，我方获胜。",
        lose_condition=(
            "谁的一手使任何一块棋没有气，谁就输：无论没有气的是对方的棋还是自己的棋；轮到谁而没有安全的着手，谁也输。"
        ),
        key_patterns=(
            "气：与一块棋上下左右相邻的空点。",
            "禁入点：一方下了会使某块棋没有气的空点，这一方下了就输。",
            "眼：被自己的棋围住、对方下了没有气的空点，只有自己能下，是留给自己的安全手。",
        ),
        special_rules=(
            "棋子下了就不再拿走。",
            "不能停一手，没有劫。",
            "没有和棋。",
            "目标与围棋相反：夺走最后一口气的一方输，自杀也输。",
        ),
        common_mistakes=(
            "照围棋去吃对方的子：吃子就输。",
            "以为只有吃子才输：让自己的棋没有气也输。",
            "以为把自己的棋送给对方围就赢，而不数双方的安全手。",
        ),
        strategic_guideline=(
            "比谁的安全手多：给自己做只有自己能下的点（眼），让对方的空点变成对方不能下的点；"
            "不去夺任何一块棋的最后一口气，也不过早填掉自己的眼。"
        ),
        builtin=True,
    ),
    "en": RuleInterpretation(
        win_condition=(
            "You win when the opponent's move leaves any group without a liberty, or when the opponent is to move and "
            "has no safe move."
        ),
        lose_condition=(
            "Whoever makes a move that leaves any group without a liberty loses, whether the group is the other side's "
            "or their own; so does whoever is to move and has no safe move."
        ),
        key_patterns=(
            "Liberty: an empty point beside a group in its row or column.",
            "Losing point: an empty point where one side would leave a group without a liberty, and so must not play.",
            "Eye: an empty point within your stones where the opponent would have no liberty; only you can play it, so "
            "it is a safe move in reserve.",
        ),
        special_rules=(
            "Stones are never removed.",
            "Nobody may pass, and there is no ko.",
            "There are no draws.",
            "The aim of Go is reversed: whoever takes the last liberty loses, and suicide loses too.",
        ),
        common_mistakes=(
            "To capture as in Go: a capture loses.",
            "To believe that only a capture loses: a move that leaves your own group without a liberty loses as well.",
            "To offer stones to be surrounded without counting the safe moves of both sides.",
        ),
        strategic_guideline=(
            "Have more safe moves than the opponent: make points that only you can play (eyes), turn the opponent's "
            "empty points into ones that the opponent must not play, take no last liberty of any group, and do not "
            "fill your eyes early."
        ),
        builtin=True,
    ),
}
