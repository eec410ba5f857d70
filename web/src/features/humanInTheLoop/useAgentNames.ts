// What are the agents called that one answers for?
import { useEffect } from "react";
import { create } from "zustand";
import { ask } from "../../api/client";
import type { Schemas } from "../../api/client";
import { useAttending } from "./attendanceStore";

const useKnown = create<Readonly<Record<string, string>>>()(() => ({}));
const asked = new Set<string>();

/** The display name of an agent; its id until the gateway has said it. */
export function useNames(): (agent: string) => string {
  const known = useKnown();
  const agents = useAttending((state) => state.agents);
  useEffect(() => {
    for (const agent of Object.keys(agents)) void learn(agent);
  }, [agents]);
  return (agent) => known[agent] ?? agent;
}

async function learn(agent: string): Promise<void> {
  if (asked.has(agent)) return;
  asked.add(agent);
  try {
    const { display_name } = await ask<Schemas["Agent"]>(`agents/${encodeURIComponent(agent)}`);
    useKnown.setState({ [agent]: display_name });
  } catch {
    asked.delete(agent); // its id stands for it
  }
}
