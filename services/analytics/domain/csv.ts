/** What spreadsheets take for the begin of a formula. */
const FORMULA = /^[\s]*[=+\-@\t\r|]/;

/** Rows as RFC 4180 text under a header of their keys. A text that a spreadsheet would calculate gets an apostrophe in front. */
export function csvOf<K extends string>(columns: readonly K[], rows: readonly Readonly<Record<K, string | number | null>>[]): string {
  const lines = rows.map((row) => columns.map((column) => cellOf(row[column])).join(","));
  return [columns.join(","), ...lines, ""].join("\r\n");
}

function cellOf(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
