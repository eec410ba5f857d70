// The rules as the analyst explained them.
import { GameText } from "../talk/GameText";
import { TALK_MESSAGES } from "../talk/messages";
import { Fold } from "../talk/LoopEntries";
import type { GameView } from "../model/gameView";

const TEXTS = ["win_condition", "lose_condition", "strategic_guideline"] as const;
const LISTS = ["key_patterns", "special_rules", "common_mistakes"] as const;

/** Folded card with the rules. */
export function RulesCard({ view: { rules } }: { readonly view: GameView }) {
  const messages = TALK_MESSAGES.useCurrent();
  return (
    <section className="card gm-rules">
      <Fold open={false} summary={<h2>{messages.rules}</h2>}>
        {() => rules == null ? <p className="soft">{messages.rulesNone}</p> : (
          <div className="stack" data-rules>
            <p className="small soft">{rules.builtin === true ? messages.rulesBuiltin : messages.rulesBy}</p>
            <dl className="gm-rules-texts">
              {TEXTS.map((name) => <div key={name}><dt>{messages.rule[name]}</dt><dd><GameText text={rules[name]} /></dd></div>)}
              {LISTS.map((name) => (rules[name] ?? []).length > 0 && (
                <div key={name}><dt>{messages.rule[name]}</dt><dd><ul>{rules[name]?.map((text, index) => <li key={index}><GameText text={text} /></li>)}</ul></dd></div>
              ))}
            </dl>
          </div>
        )}
      </Fold>
    </section>
  );
}
