import { randomBytes } from "node:crypto";
import { cipherFor } from "#libs/kernel/field-cipher.ts";

/** A secret as it is stored. */
interface SealedSecret {
  readonly sealed: string;
  /** Its last four digits. */
  readonly hint: string;
}

export interface EndpointSecrets {
  /** A new secret of 64 hex digits for an endpoint, and the sealed form to store. */
  create(endpointId: string): { readonly secret: string; readonly stored: SealedSecret };
  /** The secret of an endpoint. Throws when the stored form was changed or belongs to another endpoint. */
  open(endpointId: string, sealed: string): string;
}

const SECRET_BYTES = 32;
const HINT_DIGITS = 4;
const PURPOSE = "webhook endpoint secrets";

/** @param masterKeys key id → 32 bytes; the keys of this purpose are derived from them */
export function endpointSecrets(masterKeys: ReadonlyMap<string, Buffer>): EndpointSecrets {
  const cipher = cipherFor(PURPOSE, masterKeys);
  return {
    create(endpointId) {
      const secret = randomBytes(SECRET_BYTES).toString("hex");
      return { secret, stored: { sealed: cipher.encrypt(secret, endpointId), hint: secret.slice(-HINT_DIGITS) } };
    },
    open: (endpointId, sealed) => cipher.decrypt(sealed, endpointId),
  };
}
