import { useEffect } from "preact/hooks";

/** Calls back at intervals while the page is visible. */
export function usePolling(look: () => void, everyMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") look();
    }, everyMs);
    return () => clearInterval(timer);
  }, []);
}
