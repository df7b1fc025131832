import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type CreatorPerson, dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, button, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus, tabTo } from "./focus.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.runtime.clock.reset());
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const paidCreator = () => system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
const composeOf = ({ username }: CreatorPerson) => `/${username}/message`;
const setPrice = ({ creatorId, send: sendAs }: CreatorPerson, price: string) =>
  sendAs("PATCH", `/creators/${creatorId}/dm-settings`, { price });
const send = (fan: Person, { userId }: CreatorPerson, content = "Which lens do you use?") =>
  fan.send("POST", "/messages", { receiverId: userId, dmType: "PER_MESSAGE", price: "5.00", content, timeoutHours: 24 });
const balanceOf = async (fan: Person) => dataOf<{ balance: string; held: string }>(await fan.send("GET", "/wallet"), 200);
const sentBy = async (fan: Person) => dataOf<{ total: number }>(await fan.send("GET", "/messages?role=sender"), 200).total;

describe("a paid message", () => {
  it("APP-01 a user without an account writes, pays and sends a message by pages alone; it is answered and paid out to its creator", async () => {
    const [creator, email] = [await paidCreator(), `n${uuid().slice(-12)}@example.org`];
    const page = await system.open(composeOf(creator));
    await page.getByLabel("Your message").fill("Which lens do you use?");
    await button(page, "Create account and send").click();
    await page.waitForURL(/\/register/);
    // Before its script has loaded, the form works without it and leads elsewhere.
    await page.waitForLoadState("networkidle");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill("a password of one user");
    await page.getByRole("checkbox").check();
    await button(page, "Create account").click();
    await page.getByLabel("Code from the email").fill(await system.mailedToken(email, "verify_email"));
    await button(page, "Confirm address").click();
    await button(page, "Add €5.00 and send").click();
    await button(page, "Pay and send").click();
    await page.getByText("€5.00 held until").first().waitFor();
    const inbox = await openAs(system, creator, "/messages");
    await inbox.locator(".list a").first().click();
    await button(inbox, "Send reply").click();
    await inbox.locator("[name=content]:focus[aria-invalid=true]").waitFor();
    await inbox.getByLabel("Your reply").fill("A 35 mm.");
    await button(inbox, "Send reply").click();
    await inbox.getByText("€4.00 earned").first().waitFor();
    await page.getByText("€5.00 paid").first().waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("APP-03 a message costs the quoted price; a price below the minimum is refused at its field", async () => {
    const [creator, fan] = [await paidCreator(), await system.newFan("12.00")];
    const page = await openAs(system, fan, `${composeOf(creator)}?lang=de`);
    const price = page.getByLabel("Dein Preis");
    const windows = ["6 Stunden", "12 Stunden", "24 Stunden", "48 Stunden", "72 Stunden", "7 Tage"];
    expect(await price.inputValue()).toBe("5,00");
    expect(await page.locator("[name=timeoutHours] option").allTextContents()).toEqual(windows);
    await page.getByRole("textbox").first().fill("Hallo");
    await price.fill("4,99");
    expect(await price.getAttribute("aria-invalid")).toBe("true");
    await page.locator("button[type=submit].primary").click();
    await page.locator("[name=price]:focus").waitFor();
    expect(await sentBy(fan)).toBe(0);
    await price.fill("5,005");
    expect(await price.getAttribute("aria-invalid")).toBe("true");
    await price.fill("6,50");
    await page.getByText(/5,50/).waitFor();
    await page.locator("button[type=submit].primary").click();
    await page.waitForURL(/\/messages\//);
    expect(await balanceOf(fan)).toMatchObject({ balance: "5.50", held: "6.50" });
  });

  it("APP-04 a double click, and a retry after a lost answer, send a message once", async () => {
    const fan = await system.newFan("50.00");
    const twice = await openAs(system, fan, composeOf(await paidCreator()));
    await twice.getByLabel("Your message").fill("Twice?");
    await button(twice, "Send for €5.00").dblclick();
    await twice.waitForURL(/\/messages\//);
    const cut = await openAs(system, fan, composeOf(await paidCreator()));
    await cut.getByLabel("Your message").fill("Lost?");
    await cut.route("**/api/v1/messages", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(cut, "Send for €5.00").click();
    await cut.getByText("No connection").waitFor();
    expect(await cut.getByLabel("Your message").inputValue()).toBe("Lost?");
    await cut.unroute("**/api/v1/messages");
    await button(cut, "Send for €5.00").click();
    await cut.waitForURL(/\/messages\//);
    expect(await sentBy(fan)).toBe(2);
    expect(await balanceOf(fan)).toMatchObject({ balance: "40.00", held: "10.00" });
  });

  it("PMT-27 APP-18 a message is sent at the price of its quote while the quote holds, and says until when", async () => {
    const [creator, fan] = [await paidCreator(), await system.newFan("50.00")];
    const page = await openAs(system, fan, composeOf(creator));
    await page.getByText("These terms hold until").waitFor();
    await page.getByLabel("Your message").fill("Quoted?");
    await page.waitForResponse(/\/messages\/quote/);
    await setPrice(creator, "7.00");
    await button(page, "Send for €5.00").click();
    await page.waitForURL(/\/messages\//);
    expect(await balanceOf(fan)).toMatchObject({ balance: "45.00", held: "5.00" });
  });

  it("APP-18 a quote that has ended is asked anew: with the same terms one press sends, once", async () => {
    const [creator, fan] = [await paidCreator(), await system.newFan("50.00")];
    const page = await openAs(system, fan, composeOf(creator));
    await page.getByLabel("Your message").fill("Late?");
    await page.waitForResponse(/\/messages\/quote/);
    system.runtime.clock.advance(601_000);
    await button(page, "Send for €5.00").click();
    await page.waitForURL(/\/messages\//);
    expect(await sentBy(fan)).toBe(1);
    expect(await balanceOf(fan)).toMatchObject({ balance: "45.00", held: "5.00" });
  });

  it("APP-18 where the price was raised meanwhile both are shown, and a second press sends for the new one", async () => {
    const [creator, fan] = [await paidCreator(), await system.newFan("50.00")];
    const page = await openAs(system, fan, "/help");
    await page.clock.install({ time: Date.now() });
    await page.goto(composeOf(creator));
    await page.getByLabel("Your message").fill("Raised?");
    await page.waitForResponse(/\/messages\/quote/);
    await page.getByText("These terms hold until").waitFor();
    await setPrice(creator, "7.00");
    await page.clock.fastForward("10:01");
    await page.getByText("These terms have ended.").waitFor();
    await button(page, "Send for €5.00").click();
    await page.getByText("has changed from €5.00 to €7.00").waitFor();
    expect(await sentBy(fan)).toBe(0);
    await button(page, "Send for €7.00").click();
    await page.waitForURL(/\/messages\//);
    expect(await balanceOf(fan)).toMatchObject({ held: "7.00" });
  });

  it("APP-18 other shares and a window that is no longer offered wait for a second press too", async () => {
    const [creator, fan] = [await paidCreator(), await system.newFan("50.00")];
    await system.setConfig("messaging.quote_seconds", 60);
    const page = await openAs(system, fan, composeOf(creator));
    await page.getByText("Cleo gets €4.00").waitFor();
    await page.getByLabel("Your message").fill("Shares?");
    await page.waitForResponse(/\/messages\/quote/);
    system.runtime.clock.advance(61_000);
    await system.setConfig("creator.commission_bronze", 0.3);
    await button(page, "Send for €5.00").click();
    await page.getByRole("alert").getByText("Now: Cleo gets €3.50").waitFor();
    expect(await sentBy(fan)).toBe(0);
    await page.getByLabel("Reply within").selectOption("72");
    await page.waitForResponse(/\/messages\/quote/);
    system.runtime.clock.advance(61_000);
    expect((await creator.send("PATCH", "/creators/me", { maxTimeoutHours: 24 })).status).toBe(200);
    await button(page, "Send for €5.00").click();
    await page.getByRole("alert").getByText("Before: 72 hours. Now: 24 hours.").waitFor();
    expect(await sentBy(fan)).toBe(0);
    expect(await page.locator("[name=timeoutHours] option").allTextContents()).toEqual(["6 hours", "12 hours", "24 hours"]);
    await button(page, "Send for €5.00").click();
    await page.waitForURL(/\/messages\//);
    await system.setConfig("creator.commission_bronze", 0.2);
    await system.setConfig("messaging.quote_seconds", 600);
  });

  it("APP-19 a refused message shows the reason in place of the form, with a way on", async () => {
    const fan = await system.newFan("50.00");
    const [open, blocking, away] = [await paidCreator(), await paidCreator(), await paidCreator()];
    await send(fan, open);
    await blocking.send("PUT", `/blocks/${fan.userId}`);
    await away.send("PATCH", `/creators/${away.creatorId}/vacation`, { enabled: true, endDate: "2099-06-12T12:00:00.000Z" });
    const page = await openAs(system, fan, composeOf(open));
    await page.getByText("is still open").waitFor();
    await page.locator("main").getByRole("link", { name: "To your messages" }).waitFor();
    await page.goto(composeOf(blocking));
    await page.getByText("is not taking messages from you").waitFor();
    await page.goto(composeOf(away));
    await page.getByText("is away until 12 June 2099").or(page.getByText("is away until June 12, 2099")).waitFor();
    await page.goto(composeOf(await system.newCreator()));
    await page.getByText("This message is free.").waitFor();
    const unconfirmed = await system.newUser({ verified: false });
    const other = await openAs(system, unconfirmed, composeOf(await paidCreator()));
    await other.locator("main").getByRole("link", { name: "Confirm address" }).waitFor();
  });

  it("APP-02 shows refund and balance without a reload when no reply arrives in time", async () => {
    const [creator, fan] = [await paidCreator(), await system.newFan("5.00")];
    await send(fan, creator);
    const page = await openAs(system, fan, "/messages");
    await page.getByRole("link", { name: /Cleo/ }).click();
    await page.getByText("€5.00 held until").first().waitFor();
    system.runtime.clock.advance(25 * HOUR);
    await page.getByText("€5.00 is back in your wallet").first().waitFor({ timeout: 15_000 });
    await page.getByRole("link", { name: "Ask again" }).waitFor();
    await page.getByRole("link", { name: "Wallet" }).click();
    await page.getByText("Returned from Cleo").waitFor();
    await page.getByText("Held for Cleo, returned since").waitFor();
  });

  it("A11-12 a message is announced once, with its sender and without its text", async () => {
    const [creator, fan] = [await paidCreator(), await system.newFan("50.00")];
    const { messageId } = dataOf<{ messageId: string }>(await send(fan, creator), 201);
    const { sessionId } = dataOf<{ sessionId: string }>(await fan.send("GET", `/messages/${messageId}`), 200);
    const page = await openAs(system, fan, `/messages/${sessionId}`);
    await page.getByRole("article").first().waitFor();
    await creator.send("POST", `/messages/${messageId}/reply`, { content: "A secret lens." });
    await page.getByRole("article").getByText("A secret lens.").waitFor();
    expect(await page.locator("[aria-live=polite]").allTextContents()).toEqual(["New message from Cleo"]);
    expect(await page.getByRole("article", { name: /^Cleo, / }).count()).toBe(1);
    expect(await page.locator(".state [aria-live]").count()).toBe(0);
  });

  it("A11-12 a user who has just answered hears no announcement", async () => {
    const [creator, fan] = [await paidCreator(), await system.newFan("50.00")];
    const { messageId } = dataOf<{ messageId: string }>(await send(fan, creator), 201);
    const { sessionId } = dataOf<{ sessionId: string }>(await fan.send("GET", `/messages/${messageId}`), 200);
    const page = await openAs(system, creator, `/messages/${sessionId}`);
    await page.getByLabel("Your reply").fill("A small one.");
    await button(page, "Send reply").click();
    await page.getByRole("article", { name: /^You, / }).waitFor();
    expect(await page.locator("[aria-live=polite]").allTextContents()).toEqual([""]);
  });

  it("A11-02 a message is sent and declined by keyboard, and the dialog gives the focus back", async () => {
    const [creator, fan] = [await paidCreator(), await system.newFan("5.00")];
    const sending = await openAs(system, fan, composeOf(creator));
    await sending.getByLabel("Your message").focus();
    await sending.keyboard.type("Which lens do you use?");
    await tabTo(sending, "Send for €5.00", () =>
      hasFocus(sending, expect.not.stringMatching("^none$"), "getComputedStyle(on).outlineStyle"),
    );
    await sending.keyboard.press("Enter");
    await sending.waitForURL(/\/messages\//);
    const page = await openAs(system, creator, "/messages");
    await page.getByRole("link", { name: /Finn/ }).press("Enter");
    await button(page, "Decline and refund").press("Enter");
    const dialog = page.getByRole("dialog", { name: "Decline and refund" });
    await dialog.getByText("€5.00 goes back to Finn").waitFor();
    const { y: above, height } = (await dialog.boundingBox()) ?? { y: 0, height: 0 };
    const below = Number(await page.evaluate("innerHeight")) - above - height;
    expect(Math.abs(above - below)).toBeLessThan(2);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await hasFocus(page, "Decline and refund");
    await button(page, "Decline and refund").press("Enter");
    await dialog.getByRole("button", { name: "Decline and refund" }).press("Enter");
    await page.getByText("Refunded").first().waitFor();
    expect(await balanceOf(fan)).toMatchObject({ balance: "5.00", held: "0.00" });
  });

  it.each([
    ["Escape", "dialog.requestClose()"],
    ["its button", "[...dialog.querySelectorAll('button')].at(-1).click(), await 0, await 0"],
  ])("A11-02 a button pressed in the moment its dialog closes by %s has an effect", async (_by, close) => {
    const [creator, fan] = [await paidCreator(), await system.newFan("5.00")];
    await send(fan, creator);
    const page = await openAs(system, creator, "/messages");
    await page.getByRole("link", { name: /Finn/ }).click();
    await button(page, "Decline and refund").click();
    const dialog = page.getByRole("dialog", { name: "Decline and refund" });
    await dialog.waitFor();
    await page.evaluate(`(async () => {
      const dialog = document.querySelector("dialog[open]");
      const opener = dialog.parentElement.querySelector(".actions .danger");
      ${close};
      opener.click();
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    })()`);
    expect(await dialog.isVisible()).toBe(true);
  });
});
