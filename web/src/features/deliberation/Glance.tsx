// First thing to see: agreed or not, the plan, what to do first, what is open; before the end, where it stands.
import type { ReactNode } from "react";
import { Badge } from "../../ui/Badge";
import { useFormat } from "../../i18n/format";
import { AgentText } from "./AgentText";
import { MESSAGES } from "./messages";
import { getPlanSpan, formatDay } from "./model/planDates";
import { getFirstTodos, getOpenPoints, getResultKind, getStandingPlan, type OpenPoint } from "./model/result";
import type { Discussant } from "./model/sessionEvents";
import type { SessionView } from "./model/sessionView";
import { ConfidenceBadge } from "./rounds/PositionPanel";
import { describeDecision } from "./rounds/decisionText";
import { FindingLink } from "./rounds/FindingLink";
import { ROUND_MESSAGES } from "./rounds/messages";
import { PLAN_MESSAGES } from "./plan/messages";
import { getLastPositions } from "./model/lastPositions";

/** Numbers of to-dos and of open points that are shown here; the rest is below. */
const MAX_TODOS = 3;
const MAX_OPEN = 4;

/** Card with the most important facts of the session. */
export function Glance({ view }: { readonly view: SessionView }) {
  const messages = MESSAGES.useCurrent();
  const kind = getResultKind(view);
  return (
    <section className="card dl-glance" aria-labelledby="dl-glance">
      <h2 id="dl-glance" className={kind === "running" ? "" : "visually-hidden"}>{kind === "running" ? messages.soFar : messages.glance}</h2>
      {kind === "running" ? <Standing view={view} /> : <Result view={view} means={messages.means[kind]} />}
      <p className="dl-jump small"><a href="#dl-rounds">{messages.toRounds} ↓</a></p>
    </section>
  );
}

function Result({ view, means }: { readonly view: SessionView; readonly means: string }) {
  const messages = MESSAGES.useCurrent();
  return (
    <>
      {means !== "" && <p className="dl-means">{means}{view.start.model === "simulated" && <> <span className="soft small">({messages.simulatedToo})</span></>}</p>}
      <div className="dl-facts">
        <Fact title={messages.thePlan}><PlanFact view={view} /></Fact>
        <Fact title={messages.doFirst}><FirstTodos view={view} /></Fact>
        <Fact title={messages.stillOpen}><OpenPoints view={view} /></Fact>
      </div>
    </>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="dl-fact">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function PlanFact({ view }: { readonly view: SessionView }) {
  const messages = MESSAGES.useCurrent();
  const plans = PLAN_MESSAGES.useCurrent();
  const { number, day } = useFormat();
  const standing = getStandingPlan(view);
  if (standing === null) return <p>{messages.noPlan}</p>;
  const { plan, provisional } = standing;
  const span = getPlanSpan(plan, view.start.today);
  return (
    <>
      <p className="dl-strong"><AgentText text={plan.title} /></p>
      <p className="row small">
        <Badge tone={provisional ? "warn" : "good"}>{provisional ? messages.provisional : messages.agreedPlan}</Badge>
        {plan.totalHours !== null && <span>{plans.total(number(plan.totalHours))}</span>}
        <span>{messages.phases(plan.phases.length)}</span>
      </p>
      {span && <p className="small">{plans.span(day(formatDay(span.first)), day(formatDay(span.last)))}</p>}
    </>
  );
}

function FirstTodos({ view }: { readonly view: SessionView }) {
  const messages = MESSAGES.useCurrent();
  const { number, shortDay } = useFormat();
  const todos = view.report?.todos ?? [];
  if (todos.length === 0) return <p>{messages.nothingToDo}</p>;
  return (
    <ol className="dl-first">
      {getFirstTodos(todos, MAX_TODOS).map((todo) => (
        <li key={todo.id}>
          <AgentText text={todo.title} />
          <span className="small soft">
            {messages.due(shortDay(todo.due))}{todo.hours !== null && <> · {messages.hours(number(todo.hours))}</>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function OpenPoints({ view }: { readonly view: SessionView }) {
  const messages = MESSAGES.useCurrent();
  const points = getOpenPoints(view);
  if (points.length === 0) return <p>{messages.nothingOpen}</p>;
  return (
    <ul className="dl-list">
      {points.slice(0, MAX_OPEN).map((point, index) => <li key={index}><Point point={point} /></li>)}
      {points.length > MAX_OPEN && <li className="soft">{messages.allOpen(points.length - MAX_OPEN)}</li>}
    </ul>
  );
}

function Point({ point }: { readonly point: OpenPoint }) {
  const { role } = MESSAGES.useCurrent();
  const { to } = ROUND_MESSAGES.useCurrent();
  switch (point.kind) {
    case "difference":
      return <>{to(role.planner, "")}<AgentText text={point.planner} /><br />{to(role.critic, "")}<AgentText text={point.critic} /></>;
    case "finding":
      return <><FindingLink id={point.finding.id} /> <AgentText text={point.finding.text} /></>;
    case "text":
      return <AgentText text={point.text} />;
  }
}

/** Where a running session stands: what each holds, and what the host has last decided. */
function Standing({ view }: { readonly view: SessionView }) {
  const messages = MESSAGES.useCurrent();
  const rounds = ROUND_MESSAGES.useCurrent();
  const positions = getLastPositions(view);
  const decision = view.rounds.findLast((round) => round.decision !== null)?.decision ?? null;
  return (
    <div className="dl-facts dl-facts-two">
      {(["planner", "critic"] satisfies Discussant[]).map((agent) => (
        <Fact key={agent} title={messages.says(messages.role[agent])}>
          {positions[agent] === null ? <p className="soft">{messages.silent}</p> : (
            <p>
              <AgentText text={positions[agent].conclusion} /> <ConfidenceBadge confidence={positions[agent].confidence} />
            </p>
          )}
        </Fact>
      ))}
      {decision && (
        <p className="dl-last small">
          <span className="soft">{messages.lastDecision}</span>
          {describeDecision(decision, rounds)}
        </p>
      )}
    </div>
  );
}
