import { entryOf, registeredKeys } from "#libs/platform/config/keys/index.ts";
import type { Collections, Filter } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { ChangeAuthor } from "../domain/change.ts";
import type { ValueScope } from "../domain/value-scope.ts";
import { type ConfigValueDoc, configValues } from "./config-value.model.ts";
import type { ValueSealer } from "./value-sealer.ts";

interface OverrideWrite extends ChangeAuthor {
  readonly key: string;
  readonly scope: ValueScope | null;
}

/** Stored overrides of configuration keys. Values of sensitive keys are encrypted in the database; the store returns them in plain text. */
export interface ConfigValueStore {
  /** The document of exactly this scope; also that of a removed override. */
  find(key: string, scope: ValueScope | null, tx?: Tx): Promise<ConfigValueDoc | null>;
  /** Every override, global and scoped. */
  list(): Promise<ConfigValueDoc[]>;
  /** Every override of a key, global and scoped. */
  listByKey(key: string, tx?: Tx): Promise<ConfigValueDoc[]>;
  /** The global documents of some keys, also those of removed overrides. */
  listGlobal(keys: readonly string[]): Promise<ConfigValueDoc[]>;
  /** Every override, global and scoped, whose key is not in the registry. */
  listUnregistered(): Promise<ConfigValueDoc[]>;
  /** Writes the next version of an override. */
  upsert(tx: Tx, write: OverrideWrite & { readonly value: unknown }): Promise<void>;
  /** Removes the value of an override; no effect when there is none. */
  delete(tx: Tx, write: OverrideWrite): Promise<void>;
  /** Encrypts sensitive values that the database holds in plain text, from manual changes or an earlier release. */
  sealPlaintext(): Promise<void>;
}

/** Far above the number of registered keys times their scopes. */
const MAX_OVERRIDES = 10_000;
const HAS_VALUE = { value: { $exists: true } } as const;

export function configValueStore(database: Collections, { seal, open }: ValueSealer): ConfigValueStore {
  const overrides = database.collection(configValues);
  const opened = (stored: ConfigValueDoc): ConfigValueDoc => ({ ...stored, value: open(stored._id, stored.value) });
  const list = async (filter: Filter<ConfigValueDoc>, tx?: Tx) =>
    (await overrides.find(filter, { tx, sort: { key: 1 }, limit: MAX_OVERRIDES })).map(opened);
  return {
    async find(key, scope, tx) {
      const stored = await overrides.findOne({ _id: idOf(key, scope) }, { tx });
      return stored && opened(stored);
    },
    list: () => list(HAS_VALUE),
    listByKey: (key, tx) => list({ key, ...HAS_VALUE }, tx),
    listGlobal: (keys) => list({ key: { $in: keys }, scope: null }),
    listUnregistered: () => list({ key: { $nin: registeredKeys }, ...HAS_VALUE }),
    async upsert(tx, { key, scope, value, ...author }) {
      const _id = idOf(key, scope);
      const update = { $set: { value: seal(key, _id, value), ...author }, $inc: { version: 1 }, $setOnInsert: { key, scope } };
      await overrides.updateOne({ _id }, update, { tx, upsert: true });
    },
    async delete(tx, { key, scope, ...author }) {
      const filter = { _id: idOf(key, scope), ...HAS_VALUE };
      await overrides.updateOne(filter, { $set: author, $unset: { value: "" }, $inc: { version: 1 } }, { tx });
    },
    async sealPlaintext() {
      const sensitiveKeys = registeredKeys.filter((key) => entryOf(key).sensitive);
      const stored = await overrides.find({ key: { $in: sensitiveKeys }, ...HAS_VALUE }, { limit: MAX_OVERRIDES });
      for (const { _id, key, value } of stored) {
        const sealed = seal(key, _id, value);
        // Replaces only the value that was read: a concurrent write has sealed its own.
        if (sealed !== value) await overrides.updateOne({ _id, value: { $eq: value } }, { $set: { value: sealed } });
      }
    },
  };
}

function idOf(key: string, scope: ValueScope | null): string {
  return scope ? `${key}|${scope.kind}|${scope.value}` : key;
}
