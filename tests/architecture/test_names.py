"""Naming rules of the product: glossary words only, one meaning per name, no metaphors, plain docstrings."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]
PACKAGES = (
    *("negotiation", "coordinator", "channel_admin", "user_agent", "deliberation", "gamehive"),
    *("gateway", "shared", "towow"),
)
SOURCES = sorted(file for package in PACKAGES for file in (HOME / package).rglob("*.py"))
MODULES = [file for file in SOURCES if file.name not in ("__init__.py", "__main__.py")]
GLOSSARY = HOME / "docs" / "glossary.md"
WORD_LISTS = Path(__file__).parent / "names"

REPEATABLE_CLASSES = {"Options", "Settings"}
MAX_PARTICIPLE_MODULES = 8
MAX_FLAT_MODULES = 20
NOT_PARTICIPLES = {
    *("feed", "need", "seed", "shed", "speed", "string", "embed", "proceed", "exceed", "succeed", "missing"),
}

METAPHORS = {
    *("house", "desk", "door", "bench", "lane", "seat", "paper", "story", "parcel", "place", "mail", "letter"),
    *("told", "said", "asked", "kept", "left", "heard", "whom", "nobody", "somebody", "patience", "pace", "manner"),
}
"""Words that no module or class name contains. A dead letter is the one letter of the field."""

BARE_PARTICIPLES = {
    *("told", "said", "kept", "left", "found", "taken", "given", "heard", "gone", "done", "made", "begun", "lost"),
    *("known", "seen", "shown", "held", "sent", "written", "spoken", "spent", "bound", "built", "meant", "put_off"),
}
"""Irregular participles; the regular ones are recognised by their ending."""

APPLICATION_WORDS = {
    *("demand", "requester", "offer", "proposal", "candidate", "invitation", "participant", "feedback", "assignment"),
    *("subnet", "compromise", "agent", "profile", "coordinator", "collab", "negotiator", "negotiation", "negotiate"),
    *("deliberation", "critic", "planner", "game", "gamehive", "board"),
}
"""Words of applications. The platform's word for what they all are about is correlation."""

QUESTION_WORDS = {
    *("who", "whom", "whose", "whoever", "what", "whatever", "when", "where", "which", "why", "how"),
    *("is", "are", "does", "can", "may"),
}


@dataclass(frozen=True)
class Term:
    """One row of the glossary."""

    names: tuple[str, ...]
    meaning: str
    paths: tuple[str, ...]
    source: str


def relative(file: Path) -> str:
    """Return the path of a file below the repository's root."""
    return str(file.relative_to(HOME))


# Pure functions; their own tests are at the end of the file.


def split_words(name: str) -> list[str]:
    """Return the words of a snake_case or CamelCase name in lower case."""
    return [word.lower() for word in re.findall(r"[A-Z]+s?\d*(?![a-z])|[A-Z]?[a-z]+\d*|\d+", name)]


def word_forms(word: str) -> set[str]:
    """Return a word with what it may be the plural of."""
    forms = {word}
    if word.endswith("ies"):
        forms.add(word[:-3] + "y")
    if word.endswith("es"):
        forms.add(word[:-2])
    if word.endswith("s") and not word.endswith("ss"):
        forms.add(word[:-1])
    return forms


def all_forms(words: Iterable[str]) -> set[str]:
    """Return the words with what they may be the plurals of."""
    return {form for word in words for form in word_forms(word)}


def unknown_words(name: str, known: set[str]) -> list[str]:
    """Return the words of a name of which `known` holds neither the singular nor the plural."""
    return [word for word in split_words(name) if not word_forms(word) & known]


def metaphors_in(name: str) -> list[str]:
    """Return the forbidden words of a name."""
    words = split_words(name)
    return [
        word
        for word, before in zip(words, ["", *words], strict=False)
        if word_forms(word) & METAPHORS and not (before == "dead" and "letter" in word_forms(word))
    ]


