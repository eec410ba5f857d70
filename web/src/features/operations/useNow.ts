// Hook that returns the present, renewed every second while the page is visible.
import { useEffect, useState } from "react";

/** Return the present (ms since the epoch, by the viewer's clock). */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => { if (!document.hidden) setNow(Date.now()); }, 1000);
    return () => { clearInterval(timer); };
  }, []);
  return now;
}
