// Markdown export of a negotiation: demand, outcome, participants, plan, rounds, cost.
import { getOpenGaps } from "../../eventLog/openGaps";
import { createNameLookup } from "../../eventLog/agentNames";
import type { Finding } from "../../eventLog/findings";
import { lookUp } from "../../eventLog/readJson";
import { readTermsOf } from "../../eventLog/terms";
import type { DemandView, LogEntry, Plan } from "../../eventLog/types";
import { getFormat } from "../../i18n/format";
import type { Locale } from "../../i18n/locale";
import { REASON_MESSAGES } from "../../i18n/reasonMessages";
import { getEnd, getPartlyLabel } from "../negotiation/agreement";
import { MESSAGES as STATES } from "../negotiation/messages";
import { MESSAGES as PROPOSAL } from "../proposal/messages";
import { getDistinctLabel } from "../proposal/normalizedPlan";
import { TERM_MESSAGES } from "../terms/messages";
import { describeTerms } from "../terms/termTexts";
import { readUnderstanding } from "../understanding/demandReading";
import { MESSAGES as UNDERSTANDING } from "../understanding/messages";
import { EXPORT_MESSAGES } from "./exportMessages";
import { renderEvent, renderNextSteps, renderParticipants, renderPlanCosts, type RenderContext } from "./eventMarkdown";
import { escapeInline, renderList, renderQuote, renderSection, renderSubsection, renderTable } from "./markdownSyntax";
import { summarizeCost, type StepCost } from "./costSummary";
import { dedupeCompromise } from "./dedupeCompromise";
import { MESSAGES } from "./messages";
import { isFullySettled, getOpenItems } from "./openItems";
import { getPlanReport } from "./planReport";

