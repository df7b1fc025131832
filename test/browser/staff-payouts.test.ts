import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin, setRoles } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, button, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus, ROW } from "./focus.ts";
import { earningCreator } from "./paid-messages.ts";

let system: BrowserSystem;
let finance: Person;
let creator: CreatorPerson;
let methodId: string;
beforeAll(async () => {
  system = await startBrowserSystem();
  [finance, creator] = await Promise.all([newAdmin(system, "FINANCE"), earningCreator(system)]);
  methodId = await addMethod(creator);
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

async function addMethod(person: Person): Promise<string> {
  const method = await person.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "My bank, 42" });
  return dataOf<{ methodId: string }>(method, 201).methodId;
}

/** The payouts of another creator who has earned 80.00. */
async function newEarner() {
  const person = await earningCreator(system);
  const method = await addMethod(person);
  return { userId: person.userId, request: () => requestPayout(person, method) };
}

async function requestPayout(person: Person = creator, method = methodId): Promise<string> {
  const body = { amount: "20.00", methodId: method };
  const reply = await person.send("POST", "/payouts", body, { headers: { "idempotency-key": uuid() } });
  return dataOf<{ payoutId: string }>(reply, 201).payoutId;
}

const payoutOf = async (payoutId: string) =>
  dataOf<{ status: string; reason: string }>(await creator.send("GET", `/payouts/${payoutId}`), 200);
const available = async () =>
  dataOf<{ available: string }>(await creator.send("GET", `/creators/${creator.creatorId}/earnings`), 200).available;

/** The writes that a page sends, as `METHOD path`. */
function writesOf(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET")
      sent.push(`${request.method()} ${new URL(request.url()).pathname.replace("/api/v1/admin/payouts", "")}`);
  });
  return sent;
}

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, id: string) => page.locator(`li[data-id="${id}"] a`);

