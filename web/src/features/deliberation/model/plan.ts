// Plan of a session, and its to-dos.

/** Task of a plan. */
export interface PlanTask {
  readonly title: string;
  readonly hours: number | null;
  /** YYYY-MM-DD; "" without one. */
  readonly due: string;
  readonly tags: readonly string[];
}

/** Phase of a plan. */
export interface PlanPhase {
  readonly name: string;
  readonly duration: string;
  readonly tasks: readonly PlanTask[];
}

/** Plan. */
export interface Plan {
  readonly title: string;
  readonly goal: string;
  readonly phases: readonly PlanPhase[];
  readonly totalHours: number | null;
}

/** Plan of one round, and what code corrected in it. */
export interface PlanVersion {
  readonly round: number;
  readonly plan: Plan;
  readonly corrections: readonly string[];
}

/** To-do made of one task. */
export interface Todo {
  readonly id: string;
  readonly title: string;
  readonly due: string;
  readonly hours: number | null;
  readonly phase: string;
  readonly tags: readonly string[];
}
