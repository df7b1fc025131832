import { number, text } from "#libs/kernel/fields.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** The only document of its collection. */
export const configRevision = defineCollection({
  name: "config_revision",
  fields: {
    _id: text,
    /** Random name of the store. Revisions are only compared within one store. */
    store: text,
    /** Number of changes. */
    number: number,
  },
  unknownFields: "drop",
});

const REVISION = { _id: "config" } as const;

/** Counts the changes of the configuration. A process reads the settings only when the revision differs from the one it knows. */
export interface RevisionStore {
  /** Calls back before each write of the revision. */
  onChanging(listener: () => void): void;
  /** Inserts the document when there is none. */
  prepare(): Promise<void>;
  /** `<store>.<number>`: the same as long as nothing changes. */
  current(): Promise<string>;
  /** Part of every change. Concurrent changes conflict here, so they run one after the other. */
  increment(tx: Tx): Promise<void>;
  /** Renames the store, so that every process reads the settings again, even when the database was restored to an older state. */
  renameStore(tx: Tx): Promise<void>;
}

export function revisionStore(database: Collections): RevisionStore {
  const revisions = database.collection(configRevision);
  let changing = () => undefined as void;
  return {
    onChanging(listener) {
      changing = listener;
    },
    async prepare() {
      try {
        await revisions.updateOne(REVISION, { $setOnInsert: { store: uuid(), number: 0 } }, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    async current() {
      const revision = await revisions.findOne(REVISION);
      return revision ? `${revision.store}.${revision.number}` : "empty.0";
    },
    async increment(tx) {
      changing();
      await revisions.updateOne(REVISION, { $inc: { number: 1 }, $setOnInsert: { store: uuid() } }, { tx, upsert: true });
    },
    async renameStore(tx) {
      changing();
      await revisions.updateOne(REVISION, { $set: { store: uuid() }, $inc: { number: 1 } }, { tx, upsert: true });
    },
  };
}
