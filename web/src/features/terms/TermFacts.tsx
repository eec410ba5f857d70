// Terms as small facts beside a text.
import { useLocale } from "../../i18n/locale";
import type { Terms } from "../../eventLog/terms";
import { UserText } from "../../ui/UserText";
import { TERM_MESSAGES } from "./messages";
import { describeTerms } from "./termTexts";
import "./terms.css";

/** Terms that the texts `said` do not say; renders nothing when there are none. */
export function TermFacts({ terms, said = [] }: { readonly terms: Terms | null; readonly said?: readonly string[] }) {
  const language = useLocale();
  const facts = describeTerms(terms, language, said);
  if (facts.length === 0) return null;
  const messages = TERM_MESSAGES[language];
  return (
    <ul className="term-facts small" aria-label={messages.list} data-part="terms">
      {facts.map(({ name, text }, index) => (
        <li key={index} data-term={name}><span className="soft">{messages.label[name]} </span><UserText text={text} /></li>
      ))}
    </ul>
  );
}
