// For which agents may the person here answer? Their own ones; an administrator for all.
import { useEffect } from "react";
import { create } from "zustand";
import { ask } from "../../api/client";
import type { Schemas } from "../../api/client";
import { useSession } from "../session/session";

interface Own {
  /** Whose agents these are; null = nobody's have been asked for. */
  readonly user: string | null;
  readonly agents: readonly Schemas["Agent"][];
}

const useOwn = create<Own>()(() => ({ user: null, agents: [] }));

/** The agents of whoever is signed in; none while that is not known. */
export function useOwnAgents(): readonly Schemas["Agent"][] {
  const user = useSession()?.user_id ?? null;
  useEffect(() => {
    if (user !== null) void load(user);
  }, [user]);
  const own = useOwn();
  return own.user === user ? own.agents : [];
}

/** Whether the viewer may answer for an agent; false while that is not known. */
export function useMaySpeakFor(agentId: string): boolean {
  const session = useSession();
  const own = useOwnAgents();
  return session?.admin === true || own.some((agent) => agent.agent_id === agentId);
}

async function load(user: string): Promise<void> {
  if (useOwn.getState().user === user) return;
  useOwn.setState({ user, agents: [] });
  try {
    const { items } = await ask<Schemas["OwnAgents"]>("session/agents");
    if (useOwn.getState().user === user) useOwn.setState({ agents: items });
  } catch {
    useOwn.setState({ user: null }); // asked again where it is needed next
  }
}