/** Render the negotiation at `view` as Markdown; `url` is the page of the negotiation. */
export function renderMarkdown(view: DemandView, entries: readonly LogEntry[], url: string, language: Locale): string {
  const context = { view, language, messages: MESSAGES[language], exportMessages: EXPORT_MESSAGES[language], format: getFormat(language) };
  const parts = [
    `# ${escapeInline(view.understanding?.surface_demand) || escapeInline(view.raw_input) || context.exportMessages.demand}`,
    renderDemand(context, url),
    renderOutcome(context),
    renderEvent(context),
    ...renderReport(context),
    renderParticipants(context),
    renderPlanCosts(context),
    renderNextSteps(context),
    renderCompromise(context),
    renderPlan(context),
    renderGaps(context),
    renderRounds(context),
    renderCost(context, entries),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function renderDemand({ view, language, exportMessages, format }: RenderContext, url: string): string {
  const notUsed = readUnderstanding(view.understanding).notUnderstood.map(({ text }) => text);
  const facts = renderList([
    `${exportMessages.by}: ${escapeInline(view.user_id)}`,
    `${exportMessages.stated}: ${format.moment(view.created_at)}`,
    view.closed_at ? `${exportMessages.ended}: ${format.moment(view.closed_at)}` : "",
    `${exportMessages.model}: ${exportMessages.models[view.model] ?? escapeInline(view.model)}`,
    `${exportMessages.id}: ${escapeInline(view.demand_id)} <${encodeURI(url)}>`,
    view.follows ? `${exportMessages.follows}: ${escapeInline(view.follows)}` : "",
    notUsed.length === 0 ? "" : `${UNDERSTANDING[language].notUsed}: ${escapeInline(notUsed.join(" · "))}`,
  ]);
  return renderSection(exportMessages.demand, renderQuote(view.raw_input), facts);
}

function renderOutcome({ view, language, messages, format }: RenderContext): string {
  const content = view.outcome;
  if (content === null) return "";
  const heads = { finalized: messages.agreed, force_finalized: messages.forced, failed: messages.failed, cancelled: messages.cancelled };
  const reasons = REASON_MESSAGES[language];
  const rate = content.accept_rate;
  const stopped = view.cancelled?.cancelled_by ?? "";
  return renderSection(
    messages.title,
    `**${getPartlyLabel({ status: content.status, outcome: content }, language) || (heads[content.status] ?? escapeInline(content.status))}**`,
    content.status === "force_finalized" ? messages.forcedMeans : "",
    content.summary ? renderQuote(content.summary) : "",
    renderList([
      content.reason ? `${messages.why}: ${lookUp(reasons.reason, content.reason) ?? escapeInline(content.reason)}` : "",
      content.detail ? (lookUp(reasons.detail, content.detail) ?? escapeInline(content.detail)) : "",
      rate == null ? "" : messages.acceptRate(format.percent(rate)),
      content.rounds_taken ? messages.rounds(format.number(content.rounds_taken)) : "",
      stopped && content.status === "cancelled" ? escapeInline(messages.cancelledBy(stopped)) : "",
      stopped && content.status !== "cancelled" ? escapeInline(messages.stoppedBy(stopped)) : "",
    ]),
    view.cancelled?.reason ? renderQuote(view.cancelled.reason) : "",
  );
}

/** Render what is missing, the needs and what was found, in this order. */
function renderReport({ view, language, messages, format }: RenderContext): readonly string[] {
  const { missing, needs, findings } = getPlanReport(view);
  const renderFinding = ({ kind, text }: Finding): string => `${lookUp(PROPOSAL[language].kind, kind) ?? PROPOSAL[language].found}: ${escapeInline(text)}`;
  return [
    renderSection(messages.stillMissing, renderList(missing.map(({ text, finding }) => (finding === null ? escapeInline(text) : renderFinding(finding))))),
    renderSection(messages.needs, renderList(needs.map(({ need, met, holders }) => `${met ? messages.met : messages.notMet}: ${escapeInline(need)}${holders.length > 0 ? ` — ${escapeInline(format.list(holders))}` : ""}`))),
    renderSection(PROPOSAL[language].findings, renderList(findings.map(renderFinding))),
  ];
}

function renderCompromise({ view, messages, exportMessages }: RenderContext): string {
  const content = view.outcome;
  const proposed = content?.compromise_proposal;
  const { missing, alternatives } = dedupeCompromise(content);
  const nameOf = createNameLookup(view);
  return renderSection(
    messages.compromise,
    content?.compromise_suggestion ? renderQuote(content.compromise_suggestion) : "",
    renderSubsection(messages.can, renderList((proposed?.participants ?? []).map((item) => `${escapeInline(nameOf(item.agent_id))}: ${escapeInline(item.can)}`))),
    renderSubsection(messages.missing, renderList(missing.map(escapeInline))),
    renderSubsection(exportMessages.relax, renderList((proposed?.relax ?? []).map((item) => `${escapeInline(item.aspect)}: ${escapeInline(item.from) || "—"} → ${escapeInline(item.to) || "—"}${item.expected ? ` (${escapeInline(item.expected)})` : ""}`))),
    renderSubsection(messages.alternatives, renderList(alternatives.map(escapeInline))),
  );
}

function renderPlan(context: RenderContext): string {
  const { view, exportMessages, format } = context;
  const proposal = view.proposal;
  if (!proposal) return view.outcome === null ? "" : renderSection(exportMessages.plan, exportMessages.noPlan);
  const milestones = (proposal.timeline?.milestones ?? []).map(({ name, date, label }) => {
    const when = date ? escapeInline(format.day(date)) : exportMessages.noDate;
    const more = escapeInline(getDistinctLabel(name ?? "", label ?? ""));
    return `${escapeInline(name) || exportMessages.untitled} — ${when}${more ? ` (${more})` : ""}`;
  });
  return renderSection(
    `${exportMessages.plan} (${exportMessages.version(format.number(proposal.version ?? 0))})`,
    view.status === "failed" ? `*${exportMessages.notAgreed}*` : "",
    proposal.summary ? renderQuote(proposal.summary) : "",
    renderSubsection(exportMessages.objective, proposal.objective ? renderQuote(proposal.objective) : ""),
    renderSubsection(exportMessages.assignments, renderAssignments(proposal, context)),
    renderSubsection(exportMessages.milestones, renderList(milestones)),
    renderSubsection(exportMessages.criteria, renderList((proposal.success_criteria ?? []).map(escapeInline))),
    renderSubsection(exportMessages.risks, renderList((proposal.risks ?? []).map(escapeInline))),
    renderSubsection(exportMessages.rationale, proposal.rationale ? renderQuote(proposal.rationale) : ""),
  );
}

function renderAssignments({ assignments = [] }: Plan, { language, messages, exportMessages }: RenderContext): string {
  if (assignments.length === 0) return "";
  const rows = assignments.map((item) => [
    escapeInline(item.display_name) || escapeInline(item.agent_id),
    escapeInline(item.role) + (item.required ? ` (${exportMessages.required})` : ""),
    escapeInline(item.responsibility),
    item.reserve === true ? messages.reserves : item.is_confirmed ? exportMessages.confirmed : exportMessages.open,
    escapeInline([item.notes, ...describeTerms(readTermsOf(item), language, [item.responsibility ?? "", item.notes ?? ""]).map(({ name, text }) => `${TERM_MESSAGES[language].label[name]}: ${text}`), ...(item.dependencies ?? []).map((need) => `${exportMessages.dependencies}: ${need}`)].filter(Boolean).join("; ")),
  ]);
  return renderTable([exportMessages.who, exportMessages.role, exportMessages.task, exportMessages.state, exportMessages.notes], rows);
}

function renderGaps({ view, language, messages, format }: RenderContext): string {
  const openGaps = getOpenGaps(view);
  const openItems = getOpenItems(view);
  const nameOf = createNameLookup(view);
  const subnets = (view.subnets ?? []).map((subnet) => {
    const found = (subnet.participants ?? []).map((agentId) => nameOf(agentId));
    const status = getPartlyLabel(getEnd(subnet), language) || (STATES[language].status[subnet.status] ?? escapeInline(subnet.status));
    return `${escapeInline(subnet.gap_type)} (${status}): ${escapeInline(subnet.sub_demand)}${found.length > 0 ? ` → ${escapeInline(found.join(", "))}` : ""}`;
  });
  return renderSection(
    messages.gaps,
    openItems === null ? "" : openItems.complete === false ? messages.incomplete : isFullySettled(openItems) ? messages.complete : messages.covered,
    renderList(openGaps.map((gap) => `${escapeInline(gap.gap_type)} (${messages.importance(format.number(gap.importance ?? 0))})${gap.reason ? `: ${escapeInline(gap.reason)}` : ""}`)),
    renderSubsection(messages.subnets, renderList(subnets)),
    openItems !== null && openItems.risks > 0 ? messages.risks(format.number(openItems.risks)) : "",
    renderSubsection(messages.unsettled, openItems === null ? "" : renderList([
      ...openItems.unconfirmed.map((item) => `${messages.open}: ${escapeInline([item.name || nameOf(item.agentId), item.role].filter(Boolean).join(" · "))}`),
      ...openItems.unmetRequests.map(({ request }) => `${messages.unmet}: ${escapeInline(request)}`),
    ])),
  );
}

function renderRounds({ view, exportMessages, format }: RenderContext): string {
  const evaluations = view.evaluations ?? [];
  if (evaluations.length === 0) return "";
  const number = (value: number | undefined): string => (value === undefined ? "" : format.number(value));
  const rows = evaluations.map((item) => [
    number(item.round), number(item.sent), number(item.accepts), number(item.negotiates), number(item.rejects), number(item.withdraws), number(item.silent),
    item.accept_rate == null ? "—" : format.percent(item.accept_rate),
    exportMessages.decision[item.decision] ?? escapeInline(item.decision),
  ]);
  return renderSection(exportMessages.rounds, renderTable([exportMessages.round, exportMessages.asked, exportMessages.accepts, exportMessages.negotiates, exportMessages.rejects, exportMessages.withdraws, exportMessages.silent, exportMessages.rate, exportMessages.verdict], rows));
}

function renderCost({ view, messages, format }: RenderContext, entries: readonly LogEntry[]): string {
  const summary = summarizeCost(view, entries);
  const row = (name: string, cost: StepCost): string[] => [
    name, format.number(cost.calls), format.number(cost.fallbacks), format.number(cost.inputTokens), format.number(cost.outputTokens), format.usd(cost.usd),
  ];
  return renderSection(
    messages.receipt,
    renderTable([messages.step, messages.calls, messages.fallbacks, messages.input, messages.output, messages.price], [
      ...summary.steps.map(({ step, cost }) => row(messages.steps[step], cost)),
      ...(summary.unattributed ? [row(messages.untold, summary.unattributed)] : []),
      row(`**${messages.total}**`, summary.total),
    ]),
    lookUp(messages.unpaid, view.model) ?? (summary.total.usd === 0 && summary.total.calls > 0 ? messages.unpriced : ""),
    summary.durationMs === null ? messages.soFar : `${messages.duration}: ${format.duration(summary.durationMs)}`,
  );
}
