import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { DAY } from "#libs/kernel/clock.ts";
import { translate } from "#libs/platform/i18n/translate.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, fillSignIn, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { earningCreator, heldMessage, paidMessage } from "./paid-messages.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const paidCreator = () => system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });

describe("earnings", () => {
  it("earnings are paid out through the pages: a method is added, amount and destination are named, and a lost answer pays once", async () => {
    const creator = await earningCreator(system);
    const page = await openAs(system, creator, "/wallet");
    await page.locator("#main").getByRole("link", { name: "Earnings" }).click();
    const payOut = page.locator("form").getByRole("button", { name: "Pay out" }).first();
    await page.getByText("First add below where the money goes.").waitFor();
    expect(await payOut.getAttribute("aria-disabled")).toBe("true");
    await button(page, "Add").click();
    await page.locator("[name=label]:focus[aria-invalid=true]").waitFor();
    await page.getByLabel("Name of the bank account").fill("My bank, 42");
    await button(page, "Add").click();
    await page.getByLabel("Pay to").waitFor();
    expect(await page.getByLabel("Amount").inputValue()).toBe("80.00");
    for (const refused of ["", "0", "19.99", "80.01"]) {
      await page.getByLabel("Amount").fill(refused);
      await payOut.click();
      await page.locator("[name=amount]:focus[aria-invalid=true]").waitFor();
    }
    await page.locator(".problem").getByText("From €20.00 to €80.00").waitFor();
    const dialog = page.getByRole("dialog", { name: "Pay out" });
    await page.getByLabel("Amount").fill("30");
    await page.route("**/api/v1/payouts", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch();
      await route.abort();
    });
    await payOut.click();
    await dialog.getByText("€30.00 goes to My bank, 42.").waitFor();
    await dialog.getByRole("button", { name: "Pay out" }).click();
    await page.getByText("No connection").waitFor();
    await page.unroute("**/api/v1/payouts");
    await payOut.click();
    await dialog.getByRole("button", { name: "Pay out" }).click();
    await page.getByText("Requested. We tell you when it is paid.").waitFor();
    await page.locator(".figures").getByText("€50.00").waitFor();
    const payouts = dataOf<{ items: readonly { payoutId: string; amount: string }[] }>(await creator.send("GET", "/payouts"), 200).items;
    expect(payouts.map(({ amount }) => amount)).toEqual(["30.00"]);
    const refusal = { reason: "The name of the account is another one" };
    dataOf(await (await system.admin()).send("POST", `/admin/payouts/${payouts[0]?.payoutId}/fail`, refusal), 200);
    await page.reload();
    await page.getByText(refusal.reason).waitFor();
    await page.getByText("The money is back in your earnings.").waitFor();
    await button(page, "Remove").click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("First add below where the money goes.").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("PMT-27 PYO-01 earnings that wait are shown by day, and are not offered", async () => {
    await system.setConfig("payment.payout_hold_days", 7);
    const creator = await earningCreator(system);
    await system.setConfig("payment.payout_hold_days", 0);
    const page = await openAs(system, creator, "/payouts");
    const day = new Date(system.runtime.clock.now().getTime() + 7 * DAY);
    const text = day.toLocaleDateString("en", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
    await page.locator("[data-part=schedule]").getByText(`€80.00 becomes available on ${text}.`).waitFor();
    await page.getByText("You can ask for a payout once €20.00 is available.").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("PMT-27 PYO-02 PYO-07 a payout is cancelled on its page, and after another destination the page says until when payouts wait", async () => {
    const creator = await earningCreator(system);
    const add = (label: string) => creator.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label });
    const { methodId } = dataOf<{ methodId: string }>(await add("My bank, 42"), 201);
    const headers = { "idempotency-key": crypto.randomUUID() };
    dataOf(await creator.send("POST", "/payouts", { amount: "30.00", methodId }, { headers }), 201);
    const page = await openAs(system, creator, "/payouts");
    const row = page.locator("#main li.item", { hasText: "€30.00" });
    await row.getByRole("button", { name: "Cancel the payout" }).click();
    await page.getByRole("dialog").getByText("The payout of €30.00 is cancelled, and the money is back in your earnings.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel the payout" }).click();
    await row.getByText("Cancelled", { exact: true }).waitFor();
    expect(await row.getByRole("button").count()).toBe(0);
    dataOf(await add("Another bank"), 201);
    await page.reload();
    await page
      .locator(".notice")
      .getByText(/^The destination or the password has changed\. For your safety, payouts wait until /)
      .waitFor();
    expect(await page.locator("form").getByRole("button", { name: "Pay out" }).first().getAttribute("aria-disabled")).toBe("true");
    expect(problemsOf(page)).toEqual([]);
  });

  it("EAS-10 a creator reads what each message earned in a month, with its statement, and saves it as a table", async () => {
    const creator = await earningCreator(system);
    const page = await openAs(system, creator, "/payouts");
    await page.getByRole("link", { name: "Message by message, by month" }).click();
    await page.getByRole("heading", { name: /^Earnings, \w+ \d{4}$/ }).waitFor();
    const entry = page.locator("#main .list li");
    expect(await entry.textContent()).toMatch(/Answered.*€80\.00.*Price €100\.00 · Fee €20\.00/s);
    const facts = (await page.locator(".facts").textContent()) ?? "";
    for (const sum of ["€0.00", "€100.00", "€20.00", "€80.00"]) expect(facts).toContain(sum);
    const saved = page.waitForEvent("download");
    await button(page, "Download CSV").click();
    expect((await saved).suggestedFilename()).toMatch(/^earnings-\d{4}-\d\d\.csv$/);
    await page.locator("#main nav a").first().click();
    await page.getByText("There was no paid message in this month.").waitFor();
    await entry.first().waitFor({ state: "detached" });
    expect(problemsOf(page)).toEqual([]);
  });

  it("PYO-10 PMT-27 the statement of a month has answers, payouts and corrections, from its opening to its closing, and prints with the operator", async () => {
    await system.setConfig("site.operator_tax_id", "EU 123 456");
    await system.setConfig("payment.payout_hold_days", 7);
    const creator = await earningCreator(system);
    await system.setConfig("payment.payout_hold_days", 0);
    const page = await openAs(system, creator, "/payouts/earnings");
    await page.getByText(/^€80\.00 becomes available on /).waitFor();
    const ledger = system.runtime.database("messaging").connection.collection("ledger_transactions");
    const account = `user:${creator.userId}:earnings`;
    await ledger.updateOne({ "movement.account": account }, { $set: { createdAt: new Date("2026-02-10T10:00:00Z") } });
    const [one, other] = [await newAdmin(system, "FINANCE"), await newAdmin(system, "FINANCE")];
    const correction = { userId: creator.userId, kind: "CREATOR", amount: "-2.50", reason: "a mistake" };
    const { adjustmentId } = dataOf<{ adjustmentId: string }>(await one.send("POST", "/admin/ledger/adjustments", correction), 201);
    dataOf(await other.send("POST", `/admin/ledger/adjustments/${adjustmentId}/approve`), 200);
    await ledger.updateOne({ "movement.account": account, kind: "ADJUSTMENT" }, { $set: { createdAt: new Date("2026-02-11T10:00:00Z") } });
    await page.goto("/payouts/earnings?month=2026-02");
    const rows = page.locator("#main .list li");
    await rows.first().waitFor();
    expect((await rows.allTextContents()).map((text) => text.replace(/\s+/g, " ").replaceAll("−", "-"))).toEqual([
      expect.stringMatching(/^Correction.*-€2\.50/),
      expect.stringMatching(/^Finn.*Answered.*€80\.00/),
    ]);
    const facts = (await page.locator(".facts").textContent()) ?? "";
    for (const fact of [
      /Corrections\s*-€2\.50/,
      /When the month ended\s*€77\.50/,
      /M-2026-02-/,
      /Issued to\s*Cleo/,
      /Tax number\s*EU 123 456/,
    ])
      expect(facts.replaceAll("−", "-")).toMatch(fact);
    await page.emulateMedia({ media: "print" });
    expect(await button(page, "Print").isVisible()).toBe(false);
    await system.setConfig("site.operator_tax_id", "");
    expect([await accessibilityProblems(page), problemsOf(page)]).toEqual([[], []]);
  });

  it("a payout needs a confirmed identity, and the page says so before any attempt", async () => {
    const page = await openAs(system, await paidCreator(), "/payouts");
    await page.getByText("Your identity must be confirmed before the first payout.").waitFor();
  });

  it("APP-11 a fan is told that earnings are for creators, and sees none", async () => {
    const page = await openAs(system, await system.newUser(), "/payouts");
    await page.getByText("This is for creators.").waitFor();
    expect(await page.locator(".figures").count()).toBe(0);
  });
});

const decide = async (messageId: string) => {
  const body = { decision: "REJECT", reason: "It advertises a shop." };
  return dataOf(await (await system.admin()).send("POST", `/admin/moderation/messages/${messageId}/decide`, body), 200);
};

describe("decisions about a person", () => {
  it("APP-11 the sender of a held or rejected message reads why, appeals, and reads the outcome", async () => {
    const { fan, messageId, sessionId } = await heldMessage(system);
    const page = await openAs(system, fan, `/messages/${sessionId}`);
    await page.getByRole("link", { name: "Why?" }).click();
    await page.getByText("matches the moderation rule").waitFor();
    await decide(messageId);
    await page.reload();
    await page.getByText("It advertises a shop.").waitFor();
    await button(page, "Appeal").click();
    await page.locator("[name=reason]:focus[aria-invalid=true]").waitFor();
    await page.getByLabel("Why is the decision wrong?").fill("It was a joke.");
    await button(page, "Appeal").click();
    await page.getByText("We have your appeal.").waitFor();
    await page.goto("/settings/privacy");
    await page.getByRole("link", { name: "Decisions about your messages" }).click();
    await page.locator(".list").getByText("Rejected").waitFor();
    await page.locator(".list a").click();
    await page.getByText("We have your appeal.").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("APP-11 decisions are shown to the sender alone", async () => {
    const [held, declined] = [await heldMessage(system), await paidMessage(system)];
    dataOf(await declined.creator.send("POST", `/messages/${declined.messageId}/reject`, {}), 200);
    for (const { creator, messageId } of [held, declined]) {
      for (const person of [creator, await system.newUser()]) {
        const page = await openAs(system, person, `/statements/${messageId}`);
        await page.getByText("There is no decision about such a message of yours.").waitFor();
      }
    }
  });

  it("A11-11 decisions are in the reader's language where the platform has words for them; its English texts are marked as English", async () => {
    const { fan, messageId } = await heldMessage(system);
    const page = await openAs(system, fan, `/statements/${messageId}`);
    await page.goto(`/statements/${messageId}?lang=ar`);
    const facts = page.locator(".facts");
    await facts.getByText(translate("ar", "page.statement.terms")).waitFor();
    await facts.getByText(translate("ar", "page.statement.ways")).waitFor();
    const inEnglish = expect.stringContaining("matches the moderation rule");
    expect(await facts.locator("[lang=en]").allTextContents()).toEqual([inEnglish]);
    await page.goto("/statements");
    await page.locator(".list [lang=en]").waitFor();
    expect(await page.locator(".list [lang=en]").allTextContents()).toEqual([inEnglish]);
    await decide(messageId);
    await page.goto(`/statements/${messageId}`);
    await facts.getByText("It advertises a shop.").waitFor();
    expect(await facts.locator("[lang]").count()).toBe(0);
  });

  it("APP-11 a message that its creator has declined is not shown as a decision of the platform", async () => {
    const { fan, creator, messageId } = await paidMessage(system);
    dataOf(await creator.send("POST", `/messages/${messageId}/reject`, {}), 200);
    const page = await openAs(system, fan, `/statements/${messageId}`);
    await page.getByText("The creator declined this message.").waitFor();
    await page.goto("/statements");
    await page.getByText("None of your latest messages was held back or rejected.").waitFor();
  });

  it("APP-11 a suspended creator is told the consequences; a suspended account is told where to write, and sees nothing else", async () => {
    const admin = await system.admin();
    const creator = await paidCreator();
    const status = { creatorStatus: "SUSPENDED", reason: "test" };
    dataOf(await admin.send("PATCH", `/admin/creators/${creator.creatorId}/status`, status), 200);
    const page = await openAs(system, creator, "/statements");
    await page.getByText("Your page is suspended").waitFor();
    await page.goto("/payouts");
    await page.getByText("Your page is suspended").waitFor();
    await system.setConfig("site.support_email", "help@example.org");
    const user = await system.newUser();
    dataOf(await admin.send("PATCH", `/admin/users/${user.userId}/status`, { status: "SUSPENDED", reason: "test" }), 200);
    const other = await system.open("/login?next=/statements");
    await fillSignIn(other, user);
    await other.getByText("This account is suspended.").waitFor();
    await other.locator("main").getByRole("link", { name: "help@example.org" }).waitFor();
    expect(new URL(other.url()).pathname).toBe("/login");
    await system.setConfig("site.support_email", "");
  });
});
