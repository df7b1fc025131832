import { describe, expect, it } from "@jest/globals";
import { leftOf, windowOf } from "#gateway/ui/durations.ts";

describe("times on pages", () => {
  it("times on pages are told in hours up to three days, and in days above; a window stays exact", () => {
    const told = [1, 24, 48, 72, 96, 100, 168].map((hours) => Object.values(windowOf(hours)).join(" "));
    expect(told).toEqual(["hours 1", "hours 24", "hours 48", "hours 72", "days 4", "hours 100", "days 7"]);
    const left = [1, 48, 72, 73, 95, 96, 168].map((hours) => Object.values(leftOf(hours)).join(" "));
    expect(left).toEqual(["hours 1", "hours 48", "hours 72", "days 3", "days 3", "days 4", "days 7"]);
  });
});
