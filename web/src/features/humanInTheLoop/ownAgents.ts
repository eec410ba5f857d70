// For which agents may the person here answer? Their own ones; an administrator for all.
import { useEffect } from "react";
import { create } from "zustand";
import { ask } from "../../api/client";
import type { Schemas } from "../../api/client";
import { useSession } from "../session/session";

interface Own {
  /** Whose agents these are; null = nobody's have been asked for. */
  readonly user: string | null;
  /** null = the gateway has not said them yet. */
  readonly agents: readonly Schemas["Agent"][] | null;
}

const NONE: readonly Schemas["Agent"][] = [];

const useOwn = create<Own>()(() => ({ user: null, agents: null }));

/** The agents of whoever is signed in; none while that is not known. `anew`: those that were added meanwhile, too. */
export function useOwnAgents(anew = false): readonly Schemas["Agent"][] {
  const user = useSession()?.user_id ?? null;
  useEffect(() => {
    if (user !== null) void load(user, anew);
  }, [user, anew]);
  const own = useOwn();
  return (own.user === user ? own.agents : null) ?? NONE;
}

/** Whether the viewer may answer for an agent; false while that is not known. */
export function useMaySpeakFor(agentId: string): boolean {
  const session = useSession();
  const own = useOwnAgents();
  return session?.admin === true || own.some((agent) => agent.agent_id === agentId);
}

async function load(user: string, anew: boolean): Promise<void> {
  const known = useOwn.getState().user === user;
  if (known && !anew) return;
  if (!known) useOwn.setState({ user, agents: null });
  try {
    const { items } = await ask<Schemas["OwnAgents"]>("session/agents");
    if (useOwn.getState().user === user) useOwn.setState({ agents: items });
  } catch {
    const { user: now, agents } = useOwn.getState();
    if (now === user && agents === null) useOwn.setState({ user: null }); // asked again where it is needed next
  }
}
