/** Spreadsheets take a text with this beginning for a formula, some of them in full-width and small forms too. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r|＝＋－＠｜﹦﹢﹣﹫]/u;

/** The cell of a text that people or programs chose: one that looks like a formula gets an apostrophe in front. */
export function textCell(text: string): string {
  return valueCell(FORMULA.test(text) ? `'${text}` : text);
}

/** The cell of a value that the platform has written itself, such as an amount or a time. */
export function valueCell(text: string): string {
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}
