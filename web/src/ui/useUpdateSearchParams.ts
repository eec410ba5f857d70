// Hook that changes parameters of the page's URL and keeps the others.
import { useCallback } from "react";
import { useNavigate, type NavigateOptions } from "react-router";

/** Change the given copy of the URL's parameters in place. */
export type SearchParamsChange = (params: URLSearchParams) => void;

/**
 * Return a function that navigates to the current URL with changed parameters.
 *
 * It reads the URL itself: the router renders a change later, so parameters taken from its state would undo changes
 * made in between, for example a chosen tab while a replay writes the shown moment.
 */
export function useUpdateSearchParams(): (change: SearchParamsChange, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return useCallback((change, options) => {
    const params = new URLSearchParams(location.search);
    change(params);
    void navigate(`?${params}`, options);
  }, [navigate]);
}
