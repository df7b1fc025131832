import type { LegalKind } from "#libs/contracts/content/legal.ts";
import type { ConfigReader } from "#libs/platform/config/reader.ts";
import { sanitizeHtml } from "#libs/platform/html/sanitize-html.ts";
import type { LegalAcceptanceDoc } from "../data/legal-acceptance.store.ts";
import type { LegalVersionRow } from "../data/legal-version.store.ts";
import { LEGAL_KEYS, UNPUBLISHED_TEXTS } from "../domain/legal-text.ts";

/** A legal text as visitors see it (spec 2.10). */
interface LegalTextView {
  /** HTML, sanitized. */
  readonly content: string;
  readonly lastUpdated: string | null;
}

/**
 * The legal texts in force, read from the settings of this process. Texts were not always sanitized when they were saved, so they
 * are sanitized here too; the result is cached until the text changes.
 */
export function currentLegalTexts(config: ConfigReader): (kind: LegalKind) => LegalTextView {
  const cache = new Map<LegalKind, { readonly stored: string; readonly content: string }>();
  return (kind) => {
    const stored = config.read(LEGAL_KEYS[kind]);
    if (stored === null) return { content: UNPUBLISHED_TEXTS[kind], lastUpdated: null };
    const cached = cache.get(kind);
    const current = cached?.stored === stored ? cached : { stored, content: sanitizeHtml(stored) };
    cache.set(kind, current);
    return { content: current.content, lastUpdated: config.changedAt(LEGAL_KEYS[kind])?.toISOString() ?? null };
  };
}

/** A version of a legal text in the list of the administration. */
export function legalVersionView({ _id, publishedAt, publishedBy, characters }: LegalVersionRow) {
  return { id: _id, publishedAt: publishedAt.toISOString(), publishedBy, withdrawn: characters === null, characters: characters ?? 0 };
}

/**
 * The days that ended with a changed text, newest first. The last change of a day counts, beside the earlier texts of the day; a day that
 * ended with a withdrawal is left out.
 */
export function publicLegalVersions(newestFirst: readonly LegalVersionRow[]) {
  const days = Map.groupBy(newestFirst, ({ publishedAt }) => publishedAt.toISOString().slice(0, 10));
  return [...days].flatMap(([date, [last, ...rest]]) => {
    if (last === undefined || last.characters === null) return [];
    const earlier = rest.filter(({ characters }) => characters !== null).map(({ publishedAt }) => publishedAt.toISOString());
    return [{ date, current: last === newestFirst[0], ...(earlier.length > 0 && { earlier }) }];
  });
}

/** An acceptance as its user sees it. */
export function acceptanceView({ kind, version, acceptedAt }: LegalAcceptanceDoc) {
  return { kind, version: version.toISOString(), acceptedAt: acceptedAt.toISOString() };
}
