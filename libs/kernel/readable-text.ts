/** How people read a text: as one line among other words, such as a name or a title, or in paragraphs of its own. */
export type Readable = "line" | "text";

/** What can be wrong with a text that people should read. */
const READABLE_FAULTS = ["halfCharacter", "blank", "manyMarks", "severalLines"] as const;
export type ReadableFault = (typeof READABLE_FAULTS)[number];

export function isReadableFault(text: string): text is ReadableFault {
  return READABLE_FAULTS.some((fault) => fault === text);
}

/**
 * White space, control characters, signs that are not drawn, and marks without a letter. Annotation signs, the Braille blank, the empty
 * note head and the controls and blanks of hieroglyphs are listed because they lack all these properties.
 */
const INVISIBLE = /^[\p{White_Space}\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFC\u{1D159}\u{13430}-\u{13442}]*$/u;

/** More marks climb over the lines above. A syllable of Tibetan mantras has eight, the most of any orthography. */
export const MAX_MARKS = 8;
const MARK = "[\\p{Mn}\\p{Me}]\\p{Cf}*";
const SURPLUS_MARKS = new RegExp(`((?:${MARK}){${MAX_MARKS}})(?:${MARK})+`, "gu");

/** Control characters without the tab, which stands in lines that were copied from a table; line and paragraph separators. */
const SEPARATORS = "\\0-\\x08\\n-\\x1F\\x7F-\\x9F\\p{Zl}\\p{Zp}";
/** Embeddings, overrides and isolates, and the deprecated controls of shaping: they change the words after a name. */
const DIRECTION_CONTROLS = "\\u202A-\\u202E\\u2066-\\u206F";
/** The form of a line, for validators that know patterns only. */
export const LINE = new RegExp(`^[^${SEPARATORS}${DIRECTION_CONTROLS}]*$`, "u");

/** Whether a text would look empty to a reader. */
export function isBlank(text: string): boolean {
  return INVISIBLE.test(text);
}

/** The first fault of a text; an empty one has none. */
export function readableFault(text: string, readable: Readable): ReadableFault | null {
  if (!text.isWellFormed()) return "halfCharacter";
  if (readable === "line" && !LINE.test(text)) return "severalLines";
  if (text !== "" && isBlank(text)) return "blank";
  return text.search(SURPLUS_MARKS) < 0 ? null : "manyMarks";
}

/** A text on one line, so that it cannot begin another header or look like a paragraph of ours. */
export function oneLine(text: string): string {
  return text.replace(new RegExp(`[\\t${SEPARATORS}]+`, "gu"), " ");
}

/** A line without faults, made from a text that was not refused for them; null when nothing of it can be seen. */
export function cleanedLine(text: string, max: number): string | null {
  const kept = oneLine(text)
    .replace(new RegExp(`[\\p{Cs}${DIRECTION_CONTROLS}]+`, "gu"), "")
    .replace(SURPLUS_MARKS, "$1");
  const line = cutText(kept.trim(), max).trim();
  return isBlank(line) ? null : line;
}

const characters = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The beginning of a text, in whole characters as readers see them: an emoji of several parts is kept or dropped as a whole. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = characters.segment(text).containing(max)?.index ?? max;
  // A character without end is cut between its parts.
  return end > 0 ? text.slice(0, end) : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "");
}
