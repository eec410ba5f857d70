// Page header: navigation, locale switch, theme switch, session menu.
import { useId } from "react";
import { Link, NavLink } from "react-router";
import { SessionMenu } from "../features/session/SessionMenu";
import { setLocale, useLocaleStore, defineMessages } from "../i18n/locale";
import { setTheme, useThemeStore } from "./theme";
import { useMenu } from "./useMenu";

const MESSAGES = defineMessages({
  zh: { skip: "跳到内容", home: "ToWow 首页", pages: "页面", demand: "新需求", agents: "智能体", games: "对弈", language: "English", languageTag: "en", dark: "深色", light: "浅色", menu: "菜单" },
  en: { skip: "Skip to content", home: "ToWow home", pages: "Pages", demand: "New demand", agents: "Agents", games: "Games", language: "中文", languageTag: "zh-CN", dark: "Dark", light: "Light", menu: "Menu" },
});

/** Header of every page except the stage; on phones one row, whose tools are in a menu. */
export function Header() {
  const messages = MESSAGES.useCurrent();
  const locale = useLocaleStore((state) => state.locale);
  const theme = useThemeStore((state) => state.theme);
  const menuId = useId();
  const { open, toggle, menuRef } = useMenu();
  return (
    <header className="frame-header">
      <a className="frame-skip" href="#main">{messages.skip}</a>
      <Link to="/" className="frame-brand" aria-label={messages.home}>
        <img src="/assets/favicon.svg" alt="" width="28" height="28" />
        <span>ToWow</span>
      </Link>
      <nav aria-label={messages.pages} className="frame-pages">
        <NavLink to="/" end>{messages.demand}</NavLink>
        <NavLink to="/agents">{messages.agents}</NavLink>
        <NavLink to="/games">{messages.games}</NavLink>
      </nav>
      <div className="frame-menu" ref={menuRef}>
        <button type="button" className="button button-quiet frame-menu-button" aria-label={messages.menu} aria-expanded={open} aria-controls={menuId} onClick={toggle}>
          <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true" focusable="false"><path d="M4 6h16v2H4zm0 5h16v2H4zm0 5h16v2H4z" /></svg>
        </button>
        <div className="frame-tools row" id={menuId} data-open={open}>
          <button type="button" className="button button-quiet" lang={messages.languageTag} onClick={() => { setLocale(locale === "zh" ? "en" : "zh"); }}>
            {messages.language}
          </button>
          <button type="button" className="button button-quiet" onClick={() => { setTheme(theme === "dark" ? "light" : "dark"); }}>
            {theme === "dark" ? messages.light : messages.dark}
          </button>
          <SessionMenu />
        </div>
      </div>
    </header>
  );
}
