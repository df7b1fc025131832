import { useEffect } from "preact/hooks";
import { onNews } from "../client/live.ts";
import { usePolling } from "./use-polling.ts";

/** News may be switched off or lost, so a page polls as well. */
const LOOK_MS = 30_000;

/** Calls back on each event for the signed-in user, and at intervals while the page is visible. */
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
