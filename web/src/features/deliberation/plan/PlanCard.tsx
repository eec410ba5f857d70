// The plan on a time line, with its earlier versions and what changed between them.
import { useState } from "react";
import { useFormat } from "../../../i18n/format";
import { Badge } from "../../../ui/Badge";
import { AgentText, AgentTexts } from "../AgentText";
import { MESSAGES } from "../messages";
import type { PlanVersion } from "../model/plan";
import { comparePlans } from "../model/planChanges";
import { getStandingPlan } from "../model/result";
import type { SessionView } from "../model/sessionView";
import { PlanTimeline } from "./PlanTimeline";
import { ChangeSummary, RemovedTasks } from "./PlanDifferences";
import { PLAN_MESSAGES } from "./messages";

/** Card with the plan that stands, or the version that the viewer has chosen. */
export function PlanCard({ view }: { readonly view: SessionView }) {
  const messages = MESSAGES.useCurrent();
  const standing = getStandingPlan(view);
  const [chosen, setChosen] = useState<number | null>(null);
  const versions = getVersions(view);
  const version = versions.find(({ round }) => round === (chosen ?? standing?.round)) ?? null;
  const provisional = standing === null || standing.provisional || version?.round !== standing.round;
  return (
    <section className="card stack" aria-labelledby="dl-plan">
      <div className="row dl-card-head">
        <h2 id="dl-plan">{messages.thePlan}</h2>
        {standing !== null && (
          <Badge tone={provisional ? "warn" : "good"}>{provisional ? messages.provisionalMeans : messages.agreedPlan}</Badge>
        )}
      </div>
      {standing === null && <p className="soft">{view.end === null ? messages.noPlanYet : messages.noPlan}</p>}
      {versions.length > 1 && <VersionPicker versions={versions} shown={version?.round ?? null} onChoose={(round) => { setChosen(round === standing?.round ? null : round); }} />}
      {standing !== null && <PlanContent version={version ?? { round: 0, plan: standing.plan, corrections: [] }} versions={versions} today={view.start.today} />}
    </section>
  );
}

/** Return the versions, one per round: the last of each. */
function getVersions({ plans }: SessionView): readonly PlanVersion[] {
  return plans.filter(({ round }, index) => plans.findLastIndex((other) => other.round === round) === index);
}

interface PickerProps {
  readonly versions: readonly PlanVersion[];
  readonly shown: number | null;
  readonly onChoose: (round: number) => void;
}

function VersionPicker({ versions, shown, onChoose }: PickerProps) {
  const messages = PLAN_MESSAGES.useCurrent();
  const { number } = useFormat();
  return (
    <div className="row" role="group" aria-label={messages.version}>
      {versions.map(({ round }) => (
        <button key={round} type="button" className="button dl-version small" aria-pressed={round === shown} onClick={() => { onChoose(round); }}>
          {messages.ofRound(number(round))}
        </button>
      ))}
    </div>
  );
}

function PlanContent({ version, versions, today }: { readonly version: PlanVersion; readonly versions: readonly PlanVersion[]; readonly today: string }) {
  const messages = PLAN_MESSAGES.useCurrent();
  const { number } = useFormat();
  const { plan, round, corrections } = version;
  const before = versions.findLast((other) => other.round < round) ?? null;
  const changes = before && comparePlans(before.plan, plan);
  return (
    <>
      <div>
        <h3><AgentText text={plan.title} /></h3>
        {plan.goal !== "" && <p className="soft"><AgentText text={plan.goal} /></p>}
      </div>
      <p className="row">
        {plan.totalHours !== null && <strong>{messages.total(number(plan.totalHours))}</strong>}
        {before && changes && <ChangeSummary changes={changes} round={before.round} />}
      </p>
      <PlanTimeline plan={plan} today={today} changes={changes?.byTask} />
      {changes && <RemovedTasks removed={changes.removed} />}
      {corrections.length > 0 && <div className="small"><h4>{messages.corrections}</h4><AgentTexts texts={corrections} /></div>}
    </>
  );
}
