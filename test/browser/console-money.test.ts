import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin, setRoles } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";
import { paidMessage } from "./paid-messages.ts";

let system: BrowserSystem;
let finance: Person;
let colleague: Person;
beforeAll(async () => {
  system = await startBrowserSystem();
  [finance, colleague] = await Promise.all([newAdmin(system, "FINANCE"), newAdmin(system, "FINANCE")]);
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const dialog = (page: Page) => page.getByRole("dialog");
const wallet = (page: Page, kind: string) => page.locator(`section[data-id=${kind}]`);
const idsOf = (rows: Locator) => rows.evaluateAll((elements) => elements.map((element) => element.getAttribute("data-id") ?? ""));
const messaging = (name: string) =>
  system.runtime.database("messaging").connection.collection<Record<string, unknown> & { readonly _id: string }>(name);

interface Movement {
  readonly id: string;
  readonly kind: string;
  readonly amount: string;
}
const movementsOf = async (fan: Person) =>
  dataOf<{ items: readonly Movement[] }>(await fan.send("GET", "/wallet/transactions?limit=50"), 200).items;

/** The writes that a page sends, as `METHOD path`. */
function writesOf(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${new URL(request.url()).pathname.replace("/api/v1/admin", "")}`);
  });
  return sent;
}

async function propose({ userId }: Pick<Person, "userId">, amount = "-7.50", proposer = finance): Promise<string> {
  const body = { userId, kind: "FAN", amount, reason: "Charged twice" };
  return dataOf<{ adjustmentId: string }>(await proposer.send("POST", "/admin/ledger/adjustments", body), 201).adjustmentId;
}

describe("a correction", () => {
  it("CON-10 is proposed with the balance before and after; its proposer may only withdraw it, and a colleague books it once", async () => {
    const fan = await system.newFan("20.00");
    const page = await openAsStaff(system, finance, `/admin/ledger/adjustments?userId=${fan.userId}`);
    const writes = writesOf(page);
    await page.getByText("No correction is in this state.").waitFor();
    await page.getByRole("link", { name: "Propose correction" }).click();
    await wallet(page, "FAN").getByRole("button", { name: "Propose correction" }).click();
    await page.getByLabel("Direction").selectOption("Take out");
    await page.getByLabel("Amount").fill("27,50");
    await dialog(page)
      .getByText(/below zero/)
      .waitFor();
    await page.getByLabel("Amount").fill("7.50");
    await dialog(page)
      .getByText(/20\.00 → .*12\.50/)
      .waitFor();
    await dialog(page).getByText("another person approves the correction").waitFor();
    await dialog(page).getByText("Only staff read the reason.").waitFor();
    const send = dialog(page).getByRole("button", { name: "Propose correction" });
    await send.click();
    await dialog(page).locator(".problem").waitFor();
    expect(writes).toEqual([]);
    await page.getByRole("textbox", { name: "Reason" }).fill("Charged twice");
    await send.dblclick();
    await page.waitForURL(/\/admin\/ledger\/adjustments\/[\w-]+$/);
    expect(writes).toEqual(["POST /ledger/adjustments"]);
    await page.getByRole("heading", { level: 1, name: /Correction of −.*7\.50/ }).waitFor();
    await page.getByText("You proposed this correction. Another person approves it.").waitFor();
    expect(await page.locator("#side [aria-current]").allTextContents()).toEqual([expect.stringMatching(/^Corrections/)]);
    expect(await button(page, "Withdraw").count()).toBe(1);
    expect(await button(page, "Approve").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);

    const second = await openAsStaff(system, colleague, new URL(page.url()).pathname);
    const decisions = writesOf(second);
    await button(second, "Approve").click();
    await dialog(second)
      .getByText(/20\.00 → .*12\.50/)
      .waitFor();
    await dialog(second).getByRole("button", { name: "Approve" }).dblclick();
    await dialog(second).waitFor({ state: "detached" });
    await second.locator("#main .facts").getByText("Approved").waitFor();
    expect(decisions).toHaveLength(1);
    expect((await movementsOf(fan)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ["ADJUSTMENT", "-7.50"],
      ["TOPUP", "20.00"],
    ]);
    expect([...problemsOf(page), ...problemsOf(second)]).toEqual([]);
  });

  it("CON-10 is withdrawn or refused with a reason, and says why it cannot be booked from a frozen wallet", async () => {
    const fan = await system.newFan("20.00");
    const [own, other] = [await propose(fan), await propose(fan, "-1.00", colleague)];
    const page = await openAsStaff(system, finance, `/admin/ledger/adjustments/${own}`);
    await button(page, "Withdraw").click();
    await page.getByRole("textbox", { name: "Reason" }).fill("My mistake");
    await dialog(page).getByRole("button", { name: "Withdraw" }).click();
    await page.locator("#main .facts").getByText("My mistake").waitFor();

    const freeze = { kind: "FAN", frozen: true, reason: "test" };
    dataOf(await finance.send("PATCH", `/admin/wallets/${fan.userId}`, freeze), 200);
    await page.goto(`/admin/ledger/adjustments/${other}`);
    await button(page, "Approve").click();
    await dialog(page).getByRole("button", { name: "Approve" }).click();
    await dialog(page).getByText("The wallet is frozen.").waitFor();
    expect(await dialog(page).getByRole("button", { name: "Approve" }).count()).toBe(1);
    await page.keyboard.press("Escape");
    await button(page, "Refuse").click();
    await dialog(page).getByText("reads the reason.").waitFor();
    await page.getByRole("textbox", { name: "Reason" }).fill("Nothing was charged twice");
    await dialog(page).getByRole("button", { name: "Refuse" }).click();
    await page.locator("#main .facts").getByText("Nothing was charged twice").waitFor();
    expect((await movementsOf(fan)).map(({ kind }) => kind)).toEqual(["TOPUP"]);
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-10 of one's own wallet is neither proposed nor decided", async () => {
    const own = await system.newFan("20.00");
    await setRoles(system, own.userId, ["FINANCE"]);
    const page = await openAsStaff(system, own, `/admin/ledger/adjustments/${await propose(own)}`);
    await page.getByText("This money is your own. Only a colleague can decide about it.").waitFor();
    expect(await page.locator("#main button").count()).toBe(0);
    await page.goto(`/admin/wallets/${own.userId}`);
    await page.getByText("This money is your own. Only a colleague can decide about it.").waitFor();
    await page.getByRole("heading", { name: "Movements" }).waitFor();
    expect(await page.locator("#main button").count()).toBe(0);
  });
});

describe("a wallet", () => {
  it("CON-11 is found by name or id; its movements equal the ledger, and each look is audited once", async () => {
    const { fan, creator } = await paidMessage(system);
    const page = await openAsStaff(system, finance, "/admin/wallets");
    await page.locator("#main").getByRole("searchbox").fill(`@${creator.username}`);
    await button(page, "Search").click();
    await page.locator(`li[data-id="${creator.userId}"] a`).click();
    await page.getByRole("heading", { level: 1, name: `@${creator.username}` }).waitFor();
    await page.goto("/admin/wallets");
    await page.locator("#main").getByRole("searchbox").fill(fan.userId);
    await button(page, "Search").click();
    await page.waitForURL(`**/admin/wallets/${fan.userId}`);
    const rows = page.locator("#movements ~ ul li[data-id]");
    await rows.first().waitFor();
    const ledger = await movementsOf(fan);
    expect(await idsOf(rows)).toEqual(ledger.map(({ id }) => id));
    expect(await rows.locator(".end > data").evaluateAll((all) => all.map((each) => each.getAttribute("value")))).toEqual(
      ledger.map(({ amount }) => amount),
    );
    const looks = () => messaging("audit_log").countDocuments({ action: "wallet.listAdminTransactions", target: fan.userId });
    expect(await looks()).toBe(1);
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByLabel("Kind").selectOption("Held for a message");
    await page.waitForURL(/kind=HOLD/);
    await eventually(async () => expect(await rows.count()).toBe(1));
    expect(await looks()).toBe(2);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`/admin/wallets/${uuid()}`);
    await page.getByText("There is no person with this id.").waitFor();
    await page.goto("/admin/wallets/nothing");
    await page.getByText("There is no person with this id.").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-11 that is frozen sends nothing until it is unfrozen, and both say what follows", async () => {
    const { fan, creator } = await paidMessage(system);
    const other = await system.newCreator({ dmType: "PER_MESSAGE", price: "1.00" });
    const body = { receiverId: other.userId, dmType: "PER_MESSAGE", price: "1.00", content: `Hello ${creator.username}` };
    const page = await openAsStaff(system, finance, `/admin/wallets/${fan.userId}`);
    const press = async (verb: string, what: string) => {
      await wallet(page, "FAN").getByRole("button", { name: verb, exact: true }).click();
      await dialog(page).getByText(what).waitFor();
      await page.getByRole("textbox", { name: "Reason" }).fill("A chargeback");
      await dialog(page).getByRole("button", { name: verb, exact: true }).click();
      await dialog(page).waitFor({ state: "detached" });
    };
    await press("Freeze", "Nothing is spent or paid out from here until it is unfrozen.");
    await wallet(page, "FAN").getByText("Frozen", { exact: true }).waitFor();
    await wallet(page, "FAN").getByText("A chargeback", { exact: true }).waitFor();
    await wallet(page, "FAN").locator(`a[href="/admin/users/${finance.userId}"]`).waitFor();
    expect((await fan.send("POST", "/messages", body)).status).toBe(400);
    await press("Unfreeze", "Money can be spent and paid out again.");
    await wallet(page, "FAN").getByText("Not frozen").waitFor();
    dataOf(await fan.send("POST", "/messages", body), 201);
    expect(problemsOf(page)).toEqual([]);
  });
});

describe("escrows", () => {
  it("CON-12 are narrowed to one message or one person, and their links lead to the two persons", async () => {
    const [one, other] = [await paidMessage(system), await paidMessage(system)];
    const page = await openAsStaff(system, finance, `/admin/escrows?messageId=${one.messageId}`);
    const rows = page.locator("li[data-id]");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    const people = rows.first().locator(".text > span:first-child a");
    const hrefs = await people.evaluateAll((links) => links.map((link) => link.getAttribute("href")?.split("/").at(-1)));
    expect(hrefs).toEqual([one.fan.userId, one.creator.userId]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`/admin/escrows?userId=${other.creator.userId}`);
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    dataOf(await other.creator.send("POST", `/messages/${other.messageId}/reply`, { content: "A 35 mm." }), 201);
    await page.locator("#main").getByRole("link", { name: "Answered" }).click();
    await page.waitForURL(`**/admin/escrows?status=RELEASED&userId=${other.creator.userId}`);
    await rows
      .first()
      .getByRole("link", { name: /^Message / })
      .click();
    await page.waitForURL(`**/admin/escrows?status=RELEASED&messageId=${other.messageId}`);
    await rows.first().waitFor();
    // An id that was looked up has no state.
    await page.goto(`/admin/escrows?messageId=${other.messageId}`);
    await page.locator(`li[data-id="${other.messageId}"]`).getByText("Answered").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});

describe("lists as tables", () => {
  it("CNS-13 each list of money is downloaded whole, under its filters", async () => {
    const { fan, messageId } = await paidMessage(system);
    const adjustmentId = await propose(fan);
    const page = await openAsStaff(system, finance, `/admin/escrows?userId=${fan.userId}`);
    const saved = async (address: string) => {
      if (new URL(page.url()).pathname + new URL(page.url()).search !== address) await page.goto(address);
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download CSV" }).click()]);
      const lines = readFileSync(await download.path(), "utf8")
        .trimEnd()
        .split(/\r?\n/);
      return { name: download.suggestedFilename(), rows: lines.slice(1) };
    };
    const escrows = await saved(`/admin/escrows?userId=${fan.userId}`);
    expect(escrows).toMatchObject({ name: "escrows.csv", rows: [expect.stringContaining(messageId)] });
    const corrections = await saved(`/admin/ledger/adjustments?userId=${fan.userId}`);
    expect(corrections.rows).toEqual([expect.stringMatching(`${adjustmentId}.*,-7\\.50,`)]);
    const movements = await saved(`/admin/wallets/${fan.userId}?wallet=FAN&kind=HOLD`);
    expect(movements).toMatchObject({ name: `movements-${fan.userId}.csv`, rows: [expect.stringContaining(",-7.50,")] });
    const { name, rows } = await saved("/admin/ledger");
    expect(name).toBe("trial-balance.csv");
    expect(rows.map((row) => row.split(",")[0])).toContain(`user:${fan.userId}:wallet`);
    const exports = await messaging("audit_log").find({ actor: finance.userId, "details.format": "csv" }).toArray();
    expect(exports.map(({ action }) => action).sort()).toEqual(
      ["getTrialBalance", "listAdjustments", "listAdminTransactions", "listEscrows"].map((name) => `wallet.${name}`),
    );
  });
});
