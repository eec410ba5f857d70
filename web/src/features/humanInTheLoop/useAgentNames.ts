// Hook with the display names of attended agents.
import { useEffect } from "react";
import { create } from "zustand";
import { fetchJson, type Schemas } from "../../api/client";
import { useAttendanceStore } from "./attendanceStore";

const useAgentNameStore = create<Readonly<Record<string, string>>>()(() => ({}));
const requestedAgents = new Set<string>();

/** Return a function from agent id to display name; the id until the name has been fetched. */
export function useAgentNames(): (agent: string) => string {
  const names = useAgentNameStore();
  const agents = useAttendanceStore((state) => state.agents);
  useEffect(() => {
    for (const agent of Object.keys(agents)) void loadName(agent);
  }, [agents]);
  return (agent) => names[agent] ?? agent;
}

async function loadName(agent: string): Promise<void> {
  if (requestedAgents.has(agent)) return;
  requestedAgents.add(agent);
  try {
    const { display_name } = await fetchJson<Schemas["PublicAgent"]>(`agents/${encodeURIComponent(agent)}`);
    useAgentNameStore.setState({ [agent]: display_name });
  } catch {
    requestedAgents.delete(agent); // The id is shown instead.
  }
}
