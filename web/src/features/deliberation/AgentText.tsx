// Text that an agent wrote, in the language of its session.
import { createContext, use } from "react";
import { UserText } from "../../ui/UserText";

/** Language of what the agents of the shown session write, as a language tag; "" while unknown. */
export const SessionLanguage = createContext("");

/** Return the attribute `lang` of what an agent wrote. */
export function useSessionLang(): { readonly lang?: string } {
  const language = use(SessionLanguage);
  return language === "" ? {} : { lang: language === "zh" ? "zh-CN" : language };
}

/** Text of an agent, as plain text; pronounced in the session's language. */
export function AgentText({ text }: { readonly text: string }) {
  return <span {...useSessionLang()}><UserText text={text} /></span>;
}

/** List of texts of an agent; renders nothing for an empty one. */
export function AgentTexts({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return <ul className="dl-list">{texts.map((text, index) => <li key={index}><AgentText text={text} /></li>)}</ul>;
}
