import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { HOUR } from "#libs/kernel/clock.ts";
import { finishChargebacks } from "#services/messaging/wallet/chargebacks/finish-chargebacks.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { sandboxOf } from "../support/sandbox.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAs, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
let sandbox: ReturnType<typeof sandboxOf>;
beforeAll(async () => {
  system = await startBrowserSystem();
  sandbox = sandboxOf(system);
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const walletOf = async (fan: Person) => dataOf<{ balance: string }>(await fan.send("GET", "/wallet"), 200);

/** A fan who has spent a payment that is then disputed. */
async function newDebtor(): Promise<{ fan: Person; topupId: string }> {
  const [fan, creator] = await Promise.all([system.newFan("10.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
  const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "Hello" };
  const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
  dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "Hi" }), 201);
  return { fan, topupId: await sandbox.lastTopUp(fan) };
}

/** Asks that a price goes back, or a part of it; null: what the dialog proposes. */
async function giveBack(page: Page, amount: string | null): Promise<void> {
  await button(page, "Give back to the fan").click();
  const dialog = page.getByRole("dialog");
  if (amount !== null) await dialog.getByLabel("Amount").fill(amount);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("A worthless answer");
  await dialog.getByRole("button", { name: "Give back to the fan" }).click();
  await dialog.waitFor({ state: "detached" });
}

describe("money that goes back, on pages", () => {
  it("PMT-13 a fan reads how much can go back, sends a part of it, and sees that it has gone", async () => {
    const fan = await system.newFan("20.00");
    const page = await openAs(system, fan, "/wallet");
    const form = page.locator("form").filter({ hasText: "Send money back" });
    await form.getByText("to the newest payment first: €20.00 at most").waitFor();
    await form.getByLabel("Amount").fill("7,50");
    await button(page, "Send back").click();
    await page.getByRole("heading", { name: "Money sent back" }).waitFor();
    await form.getByText("€12.50 at most").waitFor();
    expect(await walletOf(fan)).toMatchObject({ balance: "12.50" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await eventually(async () => {
      await page.reload();
      await page.getByText("Sent", { exact: true }).waitFor({ timeout: 1_000 });
    });
  });

  it("PMT-16 PMT-19 PMT-27 CNS-14 the fan reads the dispute and the debt in words, and the second of two colleagues sees the first", async () => {
    const { fan, topupId } = await newDebtor();
    await sandbox.dispute(topupId, "DISPUTED");
    const page = await openAs(system, fan, "/wallet");
    await page.getByText("A payment of yours is disputed at your bank or card.").waitFor();
    await sandbox.dispute(topupId, "DISPUTE_LOST");
    await eventually(async () => {
      await finishChargebacks(sandbox.deps);
      await page.reload();
      await page.getByText("You owe €5.00").waitFor({ timeout: 1_000 });
    });
    expect(await page.getByRole("heading", { name: "Send money back" }).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);

    const [first, second] = [await newAdmin(system, "FINANCE"), await newAdmin(system, "FINANCE")];
    const path = `/admin/chargebacks?status=LOST&userId=${fan.userId}`;
    for (const colleague of [first, second]) {
      const staff = await openAsStaff(system, colleague, colleague === first ? path : "/admin");
      if (colleague === second) await staff.locator('li[data-id="proposedWriteOffs"] a').click();
      await staff.waitForURL("**/admin/chargebacks?*");
      await staff.locator('li[data-id="proposedWriteOffs"]').waitFor({ state: "detached" });
      await staff.locator("li[data-id] a").first().click();
      await staff.locator("#main .facts").getByText("Debt", { exact: true }).waitFor();
      await staff
        .locator("#main .facts")
        .getByText(/^sandbox:.+/)
        .waitFor();
      await staff.getByText("The wallet stays frozen until finance unfreezes it on its page.").waitFor();
      await staff.getByRole("heading", { name: "Postings" }).waitFor();
      await staff.locator("li", { hasText: "external:provider" }).getByText("€10.00", { exact: true }).waitFor();
      if (colleague === second) await staff.getByText("Another person must confirm it.").waitFor();
      await button(staff, "Write off the debt").click();
      const dialog = staff.getByRole("dialog");
      await dialog.getByLabel("Reason").fill("The card was stolen");
      await dialog.getByRole("button", { name: "Write off the debt" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(await accessibilityProblems(staff)).toEqual([]);
    }
    await eventually(async () => expect(await walletOf(fan)).toMatchObject({ balance: "0.00" }));
  });

  it("PMT-27 CNS-14 staff send unspent money back from the wallet, and the list of refunds says who did, why, and that it went", async () => {
    const [fan, finance] = [await system.newFan("20.00"), await newAdmin(system, "FINANCE")];
    const page = await openAsStaff(system, finance, `/admin/wallets/${fan.userId}`);
    await button(page, "Send back").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Unspent money goes back to the payments it came from.").waitFor();
    await dialog.getByLabel("Amount").fill("7.50");
    await dialog.getByLabel("Reason").fill("Paid twice");
    await dialog.getByRole("button", { name: "Send back" }).dblclick();
    await dialog.waitFor({ state: "detached" });
    expect(await walletOf(fan)).toMatchObject({ balance: "12.50" });
    await system.runtime.jobs.runNow("wallet.finish-refunds");
    await page.goto(`/admin/refunds?status=SUCCEEDED&userId=${fan.userId}`);
    const row = page.locator("li[data-id]");
    await row.getByText("€7.50").waitFor();
    await row.getByText("Paid twice").waitFor();
    await row.getByText("Sent", { exact: true }).waitFor();
    expect(await row.count()).toBe(1);
    await row.locator("a").click();
    await page.getByRole("heading", { level: 1, name: "Refund of €7.50" }).waitFor();
    await page.locator(`#main .facts a[href="/admin/users/${finance.userId}"]`).waitFor();
    await page.locator("#main .facts").getByText("Paid twice").waitFor();
    expect([await accessibilityProblems(page), problemsOf(page)]).toEqual([[], []]);
    await page.getByRole("link", { name: "Wallets of this person" }).click();
    await page.locator("li[data-id] a").filter({ hasText: "7.50" }).click();
    await page.getByRole("heading", { level: 1, name: "Refund of €7.50" }).waitFor();
  });

  it("PMT-27 PYO-11 a price in hold goes back by two: the first has no second button, the second sees the first and the sum", async () => {
    await system.setConfig("payment.payout_hold_days", 7);
    const { fan } = await newDebtor();
    await system.setConfig("payment.payout_hold_days", 0);
    const [first, second] = [await newAdmin(system, "FINANCE"), await newAdmin(system, "FINANCE")];
    const path = `/admin/escrows?status=RELEASED&userId=${fan.userId}`;
    const page = await openAsStaff(system, first, path);
    await giveBack(page, "2.00");
    await page.getByText("Another person must confirm it.").waitFor();
    expect(await button(page, "Give back to the fan").count()).toBe(0);
    expect(await walletOf(fan)).toMatchObject({ balance: "5.00" });
    await button(page, "Withdraw").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("No money moves. The same can be proposed again.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByLabel("Reason").fill("The wrong message");
    await dialog.getByRole("button", { name: "Withdraw" }).click();
    await page.getByText("Another person must confirm it.").waitFor({ state: "detached" });
    await giveBack(page, "2.00");
    await page.getByText("Another person must confirm it.").waitFor();
    await page.locator("li[data-id] .chip").getByText("now").waitFor();
    const longAgo = { $set: { "approval.at": new Date(Date.now() - 50 * HOUR) } };
    await system.runtime.database("messaging").connection.collection("escrows").updateMany({ fanId: fan.userId }, longAgo);
    const other = await openAsStaff(system, second, "/admin");
    await other.locator('li[data-id="proposedRefunds"] a').click();
    await other.waitForURL("**/admin/escrows?status=PROPOSED");
    await other.locator("li[data-id]").getByText("Another person must confirm it.").waitFor();
    await other.locator("li[data-id]").getByText("€2.00").waitFor();
    await other.locator("li[data-id] .chip.held").getByText("2 days ago").waitFor();
    await giveBack(other, null);
    await other.locator("li[data-id]").getByText("Given back").waitFor();
    expect(await walletOf(fan)).toMatchObject({ balance: "7.00" });
    expect([problemsOf(page), problemsOf(other)]).toEqual([[], []]);
  });
});
