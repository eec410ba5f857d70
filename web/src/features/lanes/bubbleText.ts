// Text of a bubble: what was said at one moment, in a few words.
import { readPlanOutcome } from "../../eventLog/planOutcome";
import { getLabel, lookUp, readNumber, readObject, readObjects, readString, readStrings } from "../../eventLog/readJson";
import { readTermsOf } from "../../eventLog/terms";
import type { JsonObject } from "../../eventLog/types";
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { REASON_MESSAGES } from "../../i18n/reasonMessages";
import type { Tone } from "../../ui/Badge";
import { describePartly } from "../negotiation/agreement";
import { MESSAGES as NEGOTIATION } from "../negotiation/messages";
import { formatFee } from "../terms/termTexts";
import { COMMON_MESSAGES } from "../timeline/messages/common";
import { OUTCOME_MESSAGES } from "../timeline/messages/outcome";
import { getPayload, type TimelineRow } from "../timeline/timelineRows";
import { MESSAGES } from "./messages";

/** Words of a bubble. */
export interface BubbleText {
  /** The page's own words; "" when there are none. */
  readonly verb: string;
  /** Words of people and models; "" when there are none. */
  readonly said: string;
  readonly tone: Tone;
}

type Describe = (payload: JsonObject, row: TimelineRow, language: Locale) => BubbleText;

const plain = (verb: string, said = "", tone: Tone = "plain"): BubbleText => ({ verb, said, tone });

const DESCRIBE_BY_TYPE: Readonly<Record<string, Describe>> = {
  "towow.demand.submitted": (payload, _, language) => plain(MESSAGES[language].states, readString(payload.raw_input), "brand"),
  "towow.demand.understood": (payload, _, language) => {
    const needs = readObjects(payload.needs).map(({ need }) => readString(need)).filter(Boolean);
    return plain(MESSAGES[language].needs, joinTexts(needs, language) || MESSAGES[language].nothingRead, "brand");
  },
  "towow.question.asked": (payload, _, language) => plain(MESSAGES[language].asks, readString(payload.text), "warn"),
  "towow.question.answered": describeAnswer,
  "towow.demand.revised": (_, __, language) => plain(MESSAGES[language].revises, "", "brand"),
  "towow.filter.completed": (payload, _, language) => {
    const omitted = readObjects(payload.omitted).length;
    const count = readNumber(payload.candidates_count) ?? readObjects(payload.candidates).length;
    const messages = MESSAGES[language];
    return plain([messages.candidates(count), omitted > 0 ? messages.omitted(omitted) : ""].filter(Boolean).join(" · "), "", count === 0 ? "bad" : "plain");
  },
  "towow.channel.created": (payload, _, language) => plain(MESSAGES[language].channel(readNumber(payload.participants_count))),
  "towow.demand.broadcast": (_, __, language) => plain(MESSAGES[language].sent),
  "towow.offer.submitted": describeOffer,
  "towow.negotiation.bargain": (payload, _, language) => plain(MESSAGES[language].wishes, describeWish(payload), "talk"),
  "towow.proposal.feedback": describeFeedback,
  "towow.agent.withdrawn": (payload, _, language) => plain(MESSAGES[language].leaves, readString(payload.reason), "warn"),
  "towow.feedback.evaluated": describeVerdict,
  "towow.proposal.finalized": (payload, _, language) => describeAgreement(payload, OUTCOME_MESSAGES[language].finalized, "good", language),
  "towow.negotiation.force_finalized": (payload, _, language) => describeAgreement(payload, OUTCOME_MESSAGES[language].forced, "warn", language),
  "towow.negotiation.failed": (payload, _, language) =>
    plain(MESSAGES[language].failed, getLabel(REASON_MESSAGES[language].reason, payload.reason, COMMON_MESSAGES[language].odd), "bad"),
  "towow.gap.identified": describeGaps,
  "towow.subnet.triggered": (payload, _, language) => plain(MESSAGES[language].opens, readString(payload.gap_type), "brand"),
  "towow.subnet.completed": (payload, _, language) =>
    plain(MESSAGES[language].ends, `${readString(payload.gap_type)} · ${MESSAGES[language].joined(readStrings(payload.participants).length)}`, "brand"),
  "towow.demand.cancelled": (payload, _, language) => plain(MESSAGES[language].cancels, readString(payload.reason), "bad"),
  "towow.demand.closed": (payload, { context }, language) => {
    const plan = context.plans.get(context.rootChannelId);
    const statuses: Readonly<Record<string, string>> = NEGOTIATION[language].status;
    const status = plan?.complete === false && payload.status !== "failed" && payload.status !== "cancelled" ? describePartly(plan, language) : getLabel(statuses, payload.status, COMMON_MESSAGES[language].odd);
    return plain(MESSAGES[language].closed, status);
  },
};

/** Describe an event in a few words; it tolerates malformed payloads. */
export function describeBubble(row: TimelineRow, language: Locale): BubbleText {
  const describe = lookUp<Describe>(DESCRIBE_BY_TYPE, row.entry.event_type);
  return describe === null ? plain(MESSAGES[language].unknown) : describe(getPayload(row.entry), row, language);
}

