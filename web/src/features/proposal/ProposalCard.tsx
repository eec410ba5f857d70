// Card with the current plan and what changed in it (TW-804).
import { useMemo } from "react";
import { createNameLookup } from "../../eventLog/agentNames";
import type { DemandView, Plan } from "../../eventLog/types";
import { getDepartedAgents } from "../../eventLog/agentStatus";
import { readFindings } from "../../eventLog/findings";
import { getVisibleCount, useLogStore } from "../../eventLog/logStore";
import { lookUp } from "../../eventLog/readJson";
import { escapeBidi } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { Assignments } from "./Assignments";
import { PlanChanges } from "./PlanChanges";
import { diffPlans, type PlanDiff } from "./planDiff";
import { getVersionCause, listEarlierPlans, getLostAssignments, getVersionAdjustment, normalizePlans, getReviewState, isFallbackVersion, getPreviousVersion } from "./planVersions";
import { Findings } from "./Findings";
import { LimitQuestions } from "./LimitQuestions";
import { GapSection, LaterGapSection, TextSection, MilestoneSection } from "./PlanSections";
import { PreviousValue } from "./ChangeBadges";
import { normalizePlan, type NormalizedPlan } from "./normalizedPlan";
import { MESSAGES, type PlanKind } from "./messages";
import "./proposal.css";

/** Plan card; a placeholder while a plan is expected. */
export function ProposalCard({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  if (view.proposal) return <PlanContent view={view} proposal={view.proposal} />;
  const awaited = view.status === "processing" && (view.phase === "collecting" || view.phase === "aggregating");
  if (!awaited) return null;
  return (
    <section className="card" data-part="ProposalCard">
      <h2>{messages.title.open}</h2>
      <p className="soft">{messages.notYet}</p>
    </section>
  );
}

function PlanContent({ view, proposal }: { readonly view: DemandView; readonly proposal: Plan }) {
  const messages = MESSAGES.useCurrent();
  const views = useLogStore((log) => log.views);
  const entries = useLogStore((log) => log.entries);
  const count = useLogStore(getVisibleCount);
  const { plan, before, change, earlier } = useMemo(() => comparePlans(views, count, proposal), [views, count, proposal]);
  const nameOf = createNameLookup(view);
  const departed = getDepartedAgents(view);
  return (
    <section className="card stack proposal" data-part="ProposalCard" data-version={plan.version ?? undefined}>
      <Heading view={view} plan={plan} />
      <ReviewNote view={view} plan={plan} />
      <LimitQuestions view={view} />
      <Findings findings={readFindings(proposal)} />
      <SummaryAndObjective plan={plan} change={change} demand={view.raw_input} />
      {before !== null && <PlanChanges before={before} diff={change} adjustment={getVersionAdjustment(plan, before)} cause={getVersionCause({ entries, views }, count, plan)} nameOf={nameOf} />}
      <Assignments plan={plan} diffs={change.assignments} lostAssignments={getLostAssignments(plan, earlier, departed)} nameOf={nameOf} />
      <MilestoneSection plan={plan} diff={change} />
      <div className="proposal-columns">
        <TextSection title={messages.section.criteria} list={change.criteria} />
        <TextSection title={messages.section.risks} list={change.risks} />
        <GapSection list={change.gaps} />
        <LaterGapSection view={view} plan={plan} />
      </div>
      <Rationale plan={plan} change={change} />
    </section>
  );
}

function comparePlans(views: readonly DemandView[], count: number, shown: Plan) {
  const plan = normalizePlan(shown);
  const earlier = normalizePlans(listEarlierPlans(views, count, shown));
  const before = getPreviousVersion(earlier, plan);
  return { plan, before, earlier, change: diffPlans(before, plan) };
}

/** Return the kind of plan, from the demand's status. */
function getPlanKind({ status }: DemandView): PlanKind {
  if (status === "finalized") return "agreed";
  if (status === "force_finalized") return "forced";
  return status === "failed" || status === "cancelled" ? "last" : "open";
}

function Heading({ view, plan }: { readonly view: DemandView; readonly plan: NormalizedPlan }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const isFallback = useLogStore((log) => isFallbackVersion(log.entries, getVisibleCount(log), view.channel_id, plan.version));
  return (
    <div className="row">
      <h2>{messages.title[getPlanKind(view)]}</h2>
      {plan.version !== null && <Badge tone="brand">{messages.version(number(plan.version))}</Badge>}
      {plan.round !== null && <Badge>{messages.round(number(plan.round))}</Badge>}
      {plan.confidence !== "" && <Badge>{messages.confidence(lookUp(messages.level, plan.confidence) ?? escapeBidi(plan.confidence.slice(0, 20)))}</Badge>}
      {plan.forced && <Badge tone="warn" title={messages.forcedHint}>{messages.forced}</Badge>}
      {plan.adjustmentFailed && <Badge tone="warn">{messages.adjustmentFailed}</Badge>}
      {isFallback && <Badge tone="warn">{messages.standIn}</Badge>}
    </div>
  );
}

/** Warning that nobody has reviewed the shown version. */
function ReviewNote({ view, plan }: { readonly view: DemandView; readonly plan: NormalizedPlan }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const reviewState = getReviewState(view, plan);
  if (reviewState.kind === "yes") return null;
  return (
    <p className="proposal-unreviewed small" data-reviewed={reviewState.kind}>
      <span aria-hidden="true">⚠ </span>
      {reviewState.kind === "since" ? messages.since(number(reviewState.version)) : messages.never}
    </p>
  );
}

interface TextsProps {
  readonly plan: NormalizedPlan;
  readonly change: PlanDiff;
}

/** Summary and objective; the objective is omitted when it repeats the demand or the summary. */
function SummaryAndObjective({ plan, change, demand }: TextsProps & { readonly demand: string }) {
  const messages = MESSAGES.useCurrent();
  const objective = plan.objective !== demand && plan.objective !== plan.summary ? plan.objective : "";
  const { confidence } = change.previousTexts;
  return (
    <div className="stack">
      {plan.summary !== "" && <p className="proposal-summary"><UserText text={plan.summary} /></p>}
      <PreviousValue label={messages.text.summary} before={change.previousTexts.summary} />
      {objective !== "" && <p><span className="soft">{messages.text.objective}: </span><UserText text={objective} /></p>}
      <PreviousValue label={messages.text.objective} before={change.previousTexts.objective} />
      <PreviousValue label={messages.text.confidence} before={confidence === undefined ? undefined : (lookUp(messages.level, confidence) ?? confidence)} />
    </div>
  );
}

function Rationale({ plan, change }: TextsProps) {
  const messages = MESSAGES.useCurrent();
  const before = change.previousTexts.rationale;
  if (plan.rationale === "" && before === undefined) return null;
  return (
    <section className="stack">
      <h3>{messages.section.rationale}</h3>
      {plan.rationale !== "" && <p><UserText text={plan.rationale} /></p>}
      <PreviousValue before={before} />
    </section>
  );
}
