// Short caption of one event: agent, what happened, and the start of a quote.
import { readPlanOutcome } from "../../eventLog/planOutcome";
import { readObjects, lookUp, readTrue } from "../../eventLog/readJson";
import type { LogEntry, JsonObject } from "../../eventLog/types";
import { getFormat, type Format } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { REASON_MESSAGES } from "../../i18n/reasonMessages";
import { describePartly } from "../negotiation/agreement";
import { CAPTION_MESSAGES } from "./captionMessages";
import { truncateText } from "./truncateText";

/** Caption of one event. */
export interface EventCaption {
  /** Acting agent or user; "" when there is none. */
  readonly who: string;
  readonly text: string;
  /** Truncated quote; "" when there is none. */
  readonly quote: string;
}

type CaptionMessages = (typeof CAPTION_MESSAGES)[Locale];
type CaptionText = readonly [said: string, own?: unknown];

/** Maximum length of a quote. */
const MAX_QUOTE_CHARS = 120;
const MAX_NAME_CHARS = 40;

/**
 * Create the caption of an event; events outside the root channel are described as a subnet's. `complete`: whether the
 * plan agreed by then is complete, null when there is none or its log does not tell.
 */
export function createCaption({ event_type, payload }: LogEntry, rootChannelId: string, language: Locale, complete: boolean | null = null): EventCaption {
  const messages = CAPTION_MESSAGES[language];
  const [text, quote] = describeEvent(event_type, payload, language, complete);
  const answered = payload.answered_by === "person" ? messages.inPerson(text) : text;
  return {
    who: truncateText(payload.display_name ?? getActor(event_type, payload), MAX_NAME_CHARS),
    text: payload.channel_id === rootChannelId ? answered : messages.inSubnet(answered),
    quote: truncateText(quote, MAX_QUOTE_CHARS),
  };
}

function getActor(type: string, { user_id, cancelled_by, agent_id }: JsonObject): unknown {
  if (type === "towow.demand.submitted") return user_id;
  return type === "towow.demand.cancelled" ? cancelled_by : agent_id;
}

function describeEvent(type: string, payload: JsonObject, language: Locale, complete: boolean | null): CaptionText {
  const messages = CAPTION_MESSAGES[language];
  const format = getFormat(language);
  switch (type) {
    case "towow.demand.submitted":
      return [getMessage(messages.told, type), payload.raw_input];
    case "towow.demand.understood":
      return [getMessage(messages.told, type), payload.title];
    case "towow.question.asked":
      return [payload.about === "limit" ? messages.asksAboutLimit : getMessage(messages.told, type), payload.text];
    case "towow.proposal.finalized":
    case "towow.negotiation.force_finalized":
      return describeAgreement(type, payload, language);
    case "towow.filter.completed":
      return describeCandidates(payload, messages, format);
    case "towow.demand.broadcast":
      return [messages.invited(format.number(getLength(payload.invited_agents)))];
    case "towow.offer.submitted":
      return describeOffer(payload, messages);
    case "towow.negotiation.bargain":
      return [getMessage(messages.told, type), describeBargain(payload)];
    case "towow.negotiation.round_started":
      return [messages.round(formatCount(payload.round, format), getMessage(messages.why, payload.reason))];
    case "towow.proposal.distributed":
      return describeProposal(payload, messages, format);
    case "towow.proposal.feedback":
      return [getMessage(messages.feedback, payload.feedback_type) || messages.answered, payload.adjustment_request ?? payload.reasoning];
    case "towow.agent.withdrawn":
    case "towow.demand.cancelled":
      return [getMessage(messages.told, type), payload.reason];
    case "towow.feedback.evaluated":
      return [describeEvaluation(payload, messages, format)];
    case "towow.negotiation.failed":
      return [messages.failed(getFailureReason(payload, language))];
    case "towow.gap.identified":
      return describeGaps(payload, complete, messages, format);
    case "towow.subnet.triggered":
      return [getMessage(messages.told, type), payload.gap_type];
    case "towow.subnet.completed":
      return [getMessage(messages.ended, payload.status) || getMessage(messages.told, "towow.demand.closed"), payload.gap_type];
    default:
      return [getMessage(messages.told, type) || messages.unknown];
  }
}

function describeCandidates({ candidates }: JsonObject, messages: CaptionMessages, format: Format): CaptionText {
  const count = getLength(candidates);
  return count > 0 ? [messages.found(format.number(count)), listNames(candidates, "display_name", format)] : [messages.nobodyFound];
}

function describeOffer(payload: JsonObject, messages: CaptionMessages): CaptionText {
  const negotiates = payload.response_type === "negotiate" && payload.decision !== "decline";
  const text = negotiates ? messages.wantsToTalk : getMessage(messages.offer, payload.decision) || messages.answered;
  const quote = [payload.decline_reason, payload.contribution, payload.negotiation_summary, payload.reasoning].find(Boolean);
  return [readTrue(payload.late) ? messages.late(text) : text, quote];
}

function describeBargain({ current_value, desired_value, content }: JsonObject): string {
  const change = [current_value, desired_value].filter((value) => truncateText(value, MAX_QUOTE_CHARS) !== "").join(" → ");
  return truncateText(desired_value, MAX_QUOTE_CHARS) === "" ? truncateText(content, MAX_QUOTE_CHARS) : change;
}

function describeProposal(payload: JsonObject, messages: CaptionMessages, format: Format): CaptionText {
  const describe = readTrue(payload.resent) ? messages.sentAgain : messages.sent;
  const plan = payload.proposal as JsonObject | null | undefined;
  return [describe(formatCount(payload.version, format), format.number(getLength(payload.participants))), plan?.summary];
}

function describeEvaluation({ accept_rate, decision }: JsonObject, messages: CaptionMessages, format: Format): string {
  const verdict = getMessage(messages.verdict, decision);
  return typeof accept_rate === "number" ? messages.evaluated(format.percent(accept_rate), verdict) : messages.unanswered(verdict);
}

function describeAgreement(type: string, payload: JsonObject, language: Locale): CaptionText {
  const plan = readPlanOutcome(payload);
  if (plan === null || plan.complete) return [getMessage(CAPTION_MESSAGES[language].told, type)];
  return [describePartly(plan, language), plan.missing.join(" · ")];
}

function describeGaps(payload: JsonObject, complete: boolean | null, messages: CaptionMessages, format: Format): CaptionText {
  if (getLength(payload.gaps) > 0) return [getMessage(messages.told, "towow.gap.identified"), listNames(payload.gaps, "gap_type", format)];
  return [complete === false ? messages.noFurtherGap : messages.complete];
}

/** Return the most specific known reason of a failure; "" when there is none. */
export function getFailureReason(payload: object, language: Locale): string {
  const { reason, detail } = payload as JsonObject;
  return getMessage(REASON_MESSAGES[language].detail, detail) || getMessage(REASON_MESSAGES[language].reason, reason);
}

function getMessage(table: Readonly<Record<string, string>>, key: unknown): string {
  return lookUp(table, key) ?? "";
}

function getLength(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function listNames(list: unknown, field: string, format: Format): string {
  return format.list(readObjects(list).map((item) => truncateText(item[field], MAX_NAME_CHARS)).filter(Boolean));
}

function formatCount(value: unknown, format: Format): string {
  return typeof value === "number" ? format.number(value) : "–";
}
