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

/** Badge with the gateway's model; renders nothing until the gateway has reported it. */
function ModelBadge() {
  const messages = MESSAGES.useCurrent();
  const readiness = useReadiness();
  if (readiness === null) return null;
  const { model, ready } = readiness;
  return (
    <>
      <p><Badge tone={model === "simulated" ? "warn" : "brand"}>{messages.model[model] ?? messages.otherModel(model)}</Badge></p>
      {!ready && <p className="refusal small" role="status">{messages.notReady}</p>}
    </>
  );
}