describe("a payout that is refused", () => {
  it("CON-08 names person, amount and reader of the reason, sends nothing without one, and acts once on a double click", async () => {
    const payoutId = await requestPayout();
    const before = Number(await available());
    const page = await openAsStaff(system, finance, "/admin/payouts");
    const writes = writesOf(page);
    await row(page, payoutId).click();
    await page.getByRole("heading", { level: 1, name: /Payout of .*20\.00/ }).waitFor();
    await button(page, "Refuse").click();
    const refusal = dialog(page);
    await refusal.getByText(/20\.00 goes back to the earnings of/).waitFor();
    await refusal.getByText(`@${creator.username} reads the reason.`).waitFor();
    await refusal.getByRole("button", { name: "Refuse" }).click();
    await refusal.locator(".problem").waitFor();
    expect(writes).toEqual([]);

    await page.getByLabel("Reason").fill("The account has another name.");
    await page.keyboard.press("Escape");
    await refusal.waitFor({ state: "detached" });
    await button(page, "Refuse").click();
    expect(await page.getByLabel("Reason").inputValue()).toBe("The account has another name.");
    await refusal.getByRole("button", { name: "Refuse" }).dblclick();
    await refusal.waitFor({ state: "detached" });
    await page.locator("#main .facts").getByText("Failed").waitFor();
    expect(writes).toEqual([`POST /${payoutId}/fail`]);
    expect(await payoutOf(payoutId)).toMatchObject({ status: "FAILED", reason: "The account has another name." });
    expect(Number(await available())).toBe(before + 20);
    const struck = row(page, payoutId);
    await struck.getByText("No longer in this list").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-08 offers the reasons of this tab again, and keeps the reason when a colleague has decided meanwhile", async () => {
    const [first, second] = [await requestPayout(), await requestPayout()];
    const page = await openAsStaff(system, finance, `/admin/payouts/${first}`);
    await button(page, "Refuse").click();
    await page.getByLabel("Reason").fill("Wrong name");
    await dialog(page).getByRole("button", { name: "Refuse" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await row(page, second).click();
    await button(page, "Refuse").click();
    await dialog(page).getByRole("button", { name: "Wrong name" }).click();
    expect(await page.getByRole("textbox", { name: "Reason" }).inputValue()).toBe("Wrong name");
    const colleague = await system.newUser({ displayName: "Max" });
    await setRoles(system, colleague.userId, ["FINANCE"]);
    const other = await system.signIn(colleague.email, colleague.password);
    dataOf(await other.send("POST", `/admin/payouts/${second}/fail`, { reason: "First" }), 200);
    await dialog(page).getByRole("button", { name: "Refuse" }).click();
    await dialog(page).getByText("This payout has been decided already.").waitFor();
    expect(await dialog(page).getByRole("status").textContent()).toMatch(/^Decided meanwhile: Failed · Max · /);
    expect(await page.getByRole("textbox", { name: "Reason" }).inputValue()).toBe("Wrong name");
    expect(await dialog(page).getByRole("button", { name: "Refuse" }).count()).toBe(0);
    await dialog(page).getByRole("button", { name: "Close" }).click();
    await page.locator("#main .facts").getByText("First").waitFor();
  });
});

describe("a payout that hangs", () => {
  it("CON-09 CNS-06 says why in the dialog when the check is missing or the wallet is frozen, and leaves the payout as it was", async () => {
    const payoutId = await requestPayout();
    const profiles = system.runtime.database("creator").connection.collection("creator_profiles");
    const setKyc = (kycStatus: string) => profiles.updateOne({ userId: creator.userId }, { $set: { kycStatus } });
    const freeze = async (frozen: boolean) =>
      dataOf(await finance.send("PATCH", `/admin/wallets/${creator.userId}`, { kind: "CREATOR", frozen, reason: "test" }), 200);
    const page = await openAsStaff(system, finance, `/admin/payouts/${payoutId}`);
    await button(page, "Approve").click();
    const approve = dialog(page).getByRole("button", { name: "Approve" });
    await dialog(page)
      .getByText(/20\.00 goes to .* by My bank, 42\. This cannot be taken back\./)
      .waitFor();
    await setKyc("NONE");
    await approve.click();
    await dialog(page).getByText("The creator’s identity must be confirmed before a payout.").waitFor();
    await setKyc("APPROVED");
    await freeze(true);
    await approve.click();
    await dialog(page).getByText("The creator’s earnings are frozen.").waitFor();
    expect((await payoutOf(payoutId)).status).toBe("REQUESTED");
    await freeze(false);
    await approve.click();
    await dialog(page).waitFor({ state: "detached" });
    await eventually(async () => expect((await payoutOf(payoutId)).status).toBe("PAID"));
  });

  it("CON-09 one's own payout has a sentence instead of buttons", async () => {
    const own = await earningCreator(system);
    await setRoles(system, own.userId, ["USER", "CREATOR", "FINANCE"]);
    const payoutId = await requestPayout(own, await addMethod(own));
    const page = await openAsStaff(system, own, `/admin/payouts/${payoutId}`);
    await page.getByText("This is your own payout. Only a colleague can decide about it.").waitFor();
    expect(await page.locator("#main button").count()).toBe(0);
  });
});

describe("a payout that two people approve", () => {
  it("PYO-03 CNS-06 PMT-27 the first sees that another must follow, the second sees the first, and then it is paid", async () => {
    await system.setConfig("payment.payout_approval_threshold", 20);
    const payoutId = await requestPayout();
    const page = await openAsStaff(system, finance, `/admin/payouts/${payoutId}`);
    await page.getByText(/^Two people must approve: .* were asked for within seven days\./).waitFor();
    await button(page, "Approve").click();
    await dialog(page)
      .getByText(/This is the first approval\. .*20\.00 to .* is only sent once a second person has approved\./)
      .waitFor();
    await dialog(page).getByRole("button", { name: "Approve" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await page.getByText("You have approved. Another person must approve as well.").waitFor();
    expect(await button(page, "Approve").count()).toBe(0);
    await button(page, "Withdraw the approval").click();
    await dialog(page).getByText("The payout waits for two people again. No money moves.").waitFor();
    await page.getByRole("textbox", { name: "Reason" }).fill("The wrong one");
    await dialog(page).getByRole("button", { name: "Withdraw" }).dblclick();
    await dialog(page).waitFor({ state: "detached" });
    await button(page, "Approve").click();
    await dialog(page).getByRole("button", { name: "Approve" }).click();
    await page.getByText("You have approved. Another person must approve as well.").waitFor();
    const other = await newAdmin(system, "FINANCE");
    const second = await openAsStaff(system, other, "/admin/payouts");
    await row(second, payoutId).click();
    await second.locator("#main .facts").getByText("First approval").waitFor();
    await button(second, "Approve").click();
    await dialog(second)
      .getByText(/goes to .* by My bank, 42\. This cannot be taken back\./)
      .waitFor();
    await dialog(second).getByRole("button", { name: "Approve" }).click();
    await eventually(async () => expect((await payoutOf(payoutId)).status).toBe("PAID"));
    await system.setConfig("payment.payout_approval_threshold", 1000);
    expect([...problemsOf(page), ...problemsOf(second)]).toEqual([]);
  });
});

describe("payouts that are approved together", () => {
  const box = (page: Page, id: string) => page.locator(`li[data-id="${id}"] input[type=checkbox]`);

  it("PYO-04 PMT-27 one dialog has their sum, one call decides them, and each row says what became of it", async () => {
    const [one, other] = [await newEarner(), await newEarner()];
    const [paid, held, frozen] = [await one.request(), await one.request(), await other.request()];
    const freeze = { kind: "CREATOR", frozen: true, reason: "test" };
    dataOf(await finance.send("PATCH", `/admin/wallets/${other.userId}`, freeze), 200);
    const page = await openAsStaff(system, finance, "/admin/payouts");
    const writes = writesOf(page);
    for (const id of [paid, held, frozen]) await box(page, id).click();
    await button(page, "Approve payouts: 3").click();
    await dialog(page).getByRole("heading", { name: "Approve payouts: 3" }).waitFor();
    await dialog(page)
      .getByText(/60\.00/)
      .waitFor();
    await dialog(page).getByText("One that needs two people stays as it is.").waitFor();
    expect(await dialog(page).getByLabel("Reason").count()).toBe(0);
    dataOf(await finance.send("POST", `/admin/payouts/${held}/fail`, { reason: "first" }), 200);
    await dialog(page).getByRole("button", { name: "Approve" }).dblclick();
    await page.getByText("Decided: 1 of 3").waitFor();
    await row(page, held).getByText("This payout has been decided already.").waitFor();
    await row(page, frozen).getByText("The creator’s earnings are frozen.").waitFor();
    expect(writes).toEqual(["POST /batches"]);
    await eventually(async () => {
      await system.runtime.jobs.runNow("wallet.finish-payouts");
      const { items } = dataOf<{ items: { status: string }[] }>(await finance.send("GET", `/admin/payouts?id=${paid}`), 200);
      expect(items).toMatchObject([{ status: "PAID" }]);
    });
    expect(problemsOf(page)).toEqual([]);
  });

  it("PYO-04 PYO-03 one that needs two people says so: before, without a box, and afterwards in its row", async () => {
    const { request } = await newEarner();
    const [small, large] = [await request(), await request()];
    const page = await openAsStaff(system, finance, "/admin/payouts");
    await box(page, small).click();
    await box(page, large).click();
    await system.setConfig("payment.payout_approval_threshold", 20);
    await button(page, "Approve payouts: 2").click();
    await dialog(page).getByRole("button", { name: "Approve" }).click();
    await page.getByText("Decided: 0 of 2").waitFor();
    for (const id of [small, large]) await row(page, id).getByText("Two people must approve this payout, each on its own page.").waitFor();
    await page.reload();
    await row(page, small).getByText("Needs two people").waitFor();
    expect(await box(page, small).count()).toBe(0);
    await system.setConfig("payment.payout_approval_threshold", 1000);
    for (const id of [small, large]) dataOf(await finance.send("POST", `/admin/payouts/${id}/fail`, { reason: "test" }), 200);
  });
});

describe("the list of payouts", () => {
  it("CON-34 has tab, page and filter in the address, names its empty state, and leads back to the row that was open", async () => {
    const payoutId = await requestPayout();
    const page = await openAsStaff(system, finance, "/admin/payouts", { viewport: { width: 800, height: 800 } });
    await row(page, payoutId).click();
    await page.waitForURL(`**/admin/payouts/${payoutId}`);
    await page.getByRole("heading", { level: 1, name: /Payout of/ }).waitFor();
    expect(await page.locator("li[data-id]").count()).toBe(0);
    await page.locator("#main").getByRole("link", { name: "Payouts" }).click();
    await hasFocus(page, payoutId, ROW);
    dataOf(await finance.send("POST", `/admin/payouts/${payoutId}/fail`, { reason: "test" }), 200);
    await page.goto(`/admin/payouts?userId=${finance.userId}`);
    await page.getByText(/^No payout is in this state\./).waitFor();
    await page.locator("#main").getByRole("link", { name: "Failed" }).click();
    await page.waitForURL(`**/admin/payouts?status=FAILED&userId=${finance.userId}`);
    // The address changes before the list does.
    await page.locator("#main a[aria-current]", { hasText: "Failed" }).waitFor();
    await page.getByRole("link", { name: "Show all" }).click();
    await page.waitForURL("**/admin/payouts?status=FAILED");
    await row(page, payoutId).waitFor();
    await page.goto(`/admin/payouts/${uuid()}`);
    await page.getByText("There is no such payout.").waitFor();
  });

  it("CON-34 says what fails, and asks again on a press", async () => {
    const page = await openAsStaff(system, finance, "/admin");
    await page.route("**/api/v1/admin/payouts?*", (route) => route.abort());
    await page.locator("#side").getByRole("link", { name: "Payouts" }).click();
    await page.getByRole("alert").waitFor();
    await page.unroute("**/api/v1/admin/payouts?*");
    await button(page, "Try again").click();
    await page.locator("li[data-id]").first().waitFor();
  });
});
