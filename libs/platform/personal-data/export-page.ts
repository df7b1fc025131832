import { MAX_EXPORT_PAGE_BYTES } from "#libs/contracts/personal-data.ts";
import type { DataSubject, PersonalData, ShownRow } from "./personal-data.ts";

const ROWS_PER_QUERY = 50;

interface ExportedRow {
  readonly collection: string;
  readonly row: unknown;
}

export interface ExportPage {
  readonly collections: string[];
  readonly rows: ExportedRow[];
  readonly nextCursor: string | null;
}

/** The end of a page: its entry, its row, and the number of pieces of the next row. */
interface Position {
  readonly entry: number;
  readonly after: string | null;
  readonly pieces: number;
}

const START: Position = { entry: 0, after: null, pieces: 0 };

/** The page of a subject's data that begins at a cursor. Null, or a text that is not a cursor, means the first page. */
export async function exportPage({ rows: entries }: PersonalData, subject: DataSubject, cursor: string | null): Promise<ExportPage> {
  const shown = entries.filter(({ show }) => show !== undefined);
  const collections = [...new Set(shown.map(({ collection }) => collection))];
  const rows: ExportedRow[] = [];
  let bytesLeft = MAX_EXPORT_PAGE_BYTES;
  let position = readCursor(cursor);
  for (let entry = shown[position.entry]; entry?.show; entry = shown[position.entry]) {
    const found = await entry.show(subject, position.after, ROWS_PER_QUERY);
    for (const row of found) {
      const taken = takePieces(row, position.pieces, bytesLeft);
      rows.push(...taken.pieces.map((piece) => ({ collection: entry?.collection ?? "", row: piece })));
      bytesLeft -= taken.bytes;
      if (!taken.all) {
        return { collections, rows, nextCursor: writeCursor({ ...position, pieces: position.pieces + taken.pieces.length }) };
      }
      position = { entry: position.entry, after: row._id, pieces: 0 };
    }
    if (found.length < ROWS_PER_QUERY) position = { entry: position.entry + 1, after: null, pieces: 0 };
  }
  return { collections, rows, nextCursor: null };
}

/** The pieces of a row that still fit into the page; at least one when the page is empty. */
function takePieces({ pieces }: ShownRow, skip: number, bytesLeft: number): { pieces: unknown[]; bytes: number; all: boolean } {
  const taken: unknown[] = [];
  let bytes = 0;
  for (const piece of pieces.slice(skip)) {
    const text = JSON.stringify(piece, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
    const size = Buffer.byteLength(text);
    const isFirstOfPage = bytesLeft === MAX_EXPORT_PAGE_BYTES && taken.length === 0;
    if (bytes + size > bytesLeft && !isFirstOfPage) return { pieces: taken, bytes, all: false };
    taken.push(JSON.parse(text));
    bytes += size;
  }
  return { pieces: taken, bytes, all: true };
}

function writeCursor({ entry, after, pieces }: Position): string {
  return `${entry}:${pieces}:${after ?? ""}`;
}

function readCursor(cursor: string | null): Position {
  const [, entry, pieces, after] = /^(\d{1,4}):(\d{1,6}):(.*)$/.exec(cursor ?? "") ?? [];
  return entry === undefined ? START : { entry: Number(entry), pieces: Number(pieces), after: after || null };
}
