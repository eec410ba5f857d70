// Home page: demand form, own agents, recent demands (TW-806).
import { Link } from "react-router";
import { Badge } from "../../ui/Badge";
import { MyAgents } from "../humanInTheLoop/MyAgents";
import { DemandForm } from "./DemandForm";
import { RecentDemands } from "./RecentDemands";
import { useReadiness } from "./useReadiness";
import { MESSAGES } from "./messages";
import "./home.css";

/** Page `/`. */
export function HomePage() {
  const messages = MESSAGES.useCurrent();
  return (
    <div className="home">
      <section className="home-intro stack">
        <h1>{messages.title}</h1>
        <p className="soft">{messages.what}</p>
        <p className="small"><Link to="/deliberations">{messages.deliberations} ›</Link></p>
        <ModelBadge />
      </section>
      <DemandForm />
      <MyAgents />
      <RecentDemands />
    </div>
  );
}

/** Badge with the gateway's model, or with its refusal to take demands; its place is kept until the gateway has reported. */
function ModelBadge() {
  const messages = MESSAGES.useCurrent();
  const readiness = useReadiness();
  const text = readiness === null ? "" : (messages.model[readiness.model] ?? messages.otherModel(readiness.model));
  return (
    <div className="home-model" role="status">
      {readiness?.ready === false && <Badge tone="bad">{messages.notReady}</Badge>}
      {readiness?.ready === true && <Badge tone={readiness.model === "simulated" ? "warn" : "brand"}>{text}</Badge>}
    </div>
  );
}
