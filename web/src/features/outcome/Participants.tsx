// List of participants of the agreed plan (TW-810).
import type { DemandView } from "../../eventLog/types";
import { escapeBidi } from "../../ui/escapeBidi";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import { AGENT_STATUS_LOOKS } from "../../ui/agentStatusLooks";
import { useFormat } from "../../i18n/format";
import { Section } from "./Section";
import { listParticipants } from "./outcomeParticipants";
import { MESSAGES } from "./messages";
import type { ReportedReserve } from "./planReport";

/** List of participants with role and status. */
export function Participants({ view, reserves }: { readonly view: DemandView; readonly reserves: readonly ReportedReserve[] }) {
  const messages = MESSAGES.useCurrent();
  const { list } = useFormat();
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
      {reserves.length > 0 && (
        <p className="small" data-part="reserve">
          <span className="soft">{messages.reserves}: </span>
          <bdi>{escapeBidi(list(reserves.map(({ name, role }) => (role === "" ? name : `${name} (${role})`))))}</bdi>
        </p>
      )}
    </Section>
  );
}
