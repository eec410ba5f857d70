// Who takes part in the plan that came out? (TW-810)
import type { DemandView } from "../../eventLog/types";
import { asText } from "../../ui/escapeBidi";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import { STANDING_TONES } from "../../ui/agentStatusTones";
import { useWords } from "../../i18n/locale";
import { Part } from "./Section";
import { participants } from "./outcomeParticipants";
import { WORDS } from "./messages";

export function Participants({ view }: { readonly view: DemandView }) {
  const words = useWords(WORDS);
  const those = participants(view);
  return (
    <Part title={words.participants}>
      {those.length === 0 && <p className="soft">{words.nobody}</p>}
      <ul className="outcome-people">
        {those.map(({ agentId, name, roles, standing, joined }) => (
          <li key={agentId} className="row" data-agent={agentId} data-standing={standing}>
            <Avatar agentId={agentId} name={name} />
            <span className="outcome-person">
              <bdi className="outcome-name">{asText(name)}</bdi>
              {roles.length > 0 && <bdi className="small soft">{asText(roles.join(" · "))}</bdi>}
            </span>
            <Badge tone={STANDING_TONES[standing]}>{words.standing[standing]}</Badge>
            {joined && standing !== "left" && <Badge tone="talk">{words.joined}</Badge>}
          </li>
        ))}
      </ul>
    </Part>
  );
}
