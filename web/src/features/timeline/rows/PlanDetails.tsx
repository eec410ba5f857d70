// What does a plan that an event carries consist of? Unfolded on demand: the newest one is on the plan card anyway.
import { useId, useState } from "react";
import type { Payloads } from "../../../generated/events";
import { amount, items, saidSo, text, texts, wordOf } from "../../../eventLog/readJson";
import { Badge } from "../../../ui/Badge";
import { OwnWords } from "../../../ui/UserText";
import { useFormat } from "../../../i18n/format";
import type { Format } from "../../../i18n/format";
import { useWords } from "../../../i18n/locale";
import { besideName } from "../../proposal/normalizedPlan";
import type { Scene } from "../timelineRows";
import { WORDS } from "../messages/common";
import { PLAN } from "../messages/plan";
import { GapList } from "./GapList";
import { Fact, FactPeople, FactText, FactTexts, Facts, Person, Said } from "./rowParts";

type Plan = Payloads["towow.proposal.distributed"]["proposal"];

interface Props {
  readonly plan: Plan | undefined;
  readonly scene: Scene;
}

export function WholePlan({ plan, scene }: Props) {
  const words = useWords(PLAN);
  const [open, show] = useState(false);
  const id = useId();
  if (typeof plan !== "object" || plan === null) return null;
  return (
    <div>
      <button type="button" className="button button-quiet event-unfold" aria-expanded={open} aria-controls={id} onClick={() => { show(!open); }}>
        {open ? words.hide : words.show(amount(plan.version), items(plan.assignments).length)}
      </button>
      <div id={id}>{open && <Parts plan={plan} scene={scene} />}</div>
    </div>
  );
}

function Parts({ plan, scene }: { readonly plan: Plan; readonly scene: Scene }) {
  const [words, { confidence, level, odd }, format] = [useWords(PLAN), useWords(WORDS), useFormat()];
  const start = text(plan.timeline?.start_date);
  return (
    <Facts>
      <FactText label={words.summary} text={text(plan.summary)} />
      <FactText label={words.objective} text={text(plan.objective)} />
      <Fact label={words.tasks}><Tasks plan={plan} scene={scene} /></Fact>
      <Fact label={words.starts}>{start && <OwnWords text={format.day(start)} />}</Fact>
      <FactTexts label={words.milestones} texts={milestonesOf(plan, format)} />
      <FactTexts label={words.criteria} texts={texts(plan.success_criteria)} />
      <FactTexts label={words.risks} texts={texts(plan.risks)} />
      <FactText label={words.rationale} text={text(plan.rationale)} />
      <Fact label={words.gaps}>{items(plan.gaps).length > 0 && <GapList gaps={items(plan.gaps)} />}</Fact>
      <FactPeople label={words.confirmedPeople} agents={texts(plan.confirmed_participants)} scene={scene} />
      <FactPeople label={words.optionalPeople} agents={texts(plan.optional_participants)} scene={scene} />
      <Fact label={confidence}>{wordOf(level, plan.confidence, odd)}</Fact>
    </Facts>
  );
}

function milestonesOf(plan: Plan, format: Format): readonly string[] {
  return items(plan.timeline?.milestones)
    .map(({ name, date, label }) => [text(date) && format.day(text(date)), besideName(text(name), text(label)), text(name)].filter(Boolean).join(" · "))
    .filter(Boolean);
}

function Tasks({ plan, scene }: { readonly plan: Plan; readonly scene: Scene }) {
  const words = useWords(PLAN);
  const tasks = items(plan.assignments);
  if (tasks.length === 0) return words.noTasks;
  return (
    <ul className="event-list">
      {tasks.map((task, place) => (
        <li key={place}>
          <span className="event-head">
            <Person agent={text(task.agent_id)} name={text(task.display_name)} scene={scene} />
            <OwnWords text={text(task.role)} />
            {saidSo(task.required) && <Badge tone="warn">{words.required}</Badge>}
            <Badge tone={saidSo(task.is_confirmed) ? "good" : "plain"}>{saidSo(task.is_confirmed) ? words.confirmed : words.unconfirmed}</Badge>
          </span>
          <Said text={text(task.responsibility)} />
          <Said text={text(task.notes)} />
          {texts(task.dependencies).length > 0 && <p className="soft">{words.needs}: <OwnWords text={texts(task.dependencies).join(" · ")} /></p>}
        </li>
      ))}
    </ul>
  );
}
