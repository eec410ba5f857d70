// What does the exported document say? The whole negotiation as Markdown: demand, outcome, people, plan, rounds, cost.
import { openGaps } from "../../eventLog/openGaps";
import { namesIn } from "../../eventLog/agentNames";
import { known } from "../../eventLog/readJson";
import type { DemandView, Entry, Plan } from "../../eventLog/types";
import { formatIn } from "../../i18n/format";
import type { Format } from "../../i18n/format";
import type { Language } from "../../i18n/locale";
import { REASONS } from "../../i18n/reasonMessages";
import { WORDS as STATES } from "../negotiation/messages";
import { besideName } from "../proposal/normalizedPlan";
import { DOCUMENT } from "./exportMessages";
import type { DocumentWords } from "./exportMessages";
import { inline, list, quote, table } from "./markdownSyntax";
import { participants } from "./outcomeParticipants";
import { receiptOf } from "./costSummary";
import type { Spent } from "./costSummary";
import { saidOnce } from "./dedupeCompromise";
import { WORDS } from "./messages";
import type { Words } from "./messages";
import { isSettled, unsettledIn } from "./openItems";

interface Telling {
  readonly view: DemandView;
  readonly language: Language;
  readonly words: Words;
  readonly said: DocumentWords;
  readonly format: Format;
}

