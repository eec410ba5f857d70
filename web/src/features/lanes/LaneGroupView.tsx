// Lanes of one channel: steps and plan versions above, a lane per person below.
import { useId, type CSSProperties } from "react";
import { useLocale } from "../../i18n/locale";
import { UserText } from "../../ui/UserText";
import { COMMON_MESSAGES } from "../timeline/messages/common";
import { describePlanLine } from "./bubbleText";
import type { LaneGroup, LaneStep, PlanLine } from "./laneBoard";
import { LaneRow } from "./LaneRow";
import { MESSAGES } from "./messages";
import { MomentButton } from "./MomentButton";
import type { WishFate } from "./wishes";

/** What is marked on the lanes. */
export interface LaneMarks {
  /** Seq of the shown moment. */
  readonly seq: number;
  readonly hits: ReadonlySet<number>;
  readonly focusSeq: number | null;
  readonly fates: ReadonlyMap<number, WishFate>;
}

interface Props {
  readonly group: LaneGroup;
  readonly marks: LaneMarks;
  /** Whether it is a subnet. */
  readonly inset: boolean;
  readonly isInSight: (from: number, to?: number) => boolean;
}

/** Group of lanes with its steps, plan lines and, for a subnet, its title. */
export function LaneGroupView({ group, marks, inset, isInSight }: Props) {
  const messages = MESSAGES.useCurrent();
  const id = useId();
  const { subnet } = group.row;
  const steps = group.steps.filter(({ from, to }) => isInSight(from, to));
  const plans = group.plans.filter(({ column }) => isInSight(column));
  return (
    <section className={inset ? "lane-group lane-group-inset" : "lane-group"} aria-labelledby={subnet ? id : undefined} aria-label={subnet ? undefined : messages.board}>
      {subnet && <h3 id={id} className="lane-title small"><span><SubnetTitle group={group} /></span></h3>}
      <div className="lane-grid">
        <ol className="lane-steps" aria-label={messages.steps}>
          {steps.map((step) => <StepLabel key={step.from} step={step} marks={marks} />)}
          {plans.map((plan) => <PlanLabel key={plan.column} plan={plan} marks={marks} />)}
        </ol>
        <div aria-hidden="true">
          {steps.map(({ from, to, kind }) => <span key={from} className={`lane-band lane-band-${kind}`} style={place(from, to)} />)}
          {plans.map(({ column }) => <span key={column} className="lane-line" style={place(column)} />)}
        </div>
        <ul className="lane-rows">
          {group.lanes.map((lane, index) => <LaneRow key={lane.id} lane={lane} index={index} context={group.row.context} marks={marks} isInSight={isInSight} />)}
        </ul>
      </div>
    </section>
  );
}

function SubnetTitle({ group: { row: { subnet } } }: { readonly group: LaneGroup }) {
  const messages = COMMON_MESSAGES.useCurrent();
  if (subnet === null) return null;
  return <>{subnet.number > 0 ? messages.subnet(subnet.number) : messages.otherChannel}{subnet.gap !== "" && <> · <UserText text={subnet.gap} /></>}</>;
}

/** Return the place of something on the columns [from, to]. */
export function place(from: number, to = from): CSSProperties {
  return { "--from": from, "--span": to - from + 1 } as CSSProperties;
}

function StepLabel({ step: { kind, round, row, from, to }, marks }: { readonly step: LaneStep; readonly marks: LaneMarks }) {
  const messages = MESSAGES.useCurrent();
  if (row?.entry.event_type !== "towow.negotiation.round_started") return <li className="lane-step" style={place(from, to)}><span>{kind === "round" ? messages.round(round) : messages.step[kind]}</span></li>;
  return (
    <li className="lane-step" data-seq={row.entry.seq} data-type={row.entry.event_type} style={place(from, to)}>
      <MomentButton seq={row.entry.seq} rows={[row]} marks={marks} column={from} className="lane-step-button">{messages.round(round)}</MomentButton>
    </li>
  );
}

function PlanLabel({ plan: { row, version, column }, marks }: { readonly plan: PlanLine; readonly marks: LaneMarks }) {
  const language = useLocale();
  return (
    <li className="lane-plan" data-seq={row.entry.seq} data-type={row.entry.event_type} style={place(column)}>
      <MomentButton seq={row.entry.seq} rows={[row]} marks={marks} column={column} className="lane-plan-button">
        <span aria-hidden="true">v{version ?? "—"}</span><span className="visually-hidden">{describePlanLine(row, language)}</span>
      </MomentButton>
    </li>
  );
}
