import { applyWrite } from "../engine/apply-write.ts";
import { createCollection, dropCollection, ensureCollection, setCollectionOptions } from "../engine/catalog.ts";
import { addIndex, removeIndex } from "../engine/index-catalog.ts";
import type { Collection, Engine } from "../engine/model.ts";
import { StoredRecord } from "../store/stored-record.ts";
import { decode } from "../values/document.ts";
import { indexKey } from "../values/index-key.ts";
import type { JournalOperation } from "./journal-file.ts";

const recordWithId = ({ indexes }: Collection, id: unknown): number | undefined => indexes[0]?.entries.holder(indexKey(id));

function write(collection: Collection, id: unknown, after: StoredRecord | null): void {
  const existing = recordWithId(collection, id);
  const before = existing === undefined ? null : (collection.records.get(existing) ?? null);
  applyWrite(collection, { recordId: existing ?? collection.records.nextId(), before, after }, ++collection.engine.clock);
}

/** Applies an operation of a journal to the engine. */
export function replayOperation(engine: Engine, operation: JournalOperation): void {
  const dot = operation.ns.indexOf(".");
  const database = operation.ns.slice(0, dot);
  const name = operation.ns.slice(dot + 1);
  if (operation.op === "drop") {
    dropCollection(engine, database, name);
    return;
  }
  if (operation.op === "create") {
    createCollection(engine, database, name, operation.options);
    return;
  }
  const collection = ensureCollection(engine, database, name);
  switch (operation.op) {
    case "options":
      setCollectionOptions(collection, operation.options);
      return;
    case "createIndex":
      addIndex(collection, operation.spec);
      return;
    case "dropIndex":
      removeIndex(collection, operation.name);
      return;
    case "delete":
      write(collection, operation.id, null);
      return;
    case "insert":
    case "update": {
      const bytes = Buffer.from(operation.doc.buffer.subarray(0, operation.doc.length()));
      const document = decode(bytes);
      write(collection, document._id, new StoredRecord(bytes, document));
    }
  }
}
