import type { ServiceSchema } from "moleculer";
import { action } from "#libs/contract-kit/contract.ts";
import { implement } from "#libs/contract-kit/implement.ts";
import { streamBatch, streamParams } from "#libs/contract-kit/stream.ts";
import { getPublicKeys } from "#libs/contracts/account.ts";

const feed = action({
  name: "feed.stream",
  summary: "A counter of each user",
  http: { method: "GET", path: "/feed", auth: "bearer", stream: true },
  params: streamParams,
  returns: streamBatch,
  errors: [],
});

export const feedContracts = [feed, getPublicKeys];

/** What the feed of each user has come to, how often it was asked, and what makes every event long. */
export interface FeedScene {
  readonly counters: Map<string, number>;
  asked: number;
  padding: string;
}

/** A stream that counts. */
export function feedService(scene: FeedScene): ServiceSchema {
  return {
    name: "feed",
    actions: {
      stream: implement(feed, async ({ caller, params: { position, lastEventId } }) => {
        scene.asked += 1;
        if (scene.padding) return { events: [{ id: null, event: "pad", data: scene.padding }], position: "0", more: true };
        const now = scene.counters.get(caller.userId) ?? 0;
        const from = Number(position ?? lastEventId ?? now);
        const numbers = Array.from({ length: now - from }, (_, index) => from + index + 1);
        return { events: numbers.map((data) => ({ id: String(data), event: "count", data })), position: String(now), more: false };
      }),
    },
  };
}
