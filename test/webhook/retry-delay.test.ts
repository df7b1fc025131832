import { describe, expect, it } from "@jest/globals";
import { MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { retryDelay } from "#services/webhook/domain/retry-delay.ts";

const now = new Date("2031-03-03T12:00:00.000Z");
const failed = { status: 500, retryAfter: null };

describe("the retry delay of a delivery", () => {
  it("WHK-14 the retry delay is up to a fifth longer at random, so that deliveries that failed together are not retried together", () => {
    expect([0, 0.5, 1].map((random) => retryDelay(2, failed, random, now))).toEqual([5 * MINUTE, 5.5 * MINUTE, 6 * MINUTE]);
    expect(retryDelay(0, failed, 1, now)).toBe(0);
    expect(retryDelay(8, failed, 0, now)).toBeNull();
  });

  it("WHK-19 the retry delay does not change by a Retry-After that ends earlier or has passed", () => {
    const delayWith = (retryAfter: string) => retryDelay(1, { status: 503, retryAfter }, 0.5, now);
    expect([delayWith("3"), delayWith("6"), delayWith("Mon, 03 Mar 2031 11:00:00 GMT")]).toEqual([5.5 * SECOND, 6 * SECOND, 5.5 * SECOND]);
  });
});
