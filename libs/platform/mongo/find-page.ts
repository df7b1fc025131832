import { AppError } from "#libs/errors/app-error.ts";
import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Collection, Filter, Projection, Sort } from "./collection.ts";

interface Paging {
  /** By one field that a document keeps; by `_id` after it, unless the field alone is unique. */
  readonly sort: Sort;
  readonly page: PageRequest;
  readonly projection?: Projection;
  /** Name of the index that page and total use. */
  readonly hint?: string;
}

interface FoundPage<T> {
  readonly rows: T[];
  /** Documents on all pages; 0 on a page behind a document. */
  readonly total: number;
}

/** The conditions that a request has named. */
type Named<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the optional conditions that a request has not named. */
export function namedOnly<T extends object>(conditions: T): Named<T> {
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined)) as Named<T>;
}

/** The order that the request asks for. */
function orderOf({ sort, page }: Pick<Paging, "sort" | "page">): Sort {
  if (page.sort !== "oldest") return sort;
  return Object.fromEntries(Object.entries(sort).map(([field, direction]) => [field, direction === 1 ? -1 : 1]));
}

/** A page of the documents that match. */
export async function findPage<T, R = T>(collection: Collection<T>, filter: Filter<T>, paging: Paging): Promise<FoundPage<R>> {
  const { page, ...rest } = paging;
  const options = { ...rest, sort: orderOf(paging) };
  const { after, limit } = page;
  if (after !== undefined) {
    const [beyond] = await behind(collection, [filter], options.sort, after);
    return { rows: await collection.find<R>(beyond as Filter<T>, { ...options, limit }), total: 0 };
  }
  const total = await collection.count(filter, options.hint === undefined ? {} : { hint: options.hint });
  if (skipOf(page) >= total) return { rows: [], total };
  return { rows: await collection.find<R>(filter, { ...options, skip: skipOf(page), limit }), total };
}

/**
 * A page of the documents that match either filter; no document matches both. Two queries instead of one with `$or`, so that each reads an
 * index in order. They read only the fields of the sort, because those before the page are read twice.
 */
export async function findPageOfEither<T extends { readonly _id: string }>(
  collection: Collection<T>,
  filters: readonly [Filter<T>, Filter<T>],
  paging: Omit<Paging, "projection" | "hint">,
): Promise<FoundPage<T>> {
  const { page } = paging;
  const sort = orderOf(paging);
  const { after, limit } = page;
  const counts = after === undefined ? await Promise.all(filters.map((filter) => collection.count(filter))) : [];
  const total = counts.reduce((sum, count) => sum + count, 0);
  const skip = after === undefined ? skipOf(page) : 0;
  if (after === undefined && skip >= total) return { rows: [], total };
  const rest = after === undefined ? filters : await behind(collection, filters, sort, after);
  const projection = Object.fromEntries(Object.keys({ ...sort, _id: 1 }).map((field) => [field, 1 as const]));
  const positions = await Promise.all(rest.map((filter) => collection.find(filter, { sort, projection, limit: skip + limit })));
  const order = inOrderOf<T>(sort);
  const ids = positions
    .flat()
    .sort(order)
    .slice(skip, skip + limit)
    .map(({ _id }) => _id);
  const rows = await collection.find({ _id: { $in: ids } } as Filter<T>);
  return { rows: rows.sort(order), total };
}

/**
 * Narrows filters to the documents that follow a document. Each other document stays on its page when one joins or leaves the list.
 * Throws error.conflict when the document itself does not exist any more.
 */
async function behind<T>(collection: Collection<T>, filters: readonly Filter<T>[], sort: Sort, id: string): Promise<Filter<T>[]> {
  const [field, unique] = Object.keys(sort) as [string, string?];
  const last = await collection.findOne<Record<string, unknown>>({ _id: id } as Filter<T>, { projection: { [field]: 1 } });
  if (!last) throw new AppError("error.conflict");
  const place = valueAt(last, field);
  const [beyond, upTo] = sort[field] === 1 ? (["$gt", "$gte"] as const) : (["$lt", "$lte"] as const);
  const isBeyond = { [beyond]: place };
  const range = unique === undefined ? isBeyond : { [upTo]: place };
  const ties = unique !== undefined && { $or: [{ [field]: isBeyond }, { _id: { [beyond]: id } }] };
  // A list that begins at an instant has a range of the same field.
  return filters.map((filter) => ({ ...filter, ...ties, [field]: { ...filter[field as keyof Filter<T>], ...range } }) as Filter<T>);
}

function valueAt(document: unknown, path: string): unknown {
  return path.split(".").reduce((value, name) => (value as Readonly<Record<string, unknown>>)[name], document);
}

/** Compares two documents by times and texts, as the database does. */
function inOrderOf<T>(sort: Sort): (left: T, right: T) => number {
  const fields = Object.entries(sort);
  return (left, right) => {
    for (const [field, direction] of fields) {
      const [one, other] = [valueAt(left, field), valueAt(right, field)] as [Date | string, Date | string];
      if (one < other) return direction === 1 ? -1 : 1;
      if (one > other) return direction === 1 ? 1 : -1;
    }
    return 0;
  };
}
