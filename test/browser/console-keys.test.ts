import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, button, openAsStaff, startBrowserSystem } from "./fixture.ts";
import { hasFocus, ROW } from "./focus.ts";
import { decide, dialog, newModerator, opened, row } from "./moderation-steps.ts";

/** Rows of a page. */
const PAGE_SIZE = 25;

let system: BrowserSystem;
let max: Person;
let eda: Person;
beforeAll(async () => {
  system = await startBrowserSystem();
  [max, eda] = await Promise.all([newModerator(system, "Max"), newModerator(system, "Eda")]);
  const rule = { name: "Shops", kind: "WORD", pattern: "buy now", category: "SPAM" };
  dataOf(await max.send("POST", "/admin/moderation/rules", rule), 201);
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

/** Messages of several fans to each of several creators, held back in this order. */
async function heldMessages(fans: number, creators: number): Promise<readonly string[]> {
  const senders = await Promise.all(Array.from({ length: fans }, () => system.newFan("50.00")));
  const receivers = await Promise.all(Array.from({ length: creators }, () => system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" })));
  const ids: string[] = [];
  for (const fan of senders)
    for (const { userId: receiverId } of receivers) {
      const body = { receiverId, dmType: "PER_MESSAGE", price: "5.00", content: `buy now ${uuid()}` };
      ids.push(dataOf<{ messageId: string }>(await fan.send("POST", "/messages", body), 201).messageId);
    }
  return ids;
}

const approve = async (messageId: string) =>
  dataOf(await eda.send("POST", `/admin/moderation/messages/${messageId}/decide`, { decision: "APPROVE", reason: "fine" }), 200);

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

it("CON-03 Ctrl and Enter send a reason that was typed or offered, and nothing without one", async () => {
  const [first = "", second = "", third = ""] = await heldMessages(3, 1);
  const page = await openAsStaff(system, max, "/admin/moderation");
  await row(page, first).waitFor();
  await press(page, "j", "Enter");
  await hasFocus(page, "Show text");
  await press(page, "x", "Control+Enter");
  await dialog(page).locator(".problem").waitFor();
  await hasFocus(page, "reason", "on.name");
  await page.keyboard.type("Advertisement");
  await press(page, "Control+Enter");
  await opened(page, second);
  await hasFocus(page, "Show text");
  await press(page, "x", "Tab");
  await hasFocus(page, "Advertisement");
  await press(page, "Enter", "Control+Enter");
  await opened(page, third);
  await hasFocus(page, "Show text");
  await press(page, "?");
  await dialog(page).getByText("Send the form").waitFor();
  await approve(third);
});

it("CON-03 past the last row of a page the list goes on with the open case", async () => {
  const ids = await heldMessages(9, 3);
  const page = await openAsStaff(system, max, "/admin/moderation");
  await page.getByText(`${ids.length} in all`).waitFor();
  const [last = "", next = ""] = ids.slice(PAGE_SIZE - 1);
  const box = (id: string) => page.locator(`li[data-id="${id}"] input[type=checkbox]`);
  await box(ids[0] ?? "").click();
  await button(page, "Select all that fit").click();
  await box(last).click();
  await press(page, "a");
  await page.keyboard.type("Harmless");
  await press(page, "Control+Enter");
  await page.getByText(`Decided: ${PAGE_SIZE - 1} of ${PAGE_SIZE - 1}`).waitFor();
  // The list has the rows of the next page.
  await page.getByText("3 in all").waitFor();
  await row(page, last).click();
  await opened(page, last);
  await hasFocus(page, "Show text");
  await press(page, "a");
  await page.keyboard.type("Harmless");
  await press(page, "Control+Enter");
  await opened(page, next);
  await eventually(async () => expect(await row(page, next).getAttribute("aria-current")).toBe("page"));
  expect(await row(page, ids[0] ?? "").count()).toBe(0);
  await press(page, "j");
  await hasFocus(page, ids[PAGE_SIZE + 1], ROW);
});

it("CON-03 the case that a colleague has just decided is not the next one", async () => {
  const ids = await heldMessages(3, 1);
  const page = await openAsStaff(system, max, "/admin/moderation");
  const [first = "", second = "", third = ""] = ids;
  await row(page, first).click();
  await opened(page, first);
  await button(page, "Approve").waitFor();
  await approve(second);
  await row(page, second).getByText("Eda").waitFor();
  await decide(page, "Approve", "Harmless");
  await opened(page, third);
});

it("CON-03 j and k move in the list of colleagues, and each button says whom it is about", async () => {
  const admin = await newAdmin(system, "SUPER_ADMIN");
  const page = await openAsStaff(system, admin, "/admin/staff");
  const remove = page.getByRole("button", { name: `Remove from the staff: ⁨${max.email}⁩`, exact: true });
  await remove.waitFor();
  const rows = await page.evaluate<string[]>("[...document.querySelectorAll('#main [data-cases] > li')].map(({ dataset }) => dataset.id)");
  await press(page, "j");
  await hasFocus(page, rows[0], ROW);
  await press(page, "j");
  await hasFocus(page, rows[1], ROW);
  await press(page, "k", "Enter");
  await page.waitForURL("**/admin/users/*");
});
