"""Texts of the simulated task agents, in both languages."""

from collections.abc import Mapping

from shared.core.language import Language

KINDS: Mapping[Language, Mapping[str, str]] = {
    "zh": {"four": "四", "open_four": "活四", "open_three": "活三", "two_in_line": "两子一空", "fork": "双重威胁点"},
    "en": {
        "four": "four",
        "open_four": "open four",
        "open_three": "open three",
        "two_in_line": "two in a line",
        "fork": "point for two threats at once",
    },
}
QUERIES: Mapping[Language, Mapping[str, str]] = {
    "zh": {"rules": "规则 胜负 和棋", "opening": "开局 先手 第一手 中央"},
    "en": {"rules": "rules win lose draw", "opening": "opening first move centre"},
}
GOALS: Mapping[Language, Mapping[str, Mapping[str, str]]] = {
    "zh": {
        "line": {
            "attack": "保持主动，用四和活三连续逼应",
            "defend": "先拆掉对方的线，再找反击",
            "balance": "落子同时利于己方的线、妨碍对方的线",
        },
        "no_line": {
            "attack": "让对方先用完安全点",
            "defend": "不形成两子一空，拖到和棋",
            "balance": "对称应对，保住安全点",
        },
        "no_line_without_centre": {
            "attack": "让对方先用完安全点",
            "defend": "不形成两子一空，拖到和棋",
            "balance": "不形成两子一空，保住安全点",
        },
        "liberties": {
            "attack": "扩大安全着手的差距",
            "defend": "做眼保住自己的安全着手",
            "balance": "做眼，并减少对方的安全着手",
        },
    },
    "en": {
        "line": {
            "attack": "keep the initiative with fours and open threes",
            "defend": "break the opponent's lines first, then strike back",
            "balance": "points that serve our lines and hinder the opponent's",
        },
        "no_line": {
            "attack": "let the opponent run out of safe points",
            "defend": "make no two in a line, and hold the draw",
            "balance": "answer by reflection and save safe points",
        },
        "no_line_without_centre": {
            "attack": "let the opponent run out of safe points",
            "defend": "make no two in a line, and hold the draw",
            "balance": "make no two in a line and save safe points",
        },
        "liberties": {
            "attack": "widen the lead in safe moves",
            "defend": "make eyes that keep our safe moves",
            "balance": "make eyes, and reduce the opponent's safe moves",
        },
    },
}
TEXT: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "look": "先查清楚。",
        "check": "核对 ({x},{y})。",
        "book": "知识库里正有这个局面，着手 {points}。",
        "no_book": "知识库里没有这个局面；引擎的候选是 {points}。",
        "own": "我方有{name} {points}。",
        "other": "对方有{name} {points}。",
        "calm": "没有看到对方的威胁。",
        "best": "最好的是 ({x},{y})，期望 {score:.2f}。",
        "nothing": "工具没有给出候选。",
        "local": "预期的战斗：{points}。",
        "sequence": "最好的次序：{points}。",
        "lesson_reply": "走 {point} 之后对方应 {reply}，我方期望 {score:.2f}。",
        "lesson_threat": "走 {point} 没有应对对方的{name} {points}。",
        "lesson": "{point} 已被收回，换一个点。",
    },
    "en": {
        "look": "Find out first.",
        "check": "Check ({x},{y}).",
        "book": "The knowledge base has this very position; moves: {points}.",
        "no_book": "The knowledge base does not have this position; the engine's candidates are {points}.",
        "own": "We have: {name}, {points}.",
        "other": "The opponent has: {name}, {points}.",
        "calm": "No threat of the opponent is seen.",
        "best": "The best is ({x},{y}), expected result {score:.2f}.",
        "nothing": "The tools gave no candidate.",
        "local": "The fight that is expected: {points}.",
        "sequence": "The best sequence: {points}.",
        "lesson_reply": "After {point} the opponent replies {reply}, and we expect {score:.2f}.",
        "lesson_threat": "{point} leaves the opponent's {name} at {points} unanswered.",
        "lesson": "{point} was taken back; play another point.",
    },
}
