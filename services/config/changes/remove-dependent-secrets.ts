import { isDeepStrictEqual } from "node:util";
import { type ConfigKey, entryOf, isConfigKey } from "#libs/platform/config/keys/index.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Deps } from "../deps.ts";
import type { Change, ChangeAuthor } from "../domain/change.ts";
import { valueChange } from "../keys/value-change.ts";

/**
 * Removes the secrets that a changed key names as its `secretKeys`, in every scope. They were meant for the old host or client and must not
 * be sent to the new one. A secret from the environment is overridden with null. Returns the changes that it made.
 */
export async function removeDependentSecrets(deps: Deps, tx: Tx, author: ChangeAuthor, change: Change): Promise<Change[]> {
  const keys = isConfigKey(change.key) ? (entryOf(change.key).secretKeys ?? []) : [];
  if (isDeepStrictEqual(change.oldValue, change.newValue)) return [];
  const changes: Change[] = [];
  for (const key of keys.filter(isConfigKey)) changes.push(...(await removeSecret(deps, tx, author, { key, cause: change.key })));
  return changes;
}

async function removeSecret(
  { values, config }: Deps,
  tx: Tx,
  author: ChangeAuthor,
  { key, cause }: { readonly key: ConfigKey; readonly cause: string },
): Promise<Change[]> {
  const entry = entryOf(key);
  const overrides = await values.listByKey(key, tx);
  const isSetByEnvironment = config.effectiveWith([], key).active !== null;
  const scopes = overrides.filter(({ value }) => value !== null).map(({ scope }) => scope ?? null);
  if (isSetByEnvironment && overrides.every(({ scope }) => scope)) scopes.push(null);
  const changes: Change[] = [];
  for (const scope of scopes) {
    const old = await values.find(key, scope, tx);
    if (isSetByEnvironment) await values.upsert(tx, { key, scope, value: null, ...author });
    else await values.delete(tx, { key, scope, ...author });
    const reason = `${cause} was changed`;
    const value = isSetByEnvironment ? null : undefined;
    changes.push(valueChange({ key, entry, action: "RESET", old, value, scope, reason }));
  }
  return changes;
}
