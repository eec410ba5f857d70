"""Check of an interpretation of the rules against the facts of the game (GH-112).

It judges sentence by sentence, and only what is plainly said: a contradiction costs the analyst one more turn, and then
the built-in text replaces the interpretation. `common_mistakes` are not judged, since they state what is wrong.
"""

import re
from collections.abc import Iterator

from gamehive.contracts.workspace import RuleInterpretation
from gamehive.core.games.game import Game
from gamehive.core.rules.rule_facts import RuleFacts, rule_facts
from shared.core.language import Language
from shared.core.text_catalog import TextCatalog


def check_interpretation(game: Game, interpretation: RuleInterpretation, language: Language = "en") -> tuple[str, ...]:
    """Return the contradictions of an interpretation with the rules of a game; none if it agrees with them.

    Each names what is true and quotes the sentence that denies it.
    """
    facts = rule_facts(game)
    found = [
        _render_text("quoted", language, problem=_render_text(problem, language), field=field, clause=clause)
        for field, clause in _clauses(interpretation)
        for problem in _find_problems(facts, field, clause)
    ]
    if facts.connect:
        decisive = interpretation.win_condition if facts.lines_win else interpretation.lose_condition
        lengths = _line_lengths(decisive)
        if lengths and facts.connect not in lengths:
            found.append(_render_text("line_length", language, length=facts.connect, clause=decisive))
    return tuple(dict.fromkeys(found))


_render_text = TextCatalog.load("gamehive.core.rules").render


def _clauses(interpretation: RuleInterpretation) -> Iterator[tuple[str, str]]:
    fields = {
        "win_condition": (interpretation.win_condition,),
        "lose_condition": (interpretation.lose_condition,),
        "key_patterns": interpretation.key_patterns,
        "special_rules": interpretation.special_rules,
        "strategic_guideline": (interpretation.strategic_guideline,),
    }
    for name, texts in fields.items():
        for text in texts:
            for clause in re.split(r"[。；;.!?！？\n]", text):
                if clause.strip():
                    yield name, clause.strip()


def _find_problems(facts: RuleFacts, field: str, clause: str) -> Iterator[str]:
    """Yield the keys of the texts that say what is true instead of a clause."""
    text = clause.lower()
    if facts.lines_win:
        yield from _find_line_problems(field, text, connect=facts.connect)
    if facts.lines_lose:
        yield from _find_misere_problems(field, text)
    if facts.liberty_loss_loses:
        yield from _find_liberty_problems(field, text)
    if facts.draw_possible and _NO_DRAW.search(text):
        yield "full_board_is_drawn"
    if not facts.draw_possible and any(
        _DRAW.search(part) and not _NEGATION.search(part) for part in re.split("[，,、]", text)
    ):
        yield "no_draws"


def _find_line_problems(field: str, text: str, *, connect: int) -> Iterator[str]:
    is_plain = not _OPPONENT.search(text) and not _NEGATION.search(text)
    is_own_loss = field == "lose_condition" and _LINE.search(text) and _SELF.search(text) and _LOSS.search(text)
    if is_plain and (_LINE_LOSES.search(text) or is_own_loss):
        yield "line_wins"
    if connect < 4:
        return
    if any(_FORBIDDEN.search(part) and not _NEGATION.search(part) for part in re.split("[，,：:]", text)):
        yield "no_forbidden_moves"
    if _EXACT_LENGTH.search(text) and field in ("win_condition", "special_rules"):
        yield "longer_line_wins"


def _find_misere_problems(field: str, text: str) -> Iterator[str]:
    # A sentence on ordinary tic-tac-toe may say what wins there.
    if _ORDINARY.search(text):
        return
    is_plain = not _OPPONENT.search(text) and not _NEGATION.search(text)
    is_aim = field == "win_condition" and _LINE.search(text) and not _LOSS.search(text)
    if is_plain and (_LINE_WINS.search(text) or is_aim):
        yield "line_loses"
    elif field == "lose_condition" and _LINE.search(text) and _OPPONENT.search(text) and not _SELF.search(text):
        yield "opponent_line_loses"


def _find_liberty_problems(field: str, text: str) -> Iterator[str]:
    # A group without liberties is no negation.
    text = _WITHOUT_LIBERTY.sub(" ", text)
    parts = re.split("[，,：:]", text)
    is_loss = _LOSS.search(text) is not None
    if not is_loss and any(_REMOVAL.search(part) and not _NEGATION.search(part) for part in parts):
        yield "no_removal"
    if _ORDINARY.search(text) or (is_loss and field != "lose_condition"):
        return
    if field == "lose_condition":
        if _SURROUNDED.search(text) and not _NEGATION.search(text):
            yield "taker_loses"
    elif any(_HUNT.search(part) and not _NEGATION.search(part) for part in parts):
        yield "last_liberty_loses"


def _line_lengths(text: str) -> set[int]:
    """Return the numbers of stones that a text gives for a line."""
    words = [match for pattern in _LENGTHS for match in pattern.findall(text.lower())]
    return {_NUMBERS.get(word) or int(word) for word in words}


