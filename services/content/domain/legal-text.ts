import type { LegalKind } from "#libs/contracts/content/legal.ts";

/** The setting that holds each legal text (spec 4.7). */
export const LEGAL_KEYS = {
  terms: "legal.terms_of_service",
  privacy: "legal.privacy_policy",
} as const satisfies Record<LegalKind, string>;

/** Shown until a text is published for the first time, and after it was withdrawn (spec 4.7). */
export const UNPUBLISHED_TEXTS = {
  terms: "Terms of service not yet published.",
  privacy: "Privacy policy not yet published.",
} as const satisfies Record<LegalKind, string>;

/** The legal text that a setting holds; null for every other setting. */
export function legalKindOf(key: string): LegalKind | null {
  if (key === LEGAL_KEYS.terms) return "terms";
  return key === LEGAL_KEYS.privacy ? "privacy" : null;
}
