// Live region with the reason why a form cannot be saved.

/** Reason, announced when it appears. */
export function FieldProblem({ id, problem }: { readonly id: string; readonly problem: string | null }) {
  return <p id={id} className="reading-problem small" role="status">{problem ?? ""}</p>;
}
