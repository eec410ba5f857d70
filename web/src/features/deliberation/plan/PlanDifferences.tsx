// Differences between two versions of a plan, in words.
import { useFormat } from "../../../i18n/format";
import { Badge } from "../../../ui/Badge";
import { AgentText } from "../AgentText";
import type { PlanChanges, TaskChange } from "../model/planChanges";
import { PLAN_MESSAGES } from "./messages";

/** Numbers of new, moved, changed and removed tasks, and the difference of the hours. */
export function ChangeSummary({ changes, round }: { readonly changes: PlanChanges; readonly round: number }) {
  const messages = PLAN_MESSAGES.useCurrent();
  const { number } = useFormat();
  const { added, moved, changed, removed, hours } = changes;
  const counts = ([["added", added], ["moved", moved], ["changed", changed], ["removed", removed.length]] as const).filter(([, count]) => count > 0);
  const difference = hours === null || Math.abs(hours) < 0.05 ? null : Math.round(hours * 10) / 10;
  return (
    <span className="row small">
      <span className="soft">{messages.since(number(round))}</span>
      {counts.length === 0 && difference === null && <span>{messages.unchanged}</span>}
      {counts.map(([name, count]) => <Badge key={name} tone={name === "removed" ? "bad" : name === "added" ? "good" : "brand"}>{messages.counts[name](count)}</Badge>)}
      {difference !== null && <Badge>{difference > 0 ? messages.hoursMore(number(difference)) : messages.hoursLess(number(-difference))}</Badge>}
    </span>
  );
}

/** What changed in one task. */
export function TaskChangeBadges({ change }: { readonly change: TaskChange }) {
  const messages = PLAN_MESSAGES.useCurrent();
  const { number, shortDay } = useFormat();
  const { before } = change;
  if (before === null) return <Badge tone="good">{messages.added}</Badge>;
  return (
    <>
      {change.moved && <Badge tone="brand">{messages.moved(before.task.due === "" ? messages.noDate : shortDay(before.task.due))}</Badge>}
      {change.hoursChanged && before.task.hours !== null && <Badge tone="brand">{messages.hoursWere(number(before.task.hours))}</Badge>}
      {change.phaseChanged && <span className="small soft">{messages.phaseWas(before.phase)}</span>}
      {change.renamed && <span className="small soft">{messages.nameWas(before.task.title)}</span>}
    </>
  );
}

/** Tasks of the version before that are gone; renders nothing without any. */
export function RemovedTasks({ removed }: Pick<PlanChanges, "removed">) {
  const messages = PLAN_MESSAGES.useCurrent();
  if (removed.length === 0) return null;
  return (
    <div className="small">
      <h4>{messages.removed}</h4>
      <ul className="dl-list">{removed.map(({ task, phase }, index) => <li key={index}><del><AgentText text={task.title} /></del> <span className="soft">({phase})</span></li>)}</ul>
    </div>
  );
}
