import { describe, expect, it } from "@jest/globals";
import { exportPage } from "#libs/platform/personal-data/export-page.ts";
import type { DataSubject, PersonalData, PersonalRows, ShownRow } from "#libs/platform/personal-data/personal-data.ts";

const subject: DataSubject = { userId: "u", creatorId: null, bioPageIds: [], addressHash: null };

/** Rows of a collection that are shown unchanged. */
function shownAs(collection: string, rows: readonly ShownRow[]): PersonalRows {
  return {
    collection,
    treatment: "RETAIN",
    ground: "ACCOUNTABILITY",
    count: async () => rows.length,
    show: async (_subject, after, limit) => rows.filter(({ _id }) => after === null || _id > after).slice(0, limit),
  };
}

const dataOf = (...rows: PersonalRows[]): PersonalData => ({ rows, impersonal: {} });
const numbered = (count: number, text = "") =>
  Array.from({ length: count }, (_, index) => ({ _id: String(index).padStart(5, "0"), pieces: [{ index, text }] }));

/** All rows, and the sizes of the pages. */
async function readAll(data: PersonalData): Promise<{ rows: unknown[]; bytes: number[] }> {
  const rows: unknown[] = [];
  const bytes: number[] = [];
  for (let cursor: string | null = null, pages = 0; pages === 0 || cursor !== null; pages += 1) {
    if (pages > 100) throw new Error("the pages do not end");
    const page = await exportPage(data, subject, cursor);
    rows.push(...page.rows.map(({ row }) => row));
    bytes.push(Buffer.byteLength(JSON.stringify(page)));
    cursor = page.nextCursor;
  }
  return { rows, bytes };
}

describe("GDP-12 the pages of an export", () => {
  it("show every row of every collection once, in order, however many there are", async () => {
    for (const count of [0, 1, 199, 200, 201, 400, 1_001]) {
      const { rows } = await readAll(dataOf(shownAs("a", numbered(count)), shownAs("b", numbered(3))));
      expect(rows).toEqual([...numbered(count), ...numbered(3)].flatMap(({ pieces }) => pieces));
    }
  });

  it("fit into one message of the bus, also when rows are long", async () => {
    const { rows, bytes } = await readAll(dataOf(shownAs("a", numbered(120, "漢".repeat(9_000)))));
    expect(rows).toHaveLength(120);
    expect(Math.max(...bytes)).toBeLessThan(500_000);
    expect(bytes.length).toBeGreaterThan(5);
  });

  it("show a row that is larger than a page piece by piece, and then the rows behind it", async () => {
    const pieces = Array.from({ length: 300 }, (_, index) => ({ index, text: "x".repeat(5_000) }));
    const { rows, bytes } = await readAll(dataOf(shownAs("tickets", [{ _id: "1", pieces }, { _id: "2", pieces: [] }, ...numbered(1)])));
    expect(rows).toEqual([...pieces, ...numbered(1).flatMap((row) => row.pieces)]);
    expect(Math.max(...bytes)).toBeLessThan(500_000);
  });

  it("show a piece that is larger than a page by itself", async () => {
    const huge = { _id: "1", pieces: [{ text: "x".repeat(450_000) }] };
    expect((await readAll(dataOf(shownAs("a", [huge, { ...huge, _id: "2" }])))).rows).toHaveLength(2);
  });

  it("turn amounts into text and instants into ISO 8601", async () => {
    const row = { _id: "1", pieces: [{ amount: 500n, at: new Date(0) }] };
    expect((await readAll(dataOf(shownAs("a", [row])))).rows).toEqual([{ amount: "500", at: "1970-01-01T00:00:00.000Z" }]);
  });

  it("name every collection that can be shown, also an empty one", async () => {
    const hidden: PersonalRows = { collection: "c", treatment: "RETAIN", ground: "ACCOUNTABILITY", count: async () => 1 };
    const { collections } = await exportPage(dataOf(shownAs("a", []), shownAs("b", []), shownAs("a", []), hidden), subject, "nonsense");
    expect(collections).toEqual(["a", "b"]);
  });
});
