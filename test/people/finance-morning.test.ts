import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { accessibilityProblems, type BrowserSystem, button, openAsStaff, problemsOf, startBrowserSystem } from "../browser/fixture.ts";
import { focusedRow, hasFocus, ROW } from "../browser/focus.ts";
import { earningCreator } from "../browser/paid-messages.ts";
import { finalCode, leave, newEarner } from "../spec/tour-leaving.ts";
import { newOwnFan } from "../spec/tour-money-back.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { dataOf, type Person } from "../support/test-system.ts";

let system: BrowserSystem;
let [first, second]: Person[] = [];
beforeAll(async () => {
  system = await startBrowserSystem();
  [first, second] = [await newAdmin(system, "FINANCE"), await newAdmin(system, "FINANCE")];
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, id: string) => page.locator(`li[data-id="${id}"]`);
const open = (person: Person | undefined, path: string) => openAsStaff(system, person as Person, path);

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** A creator asks for a payout to a first bank account. */
async function requested(creator: Person): Promise<string> {
  const method = await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "My bank" });
  const { methodId } = dataOf<{ methodId: string }>(method, 201);
  const body = { amount: "20.00", methodId };
  return dataOf<{ payoutId: string }>(await creator.send("POST", "/payouts", body, { headers: { "idempotency-key": uuid() } }), 201)
    .payoutId;
}

/** Types a reason into the open dialog and sends it, all by keys. */
async function give(page: Page, reason: string): Promise<void> {
  await dialog(page).getByRole("textbox", { name: "Reason" }).focus();
  await page.keyboard.type(reason);
  await press(page, "Control+Enter");
  await dialog(page).waitFor({ state: "detached" });
}

describe("money that is decided in rows, by keys", () => {
  it("CON-03 PYO-09 a frees the held earnings of the focused row and no other, the next row follows, and x reaches none without it", async () => {
    const ids = [await newOwnFan(system), await newOwnFan(system)];
    const page = await open(first, "/admin/held-earnings");
    await row(page, ids[0] ?? "").waitFor();
    await press(page, "a");
    expect(await dialog(page).count()).toBe(0);
    await press(page, "j");
    const one = await focusedRow(page);
    const other = ids.find((id) => id !== one) ?? "";
    expect(ids).toContain(one);
    await press(page, "a");
    await give(page, "Known to us");
    await row(page, String(one)).getByText("Freed").waitFor();
    await row(page, String(one)).getByRole("link", { name: "Robin" }).nth(1).waitFor();
    await hasFocus(page, one, ROW);
    await press(page, "j");
    await hasFocus(page, other, ROW);
    await row(page, other).getByText("Under review").waitFor();
    await row(page, other)
      .getByRole("link", { name: /^Message / })
      .click();
    await page.waitForURL(`**/admin/escrows?messageId=${other}`);
    await button(page, "Give back to the fan").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-03 PMT-27 a price is given back by a of two people and withdrawn by x, and the row names its first person at once", async () => {
    const messageId = await newOwnFan(system);
    const path = `/admin/escrows?messageId=${messageId}`;
    const page = await open(first, path);
    await row(page, messageId).waitFor();
    await press(page, "j", "a");
    await give(page, "Empty answer");
    await row(page, messageId).getByText("Robin has asked for this.").waitFor();
    await hasFocus(page, messageId, ROW);
    await press(page, "x");
    await dialog(page).getByRole("heading", { name: "Withdraw the proposal" }).waitFor();
    await give(page, "The wrong one");
    await row(page, messageId).getByText("has asked for this.").waitFor({ state: "detached" });
    await hasFocus(page, messageId, ROW);
    await press(page, "a");
    await give(page, "Empty answer");
    const other = await open(second, path);
    await row(other, messageId).waitFor();
    await press(other, "j", "x");
    await dialog(other).getByRole("heading", { name: "Refuse the proposal" }).waitFor();
    await press(other, "Escape", "a");
    await give(other, "The same");
    await row(other, messageId).getByText("Given back").waitFor();
  });
});

