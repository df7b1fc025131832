import { type Doc, decode, encode } from "../values/document.ts";
import type { FieldPaths } from "./decode-fields.ts";

/** One version of a document: its BSON bytes, decoded on first access. It never changes, so readers may hold it. */
export class StoredRecord {
  readonly bytes: Buffer;
  #document: Doc | null;
  readonly #isShared: boolean;

  /** `isShared` says that the bytes are a part of a block, which stays in memory as long as one of its parts is used. */
  constructor(bytes: Buffer, document: Doc | null = null, isShared = false) {
    this.bytes = bytes;
    this.#document = document;
    this.#isShared = isShared;
  }

  /** The record of a document that is about to be written; `bytes` are those received, if they are the document unchanged. */
  static of(document: Doc, bytes: Buffer | null = null): StoredRecord {
    return new StoredRecord(bytes ?? encode(document), document);
  }

  /** The same version for a longer lifetime, with bytes of its own. */
  toKeep(): StoredRecord {
    return this.#isShared ? new StoredRecord(Buffer.from(this.bytes), this.#document) : this;
  }

  get document(): Doc {
    this.#document ??= decode(this.bytes);
    return this.#document;
  }

  /** The document, or only the part of it that has these paths, if it is not decoded yet. */
  withPaths(paths: FieldPaths | null): Doc {
    return this.#document ?? (paths ? paths.decode(this.bytes) : this.document);
  }

  /** The memory that the record takes, estimated. */
  get cost(): number {
    return RECORD_OVERHEAD + this.bytes.length * (this.#document ? DECODED_FACTOR : 1);
  }
}

const RECORD_OVERHEAD = 500;
/** The bytes, and a decoded document that takes about three times as much memory. */
const DECODED_FACTOR = 4;
