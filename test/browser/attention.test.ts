import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, button, openAs, problemsOf, signOut, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";
import { earningCreator, paidMessage } from "./paid-messages.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const PHONE = { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true };
/** Far less than the interval at which the pages poll. */
const LIVE = { timeout: 10_000 };
const WIDE = { viewport: { width: 1280, height: 800 } };

const write = async (fan: Person, { userId }: CreatorPerson, content: string) =>
  dataOf<{ messageId: string }>(
    await fan.send("POST", "/messages", { receiverId: userId, dmType: "PER_MESSAGE", price: "5.00", content }),
    201,
  ).messageId;

/** A second tab of the same window. */
async function secondTab(first: Page, path: string): Promise<Page> {
  const second = await first.context().newPage();
  await second.goto(path);
  return second;
}

const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });

describe("what is unread", () => {
  it("EAS-03 stands as a number at inbox and notifications in each tab, and goes in all of them when it is read in one", async () => {
    const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const first = await openAs(system, creator, "/settings/profile", PHONE);
    await link(first, "Inbox").waitFor();
    const second = await secondTab(first, "/wallet");
    const onPublicPage = await secondTab(first, "/help");
    for (const page of [second, onPublicPage]) await link(page, "Inbox").waitFor();
    const fan = await system.newFan("10.00");
    await write(fan, creator, "Which lens?");
    for (const page of [first, second, onPublicPage]) {
      await link(page, "Inbox 1 new").waitFor(LIVE);
      await link(page, "Notifications 1 new").waitFor(LIVE);
    }
    expect(await first.title()).toMatch(/^\(1\) /);
    expect(await first.locator("#unread-news").textContent()).toBe("Inbox: 1 new");
    await write(await system.newFan("5.00"), creator, "And which film?");
    await eventually(async () => expect(await first.locator("#unread-news").textContent()).toBe("Inbox: 2 new"));

    await link(first, "Inbox 2 new").click();
    for (const text of ["Which lens?", "And which film?"]) {
      await first.locator(".list a").filter({ hasText: text }).click();
      await first.getByRole("article").getByText(text).waitFor();
      await link(first, "Back to all messages").click();
    }
    for (const page of [first, second, onPublicPage]) {
      await link(page, "Inbox").waitFor(LIVE);
      await link(page, "Notifications").waitFor(LIVE);
    }
    expect(await second.title()).not.toMatch(/^\(/);
    for (const page of [first, second]) expect(problemsOf(page)).toEqual([]);
  });

  it("EAS-03 the number moves nothing, and goes with the person who signs out", async () => {
    const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const page = await openAs(system, creator, "/settings/profile", WIDE);
    await link(page, "Inbox").waitFor();
    const boxes = () =>
      page.evaluate("JSON.stringify([...document.querySelectorAll('.top a:not(.panel *)')].map((a) => a.getBoundingClientRect()))");
    const before = await boxes();
    await write(await system.newFan("5.00"), creator, "Which lens?");
    await link(page, "Inbox 1 new").waitFor(LIVE);
    expect(await boxes()).toBe(before);
    await page.goto("/settings/profile");
    await link(page, "Inbox 1 new").waitFor(LIVE);
    // What was there when the page came is no news.
    expect(await page.locator("#unread-news").textContent()).toBe("");
    await signOut(page);
    await link(page, "Sign in").waitFor();
    expect(await page.title()).not.toMatch(/^\(/);
    expect(await page.locator("[data-count]:not([hidden])").count()).toBe(0);
  });
});

describe("two tabs of one person", () => {
  it("EAS-08 a message that is answered in one tab closes the form of the other one, which keeps its text", async () => {
    const { creator, sessionId } = await paidMessage(system);
    const first = await openAs(system, creator, `/messages/${sessionId}`, PHONE);
    const second = await secondTab(first, `/messages/${sessionId}`);
    await second.getByLabel("Your reply").fill("It depends on the light.");
    await first.getByLabel("Your reply").fill("A 35 mm.");
    await button(first, "Send reply").click();
    await second.getByText("Your text was not sent").waitFor(LIVE);
    await second.getByRole("article").getByText("A 35 mm.").waitFor();
    await second.locator("form.card").waitFor({ state: "detached" });
    await second.locator("main .card").getByText("It depends on the light.").waitFor();
    await second.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button(second, "Copy").click();
    await eventually(async () => expect(await second.evaluate("navigator.clipboard.readText()")).toBe("It depends on the light."));
    expect(await first.getByText("Your text was not sent").count()).toBe(0);
    expect(problemsOf(first)).toEqual([]);
  });

  it("EAS-08 a tab that has heard nothing and sends another answer, or declines, shows how the message stands", async () => {
    const { creator, sessionId } = await paidMessage(system);
    const first = await openAs(system, creator, `/messages/${sessionId}`, PHONE);
    await first.getByLabel("Your reply").fill("A 35 mm.");
    const second = await secondTab(first, `/messages/${sessionId}`);
    const third = await secondTab(first, `/messages/${sessionId}`);
    // The second tab has the draft of the first one, and changes it.
    await second.getByLabel("Your reply").fill("A 35 mm, or a 50.");
    await button(third, "Decline and refund").click();
    for (const page of [second, third]) await page.route("**/messages?sessionId=*", (route) => route.abort());
    const missed = [second, third].map((page) => page.waitForEvent("requestfailed", (request) => request.url().includes("sessionId=")));
    await button(first, "Send reply").click();
    await Promise.all(missed);
    for (const page of [second, third]) await page.unroute("**/messages?sessionId=*");
    await button(second, "Send reply").click();
    await third.getByRole("dialog").getByRole("button", { name: "Decline and refund" }).click();
    await second.getByText("Your text was not sent").waitFor();
    await second.locator("main .card").getByText("A 35 mm, or a 50.").waitFor();
    for (const page of [second, third]) {
      await page.locator("form.card").waitFor({ state: "detached" });
      expect(await page.locator("main").textContent()).not.toMatch(/Idempotency/i);
    }
  });

  it("EAS-08 a decline, a closed ticket and the state of a payout reach the other tab at once", async () => {
    const { fan, creator, messageId, sessionId } = await paidMessage(system);
    const page = await openAs(system, creator, `/messages/${sessionId}`, PHONE);
    await page.getByLabel("Your reply").fill("A 35 mm.");
    dataOf(await creator.send("POST", `/messages/${messageId}/reject`, {}), 200);
    await page.getByText("Your text was not sent").waitFor(LIVE);
    await page.getByText("Declined").first().waitFor();

    const ticket = dataOf<{ id: string }>(await fan.send("POST", "/support/tickets", { subject: "Card", message: "It fails." }), 201);
    const support = await openAs(system, fan, `/support/${ticket.id}`, PHONE);
    await support.getByLabel("Your reply").fill("Which card?");
    const admin = await system.admin();
    dataOf(await admin.send("POST", `/admin/support/tickets/${ticket.id}/close`, {}), 200);
    await support.getByText("This ticket is closed.").waitFor(LIVE);
    await support.locator("main .card").getByText("Which card?").waitFor();

    const earner = await earningCreator(system);
    const earnings = await openAs(system, earner, "/payouts", PHONE);
    await earnings.getByText("Available").first().waitFor();
    const method = dataOf<{ methodId: string }>(
      await earner.send("POST", "/payouts/methods", { kind: "BANK_ACCOUNT", label: "My bank" }),
      201,
    );
    const body = { amount: "50.00", methodId: method.methodId };
    const key = { headers: { "idempotency-key": uuid() } };
    const payout = dataOf<{ payoutId: string }>(await earner.send("POST", "/payouts", body, key), 201);
    await earnings.getByText("Requested").first().waitFor(LIVE);
    dataOf(await admin.send("POST", `/admin/payouts/${payout.payoutId}/fail`, { reason: "The account is closed" }), 200);
    await earnings.getByText("The account is closed").waitFor(LIVE);
  });
});

const offset = (page: Page) => page.evaluate<number>("scrollY");

describe("where a page opens", () => {
  it("EAS-07 a page opens at its top with the focus on its heading, also when that comes late; back leads to the same place", async () => {
    const fan = await system.newFan("10.00");
    const page = await openAs(system, fan, "/settings/notifications", PHONE);
    await page.locator("main input").last().waitFor();
    await page.mouse.wheel(0, 300);
    await eventually(async () => expect(await offset(page)).toBe(300));
    const left = await offset(page);
    await link(page, "Wallet").first().click();
    await page.getByText("Money added").waitFor();
    await hasFocus(page, "H1", "on.tagName");
    await eventually(async () => expect(await offset(page)).toBe(0));
    await page.goBack();
    await page.locator("main input").last().waitFor();
    await eventually(async () => expect(await offset(page)).toBe(left));
    await hasFocus(page, "H1", "on.tagName");
    await page.reload();
    await eventually(async () => expect(await offset(page)).toBe(left));
    await page.goForward();
    await page.getByText("Money added").waitFor();
    await eventually(async () => expect(await offset(page)).toBe(0));
  });

  it("EAS-07 a conversation of thirty messages opens at the newest one, and back at the one that was read", async () => {
    const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const fan = await system.newFan("150.00");
    for (let number = 1; number < 30; number += 1) {
      const messageId = await write(fan, creator, `Question ${number}.`);
      dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: `Answer ${number}.` }), 201);
    }
    const last = await write(fan, creator, "Question 30.");
    const { sessionId } = dataOf<{ sessionId: string }>(await fan.send("GET", `/messages/${last}`), 200);
    const list = await openAs(system, creator, "/messages", PHONE);
    await list.locator(".list a").first().click();
    const newest = (page: Page) => page.getByRole("article").getByText("Question 30.", { exact: true });
    const seesNewest = async (page: Page) => {
      await newest(page).waitFor();
      const { y, height } = (await newest(page).boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
      return y >= 0 && y + height <= PHONE.viewport.height;
    };
    await eventually(async () => expect(await seesNewest(list)).toBe(true));
    await hasFocus(list, "H1", "on.tagName");
    const page = await secondTab(list, `/messages/${sessionId}`);
    await eventually(async () => expect(await seesNewest(page)).toBe(true));
    await page.mouse.wheel(0, -900);
    await eventually(async () => expect(await seesNewest(page)).toBe(false));
    const left = await offset(page);
    await link(page, "Account").click();
    await page.getByLabel("Name", { exact: true }).first().waitFor();
    await eventually(async () => expect(await offset(page)).toBe(0));
    await page.goBack();
    await newest(page).waitFor();
    await eventually(async () => expect(await offset(page)).toBe(left));

    // The content is there before the first frame.
    await list.addInitScript("requestAnimationFrame = (draw) => setTimeout(draw, 500)");
    await list.goto("/messages");
    await list.locator(".list a").first().click();
    await hasFocus(list, "H1", "on.tagName");
    await hasFocus(list, true, "location.pathname !== '/messages'");
    await eventually(async () => expect(await seesNewest(list)).toBe(true));
  });
});

