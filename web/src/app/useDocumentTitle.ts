// Hook that sets the document title.
import { useEffect } from "react";

/** Set `document.title` to "title · ToWow" while mounted; null shows only the product name. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? "ToWow" : `${title} · ToWow`;
    return () => {
      document.title = "ToWow";
    };
  }, [title]);
}