function describeOffer(payload: JsonObject, row: TimelineRow, language: Locale): BubbleText {
  const messages = MESSAGES[language];
  if (payload.decision === "decline") return plain(messages.declines, readString(payload.decline_reason) || readString(payload.reasoning), "bad");
  const offered = describeContribution(payload, row, language);
  const negotiates = payload.response_type === "negotiate";
  const conditions = readStrings(payload.conditions);
  const said = joinTexts([offered, conditions.length > 0 ? messages.if(conditions.join(language === "zh" ? "；" : "; ")) : ""].filter(Boolean), language);
  if (negotiates) return plain(messages.talks, readString(payload.negotiation_summary) || said, "talk");
  const conditional = payload.decision === "conditional";
  if (said === "") return plain(conditional ? messages.onConditions : messages.joins, "", conditional ? "warn" : "good");
  return plain(messages.offers, said, conditional ? "warn" : "good");
}

/** Return what an offer is about and its fee: the needs for which the agent was found, otherwise its own words. */
function describeContribution(payload: JsonObject, { context, agent }: TimelineRow, language: Locale): string {
  const needs = context.needFits.fits.get(readString(payload.channel_id))?.get(agent) ?? [];
  const terms = readTermsOf(payload);
  const fee = terms === null ? "" : formatFee(terms, language);
  return joinTexts([needs.length > 0 ? joinTexts(needs, language) : readString(payload.contribution), fee].filter(Boolean), language);
}

function describeWish(payload: JsonObject): string {
  const aspect = readString(payload.bargain_type);
  const [from, to] = [readString(payload.current_value), readString(payload.desired_value)];
  if (to === "") return readString(payload.content);
  const change = from === "" ? to : `${from} → ${to}`;
  return aspect === "" || aspect === "proposal" ? change : `${aspect}: ${change}`;
}

function describeFeedback(payload: JsonObject, _: TimelineRow, language: Locale): BubbleText {
  const messages = MESSAGES[language];
  const why = readString(payload.reasoning) || readStrings(payload.concerns).join(" · ");
  switch (payload.feedback_type) {
    case "accept":
      return plain(messages.accepts, messages.acceptsPlan(readNumber(payload.proposal_version)), "good");
    case "negotiate":
      return plain(messages.changes, readString(payload.adjustment_request) || why, "talk");
    case "reject":
      return plain(messages.rejects, why, "bad");
    case "withdraw":
      return plain(messages.leaves, why, "warn");
    default:
      return plain(messages.answered, why);
  }
}

function describeAnswer(payload: JsonObject, { context }: TimelineRow, language: Locale): BubbleText {
  const option = readString(payload.option);
  const answer = (context.questions.get(readString(payload.question_id))?.options.get(option) ?? option) || readString(payload.text);
  return plain(payload.answered_by === "timeout" ? MESSAGES[language].byDefault : MESSAGES[language].answers, answer, "brand");
}

function describeVerdict(payload: JsonObject, _: TimelineRow, language: Locale): BubbleText {
  const tones: Readonly<Record<string, Tone>> = { finalize: "good", renegotiate: "talk", force_finalize: "warn", fail: "bad" };
  const next = getLabel(MESSAGES[language].verdict, payload.decision, COMMON_MESSAGES[language].odd);
  const rate = readNumber(payload.accept_rate);
  const accepted = MESSAGES[language].rate(rate === null ? "—" : getFormat(language).percent(rate));
  return plain(accepted, next, lookUp<Tone>(tones, payload.decision) ?? "plain");
}

function describeAgreement(payload: JsonObject, label: string, tone: Tone, language: Locale): BubbleText {
  const plan = readPlanOutcome(payload);
  return plan === null || plan.complete ? plain(label, "", tone) : plain(describePartly(plan, language), "", "warn");
}

function describeGaps(payload: JsonObject, { context }: TimelineRow, language: Locale): BubbleText {
  const messages = MESSAGES[language];
  const gaps = readObjects(payload.gaps).map(({ gap_type }) => readString(gap_type));
  if (gaps.length > 0) return plain(messages.gaps(gaps.length), joinTexts(gaps.filter(Boolean), language), "warn");
  const complete = payload.is_complete === true && context.plans.get(context.rootChannelId)?.complete !== false;
  return plain(complete ? messages.complete : messages.incomplete);
}

function joinTexts(texts: readonly string[], language: Locale): string {
  return texts.join(language === "zh" ? "，" : ", ");
}

/** Return the name of the plan of a distribution, for its line. */
export function describePlanLine(row: TimelineRow, language: Locale): string {
  const payload = getPayload(row.entry);
  const name = MESSAGES[language].plan(readNumber(payload.version) ?? readNumber(readObject(payload.proposal).version));
  return payload.resent === true ? `${name} · ${MESSAGES[language].again}` : name;
}
