import type { CreatorLevel, CreatorStatus, KycStatus } from "#libs/contracts/creator/index.ts";
import type { Collections, Filter } from "#libs/platform/mongo/collection.ts";
import { type CreatorProfileDoc, creatorProfiles } from "./creator-profile.model.ts";

/** Which creators to list, and in which order; an absent field does not filter. */
export interface CreatorSearch {
  /** The beginning of a username; the list is in the order of usernames. */
  readonly username?: string | undefined;
  readonly status?: CreatorStatus | undefined;
  readonly level?: CreatorLevel | undefined;
  readonly kycStatus?: KycStatus | undefined;
  readonly sort: "newest" | "oldest";
}

export interface CreatorListStore {
  /** @param after position of the last creator of the page before; the list is empty behind a text that is none */
  list(search: CreatorSearch, after: string | undefined, limit: number): Promise<CreatorProfileDoc[]>;
}

type Order = "username" | "newest" | "oldest";

const orderOf = ({ username, sort }: CreatorSearch): Order => (username === undefined ? sort : "username");

/** The position of a creator in a list. It stays when the creator changes: the next page begins where this one ended. */
export function positionIn(search: CreatorSearch, { _id, username, kyc }: CreatorProfileDoc): string {
  const order = orderOf(search);
  const key = { username, oldest: kyc.changedAt?.toISOString(), newest: "" }[order] ?? "";
  return [order, key, _id].join("|");
}

/** No character comes after U+10FFFF, so every text with the prefix comes before the end. */
const beginningWith = (prefix: string) => ({ $gte: prefix, $lt: `${prefix}\u{10ffff}` });

/** The condition and the index of an order. Beside other fields, the database would choose an index that reads all their creators. */
function inOrder({ username = "", kycStatus }: CreatorSearch, order: Order) {
  if (order === "newest") return { field: "_id", from: {}, direction: -1 } as const;
  if (order === "username") return { field: "username", from: beginningWith(username), direction: 1, hint: "by_username" } as const;
  // Without those who never began a check.
  const from = { $gte: new Date(0) };
  return { field: "kyc.changedAt", from, direction: 1, hint: kycStatus ? "by_kyc_status" : "by_kyc_change" } as const;
}

/** The condition for what follows a position; null when the text is no position of this order. */
function behind(position: string, order: Order, field: string, from: object): object | null {
  const [, key = "", id] = new RegExp(`^${order}\\|(.*)\\|([\\w-]+)$`).exec(position) ?? [];
  if (id === undefined) return null;
  if (order === "newest") return { _id: { $lt: id } };
  const place = order === "oldest" ? new Date(key) : key;
  if (place instanceof Date && Number.isNaN(place.getTime())) return null;
  return { [field]: { ...from, $gte: place }, $or: [{ [field]: { $gt: place } }, { _id: { $gt: id } }] };
}

export function creatorListStore(database: Collections): CreatorListStore {
  const rows = database.collection(creatorProfiles);
  return {
    async list(search, after, limit) {
      const { status, level, kycStatus } = search;
      const order = orderOf(search);
      const { field, from, direction, ...index } = inOrder(search, order);
      const place = after === undefined ? order !== "newest" && { [field]: from } : behind(after, order, field, from);
      if (place === null) return [];
      const filter = {
        ...(status !== undefined && { creatorStatus: status }),
        ...(level !== undefined && { level }),
        ...(kycStatus !== undefined && { kycStatus }),
        ...place,
      };
      const sort = order === "newest" ? { _id: direction } : { [field]: direction, _id: direction };
      return rows.find(filter as Filter<CreatorProfileDoc>, { sort, ...index, limit });
    },
  };
}
