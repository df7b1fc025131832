import type { ArticleStatus } from "#libs/contracts/content/help.ts";
import { foldForSearch } from "#libs/kernel/search-fold.ts";

/** The instant of the first publication. Archiving an article, or publishing it again, does not change it. */
export function firstPublishedAt(before: Date | null, status: ArticleStatus, now: Date): Date | null {
  return before ?? (status === "PUBLISHED" ? now : null);
}

interface SearchableText {
  readonly title: string;
  /** HTML, sanitized. */
  readonly content: string;
  readonly excerpt: string | null;
}

/** Version of {@link searchTextOf}. It rises with every change of its results; the next start then writes all search texts anew. */
export const SEARCH_VERSION = 2;

/** Separates the fields of a search text. No field and no needle contains it, so a search matches within one field only. */
const FIELD_SEPARATOR = "\u0000";

/** The characters that sanitized HTML escapes. `&amp;` is decoded last: earlier, it would turn `&amp;lt;` into `<`. */
const HTML_ENTITIES = [
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&amp;", "&"],
] as const;

/**
 * The text that searches compare with (spec 4.11). It contains the content twice where the two differ: as stored, and with decoded
 * entities.
 */
export function searchTextOf({ title, content, excerpt }: SearchableText): string {
  const decoded = decodeEntities(content);
  const contents = decoded === content ? [content] : [content, decoded];
  return [title, ...contents, excerpt ?? ""].map((text) => foldForSearch(text).replaceAll(FIELD_SEPARATOR, "")).join(FIELD_SEPARATOR);
}

/** The substring that a search looks for in search texts; null when no text can contain it. */
export function needleOf(search: string): string | null {
  const needle = foldForSearch(search);
  return needle === "" || needle.includes(FIELD_SEPARATOR) ? null : needle;
}

function decodeEntities(html: string): string {
  return HTML_ENTITIES.reduce((text, [entity, character]) => text.replaceAll(entity, character), html);
}
