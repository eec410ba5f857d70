// Who does what, who of them is confirmed, and what changed in it?
import { asText } from "../../ui/escapeBidi";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import type { Tone } from "../../ui/Badge";
import { OwnWords } from "../../ui/UserText";
import { useWords } from "../../i18n/locale";
import type { Compared } from "./planDiff";
import { MarkBadge, Was } from "./ChangeBadges";
import type { PlainAssignment, PlainPlan } from "./normalizedPlan";
import { WORDS } from "./messages";
import type { Holding } from "./messages";

const TONES: Readonly<Record<Holding, Tone>> = { confirmed: "good", optional: "warn", unconfirmed: "plain", gone: "bad" };
const SIGNS: Readonly<Record<Holding, string>> = { confirmed: "✓", optional: "○", unconfirmed: "·", gone: "⇠" };

interface Props {
  readonly plan: PlainPlan;
  readonly compared: readonly Compared<PlainAssignment>[];
  /** What those held who are gone. */
  readonly lost: readonly PlainAssignment[];
  readonly nameOf: (agentId: string) => string;
}

export function Assignments({ plan, compared, lost, nameOf }: Props) {
  const words = useWords(WORDS);
  const gone = lost.map(({ agentId }) => agentId);
  const shown = compared.filter(({ item, mark }) => mark !== "removed" || !gone.includes(item.agentId));
  return (
    <section className="stack">
      <h3>{words.section.assignments}</h3>
      {plan.assignments.length === 0 && <p className="soft">{words.nobodysTask}</p>}
      {shown.length + lost.length > 0 && (
        <ul className="proposal-assignments">
          {shown.map((one, index) => <One key={index} of={one} holding={held(one, plan)} nameOf={nameOf} />)}
          {lost.map((item, index) => (
            <One key={`gone ${index}`} of={{ item, mark: "same", before: null, changed: [] }} holding="gone" nameOf={nameOf} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Of an assignment that is no longer in the plan nothing is said. */
function held({ item, mark }: Compared<PlainAssignment>, plan: PlainPlan): Holding | null {
  if (mark === "removed") return null;
  if (item.confirmed) return "confirmed";
  return plan.optional.includes(item.agentId) ? "optional" : "unconfirmed";
}

interface OneProps {
  readonly of: Compared<PlainAssignment>;
  readonly holding: Holding | null;
  readonly nameOf: Props["nameOf"];
}

function One({ of, holding, nameOf }: OneProps) {
  const words = useWords(WORDS);
  const { item, mark } = of;
  const name = item.name || nameOf(item.agentId);
  const struck = mark === "removed" || holding === "gone";
  return (
    <li className={`proposal-assignment proposal-${holding === "gone" ? "removed" : mark}`} data-mark={mark} data-holding={holding ?? undefined}>
      <div className="row">
        <Avatar agentId={item.agentId} name={name} />
        <span className="proposal-holder">
          {name !== "" && <strong><bdi>{asText(name)}</bdi></strong>}
          {item.role !== "" && <span className="proposal-role">{struck ? <del><OwnWords text={item.role} /></del> : <OwnWords text={item.role} />}</span>}
        </span>
      </div>
      <div className="row">
        {holding !== null && <Badge tone={TONES[holding]}><span aria-hidden="true">{SIGNS[holding]}</span>{words.holding[holding]}</Badge>}
        {item.required && <Badge tone="brand">{words.required}</Badge>}
        <MarkBadge mark={mark} />
      </div>
      {item.responsibility !== "" && <p>{struck ? <del><OwnWords text={item.responsibility} /></del> : <OwnWords text={item.responsibility} />}</p>}
      {item.dependencies.length > 0 && <p className="small"><span className="soft">{words.dependsOn}: </span><OwnWords text={item.dependencies.join(" · ")} /></p>}
      {item.notes !== "" && <p className="small soft"><OwnWords text={item.notes} /></p>}
      {mark === "changed" && <Before of={of} nameOf={nameOf} />}
    </li>
  );
}

/** The fields that were otherwise before. */
function Before({ of: { before, changed }, nameOf }: { readonly of: Compared<PlainAssignment>; readonly nameOf: Props["nameOf"] }) {
  const words = useWords(WORDS);
  if (before === null) return null;
  const was = (field: keyof PlainAssignment, said: string): string | undefined => (changed.includes(field) ? said : undefined);
  return (
    <>
      <Was label={words.field.holder} before={was("agentId", before.name || nameOf(before.agentId))} />
      <Was label={words.field.role} before={was("role", before.role)} />
      <Was label={words.field.responsibility} before={was("responsibility", before.responsibility)} />
      <Was label={words.field.dependencies} before={was("dependencies", before.dependencies.join(" · "))} />
      <Was label={words.field.required} before={was("required", before.required ? words.yes : words.no)} />
      <Was label={words.field.notes} before={was("notes", before.notes)} />
    </>
  );
}
