// Collapsible details of the plan that an event carries.
import { useId, useState } from "react";
import type { Payloads } from "../../../generated/events";
import { readNumber, readObjects, readTrue, readString, readStrings, getLabel } from "../../../eventLog/readJson";
import { readFindings } from "../../../eventLog/findings";
import { readTermsOf, readTotals } from "../../../eventLog/terms";
import { Badge } from "../../../ui/Badge";
import { UserText } from "../../../ui/UserText";
import { useFormat, type Format } from "../../../i18n/format";
import { useLocale } from "../../../i18n/locale";
import { formatMoney } from "../../../i18n/money";
import { TermFacts } from "../../terms/TermFacts";
import { getDistinctLabel } from "../../proposal/normalizedPlan";
import type { EventContext } from "../timelineRows";
import { COMMON_MESSAGES } from "../messages/common";
import { PLAN_MESSAGES } from "../messages/plan";
import { GapList } from "./GapList";
import { Fact, FactAgents, FactText, FactTexts, Facts, AgentLabel, Quote } from "./rowParts";

type Plan = Payloads["towow.proposal.distributed"]["proposal"];

interface Props {
  readonly plan: Plan | undefined;
  readonly context: EventContext;
}

/** Toggle with the plan's details; collapsed by default, since the plan card shows the newest plan. */
export function PlanDetails({ plan, context }: Props) {
  const messages = PLAN_MESSAGES.useCurrent();
  const [open, setOpen] = useState(false);
  const id = useId();
  if (typeof plan !== "object" || plan === null) return null;
  return (
    <div>
      <button type="button" className="button button-quiet event-unfold" aria-expanded={open} aria-controls={id} onClick={() => { setOpen(!open); }}>
        {open ? messages.hide : messages.show(readNumber(plan.version), readObjects(plan.assignments).length)}
      </button>
      <div id={id}>{open && <PlanFacts plan={plan} context={context} />}</div>
    </div>
  );
}

function PlanFacts({ plan, context }: { readonly plan: Plan; readonly context: EventContext }) {
  const [messages, { confidence, level, odd }, format, language] = [PLAN_MESSAGES.useCurrent(), COMMON_MESSAGES.useCurrent(), useFormat(), useLocale()];
  const start = readString(plan.timeline?.start_date);
  return (
    <Facts>
      <FactText label={messages.summary} text={readString(plan.summary)} />
      <FactText label={messages.objective} text={readString(plan.objective)} />
      <Fact label={messages.tasks}><AssignmentList plan={plan} context={context} /></Fact>
      <Fact label={messages.starts}>{start && <UserText text={format.day(start)} />}</Fact>
      <FactTexts label={messages.milestones} texts={formatMilestones(plan, format)} />
      <FactTexts label={messages.criteria} texts={readStrings(plan.success_criteria)} />
      <FactTexts label={messages.findings} texts={readFindings(plan).map(({ text }) => text)} />
      <FactTexts label={messages.totals} texts={readTotals(plan).map((total) => formatMoney(total, language))} />
      <FactTexts label={messages.risks} texts={readStrings(plan.risks)} />
      <FactText label={messages.rationale} text={readString(plan.rationale)} />
      <Fact label={messages.gaps}>{readObjects(plan.gaps).length > 0 && <GapList gaps={readObjects(plan.gaps)} />}</Fact>
      <FactAgents label={messages.confirmedPeople} agents={readStrings(plan.confirmed_participants)} context={context} />
      <FactAgents label={messages.optionalPeople} agents={readStrings(plan.optional_participants)} context={context} />
      <Fact label={confidence}>{getLabel(level, plan.confidence, odd)}</Fact>
    </Facts>
  );
}

function formatMilestones(plan: Plan, format: Format): readonly string[] {
  return readObjects(plan.timeline?.milestones)
    .map(({ name, date, label }) => [readString(date) && format.day(readString(date)), getDistinctLabel(readString(name), readString(label)), readString(name)].filter(Boolean).join(" · "))
    .filter(Boolean);
}

function AssignmentList({ plan, context }: { readonly plan: Plan; readonly context: EventContext }) {
  const messages = PLAN_MESSAGES.useCurrent();
  const assignments = readObjects(plan.assignments);
  if (assignments.length === 0) return messages.noTasks;
  return (
    <ul className="event-list">
      {assignments.map((assignment, index) => (
        <li key={index}>
          <span className="event-head">
            <AgentLabel agent={readString(assignment.agent_id)} name={readString(assignment.display_name)} context={context} />
            <UserText text={readString(assignment.role)} />
            {readTrue(assignment.required) && <Badge tone="warn">{messages.required}</Badge>}
            {readTrue(assignment.reserve)
              ? <Badge>{messages.reserve}</Badge>
              : <Badge tone={readTrue(assignment.is_confirmed) ? "good" : "plain"}>{readTrue(assignment.is_confirmed) ? messages.confirmed : messages.unconfirmed}</Badge>}
          </span>
          <Quote text={readString(assignment.responsibility)} />
          <Quote text={readString(assignment.notes)} />
          <TermFacts terms={readTermsOf(assignment)} said={[readString(assignment.responsibility), readString(assignment.notes)]} />
          {readStrings(assignment.dependencies).length > 0 && <p className="soft">{messages.needs}: <UserText text={readStrings(assignment.dependencies).join(" · ")} /></p>}
        </li>
      ))}
    </ul>
  );
}