def is_participle(word: str) -> bool:
    """Return whether a word has the ending of a participle or gerund."""
    return word.endswith(("ing", "ed")) and word not in NOT_PARTICIPLES and len(word) > 4


def needs_reason(module: str, terms: Iterable[str]) -> bool:
    """Return whether a module's name ends in -ing or -ed without being, or ending in, a glossary term."""
    last = split_words(module)[-1]
    return is_participle(last) and not {module.replace("_", " "), last} & set(terms)


def is_bare_participle(function: str) -> bool:
    """Return whether a function's whole name is a participle."""
    return function in BARE_PARTICIPLES or (re.fullmatch(r"[a-z]+ed", function) is not None and is_participle(function))


def is_no_noun(class_name: str, terms: Iterable[str]) -> bool:
    """Return whether a class's name is one participle or ends in a gerund; an event may end in what has happened."""
    words = split_words(class_name)
    if {" ".join(words), words[-1]} & set(terms):
        return False
    return is_bare_participle("_".join(words)) or (words[-1].endswith("ing") and is_participle(words[-1]))


def repeated(names: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return each name that occurs more than once, with the files that define it."""
    pairs = list(names)
    counts = Counter(name for name, _ in pairs)
    return {name: [file for other, file in pairs if other == name] for name in counts if counts[name] > 1}


def application_words_in(text: str) -> list[tuple[int, str]]:
    """Return line and word for each word of an application in a file's text: code, strings and comments alike."""
    return [
        (number, word)
        for number, line in enumerate(text.splitlines(), 1)
        for word in split_words(line)
        if word_forms(word) & APPLICATION_WORDS
    ]


def docstring_fault(docstring: str) -> str | None:
    """Return what is wrong with a docstring's first line, or None."""
    first = docstring.strip().split("\n")[0].strip()
    if not first:
        return "is empty"
    if first.endswith("?") or re.split(r"\W+", first)[0].lower() in QUESTION_WORDS:
        return "is a question, not a noun phrase or an imperative"
    if first[0].islower():
        return "does not start with a capital"
    if not first.endswith("."):
        return "does not end its first line with a period"
    return None


def parse_glossary(text: str) -> list[Term]:
    """Return the rows of all tables with the glossary's four columns."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")
    ]
    return [
        Term(
            names=tuple(name.strip() for name in re.split(r"[,()]", row[0]) if name.strip()),
            meaning=row[1] if len(row) > 1 else "",
            paths=tuple(re.findall(r"`([^`]+)`", row[2])) if len(row) > 2 else (),
            source=row[3] if len(row) > 3 else "",
        )
        for row in rows
        if row[0] != "Term"
    ]


def term_faults(term: Term) -> list[str]:
    """Return what a glossary row lacks."""
    faults: list[str] = []
    if not term.meaning.endswith(".") or len(re.findall(r"\. [A-Z]", term.meaning)) > 0:
        faults.append("its meaning is not one sentence")
    if not term.source.strip("–- "):
        faults.append("no source")
    return faults + [f"{path} does not exist" for path in term.paths if not (HOME / path).exists()]


def glossary_words(terms: Iterable[Term]) -> set[str]:
    """Return every word of every term; a compound such as OpenAPI also as one word."""
    names = [name for term in terms for name in term.names]
    whole = {word.lower() for name in names for word in re.findall(r"[A-Za-z]+\d*", name)}
    return whole | {word for name in names for word in split_words(name)}


def public_definitions(tree: ast.Module) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the public classes and functions of a module and the public members of those classes."""
    pending: list[ast.stmt] = list(tree.body)
    while pending:
        node = pending.pop(0)
        if isinstance(node, ast.If | ast.Try):
            pending = [*node.body, *node.orelse, *pending]
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                pending = [*node.body, *pending]


def is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a method is read as an attribute."""
    return any(ast.unparse(decorator).endswith("property") for decorator in function.decorator_list)


def listing(faults: Iterable[object]) -> str:
    """Return the faults one a line; pytest would cut a long comparison short."""
    return "\n" + "\n".join(str(fault) for fault in faults)


def read_words(file: Path) -> list[str]:
    """Return the lines of a word list."""
    return file.read_text(encoding="utf-8").split("\n")[:-1]


# What the repository holds.


TERMS = parse_glossary(GLOSSARY.read_text(encoding="utf-8"))
ORDINARY_WORDS = read_words(WORD_LISTS / "ordinary_words.txt")
PROPER_NAMES = read_words(WORD_LISTS / "proper_names.txt")
PARTICIPLE_MODULES = dict(line.split(": ", 1) for line in read_words(WORD_LISTS / "participle_modules.txt"))


@cache
def trees() -> dict[Path, ast.Module]:
    """Return the syntax tree of each module; not at import, which happens in every worker of a test run."""
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in SOURCES}


def module_names() -> list[tuple[str, str]]:
    """Return the name of each module and package with its path."""
    packages = [file.parent for file in SOURCES if file.name == "__init__.py"]
    return [(file.stem, relative(file)) for file in MODULES] + [(folder.name, relative(folder)) for folder in packages]


def class_names() -> list[tuple[str, str]]:
    """Return the name of each public class with its file."""
    return [
        (node.name, relative(file))
        for file, tree in trees().items()
        for node in public_definitions(tree)
        if isinstance(node, ast.ClassDef)
    ]


def public_functions() -> list[tuple[str, str]]:
    """Return the name of each public function and method with its file; properties are attributes."""
    return [
        (node.name, f"{relative(file)}:{node.lineno}")
        for file, tree in trees().items()
        for node in public_definitions(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_property(node)
    ]


def test_every_word_of_a_name_is_a_glossary_or_ordinary_word() -> None:
    known = all_forms([*glossary_words(TERMS), *ORDINARY_WORDS, *PROPER_NAMES])
    unknown = [
        f"{file}: {name}: {', '.join(words)}"
        for name, file in [*module_names(), *class_names()]
        if (words := unknown_words(name, known))
    ]
    assert not unknown, "use a term of docs/glossary.md, or add the term there with its source" + listing(unknown)


def test_the_word_lists_hold_only_words_that_names_use() -> None:
    used = all_forms(word for name, _ in [*module_names(), *class_names()] for word in split_words(name))
    terms = glossary_words(TERMS)
    listed = [*ORDINARY_WORDS, *PROPER_NAMES]
    faults = [
        *(f"{word}: no name uses it" for word in listed if word not in used),
        *(f"{word}: is in the glossary" for word in listed if word in terms),
        *(f"{word}: is forbidden" for word in listed if word in METAPHORS),
        *(f"{word}: is there {count} times" for word, count in Counter(listed).items() if count > 1),
    ]
    assert not faults, listing(faults)


@pytest.mark.parametrize("words", [ORDINARY_WORDS, PROPER_NAMES, list(PARTICIPLE_MODULES)])
def test_a_word_list_is_sorted(words: list[str]) -> None:
    assert words == sorted(words)


def test_a_module_is_no_participle() -> None:
    terms = [name.lower() for term in TERMS for name in term.names]
    participles = {name: file for name, file in module_names() if needs_reason(name, terms)}
    faults = [file for name, file in participles.items() if name not in PARTICIPLE_MODULES]
    assert not faults, listing(faults)
    assert not [name for name in PARTICIPLE_MODULES if name not in participles], "exceptions that nothing needs"
    assert len(PARTICIPLE_MODULES) <= MAX_PARTICIPLE_MODULES


def test_a_class_is_a_noun() -> None:
    terms = [name.lower() for term in TERMS for name in term.names]
    faults = [f"{file}: {name}" for name, file in class_names() if is_no_noun(name, terms)]
    assert not faults, listing(faults)


def test_a_public_class_has_its_name_alone() -> None:
    top_level = [
        (node.name, relative(file))
        for file, tree in trees().items()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    faults = [
        f"{name}: {', '.join(files)}" for name, files in repeated(top_level).items() if name not in REPEATABLE_CLASSES
    ]
    assert not faults, listing(faults)


def test_no_name_is_a_metaphor() -> None:
    faults = [f"{file}: {name}" for name, file in [*module_names(), *class_names()] if metaphors_in(name)]
    assert not faults, listing(faults)


def test_product_and_gateway_are_divided_into_folders() -> None:
    flat = [
        relative(file)
        for package in ("towow", "gateway")
        for file in sorted((HOME / package).glob("*.py"))
        if file.name != "__init__.py"
    ]
    assert len(flat) <= MAX_FLAT_MODULES, listing(flat)


def test_the_platform_has_no_word_of_any_application() -> None:
    files = [file for file in sorted((HOME / "shared").rglob("*")) if file.is_file() and file.suffix != ".pyc"]
    faults = [
        f"{relative(file)}:{line}: {word}"
        for file in files
        for line, word in application_words_in(file.read_text(encoding="utf-8"))
    ]
    assert not faults, listing(faults)


def test_every_term_of_the_glossary_has_meaning_path_and_source() -> None:
    faults = [f"{term.names[0]}: {fault}" for term in TERMS for fault in term_faults(term)]
    assert not faults, listing(faults)


def test_the_glossary_defines_each_term_once() -> None:
    names = Counter(name.lower() for term in TERMS for name in term.names)
    assert len(TERMS) >= 90
    assert [name for name, count in names.items() if count > 1] == []


def test_no_public_function_is_named_by_a_bare_participle() -> None:
    faults = [f"{file}: {name}" for name, file in public_functions() if is_bare_participle(name)]
    assert not faults, listing(faults)


@pytest.mark.parametrize("package", [package for package in PACKAGES if (HOME / package).exists()])
def test_docstrings_start_with_a_phrase_and_a_period(package: str) -> None:
    faults: list[str] = []
    for file, tree in trees().items():
        if file.relative_to(HOME).parts[0] != package or not tree.body:
            continue
        for node in (tree, *public_definitions(tree)):
            docstring = ast.get_docstring(node)
            if docstring is not None and (fault := docstring_fault(docstring)):
                where = "" if isinstance(node, ast.Module) else f":{node.lineno} {node.name}"
                faults.append(f"{relative(file)}{where}: {fault}: {docstring.splitlines()[0]!r}")
    assert not faults, listing(faults)


# The rules themselves: a name that must fail fails.


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("outbox_relay", ["outbox", "relay"]),
        ("CircuitBreakerState", ["circuit", "breaker", "state"]),
        ("LLMUsage", ["llm", "usage"]),
        ("OpenAPIRoutes", ["open", "api", "routes"]),
        ("ChannelIds", ["channel", "ids"]),
        ("bm25_scoring", ["bm25", "scoring"]),
        ("parse_URLs", ["parse", "urls"]),
        ("MAX_STUCK_TIME", ["max", "stuck", "time"]),
    ],
)
def test_names_are_split_into_words(name: str, words: list[str]) -> None:
    assert split_words(name) == words


def test_plural_and_singular_are_one_word() -> None:
    known = all_forms(["lock", "registry", "address", "slots"])
    assert [unknown_words(name, known) for name in ("AddressLocks", "Registries", "addresses", "Slot")] == [[]] * 4


def test_a_word_of_no_list_is_unknown() -> None:
    assert unknown_words("OutboxHouse", {"outbox"}) == ["house"]
    assert unknown_words("addres", {"address"}) == ["addres"]


@pytest.mark.parametrize("name", ["desk", "LateMail", "letters", "OwnDoor", "StreamSeats", "tails_kept", "Stories"])
def test_a_metaphor_in_a_name_is_reported(name: str) -> None:
    assert metaphors_in(name)


@pytest.mark.parametrize("name", ["dead_letters", "DeadLetterPage", "RedisDeadLetters", "replace", "Placeholder"])
def test_a_word_of_the_field_is_no_metaphor(name: str) -> None:
    assert metaphors_in(name) == []


def test_a_module_that_ends_in_a_participle_needs_a_glossary_entry() -> None:
    terms = ["streaming", "load shedding", "scoring"]
    assert [needs_reason(name, terms) for name in ("answering", "tails_kept_reading", "opened")] == [True] * 3
    fine = ("streaming", "load_shedding", "bm25_scoring", "change_feed", "redacted_url", "string")
    assert [needs_reason(name, terms) for name in fine] == [False] * 6


def test_a_class_name_that_is_no_noun_is_reported() -> None:
    terms = ["deferred", "understanding"]
    assert [is_no_noun(name, terms) for name in ("Told", "Listed", "Deciding", "MemoryAttending")] == [True] * 4
    fine = ("Deferred", "DeepUnderstanding", "DemandSubmitted", "BudgetExceeded", "ChangeFeed", "OutboxEntry")
    assert [is_no_noun(name, terms) for name in fine] == [False] * 6


@pytest.mark.parametrize("name", ["told", "asked", "settled", "found", "explained"])
def test_a_bare_participle_as_function_name_is_reported(name: str) -> None:
    assert is_bare_participle(name)


@pytest.mark.parametrize("name", ["find", "mark_published", "is_expired", "feed", "subscribe", "redacted_url"])
def test_a_verb_is_not_reported_as_participle(name: str) -> None:
    assert not is_bare_participle(name)


def test_a_class_name_of_two_files_is_reported() -> None:
    assert repeated([("Page", "a.py"), ("Outbox", "a.py"), ("Page", "b.py")]) == {"Page": ["a.py", "b.py"]}


def test_an_application_word_is_reported_in_code_text_and_comment() -> None:
    text = 'import json\ndef x(demand_id): ...\nLOG = "not for offers"\n# The CandidateMove\nclass OpenProposal: ...\n'
    assert application_words_in(text) == [(2, "demand"), (3, "offers"), (4, "candidate"), (5, "proposal")]
    assert application_words_in("correlation_id = on_demanding(channel.basic_publish, 'queue')") == []


@pytest.mark.parametrize(
    "docstring",
    ["Who waits?", "What a gateway stands on.", "returns a row.", "Return a row", "Return a row and\nits id.", " "],
)
def test_a_docstring_that_starts_with_no_phrase_is_reported(docstring: str) -> None:
    assert docstring_fault(docstring)


@pytest.mark.parametrize("docstring", ["Return a row.", "`id` of a row.", "Map of rows.\n\nArgs:\n    x: y"])
def test_a_docstring_that_starts_with_a_phrase_passes(docstring: str) -> None:
    assert docstring_fault(docstring) is None


def test_a_glossary_row_without_source_sentence_or_file_is_seen() -> None:
    head = "| Term | Meaning | Here | Source |\n|---|---|---|---|\n"
    good, bad = parse_glossary(
        head + "| SSE frame (SF) | A block. | `docs` | WHATWG |\n| x | No | `nowhere.py` | – |\n"
    )
    assert good == Term(("SSE frame", "SF"), "A block.", ("docs",), "WHATWG")
    assert term_faults(good) == []
    assert term_faults(bad) == ["its meaning is not one sentence", "no source", "nowhere.py does not exist"]
    assert glossary_words([good]) == {"sse", "frame", "sf"}


def test_private_definitions_are_no_public_names() -> None:
    source = "class A:\n    def b(self): ...\n    def _c(self): ...\nclass _D:\n    def e(self): ...\ndef f():\n    def g(): ..."
    assert [node.name for node in public_definitions(ast.parse(source))] == ["A", "b", "f"]
