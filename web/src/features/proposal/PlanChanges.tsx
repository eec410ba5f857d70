// Summary of the changes since the previous plan version, with the requests behind them.
import { escapeBidi } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { TermFacts } from "../terms/TermFacts";
import { useFormat } from "../../i18n/format";
import { countChanges, type HasChangeKind, type PlanDiff } from "./planDiff";
import type { VersionCause } from "./planVersions";
import type { NormalizedAdjustment, NormalizedChange, NormalizedPlan } from "./normalizedPlan";
import { MESSAGES } from "./messages";

interface Props {
  readonly before: NormalizedPlan;
  readonly diff: PlanDiff;
  readonly adjustment: NormalizedAdjustment | null;
  readonly cause: VersionCause | null;
  readonly nameOf: (agentId: string) => string;
}

/** Section with change counts, cause and adjustment. */
export function PlanChanges({ before, diff, adjustment, cause, nameOf }: Props) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const { section } = messages;
  return (
    <section className="stack proposal-changes">
      <h3>{messages.changes(before.version === null ? "?" : number(before.version))}</h3>
      <ul className="row small">
        <ChangeCount title={section.assignments} list={diff.assignments} />
        <ChangeCount title={section.timeline} list={diff.milestones} />
        <ChangeCount title={section.criteria} list={diff.criteria} />
        <ChangeCount title={section.risks} list={diff.risks} />
        <ChangeCount title={section.gaps} list={diff.gaps} />
      </ul>
      {cause !== null && <p className="small">{messages.cause[cause.kind][0]}<UserText text={cause.kind === "left" ? nameOf(cause.agentId) : cause.gap} />{messages.cause[cause.kind][1]}</p>}
      {!diff.differs && <p className="soft">{messages.unchanged}</p>}
      {adjustment !== null && <AdjustmentList item={adjustment} nameOf={nameOf} />}
    </section>
  );
}

function ChangeCount({ title, list }: { readonly title: string; readonly list: readonly HasChangeKind[] }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const { added, changed, removed } = countChanges(list);
  const parts = [
    ...(added > 0 ? [messages.counted.added(number(added))] : []),
    ...(changed > 0 ? [messages.counted.changed(number(changed))] : []),
    ...(removed > 0 ? [messages.counted.removed(number(removed))] : []),
  ];
  return parts.length === 0 ? null : <li>{title}: {parts.join(" · ")}</li>;
}

function AdjustmentList({ item, nameOf }: { readonly item: NormalizedAdjustment; readonly nameOf: Props["nameOf"] }) {
  const messages = MESSAGES.useCurrent();
  // Changes already mention the request that they address.
  const addressed = item.addressed.filter((request) => !item.changes.some(({ after }) => after !== "" && request.includes(after)));
  return (
    <ul className="proposal-list">
      {item.changes.map((change, index) => <li key={index} className="proposal-item proposal-changed"><AdjustmentItem item={change} nameOf={nameOf} /></li>)}
      {addressed.map((request, index) => (
        <li key={`addressed ${index}`} className="proposal-item">
          <Badge tone="good"><span aria-hidden="true">✓</span>{messages.addressed}</Badge> <UserText text={request} />
        </li>
      ))}
      {item.declined.map(({ request, reason }, index) => (
        <li key={`declined ${index}`} className="proposal-item proposal-removed">
          <Badge tone="bad"><span aria-hidden="true">✕</span>{messages.declined}</Badge> <UserText text={request} />
          {reason !== "" && <p className="small soft"><UserText text={reason} /></p>}
        </li>
      ))}
    </ul>
  );
}

function AdjustmentItem({ item, nameOf }: { readonly item: NormalizedChange; readonly nameOf: Props["nameOf"] }) {
  const messages = MESSAGES.useCurrent();
  const { list } = useFormat();
  return (
    <>
      {item.aspect !== "" && <strong><UserText text={item.aspect} /> </strong>}
      {item.before !== "" && <del><UserText text={item.before} /></del>}
      {item.before !== "" && item.after !== "" && " → "}
      {item.after !== "" && <ins><UserText text={item.after} /></ins>}
      {item.requestedBy.length > 0 && <span className="proposal-asked small"> {messages.asked[0]}<bdi>{escapeBidi(list(item.requestedBy.map(nameOf)))}</bdi>{messages.asked[1]}</span>}
      {item.reason !== "" && <p className="small soft"><UserText text={item.reason} /></p>}
      <TermFacts terms={item.terms} said={[item.after, item.reason]} />
    </>
  );
}
