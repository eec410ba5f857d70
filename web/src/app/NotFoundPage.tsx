// What does an address show that is none of ours?
import { Link } from "react-router";
import { useWords } from "../i18n/locale";

const WORDS = {
  zh: { title: "没有这个页面", back: "回到首页" },
  en: { title: "There is no such page", back: "Back to the start" },
};

export function NotFound() {
  const words = useWords(WORDS);
  return (
    <section className="card stack">
      <h1>{words.title}</h1>
      <p><Link to="/">{words.back}</Link></p>
    </section>
  );
}
