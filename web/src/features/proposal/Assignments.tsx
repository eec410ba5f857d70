// Assignments of a plan with holder status and changes.
import { escapeBidi } from "../../ui/escapeBidi";
import { Avatar } from "../../ui/Avatar";
import { Badge, type Tone } from "../../ui/Badge";
import { UserText } from "../../ui/UserText";
import { useLocale } from "../../i18n/locale";
import { TermFacts } from "../terms/TermFacts";
import { describeTerms } from "../terms/termTexts";
import type { ItemDiff } from "./planDiff";
import { ChangeBadge, PreviousValue } from "./ChangeBadges";
import type { NormalizedAssignment, NormalizedPlan } from "./normalizedPlan";
import { MESSAGES, type HolderStatus } from "./messages";

const HOLDER_TONES: Readonly<Record<HolderStatus, Tone>> = { confirmed: "good", optional: "warn", reserve: "plain", unconfirmed: "plain", gone: "bad" };
const HOLDER_SYMBOLS: Readonly<Record<HolderStatus, string>> = { confirmed: "✓", optional: "○", reserve: "◇", unconfirmed: "·", gone: "⇠" };

interface Props {
  readonly plan: NormalizedPlan;
  readonly diffs: readonly ItemDiff<NormalizedAssignment>[];
  /** Assignments of agents that withdrew, from the last plan that had them. */
  readonly lostAssignments: readonly NormalizedAssignment[];
  readonly nameOf: (agentId: string) => string;
}

/** Section with the assignments of a plan. */
export function Assignments({ plan, diffs, lostAssignments, nameOf }: Props) {
  const messages = MESSAGES.useCurrent();
  const departedIds = lostAssignments.map(({ agentId }) => agentId);
  const shown = diffs.filter(({ item, kind }) => kind !== "removed" || !departedIds.includes(item.agentId));
  const reserves = shown.filter(({ item }) => item.reserve);
  return (
    <section className="stack">
      <h3>{messages.section.assignments}</h3>
      {plan.assignments.length === 0 && <p className="soft">{messages.nobodysTask}</p>}
      {shown.length + lostAssignments.length > 0 && (
        <ul className="proposal-assignments">
          {shown.filter((diff) => !reserves.includes(diff)).map((diff, index) => <AssignmentItem key={index} diff={diff} holderStatus={getHolderStatus(diff, plan)} nameOf={nameOf} />)}
          {lostAssignments.map((item, index) => (
            <AssignmentItem key={`gone ${index}`} diff={{ item, kind: "same", before: null, changedFields: [] }} holderStatus="gone" nameOf={nameOf} />
          ))}
        </ul>
      )}
      {reserves.length > 0 && (
        <div className="stack" data-part="reserves">
          <h4 className="small soft">{messages.section.reserves}</h4>
          <ul className="proposal-assignments">
            {reserves.map((diff, index) => <AssignmentItem key={index} diff={diff} holderStatus={getHolderStatus(diff, plan)} nameOf={nameOf} />)}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Return the holder's status; null for removed assignments. */
function getHolderStatus({ item, kind }: ItemDiff<NormalizedAssignment>, plan: NormalizedPlan): HolderStatus | null {
  if (kind === "removed") return null;
  if (item.reserve) return "reserve";
  if (item.confirmed) return "confirmed";
  return plan.optional.includes(item.agentId) ? "optional" : "unconfirmed";
}

interface AssignmentItemProps {
  readonly diff: ItemDiff<NormalizedAssignment>;
  readonly holderStatus: HolderStatus | null;
  readonly nameOf: Props["nameOf"];
}

function AssignmentItem({ diff, holderStatus, nameOf }: AssignmentItemProps) {
  const messages = MESSAGES.useCurrent();
  const { item, kind } = diff;
  const name = item.name || nameOf(item.agentId);
  const removed = kind === "removed" || holderStatus === "gone";
  return (
    <li className={`proposal-assignment proposal-${holderStatus === "gone" ? "removed" : kind}`} data-mark={kind} data-holding={holderStatus ?? undefined}>
      <div className="row">
        <Avatar agentId={item.agentId} name={name} />
        <span className="proposal-holder">
          {name !== "" && <strong><bdi>{escapeBidi(name)}</bdi></strong>}
          {item.role !== "" && <span className="proposal-role">{removed ? <del><UserText text={item.role} /></del> : <UserText text={item.role} />}</span>}
        </span>
      </div>
      <div className="row">
        {holderStatus !== null && <Badge tone={HOLDER_TONES[holderStatus]}><span aria-hidden="true">{HOLDER_SYMBOLS[holderStatus]}</span>{messages.holding[holderStatus]}</Badge>}
        {item.required && <Badge tone="brand">{messages.required}</Badge>}
        <ChangeBadge kind={kind} />
      </div>
      {item.responsibility !== "" && <p>{removed ? <del><UserText text={item.responsibility} /></del> : <UserText text={item.responsibility} />}</p>}
      {item.dependencies.length > 0 && <p className="small"><span className="soft">{messages.dependsOn}: </span><UserText text={item.dependencies.join(" · ")} /></p>}
      {item.notes !== "" && <p className="small soft"><UserText text={item.notes} /></p>}
      <TermFacts terms={item.terms} said={[item.responsibility, item.notes]} />
      {kind === "changed" && <PreviousFields diff={diff} nameOf={nameOf} />}
    </li>
  );
}

/** Previous values of the changed fields. */
function PreviousFields({ diff: { before, changedFields: changedFields }, nameOf }: { readonly diff: ItemDiff<NormalizedAssignment>; readonly nameOf: Props["nameOf"] }) {
  const language = useLocale();
  const messages = MESSAGES[language];
  if (before === null) return null;
  const getPrevious = (field: keyof NormalizedAssignment, value: string): string | undefined => (changedFields.includes(field) ? value : undefined);
  return (
    <>
      <PreviousValue label={messages.field.holder} before={getPrevious("agentId", before.name || nameOf(before.agentId))} />
      <PreviousValue label={messages.field.role} before={getPrevious("role", before.role)} />
      <PreviousValue label={messages.field.responsibility} before={getPrevious("responsibility", before.responsibility)} />
      <PreviousValue label={messages.field.dependencies} before={getPrevious("dependencies", before.dependencies.join(" · "))} />
      <PreviousValue label={messages.field.required} before={getPrevious("required", before.required ? messages.yes : messages.no)} />
      <PreviousValue label={messages.field.notes} before={getPrevious("notes", before.notes)} />
      <PreviousValue label={messages.field.reserve} before={getPrevious("reserve", before.reserve ? messages.yes : messages.no)} />
      <PreviousValue label={messages.field.terms} before={getPrevious("terms", describeTerms(before.terms, language).map(({ text }) => text).join(" · "))} />
    </>
  );
}
