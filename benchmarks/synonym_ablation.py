"""Which names in the synonym table help the search: `python -m benchmarks.synonym_ablation [TABLE]`, 5 minutes.

Names are removed by rules that read the table alone, never the queries, so that they are as right for skills that no
query asks for. What a rule may remove is decided on one half of the wordings (see synonym_recall) and told again on
the other, which had no part in it. The recall here is that of a small registry, above that of `make bench ONLY=search`.
"""

import asyncio
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks.search_dataset import people
from benchmarks.synonym_recall import OPEN_SETS, RecallMeter, WordingQuery, open_queries
from negotiation.registry.profile_import import read_profiles, shipped_profiles_folder
from negotiation.search.known_word_matcher import KeywordMatcher
from negotiation.search.synonyms import Term, load_thesaurus
from negotiation.search.tokenizer import normalize
from shared.embedding.local import LocalEmbedder
from shared.embedding.port import Vectors

PEOPLE_COUNT, CITY_COUNT = 100_000, 10
CHOOSING_HALF, CONFIRMING_HALF = 0, 1
MAX_LOSS = 0.002
"""Recall in any set, on the choosing half, that removing names may cost."""

MARGINS = (0.3, 0.2, 0.1)
Recalls = Mapping[str, float]


def spelled_out_names(terms: Sequence[Term]) -> frozenset[str]:
    """Return the normalized names in which a text search finds their skill without them, and no other skill.

    `learn swimming` names swimming by its second word. Usual names stay.
    """
    owner = {normalize(word): number for number, term in enumerate(terms) for word in term.words}
    usual = {normalize(word) for term in terms for word in (term.zh[0], term.en[0])}
    left = dict(owner)
    for name in sorted(owner, key=lambda name: (-len(name), name)):
        if name in usual:
            continue
        inside = {part: left[part] for part in _parts(name) if part in left and part != name}
        if inside and {inside[found] for found, _, _ in KeywordMatcher(inside).find_all(name)} == {owner[name]}:
            del left[name]
    return frozenset(owner.keys() - left.keys())


def _parts(name: str) -> set[str]:
    return {name[start:end] for start in range(len(name)) for end in range(start + 1, len(name) + 1)}


def guessable_names(terms: Sequence[Term], vectors: Mapping[str, Vectors], margin: float) -> frozenset[str]:
    """Return the normalized names whose skill the embedder knows without them.

    By a margin they are nearer to the mean of their skill's other names than to any other skill. The surest goes
    first, and no longer counts for the rest.

    Args:
        terms: Skills.
        vectors: Vector of each name, of length 1.
        margin: Minimum difference of the similarities.
    """
    centroids = np.stack([_unit(np.sum([vectors[word] for word in term.words], axis=0)) for term in terms])
    dropped: set[str] = set()
    for number, term in enumerate(terms):
        others = np.delete(centroids, number, axis=0)
        rival = {word: float((others @ vectors[word]).max()) for word in term.words}
        total = np.sum([vectors[word] for word in term.words], axis=0)
        left = {word for word in term.words if word not in (term.zh[0], term.en[0])}
        while left:
            sure = {word: float(vectors[word] @ _unit(total - vectors[word])) - rival[word] for word in left}
            best = max(sorted(left), key=lambda word: sure[word])
            if sure[best] < margin:
                break
            left.remove(best)
            total = total - vectors[best]
            dropped.add(normalize(best))
    return frozenset(dropped)


def _unit(vector: Vectors) -> Vectors:
    return vector / max(float(np.linalg.norm(vector)), 1e-9)


def without(terms: Sequence[Term], names: frozenset[str]) -> list[Term]:
    """Return the skills without some names; the usual name of each language stays."""

    def kept(words: Sequence[str]) -> tuple[str, ...]:
        return (words[0], *(word for word in words[1:] if normalize(word) not in names))

    return [term.model_copy(update={"zh": kept(term.zh), "en": kept(term.en)}) for term in terms]


def is_free(before: Recalls, after: Recalls) -> bool:
    """Return whether no set loses more than MAX_LOSS."""
    return all(after[name] >= before[name] - MAX_LOSS for name in before)


def recalls(queries: Sequence[WordingQuery], shares: Sequence[float], half: int) -> Recalls:
    """Return the mean recall of each set over one half of the wordings."""
    return {
        name: statistics.fmean(
            share
            for query, share in zip(queries, shares, strict=True)
            if query.wording_set == name and query.half == half
        )
        for name in OPEN_SETS
    }


async def run(terms: Sequence[Term], folder: Path) -> list[Term]:
    """Print the recall without the names of each rule, and return the table without those that are free."""
    dataset = [one for one in people(PEOPLE_COUNT) if one.city < CITY_COUNT]
    queries, meter = open_queries(dataset), await RecallMeter.build(dataset, folder)

    async def measure(rule: str, table: Sequence[Term]) -> tuple[Recalls, Recalls]:
        shares = await meter.shares(table, queries)
        halves = recalls(queries, shares, CHOOSING_HALF), recalls(queries, shares, CONFIRMING_HALF)
        figures = "  ".join(f"{name} {halves[0][name]:.3f} {halves[1][name]:.3f}" for name in OPEN_SETS)
        print(f"{rule:<24} {sum(len(term.words) for term in table):>5}  {figures}", flush=True)
        return halves

    print("rule                     names  recall on the choosing and the confirming half")
    before, _ = await measure("all names", terms)
    kept = list(terms)
    for rule, find in await _rules(terms):
        table = without(kept, find(kept))
        after, _ = await measure(rule, table)
        if table != kept and is_free(before, after):
            kept = table
            print(f"  {rule}: free, stay removed")
    await measure("usual names only", [each.model_copy(update={"zh": each.zh[:1], "en": each.en[:1]}) for each in kept])
    return kept


async def _rules(terms: Sequence[Term]) -> list[tuple[str, Callable[[Sequence[Term]], frozenset[str]]]]:
    # Names by which the shipped profiles call their abilities stay: by them these are shown in the other language.
    names = [word for term in terms for word in term.words]
    vectors = dict(zip(names, map(_unit, await LocalEmbedder().embed(names)), strict=True))

    def guessable(margin: float) -> Callable[[Sequence[Term]], frozenset[str]]:
        return lambda table: guessable_names(table, vectors, margin)

    own = {
        normalize(ability)
        for each in read_profiles([shipped_profiles_folder()]).profiles
        for ability in each.capabilities
    }
    return [
        ("spelled out", lambda table: spelled_out_names(table) - own),
        *((f"guessable by {each}", guessable(each)) for each in MARGINS),
    ]


def main(arguments: Sequence[str]) -> None:
    """Run it on a table, by default the shipped one."""
    terms: Sequence[Term] = load_thesaurus("skills").terms
    if arguments:
        terms = [Term.model_validate(row) for row in json.loads(Path(arguments[0]).read_text("utf-8"))["skills"]]
    with tempfile.TemporaryDirectory() as name:
        kept = asyncio.run(run(terms, Path(name)))
    words = {word for term in terms for word in term.words} - {word for term in kept for word in term.words}
    print("free:", ", ".join(sorted(words)) or "none")


if __name__ == "__main__":
    main(sys.argv[1:])
