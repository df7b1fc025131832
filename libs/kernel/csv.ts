/** Spreadsheets take a text with this beginning for a formula, some of them in full-width and small forms too. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r|＝＋－＠｜﹦﹢﹣﹫]/u;

/** Rows as CSV (RFC 4180) with the columns as header. A text that looks like a formula gets an apostrophe in front. */
export function toCsv<K extends string>(columns: readonly K[], rows: readonly Readonly<Record<K, string | number | null>>[]): string {
  const lines = rows.map((row) => columns.map((column) => toCell(row[column])).join(","));
  return [columns.join(","), ...lines, ""].join("\r\n");
}

function toCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
