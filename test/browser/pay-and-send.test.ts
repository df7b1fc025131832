import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { type CreatorPerson, dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const composeOf = ({ username }: CreatorPerson) => `/${username}/message`;
const sentBy = async (fan: Person) =>
  dataOf<{ items: { content: string; price: string }[] }>(await fan.send("GET", "/messages?role=sender"), 200).items;
const walletOf = async (fan: Person) => dataOf<{ balance: string; held: string }>(await fan.send("GET", "/wallet"), 200);
const held = (page: Page) => page.getByText("€5.00 held until").first();
const setPrice = (creator: CreatorPerson, price: string) => creator.send("PATCH", `/creators/${creator.creatorId}/dm-settings`, { price });

/** A fan without money who has begun to pay for a message, and the page of the payment. */
async function beginPayment() {
  const [creator, fan] = [await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" }), await system.newUser({ displayName: "Finn" })];
  const page = await openAs(system, fan, composeOf(creator));
  await page.getByLabel("Your message").fill("Which lens?");
  await page.getByText("After the payment your message is sent, unless its price has changed.").waitFor();
  await button(page, "Add €5.00 and send").click();
  await button(page, "Pay and send").waitFor();
  const topupId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const pay = async () => dataOf(await fan.send("POST", `/payments/sandbox/sandbox:${topupId}`, { outcome: "SUCCEEDED" }), 200);
  return { creator, fan, page, pay, outcome: `/wallet/topups/${topupId}?next=${encodeURIComponent(composeOf(creator))}` };
}

describe("paying for a message that is written", () => {
  it("EAS-02 sends it with one press; reloading, going back and the page of the payment send nothing again", async () => {
    const { creator, fan, page, outcome } = await beginPayment();
    await button(page, "Pay and send").click();
    await held(page).waitFor();
    await page.reload();
    await held(page).waitFor();
    await page.goBack();
    await page.getByText("is still open").waitFor();
    await page.goto(outcome);
    await page.getByText("The money is in your wallet.").waitFor();
    await page.goto(composeOf(creator));
    await page.getByText("is still open").waitFor();
    expect(await sentBy(fan)).toMatchObject([{ content: "Which lens?", price: "5.00" }]);
    expect(await walletOf(fan)).toMatchObject({ balance: "0.00", held: "5.00" });
    expect(problemsOf(page)).toEqual([]);
  });

  it("EAS-02 sends it once from three tabs that all learn of the payment", async () => {
    const { creator, fan, page, pay, outcome } = await beginPayment();
    const tabs = await Promise.all([1, 2].map(() => page.context().newPage()));
    for (const tab of [page, ...tabs]) {
      await tab.goto(outcome);
      await tab.getByText("Not paid yet").waitFor();
    }
    await pay();
    await Promise.all([page, ...tabs].map((tab) => held(tab).or(tab.getByText("is still open")).first().waitFor()));
    expect(await sentBy(fan)).toHaveLength(1);
    expect(await walletOf(fan)).toMatchObject({ balance: "0.00", held: "5.00" });
    expect(dataOf<{ total: number }>(await creator.send("GET", "/messages?role=receiver"), 200).total).toBe(1);
  });

  it("EAS-02 ends in the conversation when the answer was lost and the page is loaded again", async () => {
    const { fan, page } = await beginPayment();
    await page.context().route("**/api/v1/messages", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, "Pay and send").click();
    await page.getByText("No connection").waitFor();
    await page.context().unroute("**/api/v1/messages");
    await page.reload();
    await held(page).waitFor();
    expect(await sentBy(fan)).toHaveLength(1);
  });

  it("EAS-02 sends it when its writer comes back after a late payment, once", async () => {
    const { creator, fan, page, pay } = await beginPayment();
    const context = page.context();
    await page.close();
    await pay();
    expect(await sentBy(fan)).toEqual([]);
    const later = await context.newPage();
    await later.goto(composeOf(creator));
    await held(later).waitFor();
    const again = await context.newPage();
    await again.goto(composeOf(creator));
    await again.getByText("is still open").waitFor();
    expect(await sentBy(fan)).toHaveLength(1);
  });

  it.each([
    ["7.00", "has changed from €5.00 to €7.00"],
    ["3.00", "has changed from €5.00 to €3.00"],
  ])("EAS-02 shows both prices and waits for a press when the price has become %s meanwhile", async (price, words) => {
    const { creator, fan, page } = await beginPayment();
    await setPrice(creator, price);
    await button(page, "Pay and send").click();
    await page.getByRole("alert").getByText(words).waitFor();
    expect(await page.getByLabel("Your message").inputValue()).toBe("Which lens?");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await page.getByLabel("Your message").waitFor();
    expect(await sentBy(fan)).toEqual([]);
    expect(await walletOf(fan)).toMatchObject({ balance: "5.00", held: "0.00" });
    if (price === "7.00") return;
    await button(page, "Send for €5.00").click();
    await held(page).waitFor();
    expect(await sentBy(fan)).toHaveLength(1);
  });

  it("EAS-02 sends it at the agreed price when the price is raised in the last moment; waits for a press when the money was spent meanwhile", async () => {
    const raised = await beginPayment();
    await raised.page.context().route("**/api/v1/messages", async (route) => {
      await setPrice(raised.creator, "7.00");
      await route.continue();
    });
    await button(raised.page, "Pay and send").click();
    await held(raised.page).waitFor();
    expect(await sentBy(raised.fan)).toMatchObject([{ price: "5.00" }]);

    const spent = await beginPayment();
    const other = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    await spent.pay();
    const body = { receiverId: other.userId, dmType: "PER_MESSAGE", price: "5.00", content: "Other?", timeoutHours: 24 };
    dataOf(await spent.fan.send("POST", "/messages", body), 201);
    await spent.page.goto(spent.outcome);
    await button(spent.page, "Add €5.00 and send").waitFor();
    expect(await sentBy(spent.fan)).toMatchObject([{ content: "Other?" }]);
  });

  it("EAS-02 sends it after a second payment, which is begun at one press when the first has failed", async () => {
    const { fan, page, pay } = await beginPayment();
    await button(page, "Fail").click();
    await page.getByText("The payment did not go through.").waitFor();
    await button(page, "Try again").click();
    await button(page, "Pay and send").click();
    await held(page).waitFor();
    expect(await sentBy(fan)).toHaveLength(1);
    // The provider may report late that the first payment came through after all: it is credited, and sends nothing.
    expect(await pay()).toMatchObject({ status: "SUCCEEDED" });
    expect(await walletOf(fan)).toMatchObject({ balance: "5.00", held: "5.00" });
    expect(await sentBy(fan)).toHaveLength(1);
  });

  it("EAS-02 waits for a press when the text was changed in another tab, and after a payment that failed", async () => {
    const changed = await beginPayment();
    const tab = await changed.page.context().newPage();
    await tab.goto(composeOf(changed.creator));
    await tab.getByLabel("Your message").fill("Which camera?");
    await changed.pay();
    await changed.page.goto(changed.outcome);
    await changed.page.getByRole("link", { name: "Continue: your message to Cleo" }).click();
    await button(changed.page, "Send for €5.00").click();
    await held(changed.page).waitFor();
    expect(await sentBy(changed.fan)).toMatchObject([{ content: "Which camera?" }]);

    const failed = await beginPayment();
    await button(failed.page, "Fail").click();
    await failed.page.getByText("The payment did not go through.").waitFor();
    await failed.page.goto(composeOf(failed.creator));
    await button(failed.page, "Add €5.00 and send").waitFor();
    expect(await failed.page.getByLabel("Your message").inputValue()).toBe("Which lens?");
    expect(await sentBy(failed.fan)).toEqual([]);
  });
});
