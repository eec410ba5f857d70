// Dialog with all keys of the page.
import { lookUp } from "../../eventLog/readJson";
import { Dialog } from "../../ui/Dialog";
import { MESSAGES } from "./messages";
import { DEMAND_ACTIONS, KEY_NAMES, type PageAction } from "./pageKeys";
import "./keyboard.css";

/** Keys and what they do; those of a demand's page only when `ofDemand`. */
export function KeyHelpDialog({ ofDemand, onClose }: { readonly ofDemand: boolean; readonly onClose: () => void }) {
  const messages = MESSAGES.useCurrent();
  const actions = (Object.keys(KEY_NAMES) as PageAction[]).filter((action) => ofDemand || !DEMAND_ACTIONS.includes(action));
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <dl className="key-list">
        {actions.map((action) => (
          <div key={action}>
            <dt>{KEY_NAMES[action].map((name) => <kbd key={name}>{lookUp<string>(messages.key, name) ?? name}</kbd>)}</dt>
            <dd>{messages.action[action]}</dd>
          </div>
        ))}
        <div><dt><kbd>Esc</kbd></dt><dd>{messages.escape}</dd></div>
      </dl>
      <p className="soft small">{messages.hint}</p>
      <div className="row dialog-actions">
        <button type="button" className="button button-main" onClick={onClose}>{messages.close}</button>
      </div>
    </Dialog>
  );
}
