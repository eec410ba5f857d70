// Form that starts a game.
import { useId, type ReactNode } from "react";
import { create } from "zustand";
import { ErrorNote } from "../../../ui/ErrorNote";
import type { ApiError } from "../../../api/client";
import { GAME_KEYS, type GameKey, type NewGame } from "../gameApi";
import { MESSAGES } from "../messages";
import { MiniBoard } from "./MiniBoard";
import { START_MESSAGES } from "./messages";
import { useStartGame } from "./useStartGame";

const SIDES = ["first", "second", "none"] as const;
const OPPONENTS = ["engine", "team"] as const;
const LEVELS = [1, 2, 3, 4] as const;

interface Choices {
  readonly game: GameKey;
  readonly human: NewGame["human"];
  readonly opponent: "engine" | "team";
  readonly level: number;
}

/** The choices outlive the form, so that another game begins with them. */
const useChoices = create<Choices>()(() => ({ game: "gomoku8", human: "first", opponent: "engine", level: 4 }));

/** Form with game, side, opponent and strength. */
export function StartForm() {
  const messages = START_MESSAGES.useCurrent();
  const names = MESSAGES.useCurrent();
  const { game, human, opponent, level } = useChoices();
  const { busy, error, start } = useStartGame();
  const choose = (changed: Partial<Choices>): void => { useChoices.setState(changed); };
  return (
    <form
      className="card gm-start-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start({ game, human, level, ...(human === "none" ? { opponent } : {}) });
      }}
    >
      <Choice legend={messages.game} className="gm-games">
        {GAME_KEYS.map((key) => (
          <Radio key={key} name="game" value={key} checked={key === game} onChoose={() => { choose({ game: key }); }} label={names.game[key]} hint={messages.about[key]}>
            <MiniBoard game={key} />
          </Radio>
        ))}
      </Choice>
      <Choice legend={messages.side} className="gm-options">
        {SIDES.map((key) => <Radio key={key} name="side" value={key} checked={key === human} onChoose={() => { choose({ human: key }); }} label={messages.sides[key]} hint={messages.sideHints[key]} />)}
      </Choice>
      {human === "none" && (
        <Choice legend={messages.opponent} className="gm-options">
          {OPPONENTS.map((key) => <Radio key={key} name="opponent" value={key} checked={key === opponent} onChoose={() => { choose({ opponent: key }); }} label={messages.opponents[key]} />)}
        </Choice>
      )}
      <Choice legend={messages.level} className="gm-options">
        {LEVELS.map((key) => <Radio key={key} name="level" value={String(key)} checked={key === level} onChoose={() => { choose({ level: key }); }} label={`${key} · ${messages.levels[key - 1] ?? ""}`} />)}
      </Choice>
      {error && <StartError error={error} />}
      <div className="row"><button type="submit" className="button button-main gm-go" disabled={busy}>{busy ? messages.busy : messages.start}</button></div>
    </form>
  );
}

function Choice({ legend, className, children }: { readonly legend: string; readonly className: string; readonly children: ReactNode }) {
  return (
    <fieldset className="gm-choice">
      <legend>{legend}</legend>
      <div className={className}>{children}</div>
    </fieldset>
  );
}

interface RadioProps {
  readonly name: string;
  readonly value: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly label: string;
  readonly hint?: string;
  readonly children?: ReactNode;
}

/** Radio button as a card. */
function Radio({ name, value, checked, onChoose, label, hint = "", children }: RadioProps) {
  const id = useId();
  return (
    <div className="gm-radio">
      <input id={id} type="radio" name={name} value={value} checked={checked} onChange={onChoose} aria-describedby={hint === "" ? undefined : `${id}-hint`} />
      <label htmlFor={id}>{children}<strong>{label}</strong></label>
      {hint !== "" && <span id={`${id}-hint`} className="gm-radio-hint small soft">{hint}</span>}
    </div>
  );
}

/** Why a start failed, and what can be done. */
function StartError({ error }: { readonly error: ApiError }) {
  const messages = START_MESSAGES.useCurrent();
  const hint = error.status === 429 ? messages.tooMany : error.status === 503 ? messages.overloaded : null;
  return (
    <div className="stack">
      <ErrorNote error={error} />
      {hint !== null && <p className="small">{hint}</p>}
      <p className="small soft">{messages.kept}</p>
    </div>
  );
}
