import { randomBytes } from "node:crypto";
import { cipherFor } from "#libs/kernel/field-cipher.ts";

/** A secret as it is kept. */
export interface SealedSecret {
  readonly sealed: string;
  /** Its last four digits. */
  readonly hint: string;
}

export interface EndpointSecrets {
  /** A new secret: 64 hex digits, and what is kept of it for an endpoint. */
  make(endpointId: string): { readonly secret: string; readonly kept: SealedSecret };
  /** The secret of an endpoint. Throws when it was changed in the store or belongs to another endpoint. */
  open(endpointId: string, sealed: string): string;
}

const SECRET_BYTES = 32;
const HINT_DIGITS = 4;
const PURPOSE = "webhook endpoint secrets";

/** @param masterKeys key id → 32 bytes; the keys of this purpose are derived from them */
export function endpointSecrets(masterKeys: ReadonlyMap<string, Buffer>): EndpointSecrets {
  const cipher = cipherFor(PURPOSE, masterKeys);
  return {
    make(endpointId) {
      const secret = randomBytes(SECRET_BYTES).toString("hex");
      return { secret, kept: { sealed: cipher.encrypt(secret, endpointId), hint: secret.slice(-HINT_DIGITS) } };
    },
    open: (endpointId, sealed) => cipher.decrypt(sealed, endpointId),
  };
}
