import { isDigits, isDoc, own } from "../values/document.ts";
import { MongoError } from "../values/mongo-error.ts";

interface PathOfField {
  readonly path: string;
  readonly parts: readonly string[];
}

/** How far the walk along one field's path has come. */
interface Cursor {
  value: unknown;
  at: number;
  /** The value is an element of the array at the end of the path: it is not opened again. */
  done: boolean;
}

export interface Entries {
  /** The values of the fields, one list per key. */
  readonly entries: unknown[][];
  /** Whether any of the fields is there: a sparse index asks. */
  present: boolean;
  multikey: boolean;
}

/** The combinations of values under which an index holds a document; one array in it gives one per element. */
export function multikeyEntries(document: unknown, fields: readonly PathOfField[], emptyArray: symbol): Entries {
  const found: Entries = { entries: [], present: false, multikey: false };
  expand(
    fields.map(() => ({ value: document, at: 0, done: false })),
    fields,
    emptyArray,
    found,
  );
  return found;
}

/** Walks on until the end of the path or an array that has to be opened. */
function advance(cursor: Cursor, parts: readonly string[]): void {
  while (!cursor.done && cursor.at < parts.length) {
    const part = parts[cursor.at] ?? "";
    if (Array.isArray(cursor.value)) {
      if (!isDigits(part)) return;
      cursor.value = cursor.value[Number(part)];
    } else cursor.value = isDoc(cursor.value) ? own(cursor.value, part) : undefined;
    cursor.at++;
  }
}

function expand(cursors: Cursor[], fields: readonly PathOfField[], emptyArray: symbol, found: Entries): void {
  let array: unknown[] | null = null;
  for (const [index, cursor] of cursors.entries()) {
    advance(cursor, fields[index]?.parts ?? []);
    if (!Array.isArray(cursor.value) || cursor.done) {
      if (cursor.value !== undefined) found.present = true;
      continue;
    }
    if (array && array !== cursor.value)
      throw new MongoError(171, "CannotIndexParallelArrays", `cannot index parallel arrays [${fields[index]?.path}] [${fields[0]?.path}]`);
    array = cursor.value;
  }
  if (!array) {
    found.entries.push(cursors.map((cursor) => cursor.value));
    return;
  }
  found.multikey = true;
  found.present = true;
  const opened = array;
  const elements: unknown[] = opened.length ? opened : [emptyArray];
  for (const element of elements) {
    const next = cursors.map((cursor, index): Cursor => {
      if (cursor.value !== opened || cursor.done) return { ...cursor };
      if (cursor.at === fields[index]?.parts.length) return { value: element, at: cursor.at, done: true };
      return { value: isDoc(element) ? element : undefined, at: cursor.at, done: false };
    });
    expand(next, fields, emptyArray, found);
  }
}
