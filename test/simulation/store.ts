import mongoose, { type Schema } from "mongoose";
import { type Doc, matches, scalar, stored, valueAt } from "./documents.ts";

const { MongoServerError } = mongoose.mongo;

interface UniqueIndex {
  readonly name: string;
  readonly keyPattern: Readonly<Record<string, number>>;
  readonly paths: readonly string[];
  readonly partial: object | null;
}

/** The parts of a schema that the store uses: unique indexes and defaults. */
export interface TableLayout {
  readonly name: string;
  readonly uniques: readonly UniqueIndex[];
  readonly defaults: readonly (readonly [string, unknown])[];
}

export function layoutOf(name: string, schema: Schema): TableLayout {
  const uniques = schema.indexes().flatMap(([keyPattern, options]) => {
    if (!options.unique) return [];
    const partial = (options.partialFilterExpression as object | undefined) ?? null;
    return [{ name: String(options.name), keyPattern: keyPattern as Record<string, number>, paths: Object.keys(keyPattern), partial }];
  });
  const defaults: (readonly [string, unknown])[] = [];
  schema.eachPath((path, type) => {
    const value = (type as unknown as { defaultValue: unknown }).defaultValue;
    if (type.instance === "Array") defaults.push([path, []]);
    else if (value !== undefined && typeof value !== "function" && path !== "_id") defaults.push([path, value]);
  });
  return { name, uniques, defaults };
}

/** The states of one document: the committed ones, and the one that an open transaction has written. */
interface Row {
  readonly id: string;
  readonly versions: { readonly seq: number; readonly doc: Doc | null }[];
  owner: Txn | null;
  pending: Doc | null;
}

/** Whether another transaction committed the document after this transaction's snapshot. */
const isNews = (row: Row, txn: Txn | null) => txn !== null && row.owner === null && (row.versions.at(-1)?.seq ?? 0) > txn.snapshot;

export interface Txn {
  /** The last commit that the transaction sees. */
  snapshot: number;
  readonly rows: Map<Row, string>;
  state: "open" | "committed" | "aborted";
}

/** A write outside of transactions waits for the transaction that holds the document. */
export class Blocked {
  readonly by: Txn;
  constructor(by: Txn) {
    this.by = by;
  }
}

const conflict = () => labelled(new MongoServerError({ message: "WriteConflict", code: 112 }), "TransientTransactionError");
const labelled = (error: InstanceType<typeof MongoServerError>, label: string) => {
  error.addErrorLabel(label);
  return error;
};
const duplicateKey = (table: string, { name, keyPattern }: Pick<UniqueIndex, "name" | "keyPattern">) =>
  new MongoServerError({ message: `E11000 duplicate key error collection: ${table} index: ${name}`, code: 11_000, keyPattern });

export const writeConflict = conflict;

/** A committed change of a document. */
export interface Change {
  readonly table: string;
  readonly before: Doc | null;
  readonly after: Doc | null;
}

/** A database with snapshot transactions that fail on write conflicts, as MongoDB's do. */
export class Store {
  readonly #tables = new Map<string, Map<string, Row>>();
  readonly #onCommit: (changes: readonly Change[]) => void;
  #seq = 0;

  constructor(onCommit: (changes: readonly Change[]) => void = () => {}) {
    this.#onCommit = onCommit;
  }

  begin(): Txn {
    return { snapshot: -1, rows: new Map(), state: "open" };
  }

  /** The matching documents of a table, as a transaction sees them. */
  select(table: string, filter: object, txn: Txn | null, limit = Number.POSITIVE_INFINITY): Doc[] {
    this.#enter(txn);
    const rows = this.#rows(table);
    const { _id: id } = filter as { _id?: unknown };
    const one = typeof id === "string" ? rows.get(id) : undefined;
    if (typeof id === "string" && !one) return [];
    const found: Doc[] = [];
    for (const row of one ? [one] : rows.values()) {
      const doc = this.#visible(row, txn);
      if (doc && matches(doc, filter)) found.push(doc);
      if (found.length >= limit) break;
    }
    return found;
  }

  /** All committed documents of a table. */
  all<T = Doc>(table: string): T[] {
    return this.select(table, {}, null) as T[];
  }

