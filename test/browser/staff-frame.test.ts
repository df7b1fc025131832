import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, button, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";
import { earningCreator } from "./paid-messages.ts";

let system: BrowserSystem;
let finance: Person;
beforeAll(async () => {
  system = await startBrowserSystem();
  finance = await newAdmin(system, "FINANCE");
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

/** Payouts of 20.00, four of each creator. */
async function requestPayouts(creators: readonly CreatorPerson[]): Promise<void> {
  for (const creator of creators) {
    const method = await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "My bank, 42" });
    const body = { amount: "20.00", methodId: dataOf<{ methodId: string }>(method, 201).methodId };
    for (let turn = 0; turn < 4; turn += 1)
      dataOf(await creator.send("POST", "/payouts", body, { headers: { "idempotency-key": uuid() } }), 201);
  }
}

const focused = (page: Page): Promise<string> => page.evaluate("document.activeElement.localName");
const hasFocus = (page: Page, name: string) => eventually(async () => expect(await focused(page)).toBe(name));
const field = (page: Page) => page.getByRole("searchbox", { name: "Go to" });

describe("keys", () => {
  it("CON-03 ten payouts are decided without a pointer, and the focus is never lost", async () => {
    await requestPayouts(await Promise.all([earningCreator(system), earningCreator(system), earningCreator(system)]));
    const page = await openAsStaff(system, finance, "/admin/payouts");
    const rows = page.locator("li[data-id]");
    await eventually(async () => expect(await rows.count()).toBe(12));
    for (let turn = 0; turn < 10; turn += 1) {
      await page.keyboard.press("j");
      await hasFocus(page, "a");
      await page.keyboard.press("Enter");
      await hasFocus(page, "h1");
      await page.getByRole("button", { name: "Approve" }).waitFor();
      await page.keyboard.press(turn === 0 ? "x" : "a");
      if (turn === 0) await page.keyboard.type("Not now, j k a x /");
      if (turn === 0) await page.keyboard.press("Tab");
      await hasFocus(page, "button");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page
        .locator("#main .facts")
        .getByText(/Failed|Paid/)
        .waitFor();
      await hasFocus(page, "h1");
    }
    await eventually(async () => expect(await page.locator(".item.gone").count()).toBe(10));
    expect(await rows.count()).toBe(12);
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Next and previous row").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("summary", { hasText: "Account" }).click();
    await page.getByLabel("Single keys work").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    expect(await focused(page)).toBe("summary");
    expect(problemsOf(page)).toEqual([]);
  });
});

describe("Go to", () => {
  it("CNS-11 opens a page by a part of its name, offers no page that one may not open, and a slash inside a field types", async () => {
    const page = await openAsStaff(system, finance, "/admin");
    await field(page).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("yout");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/payouts");
    await hasFocus(page, "h1");
    await page.keyboard.press("/");
    await page.keyboard.type("a/b");
    expect(await field(page).inputValue()).toBe("a/b");
    await page.locator("#go-to").getByText("Nothing fits.").waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    expect([await field(page).inputValue(), new URL(page.url()).pathname]).toEqual(["", "/admin/payouts"]);

    const other = await openAsStaff(system, await newAdmin(system, "MODERATOR"), "/admin");
    await field(other).waitFor();
    await other.keyboard.press("/");
    await other.keyboard.type("Payouts");
    await other.locator("#go-to").getByText("Nothing fits.").waitFor({ state: "attached" });
    expect(await other.locator("#go-to a").count()).toBe(0);
    expect(await button(other, "Menu").isVisible()).toBe(false);
  });
});
