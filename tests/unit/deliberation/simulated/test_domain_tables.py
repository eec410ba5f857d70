"""Tables of the fields that the rules know: complete in both languages, and sound in themselves."""

import re
from collections import Counter

import pytest

from deliberation.simulated.knowledge.domain_table import Domain, load_domains

DOMAINS = load_domains()


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
