import type { Model, QueryFilter, UpdateQuery } from "mongoose";
import type { LegalGround } from "#libs/contracts/personal-data.ts";
import type { DataSubject, PersonalRows, RetainedRows, TreatedRows } from "./personal-data.ts";

interface Identified {
  readonly _id: string;
}

/** The rows of a subject; null: there can be none. */
export type OwnedBy<T> = (subject: DataSubject) => QueryFilter<T> | null;

/** How a row is shown to its owner. Names each field, so that no secret gets out; several pieces for a large row. */
export type Showing<T> = (row: T, subject: DataSubject) => object | readonly object[];

/** Rows that a purge removes. */
export function erased<T extends Identified>(model: Model<T>, of: OwnedBy<T>, show?: Showing<T>): TreatedRows {
  return {
    collection: model.collection.collectionName,
    treatment: "ERASE",
    show: show && shown(model, of, show),
    async treat(session, subject, limit) {
      const ids = await idsOf(model, of(subject), limit, session);
      if (ids.length > 0) await model.deleteMany({ _id: { $in: ids } } as QueryFilter<T>, { session });
      return { count: ids.length, more: ids.length === limit };
    },
  };
}

/** Rows that a purge strips of what tells who it was. `of` must not find a row again that was stripped. */
export function anonymised<T extends Identified>(model: Model<T>, of: OwnedBy<T>, change: UpdateQuery<T>, show?: Showing<T>): TreatedRows {
  return {
    collection: model.collection.collectionName,
    treatment: "ANONYMISE",
    show: show && shown(model, of, show),
    async treat(session, subject, limit) {
      const ids = await idsOf(model, of(subject), limit, session);
      if (ids.length > 0) await model.updateMany({ _id: { $in: ids } } as QueryFilter<T>, change, { session });
      return { count: ids.length, more: ids.length === limit };
    },
  };
}

/** Rows that outlive the account. */
export function retained<T extends Identified>(model: Model<T>, ground: LegalGround, of: OwnedBy<T>, show?: Showing<T>): RetainedRows {
  return {
    collection: model.collection.collectionName,
    treatment: "RETAIN",
    ground,
    show: show && shown(model, of, show),
    async count(subject) {
      const filter = of(subject);
      return filter ? model.countDocuments(filter).exec() : 0;
    },
  };
}

/** Shows these fields of a row. */
export function fields<T>(...names: readonly (keyof T & string)[]): Showing<T> {
  return (row) => Object.fromEntries(names.map((name) => [name, row[name]]));
}

async function idsOf<T extends Identified>(
  model: Model<T>,
  filter: QueryFilter<T> | null,
  limit: number,
  session: Parameters<TreatedRows["treat"]>[0],
): Promise<string[]> {
  if (!filter) return [];
  const found = await model.find(filter, { _id: 1 }, { session }).limit(limit).lean<Identified[]>();
  return found.map(({ _id }) => _id);
}

function shown<T extends Identified>(model: Model<T>, of: OwnedBy<T>, show: Showing<T>): PersonalRows["show"] {
  return async (subject, after, limit) => {
    const filter = of(subject);
    if (!filter) return [];
    const behind = after === null ? filter : ({ $and: [filter, { _id: { $gt: after } }] } as QueryFilter<T>);
    const rows = await model.find(behind).sort({ _id: 1 }).limit(limit).lean<T[]>();
    return rows.map((row) => ({ _id: row._id, pieces: [show(row, subject)].flat() }));
  };
}
