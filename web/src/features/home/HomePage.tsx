// Where does one state a demand? (TW-806)
import { Badge } from "../../ui/Badge";
import { useWords } from "../../i18n/locale";
import { MyAgents } from "../humanInTheLoop/MyAgents";
import { DemandForm } from "./DemandForm";
import { Recent } from "./RecentDemands";
import { useReadiness } from "./useReadiness";
import { WORDS } from "./messages";
import "./home.css";

export function HomePage() {
  const words = useWords(WORDS);
  return (
    <div className="home">
      <section className="home-intro stack">
        <h1>{words.title}</h1>
        <p className="soft">{words.what}</p>
        <ModelAtWork />
      </section>
      <DemandForm />
      <MyAgents />
      <Recent />
    </div>
  );
}

/** Nothing as long as the gateway has not said which one it is. */
function ModelAtWork() {
  const words = useWords(WORDS);
  const readiness = useReadiness();
  if (readiness === null) return null;
  const { model, ready } = readiness;
  return (
    <>
      <p><Badge tone={model === "simulated" ? "warn" : "brand"}>{words.model[model] ?? words.otherModel(model)}</Badge></p>
      {!ready && <p className="refusal small" role="status">{words.notReady}</p>}
    </>
  );
}
