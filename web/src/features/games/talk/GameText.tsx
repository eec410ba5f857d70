// Text that an agent wrote, in the language of its game.
import { createContext, use } from "react";
import { UserText } from "../../../ui/UserText";

/** Language of what the agents of the shown game write; "" while unknown. */
export const GameLanguage = createContext("");

/** Text of an agent, as plain text; pronounced in the game's language. */
export function GameText({ text }: { readonly text: string }) {
  const language = use(GameLanguage);
  return <span {...(language === "" ? {} : { lang: language === "zh" ? "zh-CN" : language })}><UserText text={text} /></span>;
}
