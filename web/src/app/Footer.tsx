// Page footer with links to the API documents.
import { defineMessages } from "../i18n/locale";

const MESSAGES = defineMessages({
  zh: { api: "HTTP 接口", events: "事件文档" },
  en: { api: "HTTP interface", events: "Events" },
});

/** Footer with links to the HTTP and event API documents. */
export function Footer() {
  const messages = MESSAGES.useCurrent();
  return (
    <footer className="frame-footer row soft small">
      <span>ToWow</span>
      <a href="/docs">{messages.api}</a>
      <a href="/asyncapi.json">{messages.events}</a>
    </footer>
  );
}
