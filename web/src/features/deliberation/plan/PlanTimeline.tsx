// Phases of a plan as bars between their days, with their tasks below.
import type { CSSProperties } from "react";
import { useFormat } from "../../../i18n/format";
import { AgentText } from "../AgentText";
import type { Plan, PlanPhase, PlanTask } from "../model/plan";
import type { TaskChange } from "../model/planChanges";
import { formatDay, getPlanSpan, getShare, getTicks, parseDay, type PhaseSpan, type PlanSpan } from "../model/planDates";
import { TaskChangeBadges } from "./PlanDifferences";
import { PLAN_MESSAGES } from "./messages";

/** Number of dates on the axis. */
const TICKS = 5;

interface Props {
  readonly plan: Plan;
  /** Day on which the session was started. */
  readonly today: string;
  /** Changes against the version before, by task. */
  readonly changes?: ReadonlyMap<PlanTask, TaskChange> | undefined;
}

/** Time line of a plan. */
export function PlanTimeline({ plan, today, changes }: Props) {
  const messages = PLAN_MESSAGES.useCurrent();
  const { day } = useFormat();
  const span = getPlanSpan(plan, today);
  return (
    <div className="dl-timeline">
      {span === null ? <p className="small soft">{messages.noDates}</p> : (
        <>
          <p className="small soft">{messages.span(day(formatDay(span.first)), day(formatDay(span.last)))}</p>
          <Axis span={span} />
        </>
      )}
      <ol className="dl-phases" aria-label={messages.timeline}>
        {plan.phases.map((phase, index) => (
          <li key={index} style={{ "--phase": index % 4 } as CSSProperties} data-phase={index % 4}>
            <Phase phase={phase} span={span} own={span?.phases[index] ?? null} changes={changes} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Axis({ span }: { readonly span: PlanSpan }) {
  const { shortDay } = useFormat();
  const ticks = getTicks(span, TICKS);
  return (
    <div className="dl-days small soft" aria-hidden="true">
      {ticks.map((tick, index) => <span key={index}>{shortDay(formatDay(tick))}</span>)}
    </div>
  );
}

interface PhaseProps extends Pick<Props, "changes"> {
  readonly phase: PlanPhase;
  readonly span: PlanSpan | null;
  readonly own: PhaseSpan | null;
}

function Phase({ phase, span, own, changes }: PhaseProps) {
  const messages = PLAN_MESSAGES.useCurrent();
  const { number, shortDay } = useFormat();
  const hours = phase.tasks.reduce((sum, task) => sum + (task.hours ?? 0), 0);
  return (
    <>
      <div className="dl-phase-head">
        <h4><AgentText text={phase.name} /></h4>
        <span className="small soft">
          {own && <>{messages.span(shortDay(formatDay(own.first)), shortDay(formatDay(own.last)))} · </>}
          {messages.hours(number(Math.round(hours * 10) / 10))}
          {phase.duration !== "" && <> · <AgentText text={phase.duration} /></>}
        </span>
      </div>
      {span && own && <Bar span={span} own={own} />}
      <ul className="dl-tasks">
        {phase.tasks.map((task, index) => <Task key={index} task={task} change={changes?.get(task)} />)}
      </ul>
    </>
  );
}

/** Bar of a phase, with a dot at each task's day. */
function Bar({ span, own }: { readonly span: PlanSpan; readonly own: PhaseSpan }) {
  const from = getShare(own.first, span);
  const to = getShare(own.last + 1, span);
  const days = new Set(own.phase.tasks.flatMap(({ due }) => parseDay(due) ?? []));
  return (
    <div className="dl-bar-track" aria-hidden="true">
      <span className="dl-bar" style={{ insetInlineStart: `${from * 100}%`, inlineSize: `${(to - from) * 100}%` }} />
      {[...days].map((day) => <span key={day} className="dl-dot" style={{ insetInlineStart: `${getShare(day + 0.5, span) * 100}%` }} />)}
    </div>
  );
}

function Task({ task, change }: { readonly task: PlanTask; readonly change: TaskChange | undefined }) {
  const messages = PLAN_MESSAGES.useCurrent();
  const { number, day } = useFormat();
  return (
    <li>
      <span className="dl-task-title"><AgentText text={task.title} /></span>
      <span className="row small soft">
        {task.due !== "" && <time dateTime={task.due}>{messages.due(day(task.due))}</time>}
        {task.hours !== null && <span>{messages.hours(number(task.hours))}</span>}
        {task.tags.map((tag) => <span key={tag} className="dl-tag"><AgentText text={tag} /></span>)}
        {change && <TaskChangeBadges change={change} />}
      </span>
    </li>
  );
}
