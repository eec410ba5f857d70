// Occurrence in a decision: a hand-over, a move taken back, a lesson, a choice overruled, an alert.
import { getLabel, lookUp, readNumber, readObject, readString, readTrue } from "../../../eventLog/readJson";
import { useFormat } from "../../../i18n/format";
import type { Tone } from "../../../ui/Badge";
import type { OccurrenceEntry, OccurrenceKind } from "../model/gameView";
import { GameText } from "./GameText";
import { TALK_MESSAGES } from "./messages";
import { useNames } from "./names";

const LOOKS: Readonly<Record<OccurrenceKind, { readonly tone: Tone; readonly icon: string }>> = {
  handed_over: { tone: "brand", icon: "⇄" },
  proposed: { tone: "brand", icon: "◎" },
  rejected: { tone: "bad", icon: "✕" },
  taken_back: { tone: "warn", icon: "↶" },
  lesson: { tone: "warn", icon: "✎" },
  overruled: { tone: "talk", icon: "⚙" },
  alert: { tone: "bad", icon: "!" },
  rules_interpreted: { tone: "good", icon: "§" },
};

/** One occurrence; a hand-over separates what comes before and after it. */
export function Occurrence({ entry }: { readonly entry: OccurrenceEntry }) {
  const messages = TALK_MESSAGES.useCurrent();
  const { tone, icon } = LOOKS[entry.occurrence] ?? LOOKS.alert;
  const { title, text, note } = useTexts(entry);
  return (
    <li className={`gm-occurrence tone-${tone}`} data-occurrence={entry.occurrence}>
      <span className="gm-icon" aria-hidden="true">{icon}</span>
      <div className="gm-occurrence-body">
        <p><strong>{messages.occurrence[entry.occurrence] ?? entry.occurrence}</strong>{title !== "" && <> · <bdi>{title}</bdi></>}{note !== "" && <span className="small"> · {note}</span>}</p>
        {text !== "" && <p className="gm-occurrence-text"><GameText text={text} /></p>}
      </div>
    </li>
  );
}

interface Texts {
  readonly title: string;
  readonly text: string;
  readonly note: string;
}

function useTexts({ occurrence, event: payload }: OccurrenceEntry): Texts {
  const messages = TALK_MESSAGES.useCurrent();
  const names = useNames();
  const { number } = useFormat();
  const event = readObject(payload);
  const point = names.point(event);
  const plain = (key: string): string => key;
  switch (occurrence) {
    case "handed_over":
      return { title: messages.handedOver(names.agent(event.speaker), names.agent(event.successor)), text: readString(event.summary), note: readTrue(event.forced) ? messages.forced : "" };
    case "proposed":
      return { title: point, text: readString(event.reason), note: names.agent(event.agent) };
    case "rejected":
      return { title: getLabel(messages.rejected, event.error, plain), text: readString(event.text), note: messages.retry(readNumber(event.retry) ?? 1) };
    case "taken_back": {
      const danger = readNumber(event.threat);
      const title = event.tentative === false ? messages.rethinks(point) : messages.takenBack(point, danger === null ? "" : number(Math.round(danger * 100) / 100));
      // What these say is in the title, whatever the language of the text.
      const isTold = event.trigger === "pre_commit" || event.trigger === "threat";
      return { title, text: isTold ? "" : readString(event.reason), note: getLabel(messages.trigger, event.trigger, plain) };
    }
    case "lesson":
      return { title: messages.lesson(point), text: readString(event.lesson), note: "" };
    case "overruled":
      return {
        title: messages.overruled(point, names.point({ x: event.better_x, y: event.better_y })),
        text: readString(event.detail),
        note: lookUp<string>(messages.problem, event.problem) ?? "",
      };
    case "alert":
      return { title: getLabel(messages.alert, event.alert, plain), text: readString(event.detail), note: readString(event.hook) };
    case "rules_interpreted":
      return { title: "", text: "", note: messages.seeRules };
    default:
      return { title: "", text: "", note: "" };
  }
}
