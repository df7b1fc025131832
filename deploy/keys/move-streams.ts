import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";

/**
 * Migrates the streams of a bus without accounts to the streams account. The server must be stopped. Without the migration the server would
 * not find the streams, and the outboxes would fill new ones. Returns whether there was anything to migrate.
 */
export function moveStreams(store: string): boolean {
  const before = join(store, "jetstream", "$G");
  const after = join(store, "jetstream", "STREAMS");
  if (!existsSync(before) || existsSync(after)) return false;
  renameSync(before, after);
  return true;
}
