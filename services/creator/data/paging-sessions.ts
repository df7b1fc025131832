import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { CounterStore } from "#libs/platform/counters/counter-store.ts";
import { type DiscoveryQuery, idsAfter } from "../domain/discovery.ts";

/** Time in which a visitor may request the next page. */
const PAGE_SECONDS = 15 * 60;
/** New sessions share a stored order for this long. The order stays cached for PAGE_SECONDS more, so that every session can read it. */
const ORDER_SHARED_SECONDS = 5 * 60;
/** Limits memory: a long order has 40 kB, and every message to a creator may cause another one. */
const MAX_NEW_ORDERS_PER_MINUTE = 30;

/** The order of the first page, which the following pages reuse. */
export interface PagingSession {
  /** Cache key of the stored order. */
  readonly orderKey: string;
  /** Ids on the first page. */
  readonly shown: readonly string[];
}

/**
 * Caches the order of the first page, so that the following pages repeat no creator while the order changes. A cursor is only an id, so a
 * session is found by query and cursor. Of two sessions with the same cursor the later one wins. Sessions share stored orders. On a busy
 * list, a session shows its own first page and continues in an order that is up to a minute older. Without a stored session the current
 * order applies.
 */
export interface PagingSessions {
  /** Starts a session whose first page ended at a cursor. */
  start(query: DiscoveryQuery, order: readonly string[], cursor: string): Promise<PagingSession>;
  /** Stores the session for the page after a cursor. */
  save(query: DiscoveryQuery, cursor: string, session: PagingSession): Promise<void>;
  /** The session of a cursor and the ids that it has not shown yet, in order; null when none is stored. */
  resume(query: DiscoveryQuery, cursor: string): Promise<ResumedSession | null>;
}

interface ResumedSession {
  readonly session: PagingSession;
  readonly remaining: readonly string[];
}

export function pagingSessions({ cache, rates }: Pick<CounterStore, "cache" | "rates">): PagingSessions {
  /** Stores an order, or reuses the latest one when too many were stored in the last minute. */
  const storedOrder = async (query: DiscoveryQuery, ids: string): Promise<string> => {
    const [latestKey, orderKey] = [cacheKey("list", query, ""), cacheKey("order", query, ids)];
    const latest = await cache.get(latestKey);
    if (latest === orderKey) return orderKey;
    if (latest !== null && !(await rates.hit(latestKey, MAX_NEW_ORDERS_PER_MINUTE, 60)).allowed) return latest;
    await cache.put(orderKey, ids, ORDER_SHARED_SECONDS + PAGE_SECONDS);
    await cache.put(latestKey, orderKey, ORDER_SHARED_SECONDS);
    return orderKey;
  };

  return {
    start: async (query, order, cursor) => ({
      orderKey: await storedOrder(query, order.join(",")),
      shown: order.slice(0, order.indexOf(cursor) + 1),
    }),
    save: (query, cursor, session) => cache.put(cacheKey("session", query, cursor), JSON.stringify(session), PAGE_SECONDS),
    async resume(query, cursor) {
      const stored = await cache.get(cacheKey("session", query, cursor));
      const session = stored === null ? null : (JSON.parse(stored) as PagingSession);
      const order = session && (await cache.get(session.orderKey));
      if (!session || order === null) return null;
      const shown = new Set(session.shown);
      const unseen = order.split(",").filter((id) => !shown.has(id));
      const remaining = shown.has(cursor) ? unseen : idsAfter(unseen, cursor);
      return remaining && { session, remaining };
    },
  };
}

function cacheKey(kind: "list" | "order" | "session", { platform, category, dmType, sortBy }: DiscoveryQuery, detail: string): string {
  return `discovery:${kind}:${sha256Hex(JSON.stringify([platform, category, dmType, sortBy, detail]))}`;
}
