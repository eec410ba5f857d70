// List of participants of the agreed plan (TW-810).
import type { DemandView } from "../../eventLog/types";
import { escapeBidi } from "../../ui/escapeBidi";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import { AGENT_STATUS_LOOKS } from "../../ui/agentStatusLooks";
import { Section } from "./Section";
import { listParticipants } from "./outcomeParticipants";
import { MESSAGES } from "./messages";

/** List of participants with role and status. */
export function Participants({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const participants = listParticipants(view);
  return (
    <Section title={messages.participants}>
      {participants.length === 0 && <p className="soft">{messages.nobody}</p>}
      <ul className="outcome-people">
        {participants.map(({ agentId, name, roles, status, joinedLater }) => (
          <li key={agentId} className="row" data-agent={agentId} data-standing={status}>
            <Avatar agentId={agentId} name={name} />
            <span className="outcome-person">
              <bdi className="outcome-name">{escapeBidi(name)}</bdi>
              {roles.length > 0 && <bdi className="small soft">{escapeBidi(roles.join(" · "))}</bdi>}
            </span>
            <Badge tone={AGENT_STATUS_LOOKS[status].tone}>{messages.standing[status]}</Badge>
            {joinedLater && status !== "left" && <Badge tone="talk">{messages.joined}</Badge>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
