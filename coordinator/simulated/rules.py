"""What the simulated model answers for the coordinator: rules that read the demand and the profiles (prompts 1, 2)."""

import re
from datetime import date

from coordinator.core.candidate_selection import FilterReply, RelatedAgent
from coordinator.prompts import FilterFacts, UnderstandingFacts
from coordinator.simulated.candidate_ranking import CandidateScore, ranked
from coordinator.simulated.date_parser import moment_in
from coordinator.simulated.demand_parser import activity_in, gathered, implied, mood_in, needs_in, organised, topics_in
from coordinator.simulated.head_count import heads_in
from negotiation.contracts.demand import Confidence, DeepUnderstanding, DemandContext, DemandUnderstanding
from negotiation.search.synonyms import known
from negotiation.simulated.quantities import CURRENCY, NO_MONEY, money_in
from shared.core.language import Language
from shared.llm.rule_based_model import Rules

DEFINITELY = 75
LONGEST_SURFACE = 200

_WISH = re.compile(
    r"^(?:你好|您好|hello|hi)?[，,!！\s]*(?:我们?(?:想要?|要|打算|希望|计划|准备)|想要?|"
    r"(?:i|we)(?:'d| would)? (?:want|like|plan|hope|am looking|are looking)(?: to)?|please)\s*",
    re.IGNORECASE,
)
_BUDGET = re.compile(
    r"(?:预算|经费|费用|花费|花|budget(?: of| is)?|up to|spend|pay)\D{0,12}?"
    r"(?P<sum>[¥￥$€£]?\s?[\d一二两三四五六七八九十百千万][\d,.]{0,14}\s?[万千百十k]{0,3}\s?"
    rf"{CURRENCY}?)|"
    r"(?P<plain>[¥￥$€£]\s?\d[\d,.]{0,14}\s?k?|"
    rf"(?<!\d)\d[\d,.]{{0,14}}\s?[万千]?{CURRENCY})",
    re.IGNORECASE,
)
_IN_CURRENCY = re.compile(rf"[¥￥$€£]|{CURRENCY}", re.IGNORECASE)
_SOMEWHERE = re.compile(
    r"\b(?:[Ii]n|[Nn]ear|[Aa]cross|[Oo]utside|[Aa]round) (?P<place>[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})?)\b"
    r"(?<!English)(?<!Chinese)(?<!January)(?<!February)(?<!March)(?<!April)(?<!May)(?<!June)(?<!July)(?<!August)"
    r"(?<!September)(?<!October)(?<!November)(?<!December)(?<!Python)"
)
_TEXT: dict[str, dict[Language, str]] = {
    "why": {"zh": "想把这件事办成，但自己一个人做不完", "en": "wants to get this done and cannot do it alone"},
    "free": {"zh": "0元", "en": "0 yuan"},
    "topic": {"zh": "内容围绕{what}", "en": "it is about {what}"},
    "near": {"zh": "参与的人最好在{what}", "en": "people who can be in {what}"},
    "cheap": {"zh": "花费控制在{what}之内", "en": "costs kept within {what}"},
    "no cost": {"zh": "不花钱就能办成", "en": "done without spending money"},
    "size": {"zh": "适合{what}人的规模", "en": "the right size for {what} people"},
    "soon": {"zh": "在{what}之前准备妥当", "en": "ready by {what}"},
    "analysis": {
        "zh": "看了{seen}份资料，{fit}人对得上需求里的{tags}",
        "en": "{fit} of {seen} profiles answer what is needed: {tags}",
    },
    "nobody": {"zh": "看了{seen}份资料，没有人对得上", "en": "none of {seen} profiles answers this demand"},
}


def understand(facts: UnderstandingFacts) -> DemandUnderstanding:
    """Prompt 1: what the text says about what, where, when, for how many and for how much; what lies behind it."""
    text, language = facts.raw_input, facts.setting.language
    needs = needs_in(text, language)
    activity = activity_in(text)
    own_doing = activity if organised(text, needs) else None
    tags = gathered(needs, implied(own_doing, needs, language, facts.demand_id))
    context = _context(text, language, date.fromisoformat(facts.setting.today))
    return DemandUnderstanding(
        surface_demand=_surface(text),
        deep_understanding=DeepUnderstanding(
            motivation=activity.why[language] if activity else _TEXT["why"][language],
            likely_preferences=_preferences(topics_in(text, tags, language), context, language),
            emotional_context=mood_in(text, language),
        ),
        capability_tags=tags,
        context=context,
        confidence=_confidence(needs, tags, context),
    )


def choose(facts: FilterFacts) -> FilterReply:
    """Prompt 2: those who have a wanted skill and can be there, with the reason for each."""
    language = facts.setting.language
    fits = ranked(facts)
    sure = [fit for fit in fits if fit.skills and fit.score >= DEFINITELY]
    tags = ("、" if language == "zh" else ", ").join(facts.demand.capability_tags)
    said = _TEXT["analysis" if fits else "nobody"][language]
    return FilterReply(
        definitely_related=tuple(map(_related, sure)),
        possibly_related=tuple(_related(fit) for fit in fits if fit not in sure),
        analysis=said.format(seen=len(facts.profiles), fit=len(fits), tags=tags),
    )


RULES: Rules = {"demand_understanding": understand, "smart_filter": choose}


def _related(fit: CandidateScore) -> RelatedAgent:
    return RelatedAgent(agent_id=fit.card.agent_id, reason=fit.reason, relevance_score=fit.score)


def _surface(text: str) -> str:
    words = _WISH.sub("", " ".join(text.split()), count=1) or text
    return words if len(words) <= LONGEST_SURFACE else words[: LONGEST_SURFACE - 1] + "…"


def _context(text: str, language: Language, today: date) -> DemandContext:
    places = known("places").found_in(text)
    return DemandContext(
        location=places[0].term.say(language) if places else _unheard_place(text),
        expected_attendees=heads_in(text),
        date=moment_in(text, today),
        budget=_budget(text, language),
    )


def _unheard_place(text: str) -> str | None:
    """A place that no list knows, as English writes it: "in Ushuaia"."""
    match = _SOMEWHERE.search(text)
    return match["place"] if match else None


def _budget(text: str, language: Language) -> str | None:
    match = _BUDGET.search(text)
    if match:
        said = (match["sum"] or match["plain"]).strip(" ,.，。")
        return said if _IN_CURRENCY.search(said) else said + ("元" if language == "zh" else " yuan")
    return _TEXT["free"][language] if NO_MONEY.search(text) else None


def _preferences(topics: tuple[str, ...], context: DemandContext, language: Language) -> tuple[str, ...]:
    between = "、" if language == "zh" else ", "
    named = {
        "topic": between.join(topics),
        "near": context.location,
        "size": context.expected_attendees,
        "soon": context.date,
        "no cost" if money_in(context.budget or "") == 0 else "cheap": context.budget,
    }
    return tuple(_TEXT[key][language].format(what=what) for key, what in named.items() if what)


def _confidence(needs: tuple[str, ...], tags: tuple[str, ...], context: DemandContext) -> Confidence:
    said = [context.location, context.expected_attendees, context.date, context.budget]
    if needs and sum(value is not None for value in said) >= 2:
        return "high"
    return "medium" if tags else "low"
