import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, LOOKS, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const start = async (fan: Person) =>
  dataOf<{ topupId: string }>(
    await fan.send("POST", "/wallet/topups", { amount: "5.00" }, { headers: { "idempotency-key": uuid() } }),
    201,
  );
const balanceOf = async (fan: Person) => dataOf<{ balance: string }>(await fan.send("GET", "/wallet"), 200).balance;
const paidCreator = () => system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
const link = (page: Page, name: string) => page.locator("main").getByRole("link", { name, exact: true });

describe("the form of a message", () => {
  it("EAS-09 the least price stands at its field before anything is sent", async () => {
    const { username } = await paidCreator();
    const page = await system.open(`/${username}/message`);
    await page.getByRole("textbox", { name: "Your price", description: "From €5.00" }).waitFor();
  });

  it("APP-03 the form reports a missing input at its field when it is sent, and the field has the focus", async () => {
    const { username } = await paidCreator();
    const page = await system.open(`/${username}/message`);
    await page.getByLabel("Your price").fill("");
    await button(page, "Create account and send").click();
    const missing = page.locator("[name=content]:focus[aria-invalid=true]");
    await missing.waitFor();
    expect(await page.getByText("Please fill this in").count()).toBe(1);
    expect(await page.getByText("Enter an amount, for example 5.00").count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.type("Which lens?");
    await missing.waitFor({ state: "detached" });
    await button(page, "Create account and send").click();
    await page.locator("[name=price]:focus").waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/message$/);
  });

  it("APP-03 the form says who gets which part of the price, and who holds it until then", async () => {
    const [creator, fan] = [await paidCreator(), await system.newFan("12.00")];
    const path = `/creators/${creator.creatorId}/socials`;
    const { id } = dataOf<{ id: string }>(await creator.send("POST", path, { platform: "youtube", handle: "cleo" }), 201);
    dataOf(await creator.send("POST", `${path}/${id}/verify`, {}), 200);
    const page = await openAs(system, fan, `/${creator.username}/message`);
    await page.getByText("Cleo gets €4.00, Creator Platform keeps €1.00").waitFor();
    await page.getByText("Your balance: €12.00 → €7.00 afterwards").waitFor();
    await page.getByLabel("Your price").fill("5.03");
    await page.getByText("Cleo gets €4.02, Creator Platform keeps €1.01").waitFor();
    await page.getByText(/no reply by .* (CET|CEST|GMT\+[12]), €5\.03 is back/).waitFor();
    const holder = page.getByText("Creator Platform holds your money until Cleo replies.");
    await holder.waitFor({ state: "hidden" });
    await page.getByText("Who holds the money").click();
    await holder.waitFor();
    await page.getByText("@cleo").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Your message").fill("Which lens?");
    await button(page, "Send for €5.03").click();
    await page.waitForURL(/\/messages\//);
    const { items } = dataOf<{ items: readonly { creatorShare: string }[] }>(await creator.send("GET", "/messages"), 200);
    expect(items[0]?.creatorShare).toBe("4.02");
    expect(problemsOf(page)).toEqual([]);
  });
});

describe("a top-up", () => {
  it.each([
    ["Pay", "The money is in your wallet.", "Receipt", "5.00"],
    ["Fail", "The payment did not go through. No money has moved.", "Try again", "0.00"],
    ["Cancel", "You cancelled the payment. No money has moved.", "Try again", "0.00"],
  ])("APP-09 a top-up that ends by %s shows its outcome, then and at every later visit", async (choice, said, wayOn, balance) => {
    const fan = await system.newUser();
    const page = await openAs(system, fan, "/wallet");
    await button(page, "Add money").click();
    await page.locator("[name=amount]:focus[aria-invalid=true]").waitFor();
    await page.getByLabel("Amount").fill("5.00");
    await button(page, "Add money").click();
    await page.getByText("You pay €5.00").waitFor();
    await button(page, choice).click();
    await page.getByText(said).waitFor();
    await link(page, wayOn).or(button(page, wayOn)).waitFor();
    const { pathname } = new URL(page.url());
    await page.close();
    const later = await openAs(system, fan, pathname);
    await later.getByText(said).waitFor();
    await later.goto(pathname.replace("/wallet/topups/", "/sandbox/pay/"));
    await later.getByText(said).waitFor();
    expect(await balanceOf(fan)).toBe(balance);
    await later.goto("/wallet");
    await later.getByRole("heading", { name: "Movements" }).waitFor();
    const unpaid = later.getByRole("region", { name: "Payments that did not go through" });
    expect(await unpaid.getByText(said).count()).toBe(choice === "Pay" ? 0 : 1);
    expect(problemsOf(later)).toEqual([]);
  });

  it("APP-09 a top-up that has not ended is listed in the wallet until it ends", async () => {
    const fan = await system.newUser();
    const page = await openAs(system, fan, "/wallet");
    await page.getByText("No movements yet.").waitFor();
    expect(await page.getByText("Payments that are not finished").count()).toBe(0);
    const { topupId } = await start(fan);
    await page.reload();
    await page.getByRole("region", { name: "Payments that are not finished" }).getByRole("link", { name: "€5.00" }).click();
    await page.waitForURL(`**/wallet/topups/${topupId}`);
    await link(page, "Go on to the payment").click();
    await button(page, "Pay").click();
    await page.getByText("The money is in your wallet.").waitFor();
    await link(page, "Wallet").click();
    await page.getByText("Money added").waitFor();
    expect(await page.getByText("Payments that are not finished").count()).toBe(0);
    expect(problemsOf(page)).toEqual([]);
  });

  it("APP-09 an unpaid top-up says so, and leads back to the payment; paid in another tab, it shows without a reload", async () => {
    const fan = await system.newUser();
    const { topupId } = await start(fan);
    const page = await openAs(system, fan, `/wallet/topups/${topupId}`);
    await page.getByText("Not paid yet. No money has moved.").waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await link(other, "Go on to the payment").click();
    expect(await balanceOf(fan)).toBe("0.00");
    await button(other, "Pay").click();
    await page.getByText("The money is in your wallet.").waitFor();
    expect(await balanceOf(fan)).toBe("5.00");
  });

  it("APP-09 that fails on the way to a message leads back to both", async () => {
    const [creator, fan] = [await paidCreator(), await system.newUser()];
    const compose = `/${creator.username}/message`;
    const page = await openAs(system, fan, compose);
    await page.getByLabel("Your message").fill("Which lens?");
    await button(page, "Add €5.00 and send").click();
    const purpose = page.getByText("It is for your message to Cleo. After the payment you come back to it and send it.");
    await button(page, "Fail").waitFor();
    await page.getByText("After the payment your message to Cleo is sent, unless its price has changed.").waitFor();
    await button(page, "Fail").click();
    await page.getByText("The payment did not go through.").waitFor();
    await page.getByText("After the payment your message to Cleo is sent, unless its price has changed.").waitFor();
    await button(page, "Try again").dblclick();
    await button(page, "Cancel").click();
    await page.getByText("You cancelled the payment.").waitFor();
    // The message was changed, so its writer sends it.
    const other = await page.context().newPage();
    await other.goto(compose);
    await other.getByLabel("Your message").fill("Which camera?");
    await page.reload();
    await purpose.waitFor();
    await button(page, "Try again").click();
    await button(page, "Pay").click();
    await link(page, "Continue: your message to Cleo").click();
    await button(page, "Send for €5.00").waitFor();
    expect(await page.getByLabel("Your message").inputValue()).toBe("Which camera?");
    expect(dataOf<{ total: number }>(await fan.send("GET", "/wallet/topups"), 200).total).toBe(3);
  });

  it("APP-09 for a message is begun at one press, once although it is pressed twice, or with another amount", async () => {
    const [creator, fan] = [await paidCreator(), await system.newUser()];
    const page = await openAs(system, fan, `/${creator.username}/message`);
    await page.getByLabel("Your message").fill("Which lens?");
    await button(page, "Add €5.00 and send").dblclick();
    await button(page, "Pay and send").waitFor();
    expect(dataOf<{ total: number }>(await fan.send("GET", "/wallet/topups"), 200).total).toBe(1);
    await page.goto(`/${creator.username}/message`);
    await link(page, "Another amount").click();
    await page.getByText("It is for your message to Cleo.").waitFor();
    await page.getByLabel("Amount").fill("20.00");
    await button(page, "Add money").click();
    await button(page, "Pay").click();
    await link(page, "Continue: your message to Cleo").click();
    await page.getByText("→ €15.00 afterwards").waitFor();
    expect(await page.getByLabel("Your message").inputValue()).toBe("Which lens?");
  });

  it("APP-09 an unpaid top-up that was begun with a message does not count as paid, and leads back to the message", async () => {
    const [creator, fan] = [await paidCreator(), await system.newUser()];
    const page = await openAs(system, fan, `/${creator.username}/message`);
    await page.getByLabel("Your message").fill("Which lens?");
    await button(page, "Add €5.00 and send").click();
    await button(page, "Pay and send").waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Wallet" }).click();
    const open = page.getByRole("region", { name: "Payments that are not finished" });
    await open.getByText("For your message to Cleo").click();
    await page.getByText("Not paid yet. No money has moved.").waitFor();
    expect(await balanceOf(fan)).toBe("0.00");
    await start(fan);
    await link(page, "Wallet").click();
    await open.getByRole("link").nth(1).waitFor();
    expect(await open.getByText("For your message").count()).toBe(1);
    await open.getByText("For your message to Cleo").click();
    await link(page, "Go on to the payment").click();
    await button(page, "Pay and send").click();
    await page.getByText("€5.00 held until").first().waitFor();
    expect(await page.evaluate("Object.keys(localStorage).filter((name) => name.includes('/wallet/topups/'))")).toEqual([]);
    expect(problemsOf(page)).toEqual([]);
  });

  it("APP-09 a top-up without news from its provider for half a minute says so; a stranger finds none", async () => {
    const [fan, stranger] = [await system.newUser(), await system.newUser()];
    const topUp = await start(fan);
    const foreign = await openAs(system, stranger, `/wallet/topups/${topUp.topupId}`);
    await foreign.getByText("There is no such top-up among yours.").waitFor();
    await system.setConfig("provider.payment", "off");
    try {
      const page = await openAs(system, fan, "/wallet");
      await page.route("**/confirm", (route) => route.fulfill({ json: { success: true, data: { ...topUp, status: "PENDING" } } }));
      await page.clock.install();
      await page.goto(`/wallet/topups/${topUp.topupId}`);
      await page.getByText("Waiting for the payment provider").waitFor();
      await page.clock.fastForward(31_000);
      await page.getByText("We have no word from the payment provider yet.").waitFor();
      await link(page, "Ask support").waitFor();
      await button(page, "Check again").click();
      await page.getByText("We have no word from the payment provider yet.").waitFor();
    } finally {
      await system.setConfig("provider.payment", "sandbox");
    }
  });

  it.each(LOOKS)("A11-01 A11-04 axe finds nothing on its pages ($colorScheme, $width px, $lang)", async ({ colorScheme, width, lang }) => {
    const fan = await system.newUser();
    const [open, failed, cancelled] = [await start(fan), await start(fan), await start(fan)];
    const end = (reference: string, outcome: string) => fan.send("POST", `/payments/sandbox/sandbox:${reference}`, { outcome });
    dataOf(await end(failed.topupId, "FAILED"), 200);
    dataOf(await end(cancelled.topupId, "CANCELLED"), 200);
    const page = await openAs(system, fan, "/wallet", { colorScheme, viewport: { width, height: 800 } });
    const found = new Map<string, readonly string[]>();
    const ids = [open, failed, cancelled].map(({ topupId }) => topupId);
    for (const path of [`/sandbox/pay/${open.topupId}`, ...ids.map((id) => `/wallet/topups/${id}`)]) {
      await page.goto(`${path}?lang=${lang}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await eventually(async () => expect(await page.locator(".skeleton").count()).toBe(0));
      const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      const problems = [...(await accessibilityProblems(page)), ...(isWide ? ["scrolls sideways"] : []), ...problemsOf(page)];
      if (problems.length > 0) found.set(path, problems);
    }
    expect([...found]).toEqual([]);
  });
});
