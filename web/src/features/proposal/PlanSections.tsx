// Sections of a plan: milestones, success criteria, risks, gaps.
import { lookUp, readObjects } from "../../eventLog/readJson";
import type { DemandView } from "../../eventLog/types";
import { Badge } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import type { ItemDiff, PlanDiff } from "./planDiff";
import { DiffItem, PreviousValue } from "./ChangeBadges";
import { normalizeGap, type NormalizedGap, type NormalizedMilestone, type NormalizedPlan } from "./normalizedPlan";
import { MESSAGES } from "./messages";

/** Section with start date and milestones. */
export function MilestoneSection({ plan, diff }: { readonly plan: NormalizedPlan; readonly diff: PlanDiff }) {
  const messages = MESSAGES.useCurrent();
  const { day } = useFormat();
  const before = diff.previousTexts.startDate;
  if (plan.startDate === "" && before === undefined && diff.milestones.length === 0) return null;
  return (
    <section className="stack">
      <h3>{messages.section.timeline}</h3>
      {plan.startDate !== "" && <p><span className="soft">{messages.starts}: </span><UserText text={day(plan.startDate)} /></p>}
      <PreviousValue label={messages.text.startDate} before={before === undefined || before === "" ? before : day(before)} />
      {diff.milestones.length > 0 && (
        <ol className="proposal-timeline">
          {diff.milestones.map((diff, index) => <MilestoneItem key={index} value={diff} />)}
        </ol>
      )}
    </section>
  );
}

function MilestoneItem({ value }: { readonly value: ItemDiff<NormalizedMilestone> }) {
  const messages = MESSAGES.useCurrent();
  const { day } = useFormat();
  const when = ({ date, label }: NormalizedMilestone): string => [date === "" ? "" : day(date), label].filter((part) => part !== "").join(" · ");
  const { item, before, changedFields: changedFields } = value;
  const dateChanged = changedFields.includes("date") || changedFields.includes("label");
  return (
    <DiffItem diff={value}>
      <span className="proposal-when small soft"><UserText text={when(item) || messages.undated} /></span>
      <span><UserText text={item.name} /></span>
      <PreviousValue label={messages.field.when} before={before !== null && dateChanged ? when(before) : undefined} />
      <PreviousValue label={messages.field.name} before={before !== null && changedFields.includes("name") ? before.name : undefined} />
    </DiffItem>
  );
}

/** Section with a list of texts, such as success criteria or risks. */
export function TextSection({ title, list }: { readonly title: string; readonly list: readonly ItemDiff<string>[] }) {
  if (list.length === 0) return null;
  return (
    <section className="stack">
      <h3>{title}</h3>
      <ul className="proposal-list">
        {list.map((diff, index) => <DiffItem key={index} diff={diff}><UserText text={diff.item} /></DiffItem>)}
      </ul>
    </section>
  );
}

/** Section with the gaps that the plan itself names. */
export function GapSection({ list }: { readonly list: readonly ItemDiff<NormalizedGap>[] }) {
  const messages = MESSAGES.useCurrent();
  if (list.length === 0) return null;
  return (
    <section className="stack">
      <h3>{messages.section.gaps}</h3>
      <ul className="proposal-list">
        {list.map((diff, index) => <DiffItem key={index} diff={diff}><GapDetails value={diff.item} before={diff} /></DiffItem>)}
      </ul>
    </section>
  );
}

/** Section with the gaps identified after the outcome and the status of their subnets. */
export function LaterGapSection({ view, plan }: { readonly view: DemandView; readonly plan: NormalizedPlan }) {
  const messages = MESSAGES.useCurrent();
  const known = plan.gaps.map(({ type }) => type);
  const laterGaps = readObjects(view.gaps).map(normalizeGap).filter(({ type }) => !known.includes(type));
  if (laterGaps.length === 0) return null;
  const statusByGap = new Map((view.subnets ?? []).map(({ gap_type, status }) => [gap_type, status]));
  return (
    <section className="stack">
      <h3>{messages.section.found}</h3>
      <ul className="proposal-list">
        {laterGaps.map((diff, index) => (
          <li key={index} className="proposal-item">
            <GapDetails value={diff} />
            {statusByGap.has(diff.type) && <Badge tone="talk">{lookUp(messages.subnet, statusByGap.get(diff.type)) ?? messages.section.gaps}</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function GapDetails({ value, before }: { readonly value: NormalizedGap; readonly before?: ItemDiff<NormalizedGap> }) {
  const messages = MESSAGES.useCurrent();
  const { number } = useFormat();
  const formatImportance = (score: number | null): string => (score === null ? "" : number(score));
  return (
    <>
      <strong><UserText text={value.type} /></strong>
      {value.importance !== null && <span className="soft small"> {messages.importance(number(value.importance))}</span>}
      {value.reason !== "" && <p className="small"><UserText text={value.reason} /></p>}
      {value.tags.length > 0 && value.tags.join() !== value.type && <p className="small soft"><UserText text={value.tags.join(" · ")} /></p>}
      <PreviousValue label={messages.field.importance} before={before?.changedFields.includes("importance") ? formatImportance(before.before?.importance ?? null) : undefined} />
      <PreviousValue label={messages.field.reason} before={before?.changedFields.includes("reason") ? (before.before?.reason ?? "") : undefined} />
    </>
  );
}
