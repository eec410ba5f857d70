// Markdown of an agreed plan: when and where, people, cost, next steps.
import { isAgreed } from "../../eventLog/planOutcome";
import type { DemandView } from "../../eventLog/types";
import type { Format } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { formatMoney } from "../../i18n/money";
import { TERM_MESSAGES } from "../terms/messages";
import { formatFee, formatPeriod } from "../terms/termTexts";
import { describeTotal } from "./describeTotal";
import { describeWhen, getEventFacts } from "./eventFacts";
import { EVENT_MESSAGES } from "./eventMessages";
import { listEventPeople, type EventPerson } from "./eventPeople";
import type { ExportMessages } from "./exportMessages";
import { escapeInline, renderList, renderSection, renderTable } from "./markdownSyntax";
import type { Messages } from "./messages";
import { describeStep, formatOwner, formatStepDay } from "./NextSteps";
import { listNextSteps } from "./planSteps";
import { formatFees } from "./PersonFee";
import { getPlanCosts } from "./planCosts";
import { getPlanReport } from "./planReport";

/** What a document is rendered from. */
export interface RenderContext {
  readonly view: DemandView;
  readonly language: Locale;
  readonly messages: Messages;
  readonly exportMessages: ExportMessages;
  readonly format: Format;
}

/** Render when, where and for whom the plan is. */
export function renderEvent({ view, language }: RenderContext): string {
  if (!isAgreed(view.status)) return "";
  const event = EVENT_MESSAGES[language];
  const facts = getEventFacts(view, language);
  const lines = [[event.title, facts.title], [event.when, describeWhen(facts, language)], [event.where, facts.place], [event.forWhom, facts.people]] as const;
  return renderSection(event.glance, renderList(lines.filter(([, text]) => text !== "").map(([name, text]) => `${name}: ${escapeInline(text)}`)));
}

/** Render the people with what makes them reliable, and those in reserve. */
export function renderParticipants({ view, language, messages, format }: RenderContext): string {
  const lines = listEventPeople(view, language).map((person) => {
    const { name, roles, status, joinedLater } = person;
    const more = joinedLater && status !== "left" ? `, ${messages.joined}` : "";
    const facts = listTrust(person, language, format).map((fact) => `  - ${escapeInline(fact)}`);
    return [`${escapeInline(name)}${roles.length > 0 ? ` — ${escapeInline(roles.join(", "))}` : ""} (${messages.standing[status]}${more})`, ...facts].join("\n");
  });
  const reserves = getPlanReport(view).reserves.map(({ name, role }) => `${escapeInline(name)}${role === "" ? "" : ` — ${escapeInline(role)}`}`);
  return renderSection(messages.participants, renderList(lines), reserves.length === 0 ? "" : `${messages.reserves}: ${reserves.join("; ")}`);
}

/** List why a person was chosen, what they insist on, what was not checked, and who answered. */
function listTrust({ why, insistsOn, unchecked, answeredBy }: EventPerson, language: Locale, format: Format): readonly string[] {
  const event = EVENT_MESSAGES[language];
  const insisted = insistsOn.map(({ name, text }) => (name === null ? text : `${TERM_MESSAGES[language].label[name]} ${text}`));
  return [
    ...(why === "" ? [] : [`${event.why}: ${why}`]),
    ...(insisted.length === 0 ? [] : [`${event.insists}: ${insisted.join(" · ")}`]),
    ...(unchecked.length === 0 ? [] : [`${event.unchecked}: ${format.list(unchecked.map((fact) => event.uncheckedFacts[fact]))}`]),
    ...(answeredBy === null ? [] : [event.answered[answeredBy]]),
  ];
}

/** Render the cost of the plan with its sum against the budget. */
export function renderPlanCosts({ view, language, messages }: RenderContext): string {
  const costs = getPlanCosts(view);
  if (costs === null) return "";
  const rows = costs.people.map((person) => [
    escapeInline(person.name), escapeInline(person.roles.join(", ")),
    person.fees.length === 0 ? messages.noFee : escapeInline(formatFees(person, language)),
    person.asked === null ? "" : escapeInline(formatFee(person.asked, language)),
    formatPeriod(person.start, person.end, language),
  ]);
  const totals = costs.totals.map((total) => `**${escapeInline(describeTotal(total, language))}**${total.over === null ? "" : ` (${escapeInline(messages.overBy(formatMoney(total.over, language)))})`}`);
  const budget = costs.otherBudget === null ? "" : `${messages.budget}: ${escapeInline(formatMoney(costs.otherBudget, language))} (${messages.notCompared})`;
  return renderSection(messages.costs, renderTable([messages.who, messages.part, messages.fee, messages.asked, messages.when], rows), renderList([...totals, budget]));
}

/** Render the next steps of an agreed plan with their days and owners; its milestones are in the plan. */
export function renderNextSteps({ view, language }: RenderContext): string {
  if (!isAgreed(view.status)) return "";
  const steps = listNextSteps(view).filter(({ kind }) => kind !== "milestone").map((step) => `[ ] ${formatStepDay(step, language)} — ${escapeInline(describeStep(step, language))} (${escapeInline(formatOwner(step, language))})`);
  return renderSection(EVENT_MESSAGES[language].nextSteps, renderList(steps));
}
