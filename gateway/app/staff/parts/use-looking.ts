import { useEffect } from "preact/hooks";
import { isLive } from "./live.ts";

/** Presses in quick succession ask once. */
const LOOK_MS = 30_000;

/**
 * Calls back when the reader returns to the tab. While the stream is lost, a press does so too, when the last look is some time ago. A page
 * that asks by itself would prolong the session of an unattended console.
 */
export function useLooking(look: () => unknown): void {
  useEffect(() => {
    let lookedAt = performance.now();
    const now = () => {
      lookedAt = performance.now();
      look();
    };
    const pressed = () => !isLive() && performance.now() - lookedAt > LOOK_MS && now();
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener("focus", now, { signal });
    for (const press of ["pointerdown", "keydown"]) addEventListener(press, pressed, { signal, passive: true });
    return () => stop.abort();
  });
}
