// Lanes without what the viewer has hidden: empty lanes and empty columns are left out.
import type { LaneBoard, LaneGroup } from "./laneBoard";

/** Return a board with only the lanes and columns in which something is said, a plan goes out or a round begins. */
export function dropEmptyLanes({ groups }: LaneBoard): LaneBoard {
  const used = new Set(groups.flatMap(listUsedColumns));
  const columns = [...used].sort((one, other) => one - other);
  const position = new Map(columns.map((column, index) => [column, index]));
  const place = (column: number): number => position.get(column) ?? 0;
  const kept = groups.map((group) => ({
    ...group,
    lanes: group.lanes
      .filter(({ bubbles }) => bubbles.length > 0)
      .map((lane) => ({ ...lane, bubbles: lane.bubbles.map((bubble) => ({ ...bubble, column: place(bubble.column) })) })),
    plans: group.plans.map((plan) => ({ ...plan, column: place(plan.column) })),
    steps: group.steps.flatMap((step) => {
      const inside = columns.filter((column) => column >= step.from && column <= step.to);
      const [from, to] = [inside[0], inside.at(-1)];
      return from === undefined || to === undefined ? [] : [{ ...step, from: place(from), to: place(to) }];
    }),
  }));
  return { groups: kept.filter(({ lanes }) => lanes.length > 0), columns: columns.length };
}

function listUsedColumns({ lanes, plans, steps }: LaneGroup): readonly number[] {
  return [
    ...lanes.flatMap(({ bubbles }) => bubbles.map(({ column }) => column)),
    ...plans.map(({ column }) => column),
    ...steps.filter(({ kind }) => kind === "round").map(({ from }) => from),
  ];
}
