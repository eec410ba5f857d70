// What changed since the version before, and whose request was it?
import { asText } from "../../ui/escapeBidi";
import { Badge } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import { counted } from "./planDiff";
import type { Marked, PlanDiff } from "./planDiff";
import type { Cause } from "./planVersions";
import type { PlainAdjustment, PlainChange, PlainPlan } from "./normalizedPlan";
import { WORDS } from "./messages";

interface Props {
  readonly before: PlainPlan;
  readonly diff: PlanDiff;
  readonly adjustment: PlainAdjustment | null;
  readonly cause: Cause | null;
  readonly nameOf: (agentId: string) => string;
}

export function Changes({ before, diff, adjustment, cause, nameOf }: Props) {
  const words = useWords(WORDS);
  const { number } = useFormat();
  const { section } = words;
  return (
    <section className="stack proposal-changes">
      <h3>{words.changes(before.version === null ? "?" : number(before.version))}</h3>
      <ul className="row small">
        <Count title={section.assignments} list={diff.assignments} />
        <Count title={section.timeline} list={diff.milestones} />
        <Count title={section.criteria} list={diff.criteria} />
        <Count title={section.risks} list={diff.risks} />
        <Count title={section.gaps} list={diff.gaps} />
      </ul>
      {cause !== null && <p className="small">{words.cause[cause.kind][0]}<OwnWords text={cause.kind === "left" ? nameOf(cause.agentId) : cause.gap} />{words.cause[cause.kind][1]}</p>}
      {!diff.differs && <p className="soft">{words.unchanged}</p>}
      {adjustment !== null && <Adjustment of={adjustment} nameOf={nameOf} />}
    </section>
  );
}

function Count({ title, list }: { readonly title: string; readonly list: readonly Marked[] }) {
  const words = useWords(WORDS);
  const { number } = useFormat();
  const { added, changed, removed } = counted(list);
  const said = [
    ...(added > 0 ? [words.counted.added(number(added))] : []),
    ...(changed > 0 ? [words.counted.changed(number(changed))] : []),
    ...(removed > 0 ? [words.counted.removed(number(removed))] : []),
  ];
  return said.length === 0 ? null : <li>{title}: {said.join(" · ")}</li>;
}

function Adjustment({ of, nameOf }: { readonly of: PlainAdjustment; readonly nameOf: Props["nameOf"] }) {
  const words = useWords(WORDS);
  // A change says already which request it met.
  const addressed = of.addressed.filter((request) => !of.changes.some(({ after }) => after !== "" && request.includes(after)));
  return (
    <ul className="proposal-list">
      {of.changes.map((change, index) => <li key={index} className="proposal-item proposal-changed"><Change of={change} nameOf={nameOf} /></li>)}
      {addressed.map((request, index) => (
        <li key={`addressed ${index}`} className="proposal-item">
          <Badge tone="good"><span aria-hidden="true">✓</span>{words.addressed}</Badge> <OwnWords text={request} />
        </li>
      ))}
      {of.declined.map(({ request, reason }, index) => (
        <li key={`declined ${index}`} className="proposal-item proposal-removed">
          <Badge tone="bad"><span aria-hidden="true">✕</span>{words.declined}</Badge> <OwnWords text={request} />
          {reason !== "" && <p className="small soft"><OwnWords text={reason} /></p>}
        </li>
      ))}
    </ul>
  );
}

function Change({ of, nameOf }: { readonly of: PlainChange; readonly nameOf: Props["nameOf"] }) {
  const words = useWords(WORDS);
  const { list } = useFormat();
  return (
    <>
      {of.aspect !== "" && <strong><OwnWords text={of.aspect} /> </strong>}
      {of.before !== "" && <del><OwnWords text={of.before} /></del>}
      {of.before !== "" && of.after !== "" && " → "}
      {of.after !== "" && <ins><OwnWords text={of.after} /></ins>}
      {of.requestedBy.length > 0 && <span className="proposal-asked small"> {words.asked[0]}<bdi>{asText(list(of.requestedBy.map(nameOf)))}</bdi>{words.asked[1]}</span>}
      {of.reason !== "" && <p className="small soft"><OwnWords text={of.reason} /></p>}
    </>
  );
}
