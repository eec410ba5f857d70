// Which agents stand for the person here? Shown to who is signed in and has some.
import { Link } from "react-router";
import { asText } from "../../ui/escapeBidi";
import { Avatar } from "../../ui/Avatar";
import { useWords } from "../../i18n/locale";
import { AttendToggle } from "./AttendanceToggle";
import { useOwnAgents } from "./ownAgents";
import { WORDS } from "./messages";

export function MyAgents() {
  const words = useWords(WORDS);
  const agents = useOwnAgents(true);
  if (agents.length === 0) return null;
  return (
    <section className="card stack home-mine">
      <h2>{words.mine}</h2>
      <p className="soft small">{words.mineHint}</p>
      <ul className="stack">
        {agents.map(({ agent_id, display_name }) => (
          <li key={agent_id} className="row">
            <Avatar agentId={agent_id} name={display_name} />
            <Link to={`/agents?agent=${encodeURIComponent(agent_id)}`}><bdi>{asText(display_name)}</bdi></Link>
            <AttendToggle agentId={agent_id} />
          </li>
        ))}
      </ul>
    </section>
  );
}
