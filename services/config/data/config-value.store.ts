import type { Connection } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { ValueScope } from "../domain/change.ts";
import { type ConfigValueRow, configValueModel } from "./config-value.model.ts";

export interface ValueWrite {
  readonly key: string;
  readonly scope: ValueScope | null;
  readonly value: unknown;
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

/** Stored overrides of configuration keys. */
export interface ConfigValueStore {
  /** The override of exactly this scope. */
  find(key: string, scope: ValueScope | null, tx?: Tx): Promise<ConfigValueRow | null>;
  /** Every override of a key, global and scoped. */
  ofKey(key: string): Promise<ConfigValueRow[]>;
  all(): Promise<ConfigValueRow[]>;
  /** Writes the next version of an override. */
  put(tx: Tx, write: ValueWrite): Promise<void>;
}

/** Registered keys times their scopes stay far below; a limit on everything. */
const MAX_ROWS = 10_000;

export function configValueStore(connection: Connection): ConfigValueStore {
  const rows = configValueModel(connection);
  return {
    find: (key, scope, tx) => rows.findOne({ _id: idOf(key, scope) }, null, { session: tx ?? null }).lean<ConfigValueRow>(),
    ofKey: (key) => rows.find({ key }).limit(MAX_ROWS).lean<ConfigValueRow[]>(),
    all: () => rows.find().limit(MAX_ROWS).lean<ConfigValueRow[]>(),
    async put(tx, { key, scope, ...values }) {
      await rows.updateOne(
        { _id: idOf(key, scope) },
        { $set: values, $inc: { version: 1 }, $setOnInsert: { key, scope } },
        { session: tx, upsert: true },
      );
    },
  };
}

function idOf(key: string, scope: ValueScope | null): string {
  return scope ? `${key}|${scope.kind}|${scope.value}` : key;
}
