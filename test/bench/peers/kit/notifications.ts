import type { Filter } from "mongodb";
import type { NotificationRow, Store } from "./store.ts";

export interface ListQuery {
  readonly page: number;
  readonly limit: number;
  readonly read: boolean | undefined;
}

/** The parsed query string, with defaults and bounds. */
export function listQuery(query: Readonly<Record<string, string | undefined>>): ListQuery {
  const { page, limit, read } = query;
  return { page: bounded(page, 1, 1_000_000), limit: bounded(limit, 20, 50), read: read === undefined ? undefined : read === "true" };
}

function bounded(text: string | undefined, byDefault: number, most: number): number {
  const value = Number.parseInt(text ?? "", 10);
  return Number.isNaN(value) ? byDefault : Math.min(most, Math.max(1, value));
}

/** Counts the notifications that a filter finds. */
export type Count = (filter: Filter<NotificationRow>) => Promise<number>;

/** A page of a user's notifications, newest first. */
export async function listNotifications(
  { notifications }: Pick<Store, "notifications">,
  userId: string,
  { page, limit, read }: ListQuery,
  count: Count = (filter) => notifications.countDocuments(filter),
): Promise<object> {
  const filter = read === undefined ? { userId } : { userId, read };
  const [rows, total] = await Promise.all([
    notifications
      .find(filter)
      .sort({ createdAt: -1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .toArray(),
    count(filter),
  ]);
  const items = rows.map(({ _id: id, userId: _recipient, ...shown }) => ({ id, ...shown }));
  return { items, total, page, limit, totalPages: Math.ceil(total / limit) };
}
