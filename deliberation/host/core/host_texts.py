"""Words of the host, from templates: every reason quotes the number that it rests on (DL-59, DL-69)."""

from deliberation.contracts.control import HostDecision, RoundAnalysis
from deliberation.host.core.state import SessionState
from shared.core.language import Language, join_items, join_sentences
from shared.core.text_catalog import TextCatalog

CATALOG = TextCatalog.load("deliberation.host")
"""Texts of the host."""

_render = CATALOG.render


def render_requirement(key: str, language: Language, **values: object) -> str:
    """Return the text of a directive, by its key."""
    return _render(f"requirement.{key}", language, **values)


def describe_decision(
    state: SessionState, decision: HostDecision, analysis: RoundAnalysis, *, brief: bool = False
) -> str:
    """Return the reason of a decision with its number; unless `brief`, also what the next round is about."""
    language = state.context.language
    sentences = [_describe_cause(state, decision, analysis)]
    if analysis.veto is not None:
        sentences.append(_render(f"veto.{analysis.veto}", language))
    sentences += [
        _render("unargued_change", language, agent=_role_name(agent, language)) for agent in analysis.unargued_changes
    ]
    if analysis.method == "keyword":
        sentences.append(_render("keywords_compared", language))
    if brief:
        return join_sentences(sentences, language)
    if analysis.contradictions:
        differences = [_describe_contradiction(each, language) for each in analysis.contradictions]
        sentences.append(_render("contradictions", language, items=join_items(differences, language)))
    if decision.constraints.must_address:
        addressed = join_items([f"“{each}”" for each in decision.constraints.must_address], language)
        sentences.append(_render("must_address", language, items=addressed))
    sentences += [
        _render("commanded", language, agent=_role_name(directive.target_agent, language))
        for directive in decision.directives
        if directive.action == "update_command" and directive.target_agent is not None
    ]
    return join_sentences(sentences, language)


def _describe_cause(state: SessionState, decision: HostDecision, analysis: RoundAnalysis) -> str:
    language, level = state.context.language, analysis.consensus_level
    values = {
        "level": "-" if level is None else f"{level:.2f}",
        "high": f"{analysis.thresholds.high:.2f}",
        "low": f"{analysis.thresholds.low:.2f}",
        "round": state.current_round,
        "max_rounds": state.settings.max_deliberation_rounds,
    }
    return _render(f"cause.{_cause_key(state, decision, analysis)}", language, **values)


def _cause_key(state: SessionState, decision: HostDecision, analysis: RoundAnalysis) -> str:
    """Return the key of the text for a decision and what it rests on."""
    match decision.end_reason:
        case "moderation" | "error" | "user":
            return decision.end_reason
        case "early_stop":
            return "early_stop_agreed" if decision.action == "converge" else "early_stop_divided"
        case "consensus" if analysis.veto is None:
            return "consensus"
        case "max_rounds":
            return "max_rounds" if analysis.consensus_level is not None else "max_rounds_unknown"
        case _:
            return _open_cause(state, decision, analysis)


def _open_cause(state: SessionState, decision: HostDecision, analysis: RoundAnalysis) -> str:
    if analysis.consensus_level is None:
        return "opposition_held" if state.round_kind == "opposition" else "unknown"
    if analysis.veto is not None:
        return "vetoed"
    if decision.action == "force_opposition":
        return "low"
    return "medium" if analysis.consensus_level > analysis.thresholds.low else "low_again"


def _describe_contradiction(code: str, language: Language) -> str:
    """Return a contradiction such as `number: 3 month / 6 week` with its kind in words."""
    kind, separator, words = code.partition(": ")
    if not separator or not CATALOG.has(f"contradiction.{kind}"):
        return code
    # The differing words of a slot are what two texts have not in common: no reader can make sense of them.
    return _render(f"contradiction.{kind}", language, words=words)


def _role_name(agent: str, language: Language) -> str:
    return _render(f"role.{agent}", language)


def render_host_text(key: str, language: Language, **values: object) -> str:
    """Return a text of the host's catalogue."""
    return _render(key, language, **values)
