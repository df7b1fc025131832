import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { pageWeight } from "../support/page-weight.ts";
import { sandboxOf } from "../support/sandbox.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, checkedIn, LOOKS, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { earningCreator, heldMessage, paidMessage } from "./paid-messages.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

interface Movement {
  readonly id: string;
  readonly kind: string;
  readonly amount: string;
  readonly reference: { readonly id: string };
}

const movementsOf = async (fan: Person) => dataOf<{ items: readonly Movement[] }>(await fan.send("GET", "/wallet/transactions"), 200).items;

/** The number of A4 sheets that the open page takes when printed. */
async function sheetsOf(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  return [...pdf.matchAll(/\/Type\s*\/Page\b/g)].length;
}

const factsOf = async (page: Page) => (await page.locator(".facts dd").allTextContents()).map((text) => text.trim());

describe("a receipt", () => {
  it("APP-16 the receipt of a top-up has number and amount of the ledger and the operator, and prints on one sheet", async () => {
    const fan = await system.newFan("12.34");
    const movement = (await movementsOf(fan)).find(({ kind }) => kind === "TOPUP");
    const page = await openAs(system, fan, "/wallet");
    await page.getByRole("link", { name: "Receipt" }).click();
    await page.getByRole("heading", { name: "Receipt" }).waitFor();
    expect(page.url()).toContain(`/wallet/topups/${movement?.reference.id}/receipt`);
    const facts = await factsOf(page);
    expect(facts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(`^R-\\d{8}-${movement?.id.slice(-8).toUpperCase()}$`),
        "€12.34",
        "Money added",
        "Finn",
      ]),
    );
    expect(facts.at(-1)).toContain("Creator Platform");
    expect(await page.locator(".facts data").getAttribute("value")).toBe(movement?.amount);
    expect(await sheetsOf(page)).toBe(1);
    expect(problemsOf(page)).toEqual([]);
  });

  it("APP-16 an answered message has a receipt, with the amount that the ledger took for it", async () => {
    const { fan, creator, messageId, sessionId } = await paidMessage(system);
    const path = `/messages/${sessionId}/receipts/${messageId}`;
    const page = await openAs(system, fan, path);
    await page.getByText("There is a receipt once the message is answered.").waitFor();
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "A 35 mm." }), 201);
    await page.getByRole("link", { name: "Back to the conversation" }).click();
    await page.getByRole("link", { name: "Receipt" }).click();
    await page.getByRole("button", { name: "Print" }).waitFor();
    const hold = (await movementsOf(fan)).find(({ kind }) => kind === "HOLD");
    expect(await factsOf(page)).toEqual(expect.arrayContaining([hold?.id, "Message to Cleo", "€7.50", "Finn"]));
    expect(hold?.amount).toBe("-7.50");
    expect(await sheetsOf(page)).toBe(1);
  });

  it("PMT-24 a receipt says what has gone back since, and names the tax number of the operator", async () => {
    await system.setConfig("site.operator_tax_id", "EU 123 456");
    const sandbox = sandboxOf(system);
    const fan = await system.newFan("20.00");
    const topupId = await sandbox.lastTopUp(fan);
    dataOf(await fan.send("POST", "/wallet/refunds", { amount: "7.50" }, { headers: { "idempotency-key": uuid() } }), 201);
    const refunds = async () => dataOf<{ items: { status: string }[] }>(await fan.send("GET", "/wallet/refunds"), 200).items;
    await eventually(async () => expect(await refunds()).toMatchObject([{ status: "SUCCEEDED" }]));
    await sandbox.dispute(topupId, "DISPUTED");
    const page = await openAs(system, fan, `/wallet/topups/${topupId}/receipt`);
    await page.locator(".facts dd").first().waitFor();
    const facts = (await page.locator(".facts").textContent()) ?? "";
    for (const fact of [/Sent back\s*€7\.50/, /Taken back by the bank\s*€12\.50/, /Tax number\s*EU 123 456/]) expect(facts).toMatch(fact);
    expect(await sheetsOf(page)).toBe(1);
    await system.setConfig("site.operator_tax_id", "");
    await page.reload();
    await page.locator(".facts dd").first().waitFor();
    expect(await page.locator(".facts").textContent()).not.toContain("Tax number");
    expect([await accessibilityProblems(page), problemsOf(page)]).toEqual([[], []]);
  });

  it("PMT-24 the receipt of a message says what was given back after the answer", async () => {
    const { fan, creator, messageId, sessionId } = await paidMessage(system);
    await system.setConfig("payment.payout_hold_days", 7);
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "." }), 201);
    await system.setConfig("payment.payout_hold_days", 0);
    for (const staff of [await newAdmin(system, "FINANCE"), await newAdmin(system, "FINANCE")])
      await staff.send("POST", `/admin/escrows/${messageId}/refunds`, { amount: "2.50", reason: "one sign is no answer" });
    const page = await openAs(system, fan, `/messages/${sessionId}/receipts/${messageId}`);
    await page.locator(".facts dd").first().waitFor();
    expect(await page.locator(".facts").textContent()).toMatch(/€7\.50.*Given back\s*€2\.50/);
    expect(problemsOf(page)).toEqual([]);
  });

  it("PAY-02 the wallet names the receiver and the state of held money, and leads to the message and the receipt", async () => {
    const { fan, creator, messageId, sessionId } = await paidMessage(system);
    const page = await openAs(system, fan, "/wallet");
    await page.getByText("Held for Cleo").waitFor();
    expect(await page.getByRole("link", { name: "Receipt" }).count()).toBe(1);
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "A 35 mm." }), 201);
    await page.getByText("Paid to Cleo").waitFor();
    await page.getByRole("link", { name: "Receipt" }).first().click();
    await page.waitForURL(`**/messages/${sessionId}/receipts/${messageId}`);
    await page.goBack();
    await page.getByRole("link", { name: "Cleo" }).click();
    await page.waitForURL(`**/messages/${sessionId}`);
    expect(problemsOf(page)).toEqual([]);
  });

  it("APP-16 says that a declined message cost nothing", async () => {
    const { fan, creator, messageId, sessionId } = await paidMessage(system);
    dataOf(await creator.send("POST", `/messages/${messageId}/reject`, {}), 200);
    const page = await openAs(system, fan, `/messages/${sessionId}/receipts/${messageId}`);
    await page.getByText("Nothing was paid").waitFor();
  });

  it("APP-16 neither a stranger nor the paid creator finds the receipt", async () => {
    const { fan, creator, messageId, sessionId } = await paidMessage(system);
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "A 35 mm." }), 201);
    const topUp = (await movementsOf(fan)).find(({ kind }) => kind === "TOPUP")?.reference.id;
    const paths = [`/wallet/topups/${topUp}/receipt`, `/messages/${sessionId}/receipts/${messageId}`];
    for (const person of [await system.newUser(), creator]) {
      const page = await openAs(system, person, paths[0] ?? "");
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole("heading", { name: "Page not found" }).waitFor();
        expect(await page.locator("main").textContent()).not.toMatch(/7\.50|12\.34|Finn/);
      }
    }
  });
});

