// The narrator: one sentence for each beat, made of the log's facts.
import { createNameLookup } from "../../eventLog/agentNames";
import { readObjects, readString, readStrings } from "../../eventLog/readJson";
import { readTermsOf, readTotals } from "../../eventLog/terms";
import type { DemandView, JsonObject, LogEntry } from "../../eventLog/types";
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { getStateLabel } from "../negotiation/StateBanner";
import { normalizePlan, type NormalizedAssignment } from "../proposal/normalizedPlan";
import { getPlanDay } from "../proposal/planDay";
import { getFailureReason } from "../stage/eventCaption";
import { readUnderstanding } from "../understanding/demandReading";
import type { Beat, BeatKind } from "./beats";
import { NARRATOR_MESSAGES } from "./narratorMessages";
import { clipNames, clipPart, clipQuote, clipTitle, listShortly } from "./spokenText";
import { describeOffer, describeWish } from "./offerText";
import { collectPosterFacts, findMissing } from "./posterFacts";

/** What a sentence is made of: the event that begins the beat, and the view after it. */
interface Facts {
  readonly payload: JsonObject;
  readonly view: DemandView;
  readonly language: Locale;
}

const TELLERS: Readonly<Record<BeatKind, (facts: Facts) => string>> = {
  asked: ({ payload, language }) => NARRATOR_MESSAGES[language].asked(clipTitle(payload.raw_input)),
  understood: tellUnderstanding,
  question: ({ payload, language }) => NARRATOR_MESSAGES[language].question(payload.about === "limit", clipTitle(payload.text)),
  revised: tellUnderstanding,
  invited: tellInvited,
  firstAnswer: ({ payload, language }) => NARRATOR_MESSAGES[language].firstAnswer(clipPart(payload.display_name), describeOffer(payload, language)),
  firstNo: tellNo,
  bargain: ({ payload, language }) => NARRATOR_MESSAGES[language].bargain(clipPart(payload.display_name), describeWish(payload, language)),
  answers: tellAnswers,
  plan: tellPlan,
  review: tellReview,
  left: ({ payload, language }) => NARRATOR_MESSAGES[language].left(clipPart(payload.display_name), clipQuote(payload.reason)),
  verdict: tellVerdict,
  outcome: tellOutcome,
  gap: tellGap,
  subnet: ({ payload, language }) => NARRATOR_MESSAGES[language].subnet(clipPart(payload.gap_type)),
  subnetEnd: tellSubnetEnd,
  poster: tellEnd,
};

/** Return the sentence of a beat; `entry` is its first event and `view` the view after it. */
export function tellBeat({ kind }: Beat, entry: LogEntry, view: DemandView, language: Locale): string {
  return TELLERS[kind]({ payload: entry.payload, view, language });
}

function tellUnderstanding({ view, language }: Facts): string {
  const { title, needs } = readUnderstanding(view.understanding);
  const needed = needs.map(({ need, count }) => (count > 1 ? NARRATOR_MESSAGES[language].times(clipPart(need), count) : clipPart(need)));
  const shown = clipTitle(title === "" ? (view.understanding?.surface_demand ?? view.raw_input) : title);
  return NARRATOR_MESSAGES[language].understood(shown, listShortly(needed, 5, language));
}

function tellInvited({ payload, view, language }: Facts): string {
  const agents = readStrings(payload.invited_agents);
  const names = clipNames(agents.map(createNameLookup(view)));
  return NARRATOR_MESSAGES[language].invited(agents.length, listShortly(names, 3, language));
}

function tellNo({ payload, language }: Facts): string {
  const reason = readString(payload.decline_reason) || readString(payload.reasoning);
  return NARRATOR_MESSAGES[language].firstNo(clipPart(payload.display_name), clipQuote(reason));
}

function tellAnswers({ view, language }: Facts): string {
  const offers = readObjects(view.candidates).flatMap(({ offer }) => offer ?? []);
  const joining = offers.filter(({ decision }) => decision !== "decline");
  const conditional = joining.filter(({ decision, response_type }) => decision === "conditional" || response_type === "negotiate");
  return NARRATOR_MESSAGES[language].answers(offers.length, joining.length, conditional.length, offers.length - joining.length);
}

