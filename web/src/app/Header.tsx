// What is at the top of every page? Where one can go, the language, the light, and who one is.
import { Link, NavLink } from "react-router";
import { SessionMenu } from "../features/session/SessionMenu";
import { speak, useLanguage, useWords } from "../i18n/locale";
import { choose, useTheme } from "./theme";

const WORDS = {
  zh: { skip: "跳到内容", home: "ToWow 首页", pages: "页面", demand: "新需求", agents: "智能体", language: "English", languageTag: "en", dark: "深色", light: "浅色" },
  en: { skip: "Skip to content", home: "ToWow home", pages: "Pages", demand: "New demand", agents: "Agents", language: "中文", languageTag: "zh-CN", dark: "Dark", light: "Light" },
};

export function Header() {
  const words = useWords(WORDS);
  const language = useLanguage((state) => state.language);
  const theme = useTheme((state) => state.theme);
  return (
    <header className="frame-header">
      <a className="frame-skip" href="#main">{words.skip}</a>
      <Link to="/" className="frame-brand" aria-label={words.home}>
        <img src="/assets/favicon.svg" alt="" width="28" height="28" />
        <span>ToWow</span>
      </Link>
      <nav aria-label={words.pages} className="row">
        <NavLink to="/" end>{words.demand}</NavLink>
        <NavLink to="/agents">{words.agents}</NavLink>
      </nav>
      <div className="frame-tools row">
        <button type="button" className="button button-quiet" lang={words.languageTag} onClick={() => { speak(language === "zh" ? "en" : "zh"); }}>
          {words.language}
        </button>
        <button type="button" className="button button-quiet" onClick={() => { choose(theme === "dark" ? "light" : "dark"); }}>
          {theme === "dark" ? words.light : words.dark}
        </button>
        <SessionMenu />
      </div>
    </header>
  );
}
