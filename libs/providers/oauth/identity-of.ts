import { emailAddress, personName } from "#libs/contracts/shared.ts";
import { normalizeEmail } from "#libs/kernel/mail-address.ts";
import { cleanedLine } from "#libs/kernel/readable-text.ts";
import { ProviderFailure } from "../provider-failure.ts";
import type { ExternalIdentity } from "./oauth-provider.ts";

const MAX_SUBJECT_LENGTH = 255;

/**
 * The account that validated claims describe. Throws ProviderFailure.
 * @param trustsEmail the address counts as verified when the claims do not say whether it is
 */
export function identityOf(issuer: string, claims: Readonly<Record<string, unknown>>, trustsEmail: boolean): ExternalIdentity {
  const { sub, email, email_verified: verified, name } = claims;
  if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT_LENGTH) throw new ProviderFailure("oauth", "BAD_ANSWER", "SUB");
  const address = typeof email === "string" ? addressOf(email) : null;
  return {
    issuer,
    subject: sub,
    email: address,
    emailVerified: address === null ? false : isVerified(verified, trustsEmail),
    displayName: typeof name === "string" ? cleanedLine(name, personName.max) : null,
  };
}

function isVerified(claim: unknown, trustsEmail: boolean): boolean | null {
  if (claim == null) return trustsEmail ? true : null;
  return isTrue(claim);
}

/** Some providers send the claim as text, in the spelling of their language. */
function isTrue(claim: unknown): boolean {
  return claim === true || (typeof claim === "string" && claim.toLowerCase() === "true");
}

/** Null for a text that breaks the rule for an address which a user enters. */
function addressOf(email: string): string | null {
  const address = normalizeEmail(email);
  return [email, address].every((text) => text.length <= emailAddress.max && emailAddress.pattern.test(text)) ? address : null;
}
