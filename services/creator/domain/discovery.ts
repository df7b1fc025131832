import type { CreatorLevel, DmType } from "#libs/contracts/creator.ts";
import { takesMessages } from "./public-page.ts";

/** Accounts of a platform that are considered at all (spec 4.12). */
export const MOST_ACCOUNTS = 1_000;
/** Cards on a page, whatever the setting says (spec 4.12). */
export const MOST_CARDS = 100;

/** What a list is sorted by, descending. */
const SORT_FIELDS = { popular: "totalMessages", rating: "avgRating", recent: "updatedAt" } as const;
export type SortField = (typeof SORT_FIELDS)[keyof typeof SORT_FIELDS];

/** Which creators a visitor asks for; what is null does not filter. */
export interface Wish {
  readonly platform: string;
  readonly category: string | null;
  readonly dmType: DmType | null;
  readonly sortBy: SortField;
}

interface Question {
  readonly platform: string;
  readonly category?: string | undefined;
  readonly dmType?: DmType | undefined;
  readonly sort?: string | undefined;
}

/** A sort that nobody knows is the default. */
export function wishOf({ platform, category, dmType, sort = "" }: Question): Wish {
  const sortBy = Object.hasOwn(SORT_FIELDS, sort) ? SORT_FIELDS[sort as keyof typeof SORT_FIELDS] : SORT_FIELDS.recent;
  return { platform: platform.toUpperCase(), category: category || null, dmType: dmType ?? null, sortBy };
}

/** What of an order comes after one of its entries; null when it has no such entry. */
export function after(order: readonly string[], id: string): readonly string[] | null {
  const place = order.indexOf(id);
  return place < 0 ? null : order.slice(place + 1);
}

/** What a card is made of. */
export interface CardFacts {
  readonly _id: string;
  readonly userId: string;
  readonly username: string | null;
  readonly displayName: string | null;
  readonly avatarUrl: string | null;
  readonly level: CreatorLevel;
  readonly dmActive: boolean;
  readonly vacationMode: boolean;
  readonly totalFollowers: number;
}

/** Spec 2.9. */
export function cardOf({ _id, userId, username, displayName, avatarUrl, level, totalFollowers, ...dm }: CardFacts) {
  return {
    id: _id,
    userId,
    username: username ?? "",
    displayName: displayName || username || "",
    avatarUrl: avatarUrl ?? "",
    level,
    dmActive: takesMessages(dm),
    totalFollowers,
  };
}
