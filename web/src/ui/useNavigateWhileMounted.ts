// Hook for navigating at the end of a request.
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";

/** Return a function that navigates to a path, or does nothing once the component is unmounted. */
export function useNavigateWhileMounted(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return async (path) => {
    if (mounted.current) await navigate(path);
  };
}
