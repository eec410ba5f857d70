// What else does a plan consist of: when, what success is, what may go wrong, what is missing?
import { items } from "../../eventLog/readJson";
import type { DemandView } from "../../eventLog/types";
import { Badge } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/locale";
import type { Compared, PlanDiff } from "./planDiff";
import { Item, Was } from "./ChangeBadges";
import { gap } from "./normalizedPlan";
import type { PlainGap, PlainMilestone, PlainPlan } from "./normalizedPlan";
import { WORDS } from "./messages";

export function Timeline({ plan, diff }: { readonly plan: PlainPlan; readonly diff: PlanDiff }) {
  const words = useWords(WORDS);
  const { day } = useFormat();
  const before = diff.texts.startDate;
  if (plan.startDate === "" && before === undefined && diff.milestones.length === 0) return null;
  return (
    <section className="stack">
      <h3>{words.section.timeline}</h3>
      {plan.startDate !== "" && <p><span className="soft">{words.starts}: </span><OwnWords text={day(plan.startDate)} /></p>}
      <Was label={words.text.startDate} before={before === undefined || before === "" ? before : day(before)} />
      {diff.milestones.length > 0 && (
        <ol className="proposal-timeline">
          {diff.milestones.map((one, index) => <Milestone key={index} of={one} />)}
        </ol>
      )}
    </section>
  );
}

function Milestone({ of }: { readonly of: Compared<PlainMilestone> }) {
  const words = useWords(WORDS);
  const { day } = useFormat();
  const when = ({ date, label }: PlainMilestone): string => [date === "" ? "" : day(date), label].filter((said) => said !== "").join(" · ");
  const { item, before, changed } = of;
  const moved = changed.includes("date") || changed.includes("label");
  return (
    <Item of={of}>
      <span className="proposal-when small soft"><OwnWords text={when(item) || words.undated} /></span>
      <span><OwnWords text={item.name} /></span>
      <Was label={words.field.when} before={before !== null && moved ? when(before) : undefined} />
      <Was label={words.field.name} before={before !== null && changed.includes("name") ? before.name : undefined} />
    </Item>
  );
}

/** Sentences: success criteria, risks. */
export function Sentences({ title, list }: { readonly title: string; readonly list: readonly Compared<string>[] }) {
  if (list.length === 0) return null;
  return (
    <section className="stack">
      <h3>{title}</h3>
      <ul className="proposal-list">
        {list.map((one, index) => <Item key={index} of={one}><OwnWords text={one.item} /></Item>)}
      </ul>
    </section>
  );
}

export function Gaps({ list }: { readonly list: readonly Compared<PlainGap>[] }) {
  const words = useWords(WORDS);
  if (list.length === 0) return null;
  return (
    <section className="stack">
      <h3>{words.section.gaps}</h3>
      <ul className="proposal-list">
        {list.map((one, index) => <Item key={index} of={one}><Gap of={one.item} before={one} /></Item>)}
      </ul>
    </section>
  );
}

/** What was found missing after the outcome, beyond what the plan says itself, and what became of it. */
export function GapsFound({ view, plan }: { readonly view: DemandView; readonly plan: PlainPlan }) {
  const words = useWords(WORDS);
  const known = plan.gaps.map(({ type }) => type);
  const found = items(view.gaps).map(gap).filter(({ type }) => !known.includes(type));
  if (found.length === 0) return null;
  const ended = new Map((view.subnets ?? []).map(({ gap_type, status }) => [gap_type, status]));
  return (
    <section className="stack">
      <h3>{words.section.found}</h3>
      <ul className="proposal-list">
        {found.map((one, index) => (
          <li key={index} className="proposal-item">
            <Gap of={one} />
            {ended.has(one.type) && <Badge tone="talk">{words.subnet[ended.get(one.type) ?? ""] ?? words.section.gaps}</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Gap({ of, before }: { readonly of: PlainGap; readonly before?: Compared<PlainGap> }) {
  const words = useWords(WORDS);
  const { number } = useFormat();
  const was = (score: number | null): string => (score === null ? "" : number(score));
  return (
    <>
      <strong><OwnWords text={of.type} /></strong>
      {of.importance !== null && <span className="soft small"> {words.importance(number(of.importance))}</span>}
      {of.reason !== "" && <p className="small"><OwnWords text={of.reason} /></p>}
      {of.tags.length > 0 && of.tags.join() !== of.type && <p className="small soft"><OwnWords text={of.tags.join(" · ")} /></p>}
      <Was label={words.field.importance} before={before?.changed.includes("importance") ? was(before.before?.importance ?? null) : undefined} />
      <Was label={words.field.reason} before={before?.changed.includes("reason") ? (before.before?.reason ?? "") : undefined} />
    </>
  );
}
