import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { finishChargebacks } from "#services/messaging/wallet/chargebacks/finish-chargebacks.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { sandboxOf } from "../support/sandbox.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAs, openAsStaff, startBrowserSystem } from "./fixture.ts";

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
      const staff = await openAsStaff(system, colleague, path);
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
});
