import type { DmType } from "#libs/contracts/creator/index.ts";

/** Accounts of a platform that a list considers (spec 4.12). */
export const MAX_ACCOUNTS = 1_000;
/** Creators that one page of the list of all creators considers, and that a search finds. */
export const MAX_PAGES = 200;
/** Upper bound of the page size, even when the setting is higher (spec 4.12). */
export const MAX_PAGE_SIZE = 100;

/** The field that each sort orders by, descending. */
const SORT_FIELDS = { popular: "totalMessages", rating: "avgRating", recent: "updatedAt" } as const;
type SortField = (typeof SORT_FIELDS)[keyof typeof SORT_FIELDS];

/** Which creators to list; a field that is null does not filter. */
export interface DiscoveryQuery {
  /** Upper case. */
  readonly platform: string;
  readonly category: string | null;
  readonly dmType: DmType | null;
  readonly sortBy: SortField;
}

interface DiscoveryParams {
  readonly platform: string;
  readonly category?: string | undefined;
  readonly dmType?: DmType | undefined;
  readonly sort?: string | undefined;
}

/** An unknown sort is the default, `recent`. */
export function discoveryQueryOf({ platform, category, dmType, sort = "" }: DiscoveryParams): DiscoveryQuery {
  const sortBy = Object.hasOwn(SORT_FIELDS, sort) ? SORT_FIELDS[sort as keyof typeof SORT_FIELDS] : SORT_FIELDS.recent;
  return { platform: platform.toUpperCase(), category: category || null, dmType: dmType ?? null, sortBy };
}

/** A place in the list of all creators, most followed first. */
export interface FollowedPosition {
  readonly _id: string;
  readonly totalFollowers: number;
}

export function cursorAfter({ _id, totalFollowers }: FollowedPosition): string {
  return `${totalFollowers}-${_id}`;
}

/** The position that a cursor names; null when it is none. */
export function positionOf(cursor: string): FollowedPosition | null {
  const [, followers, _id] = /^(\d{1,15})-(.+)$/.exec(cursor) ?? [];
  return followers && _id ? { totalFollowers: Number(followers), _id } : null;
}

/** The ids that follow a cursor in an order; null when the order does not contain the cursor. */
export function idsAfter(order: readonly string[], cursor: string): readonly string[] | null {
  const index = order.indexOf(cursor);
  return index < 0 ? null : order.slice(index + 1);
}
