import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";

/**
 * Moves the streams of a bus without accounts to the account that they have since the bus asks who is there; the server must not run.
 * Without the move no stream is seen, and the outboxes would fill new ones. Returns whether there was something to move.
 */
export function moveStreams(store: string): boolean {
  const before = join(store, "jetstream", "$G");
  const after = join(store, "jetstream", "STREAMS");
  if (!existsSync(before) || existsSync(after)) return false;
  renameSync(before, after);
  return true;
}
