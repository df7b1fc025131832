import type { FieldCipher } from "#libs/kernel/field-cipher.ts";
import type { Foundation } from "#libs/platform/service/foundation.ts";
import type { AccessTokens } from "../crypto/access-tokens.ts";
import type { PasswordHasher } from "../crypto/password-hasher.ts";
import type { Stores } from "../data/stores.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Challenges } from "./challenges.ts";
import type { Devices } from "./devices.ts";
import type { Lockout } from "./lockout.ts";

/** The dependencies of sign-in; each function names the part it needs. */
export interface SignInDeps extends Foundation<"audit" | "outbox">, Stores {
  readonly passwords: PasswordHasher;
  readonly accessTokens: AccessTokens;
  readonly devices: Devices;
  readonly lockout: Lockout;
  readonly challenges: Challenges;
  /** Seals the secrets of authenticators. */
  readonly factorCipher: FieldCipher;
  readonly mailer: Mailer;
  /** Key of the hashes that stand for addresses, usernames and external accounts. */
  readonly pseudonymKey: string;
}
