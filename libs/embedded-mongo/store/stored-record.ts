import { type Doc, decode, encode } from "../values/document.ts";

import type { FieldNames } from "./decode-fields.ts";

/** One version of a document: its BSON bytes, decoded when somebody first looks at it. It never changes, so readers may keep it. */
export class StoredRecord {
  readonly bytes: Buffer;
  #document: Doc | null;

  constructor(bytes: Buffer, document: Doc | null = null) {
    this.bytes = bytes;
    this.#document = document;
  }

  /** The record of a document that is about to be written; `bytes` are those received, if they are the document unchanged. */
  static of(document: Doc, bytes: Buffer | null = null): StoredRecord {
    return new StoredRecord(bytes ?? encode(document), document);
  }

  get document(): Doc {
    this.#document ??= decode(this.bytes);
    return this.#document;
  }

  /** The document, or a part of it that has these fields, if it is not decoded yet. */
  withFields(names: FieldNames | null): Doc {
    return this.#document ?? (names ? names.decode(this.bytes) : this.document);
  }

  /** The memory that the record takes, estimated. */
  get cost(): number {
    return RECORD_OVERHEAD + this.bytes.length * (this.#document ? DECODED_FACTOR : 1);
  }
}

const RECORD_OVERHEAD = 500;
/** A decoded document takes about three times the memory of its bytes. */
const DECODED_FACTOR = 4;
