// Page footer with links to the API documents.
import { Link } from "react-router";
import { useSession } from "../features/session/session";
import { defineMessages } from "../i18n/locale";

const MESSAGES = defineMessages({
  zh: { api: "HTTP 接口", events: "事件文档", operations: "系统运维" },
  en: { api: "HTTP interface", events: "Events", operations: "Operations" },
});

/** Footer with links to the HTTP and event API documents, and for administrators to the operations page. */
export function Footer() {
  const messages = MESSAGES.useCurrent();
  const admin = useSession()?.admin === true;
  return (
    <footer className="frame-footer row soft small">
      <span>ToWow</span>
      <a href="/docs">{messages.api}</a>
      <a href="/asyncapi.json">{messages.events}</a>
      {admin && <Link to="/operations">{messages.operations}</Link>}
    </footer>
  );
}
