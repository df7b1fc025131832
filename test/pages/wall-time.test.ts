import { describe, expect, it } from "@jest/globals";
import { instantOf, wallTimeOf, withOffset } from "#gateway/ui/wall-time.ts";

describe("a time as the clocks of a zone show it", () => {
  it.each([
    ["2026-01-15T18:30", "Asia/Kolkata", "2026-01-15T13:00:00.000Z"],
    ["2026-07-01T00:00", "Europe/Berlin", "2026-06-30T22:00:00.000Z"],
    ["2026-03-29T01:59", "Europe/Berlin", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29T03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25T04:00", "Europe/Berlin", "2026-10-25T03:00:00.000Z"],
    ["2026-11-01T12:00", "America/New_York", "2026-11-01T17:00:00.000Z"],
    ["2026-01-01T00:00", "Pacific/Kiritimati", "2025-12-31T10:00:00.000Z"],
    ["2026-01-15T10:00", "UTC", "2026-01-15T10:00:00.000Z"],
  ])("%s in %s is %s, and back", (wallTime, zone, instant) => {
    expect(instantOf(wallTime, zone)).toBe(instant);
    expect(wallTimeOf(instant, zone)).toBe(wallTime);
    const text = withOffset(wallTime, zone);
    expect(text.startsWith(wallTime)).toBe(true);
    expect(new Date(text).toISOString()).toBe(instant);
  });

  it("of a time that the clocks skip is one around the change", () => {
    const hour = 3_600_000;
    const away = Math.abs(Date.parse(instantOf("2026-03-29T02:30", "Europe/Berlin")) - Date.parse("2026-03-29T01:00:00Z"));
    expect(away).toBeLessThanOrEqual(hour);
  });
});
