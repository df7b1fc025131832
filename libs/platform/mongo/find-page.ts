import { type PageRequest, skipOf } from "#libs/kernel/paging.ts";
import type { Collection, Filter, Projection, Sort } from "./collection.ts";

interface Paging {
  readonly sort: Sort;
  readonly page: PageRequest;
  readonly projection?: Projection;
  /** Name of the index that page and total use. */
  readonly hint?: string;
}

interface FoundPage<T> {
  readonly rows: T[];
  /** Documents on all pages. */
  readonly total: number;
}

/** The conditions that a request has named. */
type Named<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the optional conditions that a request has not named. */
export function namedOnly<T extends object>(conditions: T): Named<T> {
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined)) as Named<T>;
}

/** A page of the documents that match. */
export async function findPage<T, R = T>(
  collection: Collection<T>,
  filter: Filter<T>,
  { page, ...options }: Paging,
): Promise<FoundPage<R>> {
  const total = await collection.count(filter, options.hint === undefined ? {} : { hint: options.hint });
  if (skipOf(page) >= total) return { rows: [], total };
  return { rows: await collection.find<R>(filter, { ...options, skip: skipOf(page), limit: page.limit }), total };
}

/**
 * A page of the documents that match either filter; no document matches both. Two queries instead of one with `$or`, so that each reads an
 * index in order. They read only the fields of the sort, because those before the page are read twice.
 */
export async function findPageOfEither<T extends { readonly _id: string }>(
  collection: Collection<T>,
  filters: readonly [Filter<T>, Filter<T>],
  { page, sort }: Omit<Paging, "projection">,
): Promise<FoundPage<T>> {
  const counts = await Promise.all(filters.map((filter) => collection.count(filter)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const skip = skipOf(page);
  if (skip >= total) return { rows: [], total };
  const projection = Object.fromEntries(Object.keys({ ...sort, _id: 1 }).map((field) => [field, 1 as const]));
  const positions = await Promise.all(filters.map((filter) => collection.find(filter, { sort, projection, limit: skip + page.limit })));
  const order = inOrderOf<T>(sort);
  const ids = positions
    .flat()
    .sort(order)
    .slice(skip, skip + page.limit)
    .map(({ _id }) => _id);
  const rows = await collection.find({ _id: { $in: ids } } as Filter<T>);
  return { rows: rows.sort(order), total };
}

/** Compares two documents by times and texts, as the database does. */
function inOrderOf<T>(sort: Sort): (left: T, right: T) => number {
  const fields = Object.entries(sort) as [keyof T, 1 | -1][];
  return (left, right) => {
    for (const [field, direction] of fields) {
      if (left[field] < right[field]) return -direction;
      if (left[field] > right[field]) return direction;
    }
    return 0;
  };
}
