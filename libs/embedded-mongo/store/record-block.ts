import { ROWS, recordChecksum } from "./row-checksums.ts";
import { StoredRecord } from "./stored-record.ts";

/** The bytes of a record after its checksum was compared. Throws if the data are damaged. */
export function soundBytes(row: number, checksum: number, bytes: Uint8Array): Buffer {
  if (recordChecksum(row, bytes) !== checksum)
    throw new Error(`the data are damaged: record ${row % ROWS} of collection ${Math.floor(row / ROWS)} has a wrong checksum`);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Several records of a collection that were read as one row, by `blockUp` or `blockDown`. */
export class RecordBlock {
  readonly ids: readonly number[];
  readonly #base: number;
  readonly #checksums: readonly (number | null)[];
  readonly #documents: Buffer;
  #taken = 0;
  #at = 0;

  constructor(base: number, row: unknown) {
    const [ids, checksums, documents] = row as [string, string, Uint8Array];
    this.ids = JSON.parse(ids);
    this.#base = base;
    this.#checksums = JSON.parse(checksums);
    this.#documents = Buffer.from(documents.buffer, documents.byteOffset, documents.byteLength);
  }

  /** The record with the next of the ids; null for a large one, whose document is not in the block. */
  take(): StoredRecord | null {
    const id = this.ids[this.#taken] ?? 0;
    const checksum = this.#checksums[this.#taken++] ?? null;
    if (checksum === null) return null;
    const end = this.#at + this.#documents.readInt32LE(this.#at);
    const bytes = soundBytes(this.#base + id, checksum, this.#documents.subarray(this.#at, end));
    this.#at = end;
    return new StoredRecord(bytes, null, true);
  }
}
