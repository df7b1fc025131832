import type { Connection, QueryFilter } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { ValueScope } from "../domain/change.ts";
import type { SealedValues } from "../sealed-values.ts";
import { type ConfigValueRow, configValueModel } from "./config-value.model.ts";

interface ValueRemoval {
  readonly key: string;
  readonly scope: ValueScope | null;
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

export interface ValueWrite extends ValueRemoval {
  readonly value: unknown;
}

/** Stored overrides of configuration keys. Values of sensitive ones are sealed in the store, and nowhere else. */
export interface ConfigValueStore {
  /** The row of exactly this scope. */
  find(key: string, scope: ValueScope | null, tx?: Tx): Promise<ConfigValueRow | null>;
  /** Every override of a key, global and scoped. */
  ofKey(key: string, tx?: Tx): Promise<ConfigValueRow[]>;
  /** Every override. */
  all(): Promise<ConfigValueRow[]>;
  /** The global rows of some keys. */
  globalsOf(keys: readonly string[]): Promise<ConfigValueRow[]>;
  /** Every override, global and scoped, of keys other than these. */
  outside(keys: readonly string[]): Promise<ConfigValueRow[]>;
  /** Writes the next version of an override. */
  put(tx: Tx, write: ValueWrite): Promise<void>;
  /** Takes an override away; no effect when there is none. */
  remove(tx: Tx, removal: ValueRemoval): Promise<void>;
  /** Seals what somebody has written into the store himself, or an earlier release has. */
  sealPlain(sensitiveKeys: readonly string[]): Promise<void>;
}

/** Registered keys times their scopes stay far below; a limit on everything. */
const MAX_ROWS = 10_000;
const PRESENT = { value: { $exists: true } } as const;

export function configValueStore(connection: Connection, { seal, open }: SealedValues): ConfigValueStore {
  const rows = configValueModel(connection);
  const opened = (row: ConfigValueRow): ConfigValueRow => ({ ...row, value: open(row._id, row.value) });
  const list = async (filter: QueryFilter<ConfigValueRow>, tx?: Tx) => {
    const found = await rows
      .find(filter, null, { session: tx ?? null })
      .sort({ key: 1 })
      .limit(MAX_ROWS)
      .lean<ConfigValueRow[]>();
    return found.map(opened);
  };
  return {
    async find(key, scope, tx) {
      const row = await rows.findOne({ _id: idOf(key, scope) }, null, { session: tx ?? null }).lean<ConfigValueRow>();
      return row && opened(row);
    },
    ofKey: (key, tx) => list({ key, ...PRESENT }, tx),
    all: () => list(PRESENT),
    globalsOf: (keys) => list({ key: { $in: [...keys] }, scope: null }),
    outside: (keys) => list({ key: { $nin: [...keys] }, ...PRESENT }),
    async put(tx, { key, scope, value, ...author }) {
      const _id = idOf(key, scope);
      await rows.updateOne(
        { _id },
        { $set: { value: seal(key, _id, value), ...author }, $inc: { version: 1 }, $setOnInsert: { key, scope } },
        { session: tx, upsert: true },
      );
    },
    async remove(tx, { key, scope, ...author }) {
      const filter = { _id: idOf(key, scope), ...PRESENT };
      await rows.updateOne(filter, { $set: author, $unset: { value: "" }, $inc: { version: 1 } }, { session: tx });
    },
    async sealPlain(sensitiveKeys) {
      const found = await rows
        .find({ key: { $in: [...sensitiveKeys] }, ...PRESENT })
        .limit(MAX_ROWS)
        .lean<ConfigValueRow[]>();
      for (const { _id, key, value } of found) {
        const sealed = seal(key, _id, value);
        // Only what was read is replaced: a write in between has sealed its own.
        if (sealed !== value) await rows.updateOne({ _id, value: { $eq: value } }, { $set: { value: sealed } });
      }
    },
  };
}

function idOf(key: string, scope: ValueScope | null): string {
  return scope ? `${key}|${scope.kind}|${scope.value}` : key;
}