describe("payouts that are approved together", () => {
  it("PYO-07 CON-09 rows and pages say before the press that earnings are frozen, or until when a payout waits, and that it is over", async () => {
    const [frozen, cooling] = [await earningCreator(system), await earningCreator(system)];
    const ids = [await requested(frozen), await requested(cooling)];
    dataOf(await cooling.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "Another bank" }), 201);
    const freeze = (isFrozen: boolean) => ({ kind: "CREATOR", frozen: isFrozen, reason: "A complaint" });
    dataOf(await (second as Person).send("PATCH", `/admin/wallets/${frozen.userId}`, freeze(true)), 200);
    const page = await open(first, "/admin/payouts");
    const [one = "", other = ""] = ids;
    await row(page, one).getByText("Frozen", { exact: true }).waitFor();
    await row(page, other)
      .getByText(/^Waits until /)
      .waitFor();
    await row(page, one).locator("a").click();
    await page.getByText(`It cannot be approved while the earnings of Cleo @${frozen.username} are frozen.`).waitFor();
    await row(page, other).locator("a").click();
    await page.getByText(/^It cannot be approved before .+ because the destination/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const listed = async (id: string) =>
      dataOf<{ items: { frozen: boolean; coolingUntil: string | null }[] }>(
        await (first as Person).send("GET", `/admin/payouts?id=${id}`),
        200,
      ).items[0];
    expect(await listed(one)).toMatchObject({ frozen: true, coolingUntil: null });
    expect(await listed(other)).toMatchObject({ frozen: false, coolingUntil: expect.any(String) });
    dataOf(await (second as Person).send("PATCH", `/admin/wallets/${frozen.userId}`, freeze(false)), 200);
    await system.setConfig("payment.payout_cooling_hours", 0);
    for (const id of ids) {
      expect(await listed(id)).toMatchObject({ frozen: false, coolingUntil: null });
      dataOf(await (second as Person).send("POST", `/admin/payouts/${id}/fail`, { reason: "test" }), 200);
    }
    await system.setConfig("payment.payout_cooling_hours", 72);
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-03 PYO-04 Ctrl and Enter send the dialog from its list, where the focus begins", async () => {
    const creator = await earningCreator(system);
    const method = await creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "My bank" });
    const { methodId } = dataOf<{ methodId: string }>(method, 201);
    for (const amount of ["20.00", "21.00"])
      dataOf(await creator.send("POST", "/payouts", { amount, methodId }, { headers: { "idempotency-key": uuid() } }), 201);
    const page = await open(first, "/admin/payouts");
    await page.locator("li[data-id] a").first().waitFor();
    await press(page, "j", "s", "j", "s", "a");
    await dialog(page).getByText("€41.00").waitFor();
    await press(page, "Control+Enter");
    await page.getByText("Decided: 2 of 2").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});

it("PMT-27 after money is sent back the page of the wallets shows the movement", async () => {
  const fan = await system.newFan("20.00");
  const page = await open(first, `/admin/wallets/${fan.userId}`);
  await page.getByText("Money added").last().waitFor();
  await button(page, "Send back").click();
  await give(page, "Paid twice");
  await page.locator("#movements ~ ul li").filter({ hasText: "Sent back" }).getByText("−€20.00").waitFor();
});

it("LVR-09 CNS-14 a request about unclaimed money is withdrawn by x, and a colleague refuses it with a reason", async () => {
  const [leaver, claimant] = [await newEarner(system), await system.newUser({ displayName: "Clara" })];
  await leave(system, leaver);
  dataOf(await claimant.send("POST", "/wallet/claims", { code: await finalCode(system, leaver.email) }), 202);
  const found = await (first as Person).send("GET", `/admin/unclaimed?userId=${leaver.userId}`);
  const [item] = dataOf<{ items: { unclaimedId: string }[] }>(found, 200).items;
  const path = `/admin/unclaimed/${item?.unclaimedId}`;
  const page = await open(first, path);
  await button(page, "Give to the claimant").waitFor();
  await press(page, "a");
  await dialog(page).getByText("Waits for a second person").waitFor();
  await give(page, "The mail is hers");
  await page.getByText("Robin has asked for this. Another person must confirm it.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await press(page, "x");
  await dialog(page).getByRole("heading", { name: "Withdraw the proposal" }).waitFor();
  await give(page, "Not yet");
  await page.getByText("has asked for this.").waitFor({ state: "detached" });
  await press(page, "a");
  await give(page, "Now");
  await page.getByText("has asked for this.").waitFor();
  const other = await open(second, path);
  await other.getByText("has asked for this.").waitFor();
  await press(other, "x");
  await dialog(other).getByText("Clara").waitFor();
  await give(other, "I know her not");
  await other.getByText("has asked for this.").waitFor({ state: "detached" });
  await other.locator("#main .facts").getByText("Claim to decide").waitFor();
  expect([problemsOf(page), problemsOf(other)]).toEqual([[], []]);
});