/** The document at the moment of `view`; `url`: where the negotiation is to be seen. */
export function markdownOf(view: DemandView, entries: readonly Entry[], url: string, language: Language): string {
  const telling = { view, language, words: WORDS[language], said: DOCUMENT[language], format: formatIn(language) };
  const parts = [
    `# ${inline(view.understanding?.surface_demand) || inline(view.raw_input) || telling.said.demand}`,
    opening(telling, url),
    outcome(telling),
    people(telling),
    compromise(telling),
    plan(telling),
    gaps(telling),
    rounds(telling),
    cost(telling, entries),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function section(title: string, ...parts: readonly string[]): string {
  const told = parts.filter((part) => part !== "");
  return told.length === 0 ? "" : [`## ${title}`, ...told].join("\n\n");
}

function part(title: string, body: string): string {
  return body === "" ? "" : `### ${title}\n\n${body}`;
}

function opening({ view, said, format }: Telling, url: string): string {
  const facts = list([
    `${said.by}: ${inline(view.user_id)}`,
    `${said.stated}: ${format.moment(view.created_at)}`,
    view.closed_at ? `${said.ended}: ${format.moment(view.closed_at)}` : "",
    `${said.model}: ${said.models[view.model] ?? inline(view.model)}`,
    `${said.id}: ${inline(view.demand_id)} <${encodeURI(url)}>`,
    view.follows ? `${said.follows}: ${inline(view.follows)}` : "",
  ]);
  return section(said.demand, quote(view.raw_input), facts);
}

function outcome({ view, language, words, format }: Telling): string {
  const told = view.outcome;
  if (told === null) return "";
  const heads = { finalized: words.agreed, force_finalized: words.forced, failed: words.failed, cancelled: words.cancelled };
  const why = REASONS[language];
  const rate = told.accept_rate;
  const stopped = view.cancelled?.cancelled_by ?? "";
  return section(
    words.title,
    `**${heads[told.status] ?? inline(told.status)}**`,
    told.status === "force_finalized" ? words.forcedMeans : "",
    told.summary ? quote(told.summary) : "",
    list([
      told.reason ? `${words.why}: ${known(why.reason, told.reason) ?? inline(told.reason)}` : "",
      told.detail ? (known(why.detail, told.detail) ?? inline(told.detail)) : "",
      rate == null ? "" : words.acceptRate(format.percent(rate)),
      told.rounds_taken ? words.rounds(format.number(told.rounds_taken)) : "",
      stopped && told.status === "cancelled" ? inline(words.cancelledBy(stopped)) : "",
      stopped && told.status !== "cancelled" ? inline(words.stoppedBy(stopped)) : "",
    ]),
    view.cancelled?.reason ? quote(view.cancelled.reason) : "",
  );
}

function people({ view, words }: Telling): string {
  const those = participants(view).map(({ name, roles, standing, joined }) => {
    const more = joined && standing !== "left" ? `, ${words.joined}` : "";
    return `${inline(name)}${roles.length > 0 ? ` — ${inline(roles.join(", "))}` : ""} (${words.standing[standing]}${more})`;
  });
  return section(words.participants, list(those));
}

function compromise({ view, words, said }: Telling): string {
  const told = view.outcome;
  const proposed = told?.compromise_proposal;
  const { missing, alternatives } = saidOnce(told);
  const nameOf = namesIn(view);
  return section(
    words.compromise,
    told?.compromise_suggestion ? quote(told.compromise_suggestion) : "",
    part(words.can, list((proposed?.participants ?? []).map((one) => `${inline(nameOf(one.agent_id))}: ${inline(one.can)}`))),
    part(words.missing, list(missing.map(inline))),
    part(said.relax, list((proposed?.relax ?? []).map((one) => `${inline(one.aspect)}: ${inline(one.from) || "—"} → ${inline(one.to) || "—"}`))),
    part(words.alternatives, list(alternatives.map(inline))),
  );
}

function plan(telling: Telling): string {
  const { view, said, format } = telling;
  const last = view.proposal;
  if (!last) return view.outcome === null ? "" : section(said.plan, said.noPlan);
  const milestones = (last.timeline?.milestones ?? []).map(({ name, date, label }) => {
    const when = date ? inline(format.day(date)) : said.noDate;
    const more = inline(besideName(name ?? "", label ?? ""));
    return `${inline(name) || said.untitled} — ${when}${more ? ` (${more})` : ""}`;
  });
  return section(
    `${said.plan} (${said.version(format.number(last.version ?? 0))})`,
    view.status === "failed" ? `*${said.notAgreed}*` : "",
    last.summary ? quote(last.summary) : "",
    part(said.objective, last.objective ? quote(last.objective) : ""),
    part(said.assignments, assignments(last, said)),
    part(said.milestones, list(milestones)),
    part(said.criteria, list((last.success_criteria ?? []).map(inline))),
    part(said.risks, list((last.risks ?? []).map(inline))),
    part(said.rationale, last.rationale ? quote(last.rationale) : ""),
  );
}

function assignments({ assignments = [] }: Plan, said: DocumentWords): string {
  if (assignments.length === 0) return "";
  const rows = assignments.map((one) => [
    inline(one.display_name) || inline(one.agent_id),
    inline(one.role) + (one.required ? ` (${said.required})` : ""),
    inline(one.responsibility),
    one.is_confirmed ? said.confirmed : said.open,
    inline([one.notes, ...(one.dependencies ?? []).map((need) => `${said.dependencies}: ${need}`)].filter(Boolean).join("; ")),
  ]);
  return table([said.who, said.role, said.task, said.state, said.notes], rows);
}

function gaps({ view, language, words, format }: Telling): string {
  const lacking = openGaps(view);
  const left = unsettledIn(view);
  const nameOf = namesIn(view);
  const subnets = (view.subnets ?? []).map((subnet) => {
    const found = (subnet.participants ?? []).map((agentId) => nameOf(agentId));
    const status = STATES[language].status[subnet.status] ?? inline(subnet.status);
    return `${inline(subnet.gap_type)} (${status}): ${inline(subnet.sub_demand)}${found.length > 0 ? ` → ${inline(found.join(", "))}` : ""}`;
  });
  return section(
    words.gaps,
    left === null ? "" : isSettled(left) ? words.complete : words.covered,
    list(lacking.map((gap) => `${inline(gap.gap_type)} (${words.importance(format.number(gap.importance ?? 0))})${gap.reason ? `: ${inline(gap.reason)}` : ""}`)),
    part(words.subnets, list(subnets)),
    left !== null && left.risks > 0 ? words.risks(format.number(left.risks)) : "",
    part(words.unsettled, left === null ? "" : list([
      ...left.open.map((one) => `${words.open}: ${inline([one.name || nameOf(one.agentId), one.role].filter(Boolean).join(" · "))}`),
      ...left.unmet.map(({ request }) => `${words.unmet}: ${inline(request)}`),
    ])),
  );
}

function rounds({ view, said, format }: Telling): string {
  const judged = view.evaluations ?? [];
  if (judged.length === 0) return "";
  const number = (value: number | undefined): string => (value === undefined ? "" : format.number(value));
  const rows = judged.map((one) => [
    number(one.round), number(one.sent), number(one.accepts), number(one.negotiates), number(one.rejects), number(one.withdraws), number(one.silent),
    one.accept_rate == null ? "—" : format.percent(one.accept_rate),
    said.decision[one.decision] ?? inline(one.decision),
  ]);
  return section(said.rounds, table([said.round, said.asked, said.accepts, said.negotiates, said.rejects, said.withdraws, said.silent, said.rate, said.verdict], rows));
}

function cost({ view, words, format }: Telling, entries: readonly Entry[]): string {
  const receipt = receiptOf(view, entries);
  const row = (name: string, spent: Spent): string[] => [
    name, format.number(spent.calls), format.number(spent.fallbacks), format.number(spent.input), format.number(spent.output), format.usd(spent.usd),
  ];
  return section(
    words.receipt,
    table([words.step, words.calls, words.fallbacks, words.input, words.output, words.price], [
      ...receipt.steps.map(({ step, spent }) => row(words.steps[step], spent)),
      ...(receipt.untold ? [row(words.untold, receipt.untold)] : []),
      row(`**${words.total}**`, receipt.total),
    ]),
    words.unpaid[view.model] ?? (receipt.total.usd === 0 && receipt.total.calls > 0 ? words.unpriced : ""),
    receipt.durationMs === null ? words.soFar : `${words.duration}: ${format.duration(receipt.durationMs)}`,
  );
}
