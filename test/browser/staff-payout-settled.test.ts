import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { newRefundAtGoneProvider } from "../spec/tour-money-back.ts";
import { newReturnAtGoneProvider } from "../spec/tour-payments.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { dataOf } from "../support/test-system.ts";
import { type BrowserSystem, button, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";
import { earningCreator } from "./paid-messages.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterAll(() => system?.stop());

const dialog = (page: Page) => page.getByRole("dialog");

/** Two people say on a page, one after the other, that the money was not sent. */
async function settleByTwo(path: string, what: RegExp): Promise<void> {
  const [first, second] = [
    await openAsStaff(system, await newAdmin(system, "FINANCE"), path),
    await openAsStaff(system, await newAdmin(system, "FINANCE"), path),
  ];
  await first.getByText(/^The payment provider is no longer connected/).waitFor();
  for (const [person, isFirst] of [[first, true] as const, [second, false] as const]) {
    if (!isFirst) await person.reload();
    await button(person, "It was not sent").click();
    await dialog(person).getByText(what).waitFor();
    expect(
      await dialog(person)
        .getByText(/^Nothing happens until a second person/)
        .count(),
    ).toBe(isFirst ? 1 : 0);
    await person.getByRole("textbox", { name: "Reason" }).fill("It is not in their books");
    await dialog(person).getByRole("button", { name: "It was not sent" }).click();
    await dialog(person).waitFor({ state: "detached" });
    await person.locator("#main .facts").getByText("Settle by hand").waitFor();
  }
  expect([...problemsOf(first), ...problemsOf(second)]).toEqual([]);
}

describe("money whose provider is gone", () => {
  it("PYO-03 PMT-27 two people say on its page what became of it; the second sees the first", async () => {
    const creator = await earningCreator(system);
    const method = await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "My bank, 42" });
    const request = { amount: "20.00", methodId: dataOf<{ methodId: string }>(method, 201).methodId };
    const requested = await creator.send("POST", "/payouts", request, { headers: { "idempotency-key": uuid() } });
    const { payoutId } = dataOf<{ payoutId: string }>(requested, 201);
    const payouts = system.runtime.database("messaging").connection.collection("payouts");
    await payouts.updateOne({ _id: payoutId as never }, { $set: { status: "PROCESSING", provider: "checkout", triedAt: new Date() } });
    await settleByTwo(`/admin/payouts/${payoutId}`, /20\.00 goes back to the earnings of/);
    expect(await payouts.findOne({ _id: payoutId as never })).toMatchObject({ status: "FAILED", reason: "It is not in their books" });
  });

  it("PMT-15 PMT-27 two people say on the page of a refund that it was not sent, and its money is in the wallet again", async () => {
    const { fan, refundId } = await newRefundAtGoneProvider(system);
    await settleByTwo(`/admin/refunds/${refundId}`, /20\.00 goes back to the wallet of/);
    expect(dataOf(await fan.send("GET", "/wallet"), 200)).toMatchObject({ balance: "20.00" });
  });

  it("PMT-09 PMT-27 two people say on the page of a top-up that it was not sent back, and it is in review again", async () => {
    const topupId = await newReturnAtGoneProvider(system, await newAdmin(system, "FINANCE"));
    await settleByTwo(`/admin/topups/${topupId}`, /is in review again, and €7\.00 can be credited/);
    const topUps = system.runtime.database("messaging").connection.collection("topups");
    expect(await topUps.findOne({ _id: topupId as never })).toMatchObject({ status: "REVIEW", reason: "RETURN_FAILED" });
  });
});
