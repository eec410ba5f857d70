// What is the plan, and what changed in it? (TW-804)
import { useMemo } from "react";
import { namesIn } from "../../eventLog/agentNames";
import type { DemandView, Plan } from "../../eventLog/types";
import { goneFrom } from "../../eventLog/agentStatus";
import { shownCount, useLog } from "../../eventLog/logStore";
import { asText } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { Assignments } from "./Assignments";
import { Changes } from "./PlanChanges";
import { diff } from "./planDiff";
import type { PlanDiff } from "./planDiff";
import { causeOf, earlierPlans, lostAssignments, ownAdjustment, plainPlans, reviewed, standIn, versionBefore } from "./planVersions";
import { Gaps, GapsFound, Sentences, Timeline } from "./PlanSections";
import { Was } from "./ChangeBadges";
import { plain } from "./normalizedPlan";
import type { PlainPlan } from "./normalizedPlan";
import { WORDS } from "./messages";
import type { Kind } from "./messages";
import "./proposal.css";

export function ProposalCard({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  if (view.proposal) return <OfPlan view={view} proposal={view.proposal} />;
  const awaited = view.status === "processing" && (view.phase === "collecting" || view.phase === "aggregating");
  if (!awaited) return null;
  return (
    <section className="card" data-part="ProposalCard">
      <h2>{words.title.open}</h2>
      <p className="soft">{words.notYet}</p>
    </section>
  );
}

function OfPlan({ view, proposal }: { readonly view: DemandView; readonly proposal: Plan }) {
  const words = useWords(WORDS);
  const views = useLog((log) => log.views);
  const entries = useLog((log) => log.entries);
  const count = useLog(shownCount);
  const { plan, before, change, earlier } = useMemo(() => compare(views, count, proposal), [views, count, proposal]);
  const nameOf = namesIn(view);
  const gone = goneFrom(view);
  return (
    <section className="card stack proposal" data-part="ProposalCard" data-version={plan.version ?? undefined}>
      <Heading view={view} plan={plan} />
      <Review view={view} plan={plan} />
      <Told plan={plan} change={change} demand={view.raw_input} />
      {before !== null && <Changes before={before} diff={change} adjustment={ownAdjustment(plan, before)} cause={causeOf({ entries, views }, count, plan)} nameOf={nameOf} />}
      <Assignments plan={plan} compared={change.assignments} lost={lostAssignments(plan, earlier, gone)} nameOf={nameOf} />
      <Timeline plan={plan} diff={change} />
      <div className="proposal-columns">
        <Sentences title={words.section.criteria} list={change.criteria} />
        <Sentences title={words.section.risks} list={change.risks} />
        <Gaps list={change.gaps} />
        <GapsFound view={view} plan={plan} />
      </div>
      <Rationale plan={plan} change={change} />
    </section>
  );
}

function compare(views: readonly DemandView[], count: number, shown: Plan) {
  const plan = plain(shown);
  const earlier = plainPlans(earlierPlans(views, count, shown));
  const before = versionBefore(earlier, plan);
  return { plan, before, earlier, change: diff(before, plan) };
}

/** What the plan of a view is, by how the demand came out. */
function kindOf({ status }: DemandView): Kind {
  if (status === "finalized") return "agreed";
  if (status === "force_finalized") return "forced";
  return status === "failed" || status === "cancelled" ? "last" : "open";
}

function Heading({ view, plan }: { readonly view: DemandView; readonly plan: PlainPlan }) {
  const words = useWords(WORDS);
  const { number } = useFormat();
  const unwritten = useLog((log) => standIn(log.entries, shownCount(log), view.channel_id, plan.version));
  return (
    <div className="row">
      <h2>{words.title[kindOf(view)]}</h2>
      {plan.version !== null && <Badge tone="brand">{words.version(number(plan.version))}</Badge>}
      {plan.round !== null && <Badge>{words.round(number(plan.round))}</Badge>}
      {plan.confidence !== "" && <Badge>{words.confidence(words.level[plan.confidence] ?? asText(plan.confidence.slice(0, 20)))}</Badge>}
      {plan.forced && <Badge tone="warn" title={words.forcedHint}>{words.forced}</Badge>}
      {plan.adjustmentFailed && <Badge tone="warn">{words.adjustmentFailed}</Badge>}
      {unwritten && <Badge tone="warn">{words.standIn}</Badge>}
    </div>
  );
}

/** That nobody has reviewed the version that is shown, if nobody has. */
function Review({ view, plan }: { readonly view: DemandView; readonly plan: PlainPlan }) {
  const words = useWords(WORDS);
  const { number } = useFormat();
  const state = reviewed(view, plan);
  if (state.kind === "yes") return null;
  return (
    <p className="proposal-unreviewed small" data-reviewed={state.kind}>
      <span aria-hidden="true">⚠ </span>
      {state.kind === "since" ? words.since(number(state.version)) : words.never}
    </p>
  );
}

interface TextsProps {
  readonly plan: PlainPlan;
  readonly change: PlanDiff;
}

/** The summary, and the objective where it is not the demand over again. */
function Told({ plan, change, demand }: TextsProps & { readonly demand: string }) {
  const words = useWords(WORDS);
  const objective = plan.objective !== demand && plan.objective !== plan.summary ? plan.objective : "";
  const { confidence } = change.texts;
  return (
    <div className="stack">
      {plan.summary !== "" && <p className="proposal-summary"><OwnWords text={plan.summary} /></p>}
      <Was label={words.text.summary} before={change.texts.summary} />
      {objective !== "" && <p><span className="soft">{words.text.objective}: </span><OwnWords text={objective} /></p>}
      <Was label={words.text.objective} before={change.texts.objective} />
      <Was label={words.text.confidence} before={confidence === undefined ? undefined : (words.level[confidence] ?? confidence)} />
    </div>
  );
}

function Rationale({ plan, change }: TextsProps) {
  const words = useWords(WORDS);
  const before = change.texts.rationale;
  if (plan.rationale === "" && before === undefined) return null;
  return (
    <section className="stack">
      <h3>{words.section.rationale}</h3>
      {plan.rationale !== "" && <p><OwnWords text={plan.rationale} /></p>}
      <Was before={before} />
    </section>
  );
}
