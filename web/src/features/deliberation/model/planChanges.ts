// Differences between two versions of a plan, task by task.
import type { Plan, PlanTask } from "./plan";

/** Task with the name of its phase. */
interface PlacedTask {
  readonly task: PlanTask;
  readonly phase: string;
}

/** How a task differs from the same task of the version before; `before` is null for a new one. */
export interface TaskChange {
  readonly before: PlacedTask | null;
  readonly moved: boolean;
  readonly hoursChanged: boolean;
  readonly phaseChanged: boolean;
  readonly renamed: boolean;
}

/** Differences of a plan from the version before it. */
export interface PlanChanges {
  /** Changes by task; an unchanged task has none. */
  readonly byTask: ReadonlyMap<PlanTask, TaskChange>;
  readonly removed: readonly PlacedTask[];
  readonly added: number;
  readonly moved: number;
  readonly changed: number;
  /** Difference of the total hours; null when either is unknown. */
  readonly hours: number | null;
}

function listTasks({ phases }: Plan): readonly PlacedTask[] {
  return phases.flatMap(({ name, tasks }) => tasks.map((task) => ({ task, phase: name })));
}

function normalize(title: string): string {
  return title.normalize("NFKC").toLowerCase().replace(/[\s\p{P}]+/gu, " ").trim();
}

/** Whether a task is another one under a new title: the same day and the same hours. */
function isRenamed(before: PlacedTask, now: PlacedTask): boolean {
  return before.task.due === now.task.due && before.task.due !== "" && before.task.hours === now.task.hours;
}

/** Compare a plan with the version before it. Tasks are the same if their titles are, else if only the title differs. */
export function comparePlans(before: Plan, now: Plan): PlanChanges {
  const left = [...listTasks(before)];
  const take = (isSame: (one: PlacedTask) => boolean): PlacedTask | null => {
    const index = left.findIndex(isSame);
    return index < 0 ? null : (left.splice(index, 1)[0] ?? null);
  };
  const tasks = listTasks(now);
  const pairs = new Map(tasks.map((one) => [one, take(({ task }) => normalize(task.title) === normalize(one.task.title))]));
  for (const one of tasks) if (pairs.get(one) === null) pairs.set(one, take((other) => isRenamed(other, one)));
  const byTask = new Map<PlanTask, TaskChange>();
  for (const [one, other] of pairs) {
    const change = describeChange(other, one);
    if (change !== null) byTask.set(one.task, change);
  }
  const changes = [...byTask.values()];
  const added = changes.filter((change) => change.before === null).length;
  const moved = changes.filter((change) => change.moved).length;
  const hours = before.totalHours === null || now.totalHours === null ? null : now.totalHours - before.totalHours;
  return { byTask, removed: left, added, moved, changed: changes.length - added - moved, hours };
}

function describeChange(before: PlacedTask | null, now: PlacedTask): TaskChange | null {
  if (before === null) return { before, moved: false, hoursChanged: false, phaseChanged: false, renamed: false };
  const change = {
    before,
    moved: before.task.due !== now.task.due,
    hoursChanged: before.task.hours !== now.task.hours,
    phaseChanged: before.phase !== now.phase,
    renamed: before.task.title !== now.task.title,
  };
  return change.moved || change.hoursChanged || change.phaseChanged || change.renamed ? change : null;
}
