// What is at the bottom of every page? The documents for those who program.
import { useWords } from "../i18n/locale";

const WORDS = {
  zh: { api: "HTTP 接口", events: "事件文档" },
  en: { api: "HTTP interface", events: "Events" },
};

export function Footer() {
  const words = useWords(WORDS);
  return (
    <footer className="frame-footer row soft small">
      <span>ToWow</span>
      <a href="/docs">{words.api}</a>
      <a href="/asyncapi.json">{words.events}</a>
    </footer>
  );
}
