import { ROWS } from "./rows.ts";
import type { TitledTest } from "./titles.ts";

/** Where the report is kept, from the root of the tree. */
export const REPORT_FILE = "test/COVERAGE.md";

/** Ids written out in a title. A range names its first id only, and does not count even for that. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(/(?<![\w-])[A-Z][A-Z0-9]{2}-\d{2}(?![\w-]|\.\.|…\d)/g)].map(([id]) => id);
}

/** Which tests carry the id of each row. */
export function testsByRow(tests: readonly TitledTest[]): ReadonlyMap<string, readonly TitledTest[]> {
  const byRow = new Map<string, TitledTest[]>(ROWS.map(({ id }) => [id, []]));
  for (const test of tests) for (const id of new Set(idsIn(test.title))) byRow.get(id)?.push(test);
  return byRow;
}

/** The report: every row that has a test, with its tests, and what is still missing. */
export function renderReport(tests: readonly TitledTest[]): string {
  const byRow = testsByRow(tests);
  return [
    "# Which test proves which row",
    "",
    "Written by `node test/coverage/write.ts`; a test compares it with the tree. Titles carry the ids of the rows they prove.",
    "",
    ...section("Built (every row needs a test)", true, byRow),
    ...section("Not built yet", false, byRow),
  ].join("\n");
}

function section(name: string, built: boolean, byRow: ReadonlyMap<string, readonly TitledTest[]>): string[] {
  const rows = ROWS.filter((row) => row.built === built);
  const proven = rows.filter(({ id }) => (byRow.get(id) ?? []).length > 0);
  const missing = rows.filter((row) => !proven.includes(row)).map(({ id }) => id);
  return [
    `## ${name}: ${proven.length} of ${rows.length} rows`,
    "",
    ...(missing.length > 0 ? [`Without a test: ${missing.join(", ")}`, ""] : []),
    "| Row | Tests |",
    "|---|---|",
    ...proven.map(({ id }) => `| ${id} | ${(byRow.get(id) ?? []).map(cell).join("<br>")} |`),
    "",
  ];
}

function cell({ file, title }: TitledTest): string {
  return `\`${file}\`: ${title.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ")}`;
}
