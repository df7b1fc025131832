import type { ArticleStatus } from "#libs/contracts/content/help.ts";

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
  return [title, ...contents, excerpt ?? ""].map((text) => fold(text).replaceAll(FIELD_SEPARATOR, "")).join(FIELD_SEPARATOR);
}

/** The substring that a search looks for in search texts; null when no text can contain it. */
export function needleOf(search: string): string | null {
  const needle = fold(search);
  return needle.includes(FIELD_SEPARATOR) ? null : needle;
}

/** Makes texts equal that differ only in letter case or in compatible characters, such as the ligature ﬁ. */
function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function decodeEntities(html: string): string {
  return HTML_ENTITIES.reduce((text, [entity, character]) => text.replaceAll(entity, character), html);
}
