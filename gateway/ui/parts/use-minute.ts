import { useEffect, useState } from "preact/hooks";

const MINUTE_MS = 60_000;

/** Renders again each minute, silently: a countdown would interrupt screen readers. */
export function useMinute(): void {
  const [, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((minute) => minute + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
}
