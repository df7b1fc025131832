import { emailAddress } from "#libs/contracts/shared.ts";
import { ProviderFailure } from "../provider-failure.ts";
import type { ExternalIdentity } from "./oauth-provider.ts";

const MAX_SUBJECT = 255;

/** Who the claims are about. Throws ProviderFailure. */
export function identityOf(issuer: string, claims: Readonly<Record<string, unknown>>): ExternalIdentity {
  const { sub, email, email_verified: verified, name } = claims;
  if (typeof sub !== "string" || sub === "" || sub.length > MAX_SUBJECT) throw new ProviderFailure("oauth", "BAD_ANSWER", "SUB");
  const address = typeof email === "string" && isAddress(email) ? email.toLowerCase() : null;
  const displayName =
    typeof name === "string"
      ? name
          .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
          .trim()
          .slice(0, 100)
      : "";
  return {
    issuer,
    subject: sub,
    email: address,
    emailVerified: address !== null && (verified === true || verified === "true"),
    displayName: displayName === "" ? null : displayName,
  };
}

/** The rule of every address that somebody gives us. */
function isAddress(email: string): boolean {
  return email.length <= emailAddress.max && emailAddress.pattern.test(email);
}
