import type { LegalGround } from "#libs/contracts/personal-data.ts";
import type { Collection, Filter, Update } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { DataSubject, PersonalRows, RetainedRows, TreatedRows } from "./personal-data.ts";

interface Identified {
  readonly _id: string;
}

/** The filter for the rows of a subject; null when the subject cannot have any. */
type OwnedBy<T> = (subject: DataSubject) => Filter<T> | null;

/** A row as its owner sees it; several pieces for a large row. Names each field, so that no secret gets out. */
type RowView<T> = (row: T, subject: DataSubject) => object | readonly object[];

/**
 * Rows that a purge erases.
 * @param view absent: an export leaves the rows out
 */
export function erased<T extends Identified>(collection: Collection<T>, ownedBy: OwnedBy<T>, view?: RowView<T>): TreatedRows {
  return {
    collection: collection.name,
    treatment: "ERASE",
    show: view && shown(collection, ownedBy, view),
    async treat(tx, subject, limit) {
      const ids = await idsOf(collection, ownedBy(subject), limit, tx);
      if (ids.length > 0) await collection.deleteMany({ _id: { $in: ids } } as Filter<T>, { tx });
      return { count: ids.length, more: ids.length === limit };
    },
  };
}

/**
 * Rows from which a purge removes the identifying fields.
 * @param ownedBy must not match an anonymized row: otherwise the purge never ends
 * @param view absent: an export leaves the rows out
 */
export function anonymized<T extends Identified>(
  collection: Collection<T>,
  ownedBy: OwnedBy<T>,
  change: Update<T>,
  view?: RowView<T>,
): TreatedRows {
  return {
    collection: collection.name,
    treatment: "ANONYMIZE",
    show: view && shown(collection, ownedBy, view),
    async treat(tx, subject, limit) {
      const ids = await idsOf(collection, ownedBy(subject), limit, tx);
      if (ids.length > 0) await collection.updateMany({ _id: { $in: ids } } as Filter<T>, change, { tx });
      return { count: ids.length, more: ids.length === limit };
    },
  };
}

/**
 * Rows that outlive the account, with the legal ground.
 * @param view absent: an export leaves the rows out
 */
export function retained<T extends Identified>(
  collection: Collection<T>,
  ground: LegalGround,
  ownedBy: OwnedBy<T>,
  view?: RowView<T>,
): RetainedRows {
  return {
    collection: collection.name,
    treatment: "RETAIN",
    ground,
    show: view && shown(collection, ownedBy, view),
    async count(subject) {
      const filter = ownedBy(subject);
      return filter ? collection.count(filter) : 0;
    },
  };
}

/** The view that shows these fields of a row. */
export function fields<T>(...names: readonly (keyof T & string)[]): RowView<T> {
  return (row) => Object.fromEntries(names.map((name) => [name, row[name]]));
}

async function idsOf<T extends Identified>(collection: Collection<T>, filter: Filter<T> | null, limit: number, tx: Tx): Promise<string[]> {
  if (!filter) return [];
  const rows = await collection.find<Identified>(filter, { tx, projection: { _id: 1 }, limit });
  return rows.map(({ _id }) => _id);
}

function shown<T extends Identified>(collection: Collection<T>, ownedBy: OwnedBy<T>, view: RowView<T>): PersonalRows["show"] {
  return async (subject, after, limit) => {
    const filter = ownedBy(subject);
    if (!filter) return [];
    const behind = after === null ? filter : ({ $and: [filter, { _id: { $gt: after } }] } as Filter<T>);
    const rows = await collection.find(behind, { sort: { _id: 1 }, limit });
    return rows.map((row) => ({ _id: row._id, pieces: [view(row, subject)].flat() }));
  };
}
