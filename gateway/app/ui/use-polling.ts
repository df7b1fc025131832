import { useEffect } from "preact/hooks";

/** Calls back again and again while the page is seen. */
export function usePolling(look: () => void, everyMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") look();
    }, everyMs);
    return () => clearInterval(timer);
  }, []);
}
