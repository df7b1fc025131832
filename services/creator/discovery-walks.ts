import type { MemoStore } from "#libs/counters/counter-store.ts";
import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Wish } from "./domain/discovery.ts";

/** How long a visitor may look at one page, and how long at all of them, in seconds. */
const PAGE_SECONDS = 15 * 60;
const WALK_SECONDS = 60 * 60;

/** The order in which a visitor walks through a list. */
export interface Walk {
  readonly name: string;
  readonly order: readonly string[];
}

/**
 * Remembers the order of the first page, so that the pages after it show nobody twice, whatever changes meanwhile. A cursor
 * is an id and says nothing about its list, so what is remembered hangs on the question and the cursor. Walks through the
 * same order share it. Where nothing is remembered, the order of the moment has to do.
 */
export interface DiscoveryWalks {
  begin(wish: Wish, order: readonly string[]): Promise<Walk>;
  /** Tells that the page after this cursor belongs to a walk. */
  mark(wish: Wish, cursor: string, walk: Walk): Promise<void>;
  /** The walk that has last handed out a cursor. */
  resume(wish: Wish, cursor: string): Promise<Walk | null>;
}

export function discoveryWalks(memos: MemoStore): DiscoveryWalks {
  return {
    async begin(wish, order) {
      const text = order.join(",");
      const walk = { name: `discovery:order:${sha256Hex(`${textOf(wish)}\n${text}`)}`, order };
      await memos.put(walk.name, text, WALK_SECONDS);
      return walk;
    },
    mark: (wish, cursor, walk) => memos.put(placeOf(wish, cursor), walk.name, PAGE_SECONDS),
    async resume(wish, cursor) {
      const name = await memos.get(placeOf(wish, cursor));
      const text = name === null ? null : await memos.get(name);
      return name === null || text === null ? null : { name, order: text.split(",") };
    },
  };
}

function placeOf(wish: Wish, cursor: string): string {
  return `discovery:place:${sha256Hex(`${textOf(wish)}\n${cursor}`)}`;
}

function textOf({ platform, category, dmType, sortBy }: Wish): string {
  return JSON.stringify([platform, category, dmType, sortBy]);
}
