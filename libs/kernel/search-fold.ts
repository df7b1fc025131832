/** Vowel signs and other points of Arabic and Hebrew, and accents. Other marks carry letters: without them, Hindi would lose its vowels. */
const ACCENTS_AND_POINTS =
  /[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED]/g;
/** Soft hyphens, joiners and other characters that a reader does not see. */
const UNSEEN = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
/** Letters that people without them on their keyboard write otherwise. The final sigma is another form of the same letter. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i", ς: "σ" },
  ...{ آ: "ا", أ: "ا", إ: "ا", ٱ: "ا" },
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
const KATAKANA = /[\u30A1-\u30F6]/g;
/** Distance of a katakana from its hiragana. */
const KANA_DISTANCE = 0x60;

/**
 * Makes texts equal that a search should not tell apart: by letter case, accents, vowel signs, kana and compatible characters. A search
 * compares folded texts with a folded query, byte by byte.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize("NFKD")
    .replace(ACCENTS_AND_POINTS, "")
    .replace(UNSEEN, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KANA_DISTANCE));
}
