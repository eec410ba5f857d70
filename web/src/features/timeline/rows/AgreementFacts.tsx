// Facts of an agreement: what is missing, and which needs are met by whom.
import { readPlanOutcome } from "../../../eventLog/planOutcome";
import { Badge } from "../../../ui/Badge";
import { UserText } from "../../../ui/UserText";
import type { EventContext } from "../timelineRows";
import { OUTCOME_MESSAGES } from "../messages/outcome";
import { AgentLabels, Fact, FactTexts } from "./rowParts";

/** Missing things and needs of an event's plan; renders nothing when the event does not tell. */
export function AgreementFacts({ payload, context }: { readonly payload: object; readonly context: EventContext }) {
  const messages = OUTCOME_MESSAGES.useCurrent();
  const plan = readPlanOutcome(payload);
  if (plan === null) return null;
  return (
    <>
      <FactTexts label={messages.missing} texts={plan.missing} />
      {plan.needs.length > 0 && (
        <Fact label={messages.needs}>
          <ul className="event-list">
            {plan.needs.map(({ need, met, holders }, index) => (
              <li key={index} className="event-head">
                <Badge tone={met ? "good" : "warn"}>{met ? messages.met : messages.notMet}</Badge>
                <UserText text={need} />
                {holders.length > 0 && <AgentLabels agents={holders} context={context} />}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}
