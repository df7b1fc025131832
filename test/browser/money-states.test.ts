import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { finishChargebacks } from "#services/messaging/wallet/chargebacks/finish-chargebacks.ts";
import { finalCode, leave, newEarner } from "../spec/tour-leaving.ts";
import { beginTopUp } from "../spec/tour-payments.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { sandboxOf } from "../support/sandbox.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
let sandbox: ReturnType<typeof sandboxOf>;
beforeAll(async () => {
  system = await startBrowserSystem();
  sandbox = sandboxOf(system);
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const key = () => ({ headers: { "idempotency-key": crypto.randomUUID() } });
const sendBack = async (fan: Person, amount: string) => dataOf(await fan.send("POST", "/wallet/refunds", { amount }, key()), 201);
const happens = async (fan: Person, topupId: string, outcome: object) =>
  void dataOf(await fan.send("POST", `/payments/sandbox/sandbox:${topupId}`, outcome), 200);
const refundsOf = async (fan: Person) => dataOf<{ items: { status: string }[] }>(await fan.send("GET", "/wallet/refunds"), 200).items;

it("PMT-27 a wallet that staff has frozen says so and offers nothing to send back; a refund that failed is in the wallet again", async () => {
  const fan = await system.newFan("20.00");
  const topupId = await sandbox.lastTopUp(fan);
  await sandbox.decide(topupId, "REFUNDS_FAIL");
  await sendBack(fan, "5.00");
  await eventually(async () => expect(await refundsOf(fan)).toMatchObject([{ status: "FAILED" }]));
  const page = await openAs(system, fan, "/wallet");
  await page.getByRole("region", { name: "Money sent back" }).getByText("Not sent; it is in the wallet again").waitFor();
  // This top-up takes no further refund.
  expect(await page.getByRole("heading", { name: "Send money back" }).count()).toBe(0);

  const other = await system.newFan("20.00");
  const staff = await newAdmin(system, "FINANCE");
  dataOf(await staff.send("PATCH", `/admin/wallets/${other.userId}`, { frozen: true, reason: "a question" }), 200);
  const frozen = await openAs(system, other, "/wallet");
  await frozen.getByText("Your wallet is frozen: you cannot spend from it.").waitFor();
  expect(await frozen.getByRole("heading", { name: "Send money back" }).count()).toBe(0);
  expect([await accessibilityProblems(frozen), problemsOf(page), problemsOf(frozen)]).toEqual([[], [], []]);
});

it("PMT-27 a payment in review, and one on its way back, stand among those that are not finished until they are", async () => {
  const [fan, staff] = [await system.newUser(), await newAdmin(system, "FINANCE")];
  const [odd, back] = [await beginTopUp(fan), await beginTopUp(fan)];
  for (const topupId of [odd, back]) await happens(fan, topupId, { outcome: "SUCCEEDED", amount: "7.00" });
  const page = await openAs(system, fan, "/wallet");
  const open = page.getByRole("region", { name: "Payments that are not finished" });
  await open.getByText("Another sum or currency arrived than was asked for.").first().waitFor();
  expect(await open.getByRole("link").count()).toBe(2);
  await sandbox.decide(back, "REFUNDS_WAIT");
  const resolve = (topupId: string, decision: string) => staff.send("POST", `/admin/topups/${topupId}/resolve`, { decision, reason: "x" });
  dataOf(await resolve(back, "RETURN"), 200);
  await page.reload();
  await open.getByText("What you paid is being sent back to where it came from.").waitFor();
  await open.getByRole("link").filter({ hasText: "is being sent back" }).click();
  await page.waitForURL(`**/wallet/topups/${back}`);
  await page.getByText("What you paid is being sent back to where it came from.").waitFor();
  dataOf(await resolve(odd, "CREDIT"), 200);
  await page.goto("/wallet");
  await page.getByText("Money added").waitFor();
  expect(await open.getByRole("link").count()).toBe(1);
  const lost = await beginTopUp(fan);
  await happens(fan, lost, { outcome: "SUCCEEDED", amount: "7.00" });
  for (const outcome of ["DISPUTED", "DISPUTE_LOST"] as const) await sandbox.dispute(lost, outcome);
  await page.goto(`/wallet/topups/${lost}`);
  await page.getByText("The bank has taken this payment back. Nothing was added to your wallet.").waitFor();
  expect([await accessibilityProblems(page), problemsOf(page)]).toEqual([[], []]);
});

it("PMT-27 the page of a top-up that was credited says what has gone back since, and no longer that all of it is in the wallet", async () => {
  const fan = await system.newFan("20.00");
  const topupId = await sandbox.lastTopUp(fan);
  const page = await openAs(system, fan, `/wallet/topups/${topupId}`);
  await page.getByText("The money is in your wallet.").waitFor();
  await sendBack(fan, "7.50");
  await eventually(async () => expect(await refundsOf(fan)).toMatchObject([{ status: "SUCCEEDED" }]));
  await sandbox.dispute(topupId, "DISPUTED");
  await page.reload();
  await page.getByText("It was added to your wallet. Since then this has gone back:").waitFor();
  expect(await page.locator(".facts").textContent()).toMatch(/Sent back\s*€7\.50.*Taken back by the bank\s*€12\.50/);
  expect(await page.getByText("The money is in your wallet.").count()).toBe(0);
  await sandbox.dispute(topupId, "DISPUTE_WON");
  await page.reload();
  await page.locator(".facts").waitFor();
  expect(await page.locator(".facts").textContent()).not.toContain("Taken back");
  expect([await accessibilityProblems(page), problemsOf(page)]).toEqual([[], []]);
});

it("PMT-27 a code is claimed: a wrong one is refused, the right one waits for two people, and then the money is in the wallet", async () => {
  const leaver = await newEarner(system);
  await leave(system, leaver);
  const code = await finalCode(system, leaver.email);
  const claimant = await system.newUser();
  const page = await openAs(system, claimant, "/claim");
  const claim = async (text: string) => {
    await page.getByLabel("Code").fill(text);
    await button(page, "Claim").click();
  };
  await claim(`${code}X`);
  await page.getByText("This code is wrong, or it was used.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await claim(code.toLowerCase().replaceAll("-", " "));
  await page.getByText("Your claim has arrived. Two people of our team look at it, then the money comes into your wallet.").waitFor();
  expect(await page.getByLabel("Code").count()).toBe(0);
  const [one, other] = [await newAdmin(system, "FINANCE"), await newAdmin(system, "FINANCE")];
  const rows = dataOf<{ items: { unclaimedId: string }[] }>(await one.send("GET", `/admin/unclaimed?userId=${leaver.userId}`), 200).items;
  const settle = { decision: "CLAIMANT", reason: "known" };
  for (const [staff, status] of [[one, 202] as const, [other, 200] as const])
    dataOf(await staff.send("POST", `/admin/unclaimed/${rows[0]?.unclaimedId}/settle`, settle), status);
  await page.goto("/wallet");
  await page.getByText("Claimed money").waitFor();
  await page.locator(".vault").getByText("€4.00").waitFor();
  expect([await accessibilityProblems(page), problemsOf(page).filter((problem) => !problem.includes("404"))]).toEqual([[], []]);
});

it("PMT-27 PMT-18 the page of payouts says what a dispute keeps, and until when, and that staff has frozen the earnings", async () => {
  await system.setConfig("payment.payout_hold_days", 7);
  const [fan, creator] = [await system.newFan("10.00"), await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })];
  const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "Hello" };
  const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
  dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "Hi" }), 201);
  await system.setConfig("payment.payout_hold_days", 0);
  await sandbox.dispute(await sandbox.lastTopUp(fan), "DISPUTED");
  await finishChargebacks(sandbox.deps);
  const page = await openAs(system, creator, "/payouts");
  const waiting = page.locator(".notice").filter({ hasText: "of your earnings cannot be paid out yet" });
  expect(await waiting.textContent()).toMatch(/^€4\.00 of your earnings .* until that is decided/);
  expect(await page.getByText("Your earnings are frozen").count()).toBe(0);
  const staff = await newAdmin(system, "FINANCE");
  const freeze = { kind: "CREATOR", frozen: true, reason: "a question" };
  dataOf(await staff.send("PATCH", `/admin/wallets/${creator.userId}`, freeze), 200);
  await page.reload();
  await page.locator("p.notice").filter({ hasText: "Your earnings are frozen" }).getByRole("link").waitFor();
  expect(await page.locator("form").getByText("Your earnings are frozen").count()).toBe(1);
  expect([await accessibilityProblems(page), problemsOf(page)]).toEqual([[], []]);
});
