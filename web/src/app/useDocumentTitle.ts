// Document title: the page's own, after the number of questions that wait for the user.
import { useEffect } from "react";

const PRODUCT = "ToWow";

let pageTitle = PRODUCT;
let waitingCount = 0;

/** Set `document.title` to "title · ToWow" while mounted; null shows only the product name. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    setPageTitle(title === null ? PRODUCT : `${title} · ${PRODUCT}`);
    return () => {
      setPageTitle(PRODUCT);
    };
  }, [title]);
}

/** Show how many questions wait for the user, "(2) title"; 0 shows none. */
export function setWaitingCount(count: number): void {
  waitingCount = count;
  showTitle();
}

function setPageTitle(title: string): void {
  pageTitle = title;
  showTitle();
}

function showTitle(): void {
  document.title = waitingCount > 0 ? `(${waitingCount}) ${pageTitle}` : pageTitle;
}
