const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** A part of a text, from its first index to the one after its last. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Makes texts equal that differ in case or in compatibility forms only. */
export const normalizedText = (text: string): string => text.normalize("NFKC").toLowerCase();

/** Where a text has a part of it; as a whole word: where no letter or digit stands beside it. */
export function* placesOf(part: string, text: string, isWord: boolean): Iterable<Place> {
  for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + 1)) {
    const end = start + part.length;
    const isAlone = [text[start - 1], text[end]].every((beside) => beside === undefined || !WORD_CHARACTER.test(beside));
    if (!isWord || isAlone) yield { start, end };
  }
}
