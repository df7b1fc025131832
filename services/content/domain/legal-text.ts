import type { LegalKind } from "#libs/contracts/content-legal.ts";

/** Where the text of each kind is kept among the settings (spec 4.7). */
export const LEGAL_KEYS = {
  terms: "legal.terms_of_service",
  privacy: "legal.privacy_policy",
} as const satisfies Record<LegalKind, string>;

/** What is shown as long as nothing was written (spec 4.7). */
export const UNPUBLISHED = {
  terms: "Terms of service not yet published.",
  privacy: "Privacy policy not yet published.",
} as const satisfies Record<LegalKind, string>;

/** The kind whose text a key holds; null for every other key. */
export function kindOf(key: string): LegalKind | null {
  if (key === LEGAL_KEYS.terms) return "terms";
  return key === LEGAL_KEYS.privacy ? "privacy" : null;
}
