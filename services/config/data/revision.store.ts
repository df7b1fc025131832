import { type Connection, Schema } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

interface RevisionRow {
  readonly _id: string;
  /** Tells a fresh database from an older state of the same one. */
  readonly store: string;
  readonly number: number;
}

const schema = new Schema<RevisionRow>(
  { _id: { type: String, required: true }, store: { type: String, required: true }, number: { type: Number, required: true } },
  { versionKey: false },
);

const ONLY = "config";

/** Counts the changes of the configuration, so that nobody reads what he has. */
export interface RevisionStore {
  prepare(): Promise<void>;
  /** `<store>.<number>`, equal exactly as long as nothing changes. */
  current(): Promise<string>;
  /** Part of every change; also makes two changes at the same time follow each other. */
  advance(tx: Tx): Promise<void>;
  /** Whatever anybody has is not the latest any more, even when the store went back to an older state. */
  renew(tx: Tx): Promise<void>;
}

export function revisionStore(connection: Connection): RevisionStore {
  const revisions = modelOf<RevisionRow>(connection, "config_revision", schema);
  return {
    async prepare() {
      try {
        await revisions.updateOne({ _id: ONLY }, { $setOnInsert: { store: uuid(), number: 0 } }, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    async current() {
      const row = await revisions.findById(ONLY).lean<RevisionRow>();
      return row ? `${row.store}.${row.number}` : "empty.0";
    },
    async renew(tx) {
      await revisions.updateOne({ _id: ONLY }, { $set: { store: uuid() }, $inc: { number: 1 } }, { session: tx, upsert: true });
    },
    async advance(tx) {
      await revisions.updateOne({ _id: ONLY }, { $inc: { number: 1 }, $setOnInsert: { store: uuid() } }, { session: tx, upsert: true });
    },
  };
}
