import { describe, expect, it } from "@jest/globals";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { delayAfter } from "#services/webhook/domain/schedule.ts";

const now = new Date("2031-03-03T12:00:00.000Z");
const failed = { status: 500, retryAfter: null };

describe("the schedule of a delivery", () => {
  it("WHK-14 a wait is up to a fifth longer by chance, so that what failed together does not come back together", () => {
    expect([0, 0.5, 1].map((random) => delayAfter(2, failed, random, now))).toEqual([5 * MINUTE, 5.5 * MINUTE, 6 * MINUTE]);
    expect(delayAfter(0, failed, 1, now)).toBe(0);
    expect(delayAfter(8, failed, 0, now)).toBeNull();
  });

  it("WHK-19 a wish that is over before the wait is, or was over long ago, changes nothing", () => {
    const wishing = (retryAfter: string) => delayAfter(1, { status: 503, retryAfter }, 0.5, now);
    expect([wishing("3"), wishing("6"), wishing("Mon, 03 Mar 2031 11:00:00 GMT")]).toEqual([5.5 * SECOND, 6 * SECOND, 5.5 * SECOND]);
  });
});
