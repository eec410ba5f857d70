"""Do the dashboard and the alerts name only metrics and labels that exist, and every metric that exists? (INTERFACES § 7)"""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from shared.telemetry.metrics import Metrics

HOME = Path(__file__).resolve().parents[2]
DEPLOY = HOME / "deploy"
DASHBOARD = DEPLOY / "grafana" / "towow.json"
RULES = DEPLOY / "prometheus" / "rules.yml"
SCRAPE = DEPLOY / "prometheus" / "prometheus.yml"
OPERATIONS = HOME / "docs" / "operations.md"

SUFFIX = {"Counter": "_total", "Gauge": ""}
OF_TARGET = {"job", "instance"}
"""Labels that Prometheus itself gives every series."""

OUR_LABELS_MAY_BE = {
    "outcome": {"answered", "unusable", "unavailable", "refused"}
    | {"done", "seen", "closed", "expired", "retried", "postponed", "dead"},
}

WORD = re.compile(r"[A-Za-z_:][\w:]*")
SELECTOR = re.compile(r"\b([A-Za-z_]\w*)\{([^}]*)\}")
GROUPED = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)")
AGGREGATED = re.compile(r"\bby\s*\(([^)]*)\)\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")
OPERATORS = {"and", "or", "unless", "bool", "offset", "by", "without", "on", "ignoring"}


@cache
def known() -> Mapping[str, frozenset[str]]:
    """Every metric that there is, by name as Prometheus sees it, with its labels."""
    tree = ast.parse((HOME / "shared" / "telemetry" / "metrics.py").read_text(encoding="utf-8"))
    ours: dict[str, frozenset[str]] = {}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        if isinstance(call.func, ast.Name) and call.func.id in SUFFIX:
            name = cast("str", ast.literal_eval(call.args[0])) + SUFFIX[call.func.id]
            labels = cast("list[str]", ast.literal_eval(call.args[2])) if len(call.args) > 2 else []
            ours[name] = frozenset(labels)
    return ours | dict.fromkeys(shown() - ours.keys() | {"up"}, frozenset[str]())


def shown() -> set[str]:
    """Every name that an exporter shows."""
    return {_seen(family.name, family.type) for family in Metrics().registry.collect()}


def _seen(name: str, kind: str) -> str:
    return name + ("_total" if kind == "counter" else "")


def expressions() -> Iterator[tuple[str, str]]:
    """Where it stands, and the PromQL."""
    for panel in json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], target["expr"]
    for rule in rules():
        yield rule["alert"], rule["expr"]


