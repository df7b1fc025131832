import { deserialize, serialize } from "bson";
import type { Doc } from "./document.ts";

/** The largest document, in bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

const DECODING = { promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;

/** Decodes a document; longs, bytes and regular expressions stay BSON values. Throws for bytes that are no BSON. */
export const decode = (bytes: Uint8Array): Doc => deserialize(bytes, DECODING);
export const encode = (document: Doc): Buffer => {
  const bytes = serialize(document, { ignoreUndefined: true, checkKeys: false });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};
