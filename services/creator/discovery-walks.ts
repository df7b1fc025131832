import type { CounterStore } from "#libs/counters/counter-store.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import { after, type Wish } from "./domain/discovery.ts";

/** How long a visitor may look at one page. A new order is taken up for LATEST_SECONDS, so no page points to one that is gone. */
const PAGE_SECONDS = 15 * 60;
const LATEST_SECONDS = 5 * 60;
/** Orders of one list that are kept in a minute. A long one has 40 kB, and each message to a creator may make another one. */
const ORDERS_A_MINUTE = 30;

/** The order in which a visitor walks through a list, after what the first page has shown. */
export interface Walk {
  /** Under which the order is kept. */
  readonly order: string;
  readonly shown: readonly string[];
}

/**
 * Remembers the order of the first page, so that the pages after it show nobody twice, whatever changes meanwhile. A cursor
 * is an id and says nothing about its list, so what is remembered hangs on the question and the cursor; whoever was given
 * the cursor last decides. Walks share their orders, and on a busy day one begins in its own order and goes on in one that
 * is up to a minute older. Where nothing is remembered, the order of the moment has to do.
 */
export interface DiscoveryWalks {
  /** A walk through an order that has been shown up to a cursor. */
  begin(wish: Wish, order: readonly string[], cursor: string): Promise<Walk>;
  /** Tells that the page after a cursor belongs to a walk. */
  mark(wish: Wish, cursor: string, walk: Walk): Promise<void>;
  /** The walk of a cursor, and what it has not shown yet. */
  resume(wish: Wish, cursor: string): Promise<{ readonly walk: Walk; readonly rest: readonly string[] } | null>;
}

export function discoveryWalks({ memos, rates }: Pick<CounterStore, "memos" | "rates">): DiscoveryWalks {
  const nameOf = async (wish: Wish, ids: string): Promise<string> => {
    const [list, name] = [keyOf("list", wish, ""), keyOf("order", wish, ids)];
    const latest = await memos.get(list);
    if (latest === name) return name;
    if (latest !== null && !(await rates.hit(list, ORDERS_A_MINUTE, 60)).allowed) return latest;
    await memos.put(name, ids, LATEST_SECONDS + PAGE_SECONDS);
    await memos.put(list, name, LATEST_SECONDS);
    return name;
  };

  return {
    begin: async (wish, order, cursor) => ({
      order: await nameOf(wish, order.join(",")),
      shown: order.slice(0, order.indexOf(cursor) + 1),
    }),
    mark: (wish, cursor, walk) => memos.put(keyOf("place", wish, cursor), JSON.stringify(walk), PAGE_SECONDS),
    async resume(wish, cursor) {
      const place = await memos.get(keyOf("place", wish, cursor));
      const walk = place === null ? null : (JSON.parse(place) as Walk);
      const ids = walk && (await memos.get(walk.order));
      if (!walk || ids === null) return null;
      const shown = new Set(walk.shown);
      const unseen = ids.split(",").filter((id) => !shown.has(id));
      const rest = shown.has(cursor) ? unseen : after(unseen, cursor);
      return rest && { walk, rest };
    },
  };
}

function keyOf(kind: string, { platform, category, dmType, sortBy }: Wish, detail: string): string {
  return `discovery:${kind}:${sha256Hex(JSON.stringify([platform, category, dmType, sortBy, detail]))}`;
}
