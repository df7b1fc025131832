import { isDeepStrictEqual } from "node:util";
import { entryOf, isConfigKey } from "#libs/config/keys/index.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Author } from "./commit-change.ts";
import type { Deps } from "./deps.ts";
import type { Change } from "./domain/change.ts";
import { valueChange } from "./value-change.ts";

/**
 * Takes away the secret that goes with a setting which was changed: it was meant for the old place, and must not be sent to
 * the new one. A secret of the environment is overridden with none. Returns what that has changed.
 */
export async function forgetSecret({ values, config }: Deps, tx: Tx, author: Author, change: Change): Promise<Change[]> {
  const key = isConfigKey(change.key) ? entryOf(change.key).secretKey : undefined;
  if (key === undefined || !isConfigKey(key) || isDeepStrictEqual(change.oldValue, change.newValue)) return [];
  const entry = entryOf(key);
  const rows = await values.ofKey(key, tx);
  const isGiven = config.effectiveWith([], key).active !== null;
  const scopes = rows.filter(({ value }) => value !== null).map(({ scope }) => scope ?? null);
  if (isGiven && rows.every(({ scope }) => scope)) scopes.push(null);
  const changes: Change[] = [];
  for (const scope of scopes) {
    const old = await values.find(key, scope, tx);
    if (isGiven) await values.put(tx, { key, scope, value: null, ...author });
    else await values.remove(tx, { key, scope, ...author });
    const reason = `${change.key} was changed`;
    const value = isGiven ? null : undefined;
    changes.push(valueChange({ key, entry, action: "RESET", old, value, scope, reason }));
  }
  return changes;
}
