"""Texts of users and models in Markdown: no markup of theirs has an effect, and no HTML or unsafe link stays (DL-70)."""

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deliberation.core.markdown import escape_inline, remove_markup, render_list, render_table

PIECES = st.lists(
    st.sampled_from(
        [
            *("<", ">", "</", "script", "<script>", "</script>", "<img src=x onerror=alert(1)>", "<!--", "-->"),
            *("[a]", "(", ")", "](", "]:", " ", "\n", "javascript:", "JaVa\tScript:", "data:text/html,x", "x"),
            *("https://a.org", "&#106;avascript:", "javascript&colon;", "&Tab;", "\\", "![b]", "<a href=", '"', "`"),
        ]
    ),
    max_size=14,
).map("".join)
TAG = re.compile(r"</?[A-Za-z][^<>]*>|<[A-Za-z!/?]")
LINK = re.compile(r"\](?:\(|:)\s*<?([^\s)>]*)")


def schemes(text: str) -> list[str]:
    """Schemes of the destinations of links, as a browser reads them."""
    destinations = (re.sub(r"[\x00-\x20\\]", "", html.unescape(found)) for found in LINK.findall(text))
    return [found[1].lower() for each in destinations if (found := re.match(r"([A-Za-z][\w+.-]*):", each))]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("## 结论\n\n- 每天**两小时**\n- [x] 报名", "## 结论\n\n- 每天**两小时**\n- [x] 报名"),
        ("a <b>bold</b> word", "a bold word"),
        ("a<script>alert('x')</script>b", "ab"),
        ("a<SCRIPT src=//e>\nalert(1)\n</SCRIPT >b", "ab"),
        ("a<scr<script>ipt>alert(1)</script>b", "a&lt;scrb"),
        ("a<scr<b>ipt>alert(1)</script>b", "aalert(1)b"),
        ("<iframe src='x'></iframe>text", "text"),
        ("a <!-- hidden --> b", "a  b"),
        ("<img src=x onerror=alert(1)>text", "text"),
        ("<img src=x onerror=alert(1)", "&lt;img src=x onerror=alert(1)"),
        ("2 < 3 and 5 > 4", "2 < 3 and 5 > 4"),
        ("see <https://a.org/b>", "see https://a.org/b"),
        ("[book](https://a.org/b?c=1)", "[book](https://a.org/b?c=1)"),
        ("[write](mailto:a@b.org) [up](/plan)", "[write](mailto:a@b.org) [up](/plan)"),
        ("[click](javascript:alert(1))", "click"),
        ("[click](JAVASCRIPT:alert(1) 'title')", "click"),
        ("[click](java&#115;cript:alert(1))", "click"),
        ("[click](javascript&colon;alert(1))", "click"),
        ("[click](data:text/html;base64,PHN)", "click"),
        ("[click]( vbscript:x )", "click"),
        ("![pixel](https://a.org/track.gif)", "[pixel](https://a.org/track.gif)"),
        ("![pixel](data:image/png;base64,AA)", "pixel"),
        ("[ref]: javascript:alert(1)\n[ref]", "[ref] : javascript:alert(1)\n[ref]"),
        ("[a [b]](javascript:alert(1))", "[a [b]] (javascript:alert(1))"),
        ("data: the figures; JavaScript: the good parts", "data: the figures; JavaScript: the good parts"),
        ("a\u202eb\u200bc\x00d", "abcd"),
        ("<div>\n</div>", ""),
    ],
)
def test_markup_is_removed_and_text_stays(text: str, clean: str) -> None:
    assert remove_markup(text) == clean


@given(PIECES)
def test_no_tag_and_no_unsafe_link_is_left(text: str) -> None:
    clean = remove_markup(text)
    assert not TAG.search(clean), clean
    assert set(schemes(clean)) <= {"http", "https", "mailto"}, clean
    assert "![" not in clean


@given(PIECES | st.text())
def test_clean_text_stays_as_it_is(text: str) -> None:
    clean = remove_markup(text)
    assert remove_markup(clean) == clean


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a | b", r"a \| b"),
        ("**x** _y_ `z`", r"\*\*x\*\* \_y\_ \`z\`"),
        ("<script>", r"\<script\>"),
        ("[a](javascript:1)", r"\[a\](javascript:1)"),
        ("# head\nnext", r"\# head next"),
        ("1. first", r"1\. first"),
        ("7.5 hours", "7.5 hours"),
        ("- item", r"\- item"),
        ("&lt;", r"\&lt;"),
        ("  词汇  ", "词汇"),
    ],
)
def test_a_users_text_is_only_text(text: str, escaped: str) -> None:
    assert escape_inline(text) == escaped


@given(st.text())
def test_an_escaped_text_is_one_line_of_characters_without_syntax(text: str) -> None:
    escaped = escape_inline(text)
    assert len(escaped.splitlines()) <= 1
    assert not re.search(r"(?<!\\)[`*_{}\[\]<>#|~&!$^]", re.sub(r"\\\\", "", escaped))


def test_a_table_has_as_many_columns_in_each_line() -> None:
    table = render_table(["任务", "小时"], [("词汇", "10"), ("", "5")])
    assert table == "| 任务 | 小时 |\n| --- | --- |\n| 词汇 | 10 |\n|   | 5 |"
    assert render_list(["a", "b"]) == "- a\n- b"
    assert render_list([]) == ""
