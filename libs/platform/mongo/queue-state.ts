import { MAX_COUNTED } from "#libs/contracts/config/console.ts";
import type { Collection, Filter } from "./collection.ts";

/** How many items wait in a queue, counted up to {@link MAX_COUNTED}, and since when the first does (ISO 8601). */
export interface QueueState {
  readonly count: number;
  readonly oldest: string | null;
}

/**
 * Reads the state of a queue: one document of an index, and a count that reads no more of it than the bound.
 * @param since path of the time since which an item waits; an index has the fields of the filter, this one and the id, in this order
 */
export async function queueState<T>(rows: Collection<T>, filter: Filter<T>, since: string): Promise<QueueState> {
  const first = await rows.findOne<object>(filter, { sort: { [since]: 1, _id: 1 }, projection: { [since]: 1 } });
  if (first === null) return { count: 0, oldest: null };
  return { count: await rows.count(filter, { limit: MAX_COUNTED }), oldest: timeAt(first, since) };
}

function timeAt(row: object, path: string): string | null {
  const value = path.split(".").reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], row);
  return value instanceof Date ? value.toISOString() : null;
}