_NUMBERS = {
    **{word: number for number, word in enumerate(("two", "three", "four", "five", "six", "seven"), 2)},
    **{word: number for number, word in enumerate("二三四五六七", 2)},
    "两": 2,
}
_WORD = "two|three|four|five|six|seven"
_DIGIT = "[两二三四五六七]|[2-9]"
_LENGTHS = (
    re.compile(rf"连(?:成|续|到|满|起)?(?:至少)?({_DIGIT})"),
    re.compile(rf"({_DIGIT})(?:个|颗|枚)?(?:同色)?(?:棋子|子)?(?:相连|连珠|连线|连成|成线|成一|一线)"),
    re.compile(
        rf"\b({_WORD}|[2-9])(?:[- ]| or more | of (?:their|your|its|his) (?:own )?| stones?)*"
        r"[- ]in[- ]a[- ](?:row|line)"
    ),
    re.compile(rf"\b({_WORD}|[2-9]) (?:or more )?(?:\w+ ){{0,3}}in (?:a|any) (?:row|line|column|diagonal)"),
    re.compile(rf"\bline of (?:at least |exactly )?({_WORD}|[2-9])\b"),
)

_NEGATION = re.compile(
    r"不|没|无|未|避免|别|勿|禁止|防止|从来|相反|\b(?:no|not|never|none|nothing|without|avoid\w*|nobody|cannot|refrain|"
    r"instead|opposite|refus\w+|prevent\w*|neither|nor)\b|n't|n’t"
)
_WITHOUT_LIBERTY = re.compile(
    r"(?:没有?|无)气|\b(?:with(?:out| no)|ha(?:s|ve) no|no)(?: any| a)?(?: single)? libert\w+"
)
_OPPONENT = re.compile(r"对方|对手|敌方|\bopponent|\bother (?:side|player)|\bthem\b|\bforc\w+|逼|迫")
_SELF = re.compile(r"自己|我方|己方|谁|一方|\byou\b|\byour\b|\bown\b|\bwhoever\b|\bthe player who\b")
_LOSS = re.compile(r"输|负|败|\blos(?:e|es|ing|t|s)\b|\bdefeat\w*")
_ORDINARY = re.compile(r"普通|通常|正常|一般的|\bordinary\b|\bnormal\b|\busual\b|\bregular\b|\bstandard\b|围棋|\bgo\b")
_WIN = r"(?:胜|赢|\bwins?\b|\bwon\b|\bwinning\b|\bvictory\b)"
_LINE_TEXT = (
    rf"(?:连(?:成|续|到|满|线|珠|三|五)|[三五](?:子|连|个)|成线|\bin a (?:row|line)\b|\blines?\b|\b(?:{_WORD})\b)"
)
_LINE = re.compile(_LINE_TEXT)
_LINE_WINS = re.compile(
    rf"{_LINE_TEXT}[^，,]{{0,30}}{_WIN}|{_WIN}[^，,]{{0,20}}(?:\bby\b|\bif\b|\bwhen\b|方法|条件|靠|需)[^，,]{{0,30}}{_LINE_TEXT}"
)
_LINE_LOSES = re.compile(
    r"连成[^，,对]{0,8}(?:输|负)|(?:in a row|line|five|three)[^,]{0,20}\bloses?\b|\bloses? (?:by|if|when)[^,]{0,12} "
    r"(?:you|they|he|she) (?:complete|make|form|get)"
)
_DRAW = re.compile(r"和棋|平局|和局|平手|\bdraws?\b|\bdrawn\b|\bties?\b|\btied\b")
_NO_DRAW = re.compile(
    r"(?:没有|不存在|不会有?|不可能有?|无)(?:出现)?(?:和棋|平局|和局)|\bno (?:draws?|ties?)\b|"
    r"\bdraws? (?:is|are) (?:not possible|impossible)|"
    r"\bcannot (?:be drawn|be a draw|end in a draw)|\bnever (?:a draw|drawn)"
)
_FORBIDDEN = re.compile(r"禁手|\bforbidden\b|\bprohibited\b|\bnot allowed\b|\brenju\b")
_EXACT_LENGTH = re.compile(
    r"长连(?:不算|禁|无效|不胜|不赢|不能|为负|判负)|(?:恰好|正好|只能)[^，,]{0,4}五|\bexactly five\b|"
    r"\boverlines? (?:do|does|is|are) (?:not|n)|"
    r"\b(?:six|longer lines?)[^,]{0,20}(?:do(?:es)? not|loses?)"
)
_REMOVAL = re.compile(
    r"提(?:掉|走|取|去|出)|拿走|移(?:除|走|出|去)|取走|被提|消失|\bremov\w+|\btaken off\b|"
    r"\btake (?:their |the |its |these |dead )?(?:\w+ )?"
    r"stones\b|\bcleared from\b"
)
_HUNT = re.compile(
    r"(?:围住|围死|围困|包围|吃掉|吃光|提掉|提走|提取|堵死|杀死|杀掉|吃|提)[^，,]{0,4}(?:对方|对手|敌方|敌)(?!.{0,12}(?:下|着手))|"
    r"(?:使|让|令)(?:对方|对手)[^，,]{0,6}(?:棋|子)[^，,]{0,6}(?:没有气|无气|失去)|"
    r"\b(?:captur|surround|kill|trap)\w*(?: \w+){0,2} (?:opponent|enem)|"
    r"\b(?:captur\w*|tak\w+) (?:\w+ )?(?:stones|groups|pieces)|"
    r"\b(?:leave|leaving|reduce|reducing|make|making|deprive|depriving) (?:\w+ )?opponent's? (?:stones?|groups?)"
)
_SURROUNDED = re.compile(
    r"(?:棋|子|块)?被(?:对方|对手)?[^，,]{0,3}(?:围|吃|提|包)|"
    r"\b(?:your|own|whose|their)\b[^,]{0,20} (?:is|are|get|gets|being) (?:captured|"
    r"surrounded|taken)"
)
