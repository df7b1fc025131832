import { expect, it } from "@jest/globals";
import { timeZoneOptions } from "#gateway/ui/time-zones.ts";

const ZONES = ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Kathmandu", "Mars/Olympus", "Europe/Berlin"];
const textsAt = (day: string, locale = "en") => timeZoneOptions(ZONES, locale, new Date(`${day}T12:00:00Z`)).map(({ text }) => text);

it("time zones stand by their cities, once, with region and offset of the day; an unknown one stands by its name", () => {
  expect(textsAt("2026-01-15")).toEqual([
    "Berlin (Europe, GMT+1)",
    "Buenos Aires (America, Argentina, GMT-3)",
    "Kathmandu (Asia, GMT+5:45)",
    "Olympus (Mars)",
    "UTC (GMT+0)",
  ]);
  expect(textsAt("2026-07-15")[0]).toBe("Berlin (Europe, GMT+2)");
  expect(timeZoneOptions(["Europe/Berlin"], "fr", new Date(0))).toEqual([{ value: "Europe/Berlin", text: "Berlin (Europe, UTC+1)" }]);
});
