// What is the window called? As what it shows, so that tabs and screen readers tell pages apart.
import { useEffect } from "react";

/** Call the window so as long as the component is there; null = by the name of all of it. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? "ToWow" : `${title} · ToWow`;
    return () => {
      document.title = "ToWow";
    };
  }, [title]);
}
