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

/** Characters that a sanitised text in HTML has in another form; the last one undoes what the others may have left. */
const WRITTEN = [
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&amp;", "&"],
] as const;

/** A text in HTML with the characters that its reader sees. */
function read(content: string): string {
  return WRITTEN.reduce((text, [written, character]) => text.replaceAll(written, character), content);
}

/** What a search looks through (spec 4.11): the content both as it is stored and as it was meant. */
export function searchTextOf({ title, content, excerpt }: Searched): string {
  const meant = read(content);
  const contents = meant === content ? [content] : [content, meant];
  return [title, ...contents, excerpt ?? ""].map((text) => folded(text).replaceAll(BETWEEN, "")).join(BETWEEN);
}

/** What to look for; null when no text can have it. */
export function needleOf(search: string): string | null {
  const needle = folded(search);
  return needle.includes(BETWEEN) ? null : needle;
}
