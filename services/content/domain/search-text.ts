/** Between the fields of a search text: no text that is folded has it, so nothing is found across two fields. */
const BETWEEN = "\u0000";

/** A text as it is compared: compatible characters and both cases are the same. */
export function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

export interface Searched {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string | null;
}

/** What a search looks through (spec 4.11). */
export function searchTextOf({ title, content, excerpt }: Searched): string {
  return [title, content, excerpt ?? ""].map((text) => folded(text).replaceAll(BETWEEN, "")).join(BETWEEN);
}

/** What to look for; null when no text can have it. */
export function needleOf(search: string): string | null {
  const needle = folded(search);
  return needle.includes(BETWEEN) ? null : needle;
}