describe("an address that is not confirmed", () => {
  it("EAS-12 stands above each page with a way to send the link again, and goes when it is confirmed elsewhere", async () => {
    const person = await system.newUser({ verified: false });
    const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
    const page = await openAs(system, person, "/wallet", PHONE);
    const banner = page.getByRole("complementary", { name: "Confirm your email address" });
    await banner.getByText(person.email).waitFor();
    const old = await system.mailedToken(person.email, "verify_email");
    await banner.getByRole("button", { name: "Send a new link" }).click();
    await banner.getByText("A new link is on its way").waitFor();
    for (const path of ["/help", `/${creator.username}`, `/${creator.username}/message`, "/settings/profile"]) {
      await page.goto(path);
      await banner.getByText(person.email).waitFor();
    }
    await banner.getByRole("link", { name: "Confirm address" }).click();
    await page.getByLabel("Code from the email").fill("wrong");
    for (const _step of ["before", "after a wrong code"]) {
      await page.locator("main").getByRole("button", { name: "Send a new link" }).waitFor();
      // The page before says the same after the first step, so the document of the answer is waited for.
      const answered = page.waitForEvent("load");
      await page.locator("main").getByRole("button", { name: "Confirm address" }).click();
      await answered;
      await page.getByText("This link no longer works").first().waitFor();
      await page.getByLabel("Code from the email").fill("wrong again");
    }
    let token = old;
    await eventually(async () => {
      token = await system.mailedToken(person.email, "verify_email");
      expect(token).not.toBe(old);
    });
    await page.goto("/wallet");
    await banner.waitFor();
    dataOf(await system.send("POST", "/auth/verify-email", { body: { token } }), 200);
    await eventually(async () => {
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await banner.waitFor({ state: "detached", timeout: 1_000 });
    });
    expect(problemsOf(page)).toEqual([]);
  });

  it("EAS-12 a confirmed person and a visitor see no banner", async () => {
    const page = await openAs(system, await system.newUser(), "/wallet", PHONE);
    const asked = page.waitForResponse("**/auth/me");
    await page.goto("/help");
    await asked;
    expect(await page.getByRole("complementary", { name: "Confirm your email address" }).count()).toBe(0);
  });
});
