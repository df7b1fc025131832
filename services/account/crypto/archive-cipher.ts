import type { FieldCipher } from "#libs/kernel/field-cipher.ts";
import type { GdprExportPartDoc } from "../data/gdpr-export.store.ts";

/** Encrypts the documents of exports at rest. Each is bound to its id and its owner: moved to another row it cannot be decrypted. */
export interface ArchiveCipher {
  encrypt(part: Omit<GdprExportPartDoc, "sealed">, text: string): GdprExportPartDoc;
  decrypt(part: GdprExportPartDoc): string;
}

export function archiveCipher(cipher: FieldCipher): ArchiveCipher {
  const boundTo = ({ _id, userId }: Pick<GdprExportPartDoc, "_id" | "userId">) => `gdpr-export|${_id}|${userId}`;
  return {
    encrypt: (part, text) => ({ ...part, sealed: cipher.encrypt(text, boundTo(part)) }),
    decrypt: (part) => cipher.decrypt(part.sealed, boundTo(part)),
  };
}
