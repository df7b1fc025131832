import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { DAY } from "#libs/kernel/clock.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf } from "../support/test-system.ts";
import { type BrowserSystem, button, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { creatorWithLinks, visit } from "./numbers.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const PROBLEM = "Please enter a full date with a year of four digits";

/** Types into an empty date field, from its first part on. */
async function type(page: Page, field: Locator, keys: string): Promise<void> {
  await field.fill("");
  await field.focus();
  await page.keyboard.type(keys);
}

/** Each fills a field with a date that is not meant. */
const wrongDates = (page: Page, time: string): readonly ((field: Locator) => Promise<void>)[] => [
  (field) => field.fill(`12345-01-01${time}`),
  (field) => field.fill(`275760-09-13${time && "T00:00"}`),
  (field) => field.fill(`0202-01-01${time}`),
  // Day and month without a year: the field says that it is empty.
  (field) => type(page, field, "0102"),
  // A year whose last digits are missing.
  (field) => type(page, field, "010220"),
];

describe("dates", () => {
  it("EAS-14 the last day of a vacation is not before today, and form and page name the same day, in the zone of the account", async () => {
    const creator = await system.newCreator();
    for (const zone of ["Pacific/Kiritimati", "Pacific/Honolulu"]) {
      dataOf(await creator.send("PATCH", "/auth/me", { timezone: zone }), 200);
      const page = await openAs(system, creator, "/settings/vacation");
      const last = page.getByLabel("Last day");
      const today = new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date());
      await eventually(async () => expect(await last.getAttribute("min")).toBe(today));
      await last.fill(new Date(Date.parse(today) - DAY).toISOString().slice(0, today.length));
      await button(page, "Start vacation").click();
      await page.locator("[name=endDate]:focus[aria-invalid=true]").waitFor();
      await page.locator(".problem").getByText("or a later day").waitFor();
      await last.fill("2099-06-12");
      await button(page, "Start vacation").click();
      await page.getByText("You are away until June 12, 2099").waitFor();
      const visitor = await system.open(`/${creator.username}`);
      await visitor.getByText("Away until June 12, 2099").first().waitFor();
      const fan = await openAs(system, await system.newFan("5.00"), `/${creator.username}/message`);
      await fan.getByText("is away until June 12, 2099.").waitFor();
      await button(page, "I am back").click();
      await page.getByText("You take messages.").waitFor();
    }
  });

  it("FLD-08 a wrong year and a date typed in part are reported at their field; other fields keep their text", async () => {
    const creator = await creatorWithLinks(system);
    const page = await openAs(system, creator, "/settings/vacation");
    const sent: string[] = [];
    page.on("request", (request) => void (request.method() !== "GET" && sent.push(new URL(request.url()).pathname)));
    const last = page.getByLabel("Last day");
    for (const fill of wrongDates(page, "")) {
      await fill(last);
      await button(page, "Start vacation").click();
      await page.locator("[name=endDate]:focus[aria-invalid=true]").waitFor();
      await page.getByText(PROBLEM).waitFor();
    }

    await page.goto("/page");
    await button(page, "Add a link").click();
    await page.getByLabel("Title").fill("My film");
    await page.getByLabel("Address").fill("example.org/film");
    for (const name of ["startsAt", "endsAt"]) {
      const field = page.locator(`[name=${name}]`);
      for (const fill of wrongDates(page, "T10:00")) {
        await fill(field);
        await page.getByLabel("Title").press("Enter");
        await page.locator(`[name=${name}]:focus[aria-invalid=true]`).waitFor();
        expect(await page.getByText(PROBLEM).count()).toBe(1);
      }
      await field.fill("2099-05-01T10:00");
    }
    expect(sent.filter((path) => /vacation|links/.test(path))).toEqual([]);
    expect(await page.getByLabel("Title").inputValue()).toBe("My film");
    expect(await page.getByLabel("Address").inputValue()).toBe("example.org/film");
    await page.locator("[name=startsAt]").fill("2099-04-01T10:00");
    await button(page, "Save").first().click();
    await page.locator("[name=startsAt]").waitFor({ state: "detached" });
    expect(sent.filter((path) => /links/.test(path)).length).toBe(1);
    expect(problemsOf(page)).toEqual([]);
  });

  it("FLD-34 the numbers say whose days they are, and no point is a day that has not begun for its reader", async () => {
    const creator = await creatorWithLinks(system);
    await visit(system, creator, { people: 1, views: 1 });
    const page = await openAs(system, creator, "/dashboard?days=7");
    const today = new Date().toISOString().slice(0, 10);
    const dayOf = (iso: string) => new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(iso));
    const yesterday = new Date(Date.parse(today) - 24 * 3_600_000).toISOString();
    for (const [timezone, time, last] of [
      // Where the reader lives, it is still the evening before.
      ["America/Los_Angeles", "03:00", yesterday],
      ["Pacific/Pago_Pago", "10:59", yesterday],
      ["Pacific/Pago_Pago", "11:01", today],
      ["UTC", "00:01", today],
      // Tomorrow has begun there, but not in UTC.
      ["Asia/Tokyo", "20:00", today],
      ["Pacific/Kiritimati", "23:00", today],
    ] as const) {
      await creator.send("PATCH", "/auth/me", { timezone });
      await page.clock.setFixedTime(`${today}T${time}:00Z`);
      await page.reload();
      await page.locator("figure details summary").first().click();
      const days = await page.locator("figure").first().locator("tbody th").allTextContents();
      expect([timezone, days.at(-1)]).toEqual([timezone, dayOf(last)]);
      expect(days.length).toBe(last === today ? 7 : 6);
      const start = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: timezone }).format(new Date(today));
      await page.getByText(`Days are counted in UTC. A day begins at ${start} in your time zone.`).waitFor();
    }
  });
});
