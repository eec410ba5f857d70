// Hook with the filters of the agent list, which are kept in the page's address.
import { useCallback } from "react";
import { useSearchParams } from "react-router";
import { useUpdateSearchParams } from "../../ui/useUpdateSearchParams";
import type { AgentFilters } from "./agentsApi";

/** Maximum length of a filter that the gateway accepts. */
const MAX_FILTER_CHARS = 100;

/** Return the filters, and a function that sets some of them; "" removes one. */
export function useAgentFilters(): { readonly filters: AgentFilters; readonly setFilters: (changes: Partial<AgentFilters>) => void } {
  const [params] = useSearchParams();
  const update = useUpdateSearchParams();
  const read = (name: keyof AgentFilters): string => (params.get(name) ?? "").trim().slice(0, MAX_FILTER_CHARS);
  const price = read("price");
  const setFilters = useCallback((changes: Partial<AgentFilters>) => {
    update((changed) => {
      for (const [name, value] of Object.entries(changes)) {
        if (value === "") changed.delete(name);
        else changed.set(name, value);
      }
    });
  }, [update]);
  return {
    filters: { location: read("location"), capability: read("capability"), language: read("language"), price: /^\d{1,12} [A-Z]{3}$/.test(price) ? price : "" },
    setFilters,
  };
}