/** Opens a page and waits until it has its data. */
async function load(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await eventually(async () => expect(await page.locator(".skeleton").count()).toBe(0));
}

/** Pages of this file, each opened by a person with data on it. */
async function pagesWithContent(): Promise<readonly { person: Person; paths: readonly string[] }[]> {
  const { fan, creator, messageId, sessionId } = await paidMessage(system);
  dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "A 35 mm." }), 201);
  const topUp = (await movementsOf(fan)).find(({ kind }) => kind === "TOPUP")?.reference.id;
  const [held, earner] = [await heldMessage(system), await earningCreator(system)];
  const { methodId } = dataOf<{ methodId: string }>(
    await earner.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "My bank, 42" }),
    201,
  );
  const key = { headers: { "idempotency-key": uuid() } };
  dataOf(await earner.send("POST", "/payouts", { amount: "20.00", methodId }, key), 201);
  return [
    {
      person: fan,
      paths: [
        `/wallet/topups/${topUp}/receipt`,
        `/messages/${sessionId}/receipts/${messageId}`,
        `/messages/${sessionId}`,
        "/wallet",
        "/wallet/topups/none/receipt",
        "/payouts",
        "/statements",
      ],
    },
    { person: held.fan, paths: ["/statements", `/statements/${held.messageId}`, `/messages/${held.sessionId}`] },
    { person: earner, paths: ["/payouts", "/wallet", "/statements"] },
  ];
}

describe("these pages", () => {
  let filled: Awaited<ReturnType<typeof pagesWithContent>>;
  beforeAll(async () => {
    filled = await pagesWithContent();
  });

  it.each(LOOKS)("A11-01 A11-04 axe finds nothing, and nothing scrolls sideways ($colorScheme, $width px, $lang)", async (look) => {
    const found = new Map<string, readonly string[]>();
    for (const { person, paths } of filled) {
      const page = await openAs(system, person, "/following", {
        colorScheme: look.colorScheme,
        viewport: { width: look.width, height: 800 },
      });
      for (const path of checkedIn(look, paths)) {
        await load(page, `${path}?lang=${look.lang}`);
        const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
        const problems = [...(await accessibilityProblems(page)), ...(isWide ? ["scrolls sideways"] : []), ...problemsOf(page)];
        if (problems.length > 0) found.set(path, problems);
      }
      await system.closeWindows();
    }
    expect([...found]).toEqual([]);
  });

  it("A11-05 weigh at most 100 kB compressed, with style, font and script", async () => {
    for (const { person, paths } of filled) {
      const context = (await openAs(system, person, "/following")).context();
      for (const path of paths) {
        const page = await context.newPage();
        const addresses = new Set<string>();
        page.on("response", (response) => {
          if (["document", "stylesheet", "font", "script"].includes(response.request().resourceType())) addresses.add(response.url());
        });
        await load(page, path);
        expect(addresses.size).toBeGreaterThan(2);
        const bytes = await pageWeight(addresses);
        expect([path, bytes <= 100_000 ? "light" : bytes]).toEqual([path, "light"]);
        await page.close();
      }
      await context.close();
    }
  });
});
