// Page for unknown paths.
import { Link } from "react-router";
import { defineMessages } from "../i18n/locale";

const MESSAGES = defineMessages({
  zh: { title: "没有这个页面", back: "回到首页" },
  en: { title: "There is no such page", back: "Back to the start" },
});

/** Page for unknown paths, with a link to the home page. */
export function NotFoundPage() {
  const messages = MESSAGES.useCurrent();
  return (
    <section className="card stack">
      <h1>{messages.title}</h1>
      <p><Link to="/">{messages.back}</Link></p>
    </section>
  );
}
