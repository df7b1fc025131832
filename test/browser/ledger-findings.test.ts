import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { newAdmin } from "../support/admin-browser.ts";
import { type BrowserSystem, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

it("GRD-02 a finding about the account of a user names the person, who is a link, and the page says how books are corrected", async () => {
  const fan = await system.newFan("10.00");
  const subject = `balance of user:${fan.userId}:wallet`;
  const at = new Date();
  const finding = { invariant: "M1", subject, detail: "is 10.01, should be 10.00", difference: 1n, rows: [], foundAt: at, seenAt: at };
  await system.runtime
    .database("messaging")
    .connection.collection<{ _id: string }>("ledger_findings")
    .insertOne({ _id: `M1 ${subject}`, ...finding, endedAt: null, guardedAt: at } as { _id: string });
  const page = await openAsStaff(system, await newAdmin(system, "SUPER_ADMIN"), "/admin/ledger");
  const row = page.getByRole("listitem").filter({ hasText: "is 10.01, should be 10.00" });
  await row.locator(`a[href="/admin/users/${fan.userId}"]`).waitFor();
  expect(await row.locator("strong").textContent()).toMatch(/^M1 · balance of .+ · /);
  expect(await row.textContent()).not.toContain(fan.userId);
  await page.getByText("Restore the row, or propose a correction on the page of the wallet.").waitFor();
  await page.locator(`#main a[href="/admin/ledger/adjustments"]`).waitFor();
  expect(problemsOf(page)).toEqual([]);
});
