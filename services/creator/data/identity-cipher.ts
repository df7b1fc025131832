import { bytesCipher, cipherFor } from "#libs/kernel/field-cipher.ts";
import type { IdentityValues } from "../domain/identity.ts";
import type { IdentityFileDoc } from "./identity-file.store.ts";
import type { IdentityFormDoc } from "./identity-form.store.ts";

/** Seals what people show to prove who they are, with a key of its own for each person. Moved to another row or person it cannot be opened. */
export interface IdentityCipher {
  sealForm(form: Pick<IdentityFormDoc, "_id" | "userId">, values: IdentityValues): string;
  openForm(form: Pick<IdentityFormDoc, "_id" | "userId" | "sealed">): IdentityValues;
  sealPart(file: Pick<IdentityFileDoc, "_id" | "userId">, part: number, bytes: Uint8Array): Buffer;
  openPart(file: Pick<IdentityFileDoc, "_id" | "userId">, part: number, sealed: Uint8Array): Buffer;
}

export function identityCipher(masterKeys: ReadonlyMap<string, Buffer>): IdentityCipher {
  const purpose = (userId: string) => `identity|${userId}`;
  const texts = (userId: string) => cipherFor(purpose(userId), masterKeys);
  const bytes = (userId: string) => bytesCipher(purpose(userId), masterKeys);
  return {
    sealForm: ({ _id, userId }, values) => texts(userId).encrypt(JSON.stringify(values), `form|${_id}`),
    openForm: ({ _id, userId, sealed }) => JSON.parse(texts(userId).decrypt(sealed, `form|${_id}`)) as IdentityValues,
    sealPart: ({ _id, userId }, part, content) => bytes(userId).encrypt(content, `file|${_id}|${part}`),
    openPart: ({ _id, userId }, part, sealed) => bytes(userId).decrypt(sealed, `file|${_id}|${part}`),
  };
}
