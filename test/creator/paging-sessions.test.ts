import { describe, expect, it } from "@jest/globals";
import { MINUTE, shiftableClock } from "#libs/kernel/clock.ts";
import { memoryCounters } from "#libs/platform/counters/memory-counters.ts";
import { pagingSessions } from "#services/creator/data/paging-sessions.ts";
import { discoveryQueryOf } from "#services/creator/domain/discovery.ts";

const query = discoveryQueryOf({ platform: "p", sort: "popular" });
const VISITORS = 100;
const ids = Array.from({ length: 12 }, (_, index) => `id-${index}`);
/** The order after a number of changes; each moves another id to the top. */
const orderAfter = (changes: number) => {
  const top = ids[changes % ids.length] ?? "";
  return [top, ...ids.filter((id) => id !== top)];
};

function startSessions() {
  const clock = shiftableClock();
  const counters = memoryCounters({ clock });
  const storedKeys: string[] = [];
  const put = counters.cache.put;
  const cache = {
    ...counters.cache,
    put: (key: string, text: string, seconds: number) => {
      storedKeys.push(key);
      return put(key, text, seconds);
    },
  };
  const countOrders = () => new Set(storedKeys.filter((key) => key.startsWith("discovery:order:"))).size;
  return { clock, countOrders, sessions: pagingSessions({ cache, rates: counters.rates }) };
}

describe("DSC-18 paging sessions", () => {
  it("DSC-18 stores equal orders once", async () => {
    const { sessions, countOrders } = startSessions();
    for (let visitor = 0; visitor < VISITORS; visitor++) await sessions.start(query, ids, "id-2");
    expect(countOrders()).toBe(1);
  });

  it("DSC-18 limits the stored orders of a busy list, and shows each creator once in every session", async () => {
    const { sessions, countOrders } = startSessions();
    for (let visitor = 0; visitor < VISITORS; visitor++) {
      const order = visitor % 3 ? orderAfter(visitor) : [...ids.slice(visitor % 12), ...ids.slice(0, visitor % 12)].reverse();
      const seen = order.slice(0, 3);
      const cursor = seen.at(-1) ?? "";
      await sessions.save(query, cursor, await sessions.start(query, order, cursor));
      const second = await sessions.resume(query, cursor);
      seen.push(...(second?.remaining.slice(0, 4) ?? []));
      const next = seen.at(-1) ?? "";
      if (second) await sessions.save(query, next, second.session);
      seen.push(...((await sessions.resume(query, next))?.remaining ?? []));
      expect([...seen].sort()).toEqual([...ids].sort());
    }
    expect(countOrders()).toBeLessThanOrEqual(31);
  });

  it("DSC-18 resumes no session for another query, an unknown cursor or an expired one", async () => {
    const { sessions, clock } = startSessions();
    await sessions.save(query, "id-2", await sessions.start(query, ids, "id-2"));
    expect((await sessions.resume(query, "id-2"))?.remaining).toEqual(ids.slice(3));
    expect(await sessions.resume({ ...query, dmType: "FREE" }, "id-2")).toBeNull();
    expect(await sessions.resume(query, "id-3")).toBeNull();
    clock.advance(16 * MINUTE);
    expect(await sessions.resume(query, "id-2")).toBeNull();
  });

  it("DSC-18 keeps an order as long as the sessions that use it", async () => {
    const { sessions, clock } = startSessions();
    await sessions.start(query, ids, "id-2");
    clock.advance(5 * MINUTE - 1_000);
    await sessions.save(query, "id-2", await sessions.start(query, ids, "id-2"));
    clock.advance(15 * MINUTE - 1_000);
    expect((await sessions.resume(query, "id-2"))?.remaining).toEqual(ids.slice(3));
  });
});
