import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { CREATOR_LEVELS, type CreatorLevel } from "#libs/contracts/creator/index.ts";
import { earnedLevel, levelAfter } from "#services/creator/domain/level.ts";
import { type MessageCounts, REPLY_TIME_BOUNDS, replyTimeClass, statisticsOf } from "#services/creator/domain/statistics.ts";

const CONDITIONS = { minMessages: { SILVER: 10, GOLD: 20, PLATINUM: 30, DIAMOND: 40 }, minReplyRate: 0.8 };
const day = (counts: Partial<MessageCounts>): MessageCounts => ({
  ...{ sent: 0, replied: 0, paidReplied: 0, expired: 0, declined: 0, replyTimes: {} },
  ...counts,
});

describe("LVL-01 the level rule", () => {
  it.each([
    [0, 1, "BRONZE"],
    [9, 1, "BRONZE"],
    [10, 0.8, "SILVER"],
    [19, 1, "SILVER"],
    [20, 1, "GOLD"],
    [30, 1, "PLATINUM"],
    [39, 1, "PLATINUM"],
    [40, 1, "DIAMOND"],
    [1000, 0.7999, "BRONZE"],
    [1000, null, "BRONZE"],
  ] as const)("LVL-01 %d answered paid messages at a reply rate of %p earn %s", (paidReplied, replyRate, level) => {
    expect(earnedLevel({ paidReplied, replyRate }, CONDITIONS)).toBe(level);
  });

  const pairs = CREATOR_LEVELS.flatMap((current) => CREATOR_LEVELS.map((earned) => [current, earned] as const));
  it.each(pairs)("LVL-01 moves from %s with %s earned up at once, down by one and at most once a month", (current, earned) => {
    const rankOf = (level: CreatorLevel) => CREATOR_LEVELS.indexOf(level);
    const isLower = rankOf(earned) < rankOf(current);
    expect(levelAfter(current, earned, false)).toBe(isLower ? CREATOR_LEVELS[rankOf(current) - 1] : earned);
    expect(levelAfter(current, earned, true)).toBe(isLower ? current : earned);
  });
});

describe("statistics of a creator", () => {
  it("divides the answered messages by all that were answered, declined or expired", () => {
    expect(statisticsOf([])).toEqual({ paidReplied: 0, replyRate: null, medianReplySeconds: null });
    expect(statisticsOf([day({ sent: 5 })]).replyRate).toBeNull();
    const days = [day({ sent: 9, replied: 2, paidReplied: 1, expired: 1 }), day({ replied: 1, paidReplied: 1, declined: 2 })];
    expect(statisticsOf(days)).toMatchObject({ paidReplied: 2, replyRate: 0.5 });
    expect(statisticsOf([day({ replied: 1, expired: 2 })]).replyRate).toBe(0.3333);
  });

  it("estimates the median reply time within its class", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2_592_000 }), { minLength: 1, maxLength: 60 }), (times) => {
        const days = times.map((seconds) => day({ replied: 1, replyTimes: { [replyTimeClass(seconds)]: 1 } }));
        const median = statisticsOf(days).medianReplySeconds ?? -1;
        const exact = times.toSorted((a, b) => a - b)[Math.ceil(times.length / 2) - 1] ?? 0;
        const index = replyTimeClass(exact);
        expect(median).toBeGreaterThanOrEqual(REPLY_TIME_BOUNDS[index - 1] ?? 0);
        expect(median).toBeLessThanOrEqual(REPLY_TIME_BOUNDS[index] ?? Number.MAX_SAFE_INTEGER);
      }),
    );
  });

  it("counts an answer after the last class bound as that bound", () => {
    expect(statisticsOf([day({ replied: 1, replyTimes: { [replyTimeClass(9_999_999)]: 1 } })]).medianReplySeconds).toBe(2_592_000);
  });
});
