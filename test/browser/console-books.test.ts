import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Locator } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import type { Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
let finance: Person;
beforeAll(async () => {
  system = await startBrowserSystem();
  finance = await newAdmin(system, "FINANCE");
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const idsOf = (rows: Locator) => rows.evaluateAll((elements) => elements.map((element) => element.getAttribute("data-id") ?? ""));
const messaging = (name: string) =>
  system.runtime.database("messaging").connection.collection<Record<string, unknown> & { readonly _id: string }>(name);

describe("the ledger", () => {
  const topUp = (userId: string, amount: bigint) => ({
    _id: uuid(),
    kind: "TOPUP",
    reference: { type: "topup", id: uuid() },
    entries: [
      { account: `user:${userId}:wallet`, amount },
      { account: "external:provider", amount: -1_00n },
    ],
    movement: { account: `user:${userId}:wallet`, amount, balanceAfter: amount, sequence: 1 },
    createdAt: new Date(),
  });

  /** A wallet of a new user, with its first movement. */
  const insertToppedUp = async (amounts: readonly bigint[]) => {
    const postings = amounts.map((amount) => topUp(uuid(), amount));
    const [sums, state] = [
      { held: 0n, earned: 0n, sequence: 1 },
      { frozen: false, frozenAtSequence: null, createdAt: new Date() },
    ];
    const wallets = postings.map(({ movement: { account, amount: balance } }) => ({
      ...{ _id: uuid(), userId: account.split(":")[1], kind: "FAN", currency: "EUR", balance },
      ...sums,
      ...state,
    }));
    await messaging("wallets").insertMany(wallets as never[]);
    await messaging("ledger_transactions").insertMany(postings as never[]);
  };

  it("CON-13 shows each account once on its pages, with the sums on each, and says in words when they differ", async () => {
    await insertToppedUp(Array.from({ length: 45 }, () => 1_00n));
    const page = await openAsStaff(system, finance, "/admin/ledger");
    const facts = page.locator("#main .facts");
    const rows = page.locator("li[data-id]");
    const seen: string[] = [];
    const sums = new Set<string>();
    for (;;) {
      await rows.first().waitFor();
      seen.push(...(await idsOf(rows)));
      sums.add((await facts.locator("data").evaluateAll((all) => all.map((each) => each.getAttribute("value")))).join(" "));
      const next = page.getByRole("link", { name: "Next page" });
      if ((await next.count()) === 0) break;
      const last = seen.at(-1) ?? "";
      await next.click();
      await page.locator(`li[data-id="${last}"]`).waitFor({ state: "detached" });
    }
    expect(seen.length).toBeGreaterThanOrEqual(45);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...sums]).toEqual([expect.stringMatching(/^0\.00 (\d+\.\d\d) \1$/)]);
    await facts.getByText("Balanced", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    await insertToppedUp([3_00n]);
    await page.getByRole("link", { name: "First page" }).click();
    await page.getByText("The books contradict themselves").waitFor();
    await facts.getByText("Not balanced").waitFor();
    expect(await page.locator(".notice.danger").count()).toBe(1);
    expect(problemsOf(page)).toEqual([]);
  });
});

describe("the audit of the books", () => {
  it("GRD-02 GRD-03 the page of the books shows a finding with its rows after a press, and the frame what a guard has tripped", async () => {
    const fan = await system.newFan("3.00");
    const page = await openAsStaff(system, finance, "/admin/ledger");
    await page.getByRole("heading", { name: "Audit" }).waitFor();
    await messaging("wallets").updateOne({ userId: fan.userId, kind: "FAN" }, { $inc: { balance: 5n } } as never);
    await button(page, "Audit all books now").click();
    await page.getByText("M1 · balance of").waitFor();
    const { _id } = (await messaging("wallets").findOne({ userId: fan.userId, kind: "FAN" })) as unknown as { _id: string };
    await page.getByText(`wallets ${_id}`).waitFor();
    await page.locator("#main .facts").getByText("Contradictions found").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);

    const month = new Date().toISOString().slice(0, 7);
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 2)).toISOString().slice(0, 7);
    expect(await page.getByLabel("Month").inputValue()).toBe(last);
    await page.getByLabel("Month").selectOption(month);
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: /^Ledger transactions/ }).click()]);
    expect(download.suggestedFilename()).toBe("ledger.csv");
    const [header, ...lines] = readFileSync(await download.path(), "utf8")
      .trimEnd()
      .split(/\r?\n/);
    expect(header).toBe("id,at,kind,reference_type,reference_id,account,amount,currency");
    expect(lines.filter((line) => line.includes(`user:${fan.userId}:wallet`))).toEqual([
      expect.stringMatching(/,TOPUP,topup,.*,3\.00,EUR$/),
    ]);

    const tripped = { active: true, trippedBy: "GUARD", reason: "M1", updatedAt: new Date(), updatedBy: "system" };
    const switches = system.runtime.database("config").connection.collection<{ _id: string }>("kill_switches");
    await switches.updateOne({ _id: "PAYMENTS" }, { $set: tripped }, { upsert: true });
    // Those who may switch it on again see it in the frame; finance staff hear of it by a notice.
    const admins = await openAsStaff(system, await newAdmin(system, "ADMIN"), "/admin/ledger");
    await admins.locator('[data-switch="PAYMENTS"].danger').getByText("Switched off by a guard of the books").waitFor();
    expect(problemsOf(page)).toEqual([]);
    await switches.deleteOne({ _id: "PAYMENTS" });
  });
});
