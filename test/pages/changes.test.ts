import { describe, expect, it } from "@jest/globals";
import { largestChange, messagesPerHundredViews } from "#gateway/app/dashboard/changes.ts";

const shares = (counts: Readonly<Record<string, number>>) => Object.entries(counts).map(([value, count]) => ({ value, count }));
const steps = (views: number, messages: number) => [
  { step: "BIO_VIEW", count: views },
  { step: "PAID_MESSAGE", count: messages },
];

describe("the largest change between two periods", () => {
  it("the largest change is that of the source whose visits differ most, up or down", () => {
    const now = shares({ "video.example": 12, "shop.example": 3 });
    expect(largestChange({ now, before: shares({ "video.example": 10, "forum.example": 5 }) })).toEqual({
      source: "forum.example",
      now: 0,
      before: 5,
    });
    expect(largestChange({ now, before: now })).toBeNull();
    expect(largestChange({ now: [], before: [] })).toBeNull();
  });

  it("the largest change takes visits without a referrer for direct ones", () => {
    const now = [{ value: null, count: 2 }, ...shares({ direct: 3 })];
    expect(largestChange({ now, before: shares({ direct: 1 }) })).toEqual({ source: "direct", now: 5, before: 1 });
  });

  it("the largest change is not that of a source that may only have been too rare to be named in one of them", () => {
    const fifty = shares(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`site-${index}.example`, 10])));
    const before = shares({ "site-0.example": 9, "rare.example": 8 });
    expect(largestChange({ now: fifty, before })).toMatchObject({ source: "site-1.example", now: 10, before: 0 });
    expect(largestChange({ now: fifty, before: [...fifty.slice(1), { value: "rare.example", count: 10 }] })).toBeNull();
  });
});

describe("paid messages for every 100 page views", () => {
  it("APP-08 paid messages per 100 views are said from five messages on, with one decimal", () => {
    expect(messagesPerHundredViews(steps(240, 6))).toBe(2.5);
    expect(messagesPerHundredViews(steps(300, 5))).toBe(1.7);
    expect(messagesPerHundredViews(steps(300, 4))).toBeNull();
    expect(messagesPerHundredViews(steps(0, 7))).toBeNull();
    expect(messagesPerHundredViews([])).toBeNull();
  });
});
