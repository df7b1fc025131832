export const LIST_ORDERS = ["newest", "oldest"] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** The requested page, within its bounds. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
  /** Id of an item: the page begins behind it, wherever it stands by then, and has no total. */
  readonly after?: string | undefined;
  /** Items before the page, where `page` does not say it. */
  readonly skip?: number | undefined;
  /** "oldest" turns a list that is newest first; by default it stays so. */
  readonly sort?: ListOrder | undefined;
}

/** The page-based list of spec 2.1. */
export interface PageOf<T> {
  items: T[];
  total: number;
  page: number;
  limit: number;
  totalPages: number;
}

export function pageOf<T>(items: T[], total: number, { page, limit }: PageRequest): PageOf<T> {
  return { items, total, page, limit, totalPages: Math.ceil(total / limit) };
}

export function skipOf({ page, limit, skip }: PageRequest): number {
  return skip ?? (page - 1) * limit;
}

/** The cursor list of spec 2.1, made from one row more than a page. */
export interface CursorPageOf<T> {
  results: T[];
  nextCursor: string | null;
  hasMore: boolean;
}

export function cursorPageOf<T>(rows: readonly T[], limit: number, idOf: (row: T) => string): CursorPageOf<T> {
  const results = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = results.at(-1);
  return { results, nextCursor: hasMore && last ? idOf(last) : null, hasMore };
}

/** One of several lists that are shown one after the other. */
export interface ListPart<T> {
  readonly count: number;
  find(skip: number, limit: number): Promise<T[]>;
}

/** A page of lists that follow each other. */
export async function findInParts<T>(parts: readonly ListPart<T>[], page: PageRequest): Promise<{ rows: T[]; total: number }> {
  const rows: T[] = [];
  let skip = skipOf(page);
  for (const { count, find } of parts) {
    const limit = page.limit - rows.length;
    if (limit > 0 && skip < count) rows.push(...(await find(skip, limit)));
    skip = Math.max(0, skip - count);
  }
  return { rows, total: parts.reduce((sum, { count }) => sum + count, 0) };
}
