import { applyWrite } from "../engine/apply-write.ts";
import { createCollection, dropCollection, ensureCollection, setCollectionOptions } from "../engine/catalog.ts";
import { addIndex, removeIndex } from "../engine/index-catalog.ts";
import type { Collection, Engine } from "../engine/model.ts";
import { decode } from "../values/codec.ts";
import type { Doc } from "../values/document.ts";
import { indexKey } from "../values/index-key.ts";
import type { StoredOperation } from "./journal-record.ts";

const recordWithId = ({ indexes }: Collection, id: unknown): number | undefined => indexes[0]?.unique?.get(indexKey(id));

function write(collection: Collection, recordId: number, after: Doc | null, bytes: Buffer | null): void {
  applyWrite(collection, { recordId, after, bytes }, ++collection.engine.clock);
}

/** Does again what a journal says was done. */
export function replayOperation(engine: Engine, operation: StoredOperation): void {
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
    case "delete": {
      const recordId = recordWithId(collection, operation.id);
      if (recordId !== undefined) write(collection, recordId, null, null);
      return;
    }
    case "insert":
    case "update": {
      const bytes = Buffer.from(operation.doc.buffer.subarray(0, operation.doc.length()));
      const document = decode(bytes);
      write(collection, recordWithId(collection, document._id) ?? engine.nextRecordId++, document, bytes);
    }
  }
}
