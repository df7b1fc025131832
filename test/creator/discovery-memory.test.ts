import { describe, expect, it } from "@jest/globals";
import { memoryCounters } from "#libs/counters/memory-counters.ts";
import { MINUTE, shiftableClock } from "#libs/kernel/clock.ts";
import { discoveryWalks } from "#services/creator/discovery-walks.ts";
import { wishOf } from "#services/creator/domain/discovery.ts";

const wish = wishOf({ platform: "p", sort: "popular" });
const BUSY = 100;
const ids = Array.from({ length: 12 }, (_, index) => `id-${index}`);
/** The order after so many changes: each brings another one to the top. */
const changed = (times: number) => {
  const top = ids[times % ids.length] ?? "";
  return [top, ...ids.filter((id) => id !== top)];
};

function remember() {
  const clock = shiftableClock();
  const counters = memoryCounters({ clock });
  const stored: string[] = [];
  const put = counters.memos.put;
  const memos = {
    ...counters.memos,
    put: (key: string, text: string, seconds: number) => {
      stored.push(key);
      return put(key, text, seconds);
    },
  };
  const orders = () => new Set(stored.filter((key) => key.startsWith("discovery:order:"))).size;
  return { clock, orders, walks: discoveryWalks({ memos, rates: counters.rates }) };
}

describe("DSC-18 the memory of walks", () => {
  it("DSC-18 equal orders are kept once, whoever walks through them", async () => {
    const { walks, orders } = remember();
    for (let visitor = 0; visitor < BUSY; visitor++) await walks.begin(wish, ids, "id-2");
    expect(orders()).toBe(1);
  });

  it("DSC-18 on a busy list walks share orders, and still show each creator once", async () => {
    const { walks, orders } = remember();
    for (let visitor = 0; visitor < BUSY; visitor++) {
      const order = visitor % 3 ? changed(visitor) : [...ids.slice(visitor % 12), ...ids.slice(0, visitor % 12)].reverse();
      const seen = order.slice(0, 3);
      const cursor = seen.at(-1) ?? "";
      await walks.mark(wish, cursor, await walks.begin(wish, order, cursor));
      const second = await walks.resume(wish, cursor);
      seen.push(...(second?.rest.slice(0, 4) ?? []));
      const next = seen.at(-1) ?? "";
      if (second) await walks.mark(wish, next, second.walk);
      seen.push(...((await walks.resume(wish, next))?.rest ?? []));
      expect([...seen].sort()).toEqual([...ids].sort());
    }
    expect(orders()).toBeLessThanOrEqual(31);
  });

  it("DSC-18 another question, a cursor that nobody was given and one that is too old are unknown", async () => {
    const { walks, clock } = remember();
    await walks.mark(wish, "id-2", await walks.begin(wish, ids, "id-2"));
    expect((await walks.resume(wish, "id-2"))?.rest).toEqual(ids.slice(3));
    expect(await walks.resume({ ...wish, dmType: "FREE" }, "id-2")).toBeNull();
    expect(await walks.resume(wish, "id-3")).toBeNull();
    clock.advance(16 * MINUTE);
    expect(await walks.resume(wish, "id-2")).toBeNull();
  });

  it("DSC-18 an order lives as long as the pages that point to it", async () => {
    const { walks, clock } = remember();
    await walks.begin(wish, ids, "id-2");
    clock.advance(5 * MINUTE - 1_000);
    await walks.mark(wish, "id-2", await walks.begin(wish, ids, "id-2"));
    clock.advance(15 * MINUTE - 1_000);
    expect((await walks.resume(wish, "id-2"))?.rest).toEqual(ids.slice(3));
  });
});
