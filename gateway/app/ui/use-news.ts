import { useEffect } from "preact/hooks";
import { onNews } from "../client/live.ts";
import { usePolling } from "./use-polling.ts";

/** News may be switched off or lost, so a page looks by itself too. */
const LOOK_MS = 30_000;

/** Calls back when something has happened to whoever is signed in, and now and then while the page is seen. */
export function useNews(changed: () => void): void {
  useEffect(
    () =>
      onNews(({ kind }) => {
        if (kind !== "unread") changed();
      }),
    [],
  );
  usePolling(changed, LOOK_MS);
}
