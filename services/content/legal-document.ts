import type { ConfigReader } from "#libs/config/reader.ts";
import type { LegalKind } from "#libs/contracts/content-legal.ts";
import { sanitizeHtml } from "#libs/html/sanitize-html.ts";
import { LEGAL_KEYS, UNPUBLISHED } from "./domain/legal-text.ts";

/** A legal text as the interface shows it (spec 2.10). */
export interface LegalDocument {
  readonly content: string;
  readonly lastUpdated: string | null;
}

/**
 * Reads the legal texts from the settings of this process. What was stored before texts were sanitised on saving is sanitised
 * here; the work is done once for each text.
 */
export function legalDocuments(config: ConfigReader): (kind: LegalKind) => LegalDocument {
  const clean = new Map<LegalKind, { readonly stored: string; readonly content: string }>();
  return (kind) => {
    const stored = config.read(LEGAL_KEYS[kind]);
    if (stored === null) return { content: UNPUBLISHED[kind], lastUpdated: null };
    const known = clean.get(kind);
    const current = known?.stored === stored ? known : { stored, content: sanitizeHtml(stored) };
    clean.set(kind, current);
    return { content: current.content, lastUpdated: config.changedAt(LEGAL_KEYS[kind])?.toISOString() ?? null };
  };
}
