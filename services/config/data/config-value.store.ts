import type { Connection } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { ValueScope } from "../domain/change.ts";
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

/** Stored overrides of configuration keys. */
export interface ConfigValueStore {
  /** The row of exactly this scope. */
  find(key: string, scope: ValueScope | null, tx?: Tx): Promise<ConfigValueRow | null>;
  /** Every override of a key, global and scoped. */
  ofKey(key: string): Promise<ConfigValueRow[]>;
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
}

/** Registered keys times their scopes stay far below; a limit on everything. */
const MAX_ROWS = 10_000;
const PRESENT = { value: { $exists: true } } as const;

export function configValueStore(connection: Connection): ConfigValueStore {
  const rows = configValueModel(connection);
  return {
    find: (key, scope, tx) => rows.findOne({ _id: idOf(key, scope) }, null, { session: tx ?? null }).lean<ConfigValueRow>(),
    ofKey: (key) =>
      rows
        .find({ key, ...PRESENT })
        .limit(MAX_ROWS)
        .lean<ConfigValueRow[]>(),
    all: () => rows.find(PRESENT).limit(MAX_ROWS).lean<ConfigValueRow[]>(),
    globalsOf: (keys) =>
      rows
        .find({ key: { $in: [...keys] }, scope: null })
        .limit(MAX_ROWS)
        .lean<ConfigValueRow[]>(),
    outside: (keys) =>
      rows
        .find({ key: { $nin: [...keys] }, ...PRESENT })
        .sort({ key: 1 })
        .limit(MAX_ROWS)
        .lean<ConfigValueRow[]>(),
    async put(tx, { key, scope, ...values }) {
      await rows.updateOne(
        { _id: idOf(key, scope) },
        { $set: values, $inc: { version: 1 }, $setOnInsert: { key, scope } },
        { session: tx, upsert: true },
      );
    },
    async remove(tx, { key, scope, ...author }) {
      const filter = { _id: idOf(key, scope), ...PRESENT };
      await rows.updateOne(filter, { $set: author, $unset: { value: "" }, $inc: { version: 1 } }, { session: tx });
    },
  };
}

function idOf(key: string, scope: ValueScope | null): string {
  return scope ? `${key}|${scope.kind}|${scope.value}` : key;
}
