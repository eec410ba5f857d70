// Agents of the signed-in user, fetched once per user and shared by all components.
import { useEffect } from "react";
import { create } from "zustand";
import { fetchJson, type Schemas } from "../../api/client";
import { useSession } from "../session/session";

interface OwnAgentsState {
  /** User whose agents these are; null before the first request. */
  readonly user: string | null;
  /** The agents; null until the gateway has responded. */
  readonly agents: readonly Schemas["PublicAgent"][] | null;
}

const NO_AGENTS: readonly Schemas["PublicAgent"][] = [];

const useOwnAgentsStore = create<OwnAgentsState>()(() => ({ user: null, agents: null }));

/** Return the signed-in user's agents, [] while unknown; `refresh` fetches them again on mount. */
export function useOwnAgents(refresh = false): readonly Schemas["PublicAgent"][] {
  const user = useSession()?.user_id ?? null;
  useEffect(() => {
    if (user !== null) void loadOwnAgents(user, refresh);
  }, [user, refresh]);
  const state = useOwnAgentsStore();
  return (state.user === user ? state.agents : null) ?? NO_AGENTS;
}

/** Whether the user may answer for an agent: an own agent, or any for administrators; false while unknown. */
export function useCanAnswerFor(agentId: string): boolean {
  const session = useSession();
  const state = useOwnAgents();
  return session?.admin === true || state.some((agent) => agent.agent_id === agentId);
}

async function loadOwnAgents(user: string, refresh: boolean): Promise<void> {
  const known = useOwnAgentsStore.getState().user === user;
  if (known && !refresh) return;
  if (!known) useOwnAgentsStore.setState({ user, agents: null });
  try {
    const { items } = await fetchJson<Schemas["OwnAgents"]>("session/agents");
    if (useOwnAgentsStore.getState().user === user) useOwnAgentsStore.setState({ agents: items });
  } catch {
    const { user: now, agents } = useOwnAgentsStore.getState();
    if (now === user && agents === null) useOwnAgentsStore.setState({ user: null }); // The next component that needs the agents fetches again.
  }
}