function tellPlan(facts: Facts): string {
  const { view, language } = facts;
  if (!view.proposal) return "";
  const messages = NARRATOR_MESSAGES[language];
  const plan = normalizePlan(view.proposal);
  const change = plan.adjustment?.changes[0];
  if (change !== undefined && plan.version !== 1) {
    const names = clipNames(change.requestedBy.map(createNameLookup(view)));
    return messages.change(plan.version ?? 0, listShortly(names, 2, language), clipQuote(change.after || change.reason || change.aspect));
  }
  const parts = plan.assignments.filter(({ reserve }) => !reserve).map((one) => describePart(one, language));
  const day = getPlanDay(plan);
  const total = readTotals(view.proposal).map((sum) => formatMoney(sum, language)).join(" + ");
  return messages.plan(plan.version ?? 1, listShortly(parts, 3, language), day === "" ? "" : getFormat(language).day(day), total);
}

function describePart({ name, role }: NormalizedAssignment, language: Locale): string {
  return role === "" ? clipPart(name) : NARRATOR_MESSAGES[language].part(clipPart(name), clipPart(role));
}

function tellReview({ payload, language }: Facts): string {
  const messages = NARRATOR_MESSAGES[language];
  const wish = clipQuote(readString(payload.adjustment_request) || readString(payload.reasoning));
  const name = clipPart(payload.display_name);
  if (payload.feedback_type === "withdraw") return messages.left(name, wish);
  return payload.feedback_type === "reject" ? messages.rejects(name, wish) : messages.wishes(name, wish);
}

function tellVerdict({ payload, language }: Facts): string {
  const messages = NARRATOR_MESSAGES[language];
  const [accepts, answered, withdraws] = [Number(payload.accepts), Number(payload.answered), Number(payload.withdraws)];
  const decision = payload.decision as keyof typeof messages.decision;
  const next = Object.hasOwn(messages.decision, decision) ? messages.decision[decision] : "";
  return messages.verdict(Number(payload.round), accepts, answered - withdraws, next);
}

function tellOutcome({ payload, view, language }: Facts): string {
  const messages = NARRATOR_MESSAGES[language];
  if (view.status === "cancelled") return messages.cancelled(clipQuote(payload.reason));
  if (view.status === "failed") return messages.failed(getFailureReason(payload, language));
  const { when, sum, people } = collectPosterFacts(view, language);
  const count = people.filter(({ confirmed }) => confirmed).length;
  const facts = [count > 0 ? messages.people(count) : "", when, sum].filter((fact) => fact !== "").join(messages.comma);
  return messages.agreed(getStateLabel(view, language), facts, listShortly(findMissing(view).map(clipQuote), 1, language));
}

function tellGap({ payload, language }: Facts): string {
  const gaps = readObjects(payload.gaps);
  return NARRATOR_MESSAGES[language].gap(listShortly(gaps.map((gap) => clipPart(gap.gap_type)), 3, language), clipQuote(gaps.length === 1 ? gaps[0]?.reason : ""));
}

function tellSubnetEnd({ payload, view, language }: Facts): string {
  const messages = NARRATOR_MESSAGES[language];
  const names = clipNames(readStrings(payload.participants).map(createNameLookup(view)));
  const gap = clipPart(payload.gap_type);
  if (names.length === 0) return messages.notFound(gap);
  const fee = readObjects(view.proposal?.assignments).filter(({ agent_id }) => readStrings(payload.participants).includes(readString(agent_id))).flatMap((one) => readTermsOf(one)?.fee ?? []).at(0);
  return messages.found(listShortly(names, 2, language), gap, fee === undefined ? "" : formatMoney(fee, language));
}

function tellEnd({ view, language }: Facts): string {
  const offers = readObjects(view.candidates).filter(({ offer }) => offer).length;
  const ms = Date.parse(view.updated_at) - Date.parse(view.created_at);
  return NARRATOR_MESSAGES[language].ended(readObjects(view.candidates).length, offers, view.round, ms >= 1000 ? getFormat(language).duration(ms) : "");
}
