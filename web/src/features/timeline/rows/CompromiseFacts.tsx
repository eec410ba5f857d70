// Facts of a compromise proposal: participants, missing items, relaxations, alternatives (TW-509).
import type { Payloads } from "../../../generated/events";
import { readObjects, readString, readStrings } from "../../../eventLog/readJson";
import { UserText } from "../../../ui/UserText";
import type { EventContext } from "../timelineRows";
import { OUTCOME_MESSAGES } from "../messages/outcome";
import { ValueChange, Fact, FactTexts, AgentLabel } from "./rowParts";

interface Props {
  readonly compromise: Payloads["towow.negotiation.failed"]["compromise_proposal"] | undefined;
  readonly context: EventContext;
}

/** Facts of a compromise proposal; renders nothing when there is none. */
export function CompromiseFacts({ compromise, context }: Props) {
  const messages = OUTCOME_MESSAGES.useCurrent();
  if (typeof compromise !== "object" || compromise === null) return null;
  const capable = readObjects(compromise.participants);
  const relax = readObjects(compromise.relax);
  return (
    <>
      <Fact label={messages.now}>{typeof compromise.feasible === "boolean" && messages.feasible[`${compromise.feasible}`]}</Fact>
      {capable.length > 0 && (
        <Fact label={messages.can}>
          <ul className="event-list">
            {capable.map((participant, index) => (
              <li key={index} className="event-head"><AgentLabel agent={readString(participant.agent_id)} context={context} /><UserText text={readString(participant.can)} /></li>
            ))}
          </ul>
        </Fact>
      )}
      <FactTexts label={messages.missing} texts={readStrings(compromise.missing)} />
      {relax.length > 0 && (
        <Fact label={messages.relax}>
          <ul className="event-list">
            {relax.map((relaxation, index) => (
              <li key={index}>
                <strong><UserText text={readString(relaxation.aspect)} /></strong> <ValueChange from={readString(relaxation.from)} to={readString(relaxation.to)} />
                {readString(relaxation.raw_input) !== "" && <p className="soft">{messages.relaxed}: <UserText text={readString(relaxation.raw_input)} /></p>}
                {readString(relaxation.expected) !== "" && <p className="soft">{messages.expected}: <UserText text={readString(relaxation.expected)} /></p>}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <FactTexts label={messages.alternatives} texts={readStrings(compromise.alternatives)} />
    </>
  );
}
