import type { FieldCipher } from "#libs/kernel/field-cipher.ts";
import type { GdprExportPart } from "../data/gdpr-export.model.ts";

/** Seals the documents of exports at rest, each bound to its place and its owner. */
export interface Archives {
  seal(part: Omit<GdprExportPart, "sealed">, text: string): GdprExportPart;
  open(part: GdprExportPart): string;
}

export function archives(cipher: FieldCipher): Archives {
  const boundTo = ({ _id, userId }: Pick<GdprExportPart, "_id" | "userId">) => `gdpr-export|${_id}|${userId}`;
  return {
    seal: (part, text) => ({ ...part, sealed: cipher.encrypt(text, boundTo(part)) }),
    open: (part) => cipher.decrypt(part.sealed, boundTo(part)),
  };
}
