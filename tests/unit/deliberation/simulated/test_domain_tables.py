"""Tables of the fields that the rules know: complete in both languages, and sound in themselves."""

import re
from collections import Counter

import pytest

from deliberation.simulated.knowledge.domain_match import find_word
from deliberation.simulated.knowledge.domain_table import Domain, load_domains
from deliberation.simulated.query.clauses import has_chinese
from shared.core.language import Language

DOMAINS = load_domains()

SHARED_WORDS = {
    ("birthday", "baking"): "a birthday has a cake",
    ("bread", "baking"): "bread is baked",
    ("job_search", "interview"): "a search for a job leads to interviews",
    ("study_abroad", "job_search"): "a university asks for a CV as an employer does",
    ("triathlon", "running"): "one of its three parts",
    ("triathlon", "swimming"): "one of its three parts",
}
"""Pairs of a field and another one whose words it may use, each with the reason."""


def name(domain: Domain) -> str:
    return domain.id


def test_there_are_enough_fields() -> None:
    assert len(DOMAINS) >= 60
    assert {domain.kind for domain in DOMAINS} == {"skill", "exam", "event", "project", "habit"}


@pytest.mark.parametrize("domain", DOMAINS, ids=name)
def test_a_field_has_phases_with_indispensable_tasks_and_risks(domain: Domain) -> None:
    tasks = [task for _, task in domain.tasks()]
    assert 3 <= len(domain.phases) <= 6
    assert 8 <= len(tasks) <= 16
    assert 2 <= sum(task.why is not None for task in tasks) <= 7
    assert any(task.kind == "check" for task in tasks)
    assert 2 <= len(domain.risks) <= 4
    assert all(risk.phase < len(domain.phases) for risk in domain.risks)


@pytest.mark.parametrize("domain", DOMAINS, ids=name)
def test_every_text_is_in_its_language(domain: Domain) -> None:
    texts = [domain.name, domain.focus, domain.measure]
    texts += [phase.name for phase in domain.phases]
    for _, task in domain.tasks():
        texts += [task.title, *([task.why] if task.why else [])]
    for risk in domain.risks:
        texts += [risk.text, risk.impact, risk.remedy.title]
    for text in texts:
        assert re.search("[一-鿿]", text["zh"]), text
        assert not re.search("[一-鿿]", text["en"]), text
        assert len(text["zh"]) <= 60, text
        assert len(text["en"]) <= 120, text


@pytest.mark.parametrize("domain", DOMAINS, ids=name)
def test_hours_and_days_are_plausible(domain: Domain) -> None:
    low, high = domain.hours
    assert 0 < low < high <= 6 * low
    assert 0 < domain.weekly_hours <= domain.most_weekly_hours <= 60
    assert 1 <= domain.min_days <= 400
    levels = [level.hours for level in domain.levels]
    assert levels == sorted(levels)


@pytest.mark.parametrize("domain", DOMAINS, ids=name)
def test_titles_are_unique_within_a_field(domain: Domain) -> None:
    titles = [task.title for _, task in domain.tasks()] + [risk.remedy.title for risk in domain.risks]
    for language in ("zh", "en"):
        counts = Counter(title[language] for title in titles)
        assert [title for title, count in counts.items() if count > 1] == []


@pytest.mark.parametrize("domain", DOMAINS, ids=name)
def test_its_words_are_patterns(domain: Domain) -> None:
    for word in (*domain.words, *domain.hints):
        assert re.compile(word).search("") is None, word


def test_no_text_uses_an_identifying_word_of_another_field() -> None:
    found: list[str] = []
    for language in ("zh", "en"):
        lines = [(domain, text) for domain in DOMAINS for text in texts_of(domain, language)]
        # Every word is searched once in all texts; only where it occurs is each text looked at.
        everything = "\n".join(text for _, text in lines)
        for other in DOMAINS:
            for word in other.words:
                if has_chinese(word) is not (language == "zh") or not find_word(word, everything):
                    continue
                found += [
                    f"{domain.id} uses {match[0]!r} of {other.id}: {text}"
                    for domain, text in lines
                    if domain is not other
                    and (domain.id, other.id) not in SHARED_WORDS
                    and (match := find_word(word, text))
                    and not is_own(domain, word, match[0], text)
                ]
    assert found == []


def test_every_allowed_pair_is_needed() -> None:
    by_id = {domain.id: domain for domain in DOMAINS}
    for domain_id, other_id in SHARED_WORDS:
        domain, other = by_id[domain_id], by_id[other_id]
        texts = [text for language in ("zh", "en") for text in texts_of(domain, language)]
        assert any(
            has_chinese(word) is has_chinese(text)
            and (match := find_word(word, text))
            and not is_own(domain, word, match[0], text)
            for word in other.words
            for text in texts
        ), (domain_id, other_id)


def texts_of(domain: Domain, language: Language) -> list[str]:
    """Return all texts of a field that a plan may quote."""
    tasks = [*(task for _, task in domain.tasks()), *(risk.remedy for risk in domain.risks)]
    texts = [domain.name, domain.focus, domain.measure, *(phase.name for phase in domain.phases)]
    texts += [text for task in tasks for text in (task.title, task.why) if text]
    texts += [text for risk in domain.risks for text in (risk.text, risk.impact)]
    return [text[language] for text in texts]


def is_own(domain: Domain, word: str, quoted: str, text: str) -> bool:
    """Return whether a word is one of the field's own, or its match part of one of them."""
    return word in domain.words or any(
        quoted in match[0] for own in domain.words if (match := find_word(own, text)) is not None
    )
