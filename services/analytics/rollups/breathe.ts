import { setImmediate as nextTurn } from "node:timers/promises";

const CHUNK = 10_000;

/** Works through many items a chunk at a time, so that other requests are answered in between. */
export async function inChunks<T>(items: readonly T[], work: (chunk: readonly T[]) => void): Promise<void> {
  for (let at = 0; at < items.length; at += CHUNK) {
    if (at > 0) await nextTurn();
    work(items.slice(at, at + CHUNK));
  }
}