  insert(layout: TableLayout, doc: Doc, txn: Txn | null): void {
    this.#enter(txn);
    const rows = this.#rows(layout.name);
    const id = String(doc._id);
    const row: Row = rows.get(id) ?? { id, versions: [], owner: null, pending: null };
    const known = row.owner === txn && txn ? row.pending : (row.versions.at(-1)?.doc ?? null);
    const isTaken = known && !(row.owner && row.owner !== txn);
    // A document committed after the transaction's snapshot is a write conflict, which the write below detects.
    if (isTaken && !isNews(row, txn)) this.#refuse(txn, duplicateKey(layout.name, { name: "_id_", keyPattern: { _id: 1 } }));
    this.#write(layout, row, stored(doc), txn);
    rows.set(id, row);
  }

  put(layout: TableLayout, id: string, doc: Doc | null, txn: Txn | null): void {
    const row = this.#rows(layout.name).get(id);
    if (!row) throw new Error(`no ${id} in ${layout.name}`);
    this.#write(layout, row, doc, txn);
  }

  commit(txn: Txn): void {
    if (txn.state !== "open") throw conflict();
    txn.state = "committed";
    this.#seq += 1;
    const changes: Change[] = [];
    for (const [row, table] of txn.rows) {
      changes.push({ table, before: row.versions.at(-1)?.doc ?? null, after: row.pending });
      row.versions.push({ seq: this.#seq, doc: row.pending });
      row.owner = null;
    }
    this.#onCommit(changes);
  }

  abort(txn: Txn): void {
    if (txn.state !== "open") return;
    txn.state = "aborted";
    for (const [row, table] of txn.rows) {
      row.owner = null;
      if (row.versions.length === 0) this.#rows(table).delete(row.id);
    }
  }

  #rows(table: string): Map<string, Row> {
    let rows = this.#tables.get(table);
    if (!rows) {
      rows = new Map();
      this.#tables.set(table, rows);
    }
    return rows;
  }

  #enter(txn: Txn | null): void {
    if (!txn) return;
    if (txn.state !== "open") throw conflict();
    if (txn.snapshot < 0) txn.snapshot = this.#seq;
  }

  #visible(row: Row, txn: Txn | null): Doc | null {
    if (!txn) return row.versions.at(-1)?.doc ?? null;
    if (row.owner === txn) return row.pending;
    for (let at = row.versions.length - 1; at >= 0; at -= 1) {
      const version = row.versions[at];
      if (version && version.seq <= txn.snapshot) return version.doc;
    }
    return null;
  }

  #write(layout: TableLayout, row: Row, doc: Doc | null, txn: Txn | null): void {
    this.#lock(row, txn);
    if (doc) for (const index of layout.uniques) this.#checkUnique(layout.name, index, row, doc, txn);
    if (txn) {
      row.owner = txn;
      row.pending = doc;
      txn.rows.set(row, layout.name);
      return;
    }
    const before = row.versions.at(-1)?.doc ?? null;
    this.#seq += 1;
    row.versions.push({ seq: this.#seq, doc });
    this.#onCommit([{ table: layout.name, before, after: doc }]);
  }

  #lock(row: Row, txn: Txn | null): void {
    if (row.owner === txn && txn) return;
    if (row.owner) this.#refuse(txn, txn ? conflict() : new Blocked(row.owner));
    if (isNews(row, txn)) this.#refuse(txn, conflict());
  }

  #checkUnique(table: string, index: UniqueIndex, own: Row, doc: Doc, txn: Txn | null): void {
    if (index.partial && !matches(doc, index.partial)) return;
    const key = index.paths.map((path) => scalar(valueAt(doc, path)));
    const collides = (other: Doc | null | undefined) =>
      other !== null &&
      other !== undefined &&
      index.paths.every((path, at) => scalar(valueAt(other, path)) === key[at]) &&
      (!index.partial || matches(other, index.partial));
    for (const row of this.#rows(table).values()) {
      if (row === own) continue;
      const committed = row.versions.at(-1);
      if (row.owner && row.owner !== txn) {
        if (collides(row.pending) || collides(committed?.doc)) this.#refuse(txn, txn ? conflict() : new Blocked(row.owner));
      } else if (collides(row.owner ? row.pending : committed?.doc)) {
        this.#refuse(txn, isNews(row, txn) ? conflict() : duplicateKey(table, index));
      }
    }
  }

  /** MongoDB aborts the transaction when it refuses a write. */
  #refuse(txn: Txn | null, reason: unknown): never {
    if (txn) this.abort(txn);
    throw reason;
  }
}
