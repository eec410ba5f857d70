// List of the signed-in user's own agents.
import { Link } from "react-router";
import { escapeBidi } from "../../ui/escapeBidi";
import { Avatar } from "../../ui/Avatar";
import { AttendanceToggle } from "./AttendanceToggle";
import { useOwnAgents } from "./ownAgents";
import { MESSAGES } from "./messages";

/** Card with the user's own agents; renders nothing when there are none. */
export function MyAgents() {
  const messages = MESSAGES.useCurrent();
  const agents = useOwnAgents(true);
  if (agents.length === 0) return null;
  return (
    <section className="card stack home-mine">
      <h2>{messages.mine}</h2>
      <p className="soft small">{messages.mineHint}</p>
      <ul className="stack">
        {agents.map(({ agent_id, display_name }) => (
          <li key={agent_id} className="row">
            <Avatar agentId={agent_id} name={display_name} />
            <Link to={`/agents?agent=${encodeURIComponent(agent_id)}`}><bdi>{escapeBidi(display_name)}</bdi></Link>
            <AttendanceToggle agentId={agent_id} />
          </li>
        ))}
      </ul>
    </section>
  );
}