def rules() -> list[dict[str, Any]]:
    return [rule for group in yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"] for rule in group["rules"]]


def metrics_in(expression: str) -> set[str]:
    """What an expression reads: every word that is no function, label, text or operator."""
    rest = re.sub(r'"[^"]*"', "", expression)
    rest = re.sub(r"\{[^}]*\}|\[[^\]]*\]", "", GROUPED.sub("", rest))
    rest = re.sub(r"\b\d[\d.]*(?:e\d+|[smhdwy])?\b", "", rest)
    return {word[0] for word in WORD.finditer(rest) if not rest[word.end() :].lstrip().startswith("(")} - OPERATORS


def matchers_in(expression: str) -> Iterator[tuple[str, str, str]]:
    """Metric, label and what it is compared with."""
    for metric, inside in SELECTOR.findall(expression):
        for label, _, value in re.findall(r'(\w+)\s*(=~|!=|=|!~)\s*"([^"]*)"', inside):
            yield metric, label, value


def problems(expression: str) -> list[str]:
    """What an expression names that does not exist."""
    names, labels = (
        metrics_in(expression),
        {label for name in metrics_in(expression) for label in known().get(name, ())},
    )
    grouped = {label.strip() for inside in GROUPED.findall(expression) for label in inside.split(",")} - {""}
    return [
        *(f"no metric {name}" for name in sorted(names - known().keys())),
        *(f"no label {label}" for label in sorted(grouped - labels - OF_TARGET)),
        *(
            f"{metric} has no label {label}"
            for metric, label, _ in matchers_in(expression)
            if label not in known().get(metric, frozenset()) | OF_TARGET
        ),
        *(
            f"{label} is never {word}"
            for _, label, value in matchers_in(expression)
            for word in value.split("|")
            if label in OUR_LABELS_MAY_BE and word not in OUR_LABELS_MAY_BE[label]
        ),
    ]


def test_metrics_parsed_from_the_source_equal_the_exported_ones() -> None:
    """What is read from the source here, for its labels, is what an exporter shows."""
    ours = {name for name in known() if name.startswith("towow_")}
    assert ours == {name for name in shown() if name.startswith("towow_")}
    assert len(ours) >= 11
    assert {name for name in shown() - ours if not name.startswith("process_")} == set()


@pytest.mark.parametrize(("place", "expression"), [*expressions()])
def test_an_expression_uses_only_existing_metrics_and_labels(place: str, expression: str) -> None:
    assert metrics_in(expression), f"{place} reads nothing"
    assert problems(expression) == []


def test_every_metric_is_on_the_dashboard_and_in_the_manual() -> None:
    shown = DASHBOARD.read_text(encoding="utf-8")
    told = OPERATIONS.read_text(encoding="utf-8")
    ours = {name for name in known() if name.startswith("towow_")}
    assert {name for name in ours if name not in shown} == set()
    assert {name for name in ours if f"`{name}" not in told} == set()


def test_every_alert_is_explained() -> None:
    told = OPERATIONS.read_text(encoding="utf-8")
    names = [rule["alert"] for rule in rules()]
    assert len(names) == len(set(names)) >= 10
    assert [name for name in names if f"`{name}`" not in told] == []
    assert set(re.findall(r"`(Towow\w+)`", told)) == set(names)


def test_every_alert_has_a_severity_and_a_summary_of_available_labels() -> None:
    for rule in rules():
        assert rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("warning", "critical")
        assert rule["annotations"]["summary"]
        used = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
        kept = {label.strip() for inside, _ in AGGREGATED.findall(rule["expr"]) for label in inside.split(",")}
        assert used <= (kept or OF_TARGET), rule["alert"]


def test_the_dashboard_can_be_imported() -> None:
    board = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    panels = board["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert board["uid"]
    variables = {variable["name"] for variable in board["templating"]["list"]}
    assert set(re.findall(r"\$\{?([a-z]+)\}?", json.dumps(panels))) <= variables
    for panel in panels:
        place = panel["gridPos"]
        assert 0 <= place["x"] < place["x"] + place["w"] <= 24
        if panel["type"] != "row":
            assert panel["description"], panel["title"]
            assert panel["datasource"]["uid"] == "${datasource}"


def test_prometheus_loads_the_rules_and_scrapes_every_service_on_its_port() -> None:
    config = yaml.safe_load(SCRAPE.read_text(encoding="utf-8"))
    assert config["rule_files"] == [RULES.name]
    services = yaml.safe_load((HOME / "docker-compose.yml").read_text(encoding="utf-8"))["services"]
    once = ("secrets", "init")
    own = {name: each for name, each in services.items() if each["image"] == "towow:local" and name not in once}
    asked: dict[str, int] = {}
    for job in config["scrape_configs"]:
        (found,) = job["dns_sd_configs"]
        (name,) = found["names"]
        assert job["job_name"] == f"towow-{name}"
        asked[name] = found["port"]
    ports = {name: int(service["environment"]["TOWOW_METRICS_PORT"]) for name, service in own.items()}
    assert asked == {**ports, "gateway": int(own["gateway"]["command"][-1])}


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("sum(rate(towow_stepps_total[5m]))", ["no metric towow_stepps_total"]),
        ("sum by (rol) (towow_steps_total)", ["no label rol"]),
        ('towow_steps_total{queue="x"}', ["towow_steps_total has no label queue"]),
        ('towow_deliveries_total{outcome="gone"}', ["outcome is never gone"]),
        ("towow_steps", ["no metric towow_steps"]),
        ("up unless down offset 15m", ["no metric down"]),
        ("sum by (role, job) (rate(towow_steps_total[5m])) > 20e6 and on () up == 0", []),
    ],
)
def test_an_expression_with_an_unknown_metric_is_reported(expression: str, found: list[str]) -> None:
    assert problems(expression) == found
