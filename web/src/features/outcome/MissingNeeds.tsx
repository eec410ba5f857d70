// What an agreed plan lacks, first of all.
import type { DemandView } from "../../eventLog/types";
import { UserText } from "../../ui/UserText";
import { FindingBadge } from "../proposal/Findings";
import { EVENT_MESSAGES } from "./eventMessages";
import { FindSomebody } from "./FindSomebody";
import { listMissing } from "./missingItems";
import { MESSAGES } from "./messages";

/** What is missing, each with a way to find somebody; renders nothing for logs that do not tell. */
export function MissingNeeds({ view }: { readonly view: DemandView }) {
  const messages = MESSAGES.useCurrent();
  const { optional } = EVENT_MESSAGES.useCurrent();
  const missing = listMissing(view);
  if (missing.length === 0) return null;
  return (
    <div className="outcome-missing" data-part="missing">
      <h3>{messages.stillMissing}</h3>
      <ul className="outcome-list">
        {missing.map(({ text, finding, need, count, required }, index) => (
          <li key={index}>
            <p>
              {finding !== null && <><FindingBadge kind={finding.kind} /> </>}
              <UserText text={text} />
              {!required && <span className="soft"> ({optional})</span>}
            </p>
            {need !== "" && <FindSomebody view={view} need={need} count={count} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
