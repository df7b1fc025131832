import type { ServiceSchema } from "moleculer";
import { action } from "#libs/contract-kit/contract.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { streamBatch, streamParams } from "#libs/contract-kit/stream.ts";
import { getPublicKeys } from "#libs/contracts/account/index.ts";

const feed = action({
  name: "feed.stream",
  summary: "A counter of each user",
  http: { method: "GET", path: "/feed", auth: "bearer", stream: true },
  params: streamParams,
  returns: streamBatch,
  errors: [],
});

const staffFeed = action({
  name: "feed.staffStream",
  summary: "The roles of the reader",
  http: { method: "GET", path: "/admin/feed", auth: "admin", stream: true },
  params: streamParams,
  returns: streamBatch,
  errors: [],
});

export const feedContracts = [feed, staffFeed, getPublicKeys];

export interface FeedState {
  /** User id → the last event of the feed. */
  readonly counters: Map<string, number>;
  /** How often the action was called. */
  reads: number;
  /** When not empty: the data of endless long events. */
  padding: string;
}

/** A service with a stream of rising numbers for each user. */
export function feedService(state: FeedState): ServiceSchema {
  return {
    name: "feed",
    actions: {
      staffStream: implement(staffFeed, async ({ caller: { roles }, params }) => {
        const position = roles.join();
        return { events: position === params.position ? [] : [{ id: null, event: "roles", data: roles }], position, more: false };
      }),
      stream: implement(feed, async ({ caller, params: { position, lastEventId } }) => {
        state.reads += 1;
        if (state.padding) return { events: [{ id: null, event: "pad", data: state.padding }], position: "0", more: true };
        const now = state.counters.get(caller.userId) ?? 0;
        const from = Number(position ?? lastEventId ?? now);
        const numbers = Array.from({ length: now - from }, (_, index) => from + index + 1);
        return { events: numbers.map((data) => ({ id: String(data), event: "count", data })), position: String(now), more: false };
      }),
    },
  };
}
