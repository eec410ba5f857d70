// Plans and report of the hand-written deliberation.
import type { SessionPayloads, WirePlan } from "../features/deliberation/model/sessionEvents";

type Task = WirePlan["phases"][number]["tasks"][number];

function task(title: string, estimated_hours: number, deadline: string, ...tags: string[]): Task {
  return { title, estimated_hours, deadline, tags };
}

function plan(...phases: readonly (readonly [phase_name: string, duration: string, ...tasks: Task[]])[]): WirePlan {
  const hours = phases.flatMap(([, , ...tasks]) => tasks).reduce((sum, { estimated_hours }) => sum + estimated_hours, 0);
  return { title: "IELTS 7 by 3 May", goal: "A score of 7 in all four skills", phases: phases.map(([phase_name, duration, ...tasks]) => ({ phase_name, duration, tasks })), total_estimated_hours: hours };
}

const WORDS = task("Learn 800 academic words", 20, "2026-03-29", "vocabulary");
const WRITING = task("Write 12 essays and have them marked", 30, "2026-04-19", "writing");

/** Plan of the first round. */
export const FIRST_PLAN = plan(
  ["Basics", "4 weeks", WORDS, task("Grammar review", 16, "2026-03-29", "grammar")],
  ["Skills", "3 weeks", WRITING, task("Speak alone into a recorder", 14, "2026-04-19", "speaking")],
  ["Final week", "2 weeks", task("Two mock exams", 20, "2026-05-01", "mock exam")],
);

/** Plan of the second round: a test at the start, mock exams throughout, no grammar review. */
export const SECOND_PLAN = plan(
  ["Basics", "4 weeks", task("Placement test in all four skills", 3, "2026-03-05", "test"), WORDS],
  ["Skills", "3 weeks", WRITING, task("Speak alone into a recorder", 14, "2026-04-12", "speaking"), task("Mock exams every two weeks", 12, "2026-04-19", "mock exam")],
  ["Final week", "2 weeks", task("Two mock exams", 20, "2026-05-01", "mock exam")],
);

/** Plan of the last round. */
export const LAST_PLAN = plan(
  ["Basics", "4 weeks", task("Placement test in all four skills", 3, "2026-03-05", "test"), { ...WORDS, estimated_hours: 18 }],
  ["Skills", "3 weeks", WRITING, task("Speak with a partner twice a week", 14, "2026-04-12", "speaking"), task("Mock exams every two weeks", 12, "2026-04-19", "mock exam")],
  ["Final week", "2 weeks", task("Two mock exams", 20, "2026-05-01", "mock exam")],
);

const CONTENT = `# IELTS 7 by 3 May

Planner and critic **agree**: nine weeks with a free Sunday are enough.

## Plan

| Phase | Hours | Until |
|---|---:|---|
| Basics | 21 | 29 March |
| Skills | 56 | 19 April |
| Final week | 20 | 1 May |

1. Take the placement test by 5 March.
2. Keep *Sunday* free.

- [x] Baseline measured
- [ ] Partner found

See [the official page](https://ielts.org/) or <script>alert(1)</script> and [this](javascript:alert(1)).

> Worst case: a 6.5, and a second try in June.
`;

/** The report. */
export const REPORT: SessionPayloads["final_report"] = {
  agent: "reporter",
  round: 5,
  content: CONTENT,
  plan: LAST_PLAN,
  final_plan: { title: LAST_PLAN.title, goal: LAST_PLAN.goal, consensus_level: "high", participating_agents: ["planner", "critic"], rounds: 5, plan: LAST_PLAN, plan_round: 4, provisional: false },
  summary: {
    key_agreements: ["Nine weeks with a free Sunday are enough"],
    resolved_concerns: ["Nothing measures the level at the start -> a placement test is the first task", "Two hours every day leave no day of rest -> Sunday is free"],
    remaining_uncertainties: ["Whether the level at the start is at least 5.5", "Whether two hours are kept in the week of the move"],
  },
  plan_id: "p-1",
  todos: LAST_PLAN.phases.flatMap(({ phase_name, tasks }) =>
    tasks.map(({ title, deadline, estimated_hours, tags = [] }) => ({ todo_id: `t-${title.length}-${deadline}`, title, due: deadline, estimated_hours, tags, phase: phase_name, done: false }))),
};
