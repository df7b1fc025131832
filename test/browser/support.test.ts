import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import {
  accessibilityProblems,
  type BrowserSystem,
  button,
  checkedIn,
  LOOKS,
  openAs,
  openAsStaff,
  problemsOf,
  startBrowserSystem,
} from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

/** Well before the page would poll by itself. */
const LIVE_WITHIN_MS = 15_000;

interface Ticket {
  readonly id: string;
}

const openTicket = async (user: Person, subject: string, message: string) =>
  dataOf<Ticket>(await user.send("POST", "/support/tickets", { subject, message }), 201);
const answer = async ({ id }: Pick<Ticket, "id">, message: string) =>
  dataOf(await (await system.admin()).send("POST", `/admin/support/tickets/${id}/messages`, { message }), 201);
const close = async ({ id }: Pick<Ticket, "id">) =>
  dataOf(await (await system.admin()).send("POST", `/admin/support/tickets/${id}/close`, {}), 200);

describe("support", () => {
  it("APP-20 a user asks about a failed top-up by pages alone; the ticket names it, and both sides see what the other writes", async () => {
    const fan = await system.newUser();
    const key = { headers: { "idempotency-key": uuid() } };
    const topUp = dataOf<{ topupId: string }>(await fan.send("POST", "/wallet/topups", { amount: "5.00" }, key), 201);
    const page = await openAs(system, fan, "/support");
    await page.getByText("You have not written to us yet.").waitFor();
    await page.goto(`/sandbox/pay/${topUp.topupId}`);
    await button(page, "Fail").click();
    await page.getByRole("link", { name: "Ask support" }).click();
    expect(await page.getByLabel("Subject").inputValue()).toBe("Problem with adding money");
    await button(page, "Send").click();
    await page.locator("[name=message]:focus[aria-invalid=true]").waitFor();
    expect(await page.getByText("Please fill this in").count()).toBe(1);
    await page.getByLabel("Your message").fill("My card was charged.");
    await button(page, "Send").click();
    await page.getByText("We have your message and answer on this page.").waitFor();

    const staff = await openAsStaff(system, await system.admin(), "/admin");
    await staff.getByRole("link", { name: /^Support tickets 1/ }).click();
    await staff.getByRole("link", { name: /^Problem with adding money/ }).click();
    await staff.getByText(`My card was charged.\n\nNumber of the top-up: ${topUp.topupId}`).waitFor();
    await button(staff, "Send reply").click();
    await staff.locator("[name=message]:focus[aria-invalid=true]").waitFor();
    await staff.getByLabel("Your reply").fill("The bank gives it back on Thursday.");
    await button(staff, "Send reply").click();
    await staff.locator("article.own").getByText("The bank gives it back on Thursday.").waitFor();

    await page.goto("/notifications");
    await page.getByRole("link", { name: /^Support has answered/ }).click();
    await page.getByText("The bank gives it back on Thursday.").waitFor();
    await page.getByLabel("Your reply").fill("Thank you!");
    await button(page, "Send reply").click();
    await page.locator("article").getByText("Thank you!").waitFor();
    expect(await page.getByLabel("Your reply").inputValue()).toBe("");

    await staff.locator("article.theirs").getByText("Thank you!").waitFor();
    await button(staff, "Close ticket").click();
    await staff.getByRole("dialog").getByRole("button", { name: "Close ticket" }).click();
    await staff.locator(".chip").getByText("Closed", { exact: true }).first().waitFor();
    await page.reload();
    await page.getByText("This ticket is closed.").waitFor();
    expect(await page.getByLabel("Your reply").count()).toBe(0);
    await page.goto("/support");
    await page.getByRole("link", { name: "Problem with adding money Closed" }).waitFor();
    expect([...problemsOf(page), ...problemsOf(staff)]).toEqual([]);
  });

  it("APP-20 an answer appears on open pages as soon as it is written, and text that is being typed there stays", async () => {
    const fan = await system.newUser();
    const ticket = await openTicket(fan, "Question", "Is it you?");
    const [list, page] = [await openAs(system, fan, "/support"), await openAs(system, fan, `/support/${ticket.id}`)];
    await list
      .getByRole("link", { name: /^Question/ })
      .getByText("Waiting for our answer")
      .waitFor();
    await list.getByLabel("Subject").fill("Another one");
    await page.getByLabel("Your reply").fill("One thing more.");
    await answer(ticket, "Yes, it is.");
    await page.locator("article").getByText("Yes, it is.").waitFor({ timeout: LIVE_WITHIN_MS });
    await list
      .getByRole("link", { name: /^Question/ })
      .getByText("Answered")
      .waitFor({ timeout: LIVE_WITHIN_MS });
    expect(await page.getByLabel("Your reply").inputValue()).toBe("One thing more.");
    expect(await list.getByLabel("Subject").inputValue()).toBe("Another one");
  });

  it("APP-20 an answer also goes to the asking user by mail, unless they want no mails", async () => {
    const [fan, quiet] = [await system.newUser({ locale: "de" }), await system.newUser()];
    dataOf(await quiet.send("PUT", "/notifications/preferences", { preferences: [], emailMode: "OFF" }), 200);
    const mailsTo = ({ email }: Person) =>
      mailboxOf(system.runtime)
        .of(email)
        .filter(({ kind }) => kind === "support_answered");
    for (const user of [quiet, fan]) await answer(await openTicket(user, "Question", "Is it you?"), "Yes, it is.");
    const mail = await eventually(() => mailsTo(fan)[0] ?? Promise.reject(new Error("no mail")));
    expect(mail.subject).toBe("Der Support hat geantwortet");
    expect(mail.text).not.toContain("Yes, it is.");
    const { pathname } = new URL(/^http\S+\/support\/\S+$/m.exec(mail.text)?.[0] ?? "");
    const page = await openAs(system, fan, pathname);
    await page.getByText("Yes, it is.").waitFor();
    expect(mailsTo(quiet)).toEqual([]);
  });

  it("APP-20 the same request after a lost answer creates no second ticket", async () => {
    const fan = await system.newUser();
    const page = await openAs(system, fan, "/support");
    await page.getByLabel("Subject").fill("Lost");
    await page.getByLabel("Your message").fill("Once, please.");
    await page.route("**/support/tickets", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, "Send").click();
    await page.getByText("No connection").waitFor();
    await page.unroute("**/support/tickets");
    await button(page, "Send").click();
    await page.waitForURL(/\/support\/.+/);
    expect(dataOf(await fan.send("GET", "/support/tickets"), 200)).toMatchObject({ total: 1 });
  });

  it("APP-20 text that is being written stays when the ticket is closed meanwhile", async () => {
    const fan = await system.newUser();
    const ticket = await openTicket(fan, "Question", "Is it you?");
    const page = await openAs(system, fan, `/support/${ticket.id}`);
    await page.getByLabel("Your reply").fill("One thing more.");
    // The page hears of it and cannot load the ticket.
    const address = `**/support/tickets/${ticket.id}`;
    await page.route(address, (route) => route.abort());
    const missed = page.waitForEvent("requestfailed", (request) => request.url().endsWith(ticket.id));
    await close(ticket);
    await missed;
    await page.unroute(address);
    await button(page, "Send reply").click();
    await page.getByText("This ticket is closed.").waitFor();
    await page.getByText("One thing more.").waitFor();
  });

  it("APP-11 shows no ticket of another user, and none for an address that is no ticket", async () => {
    const ticket = await openTicket(await system.newUser(), "Secret question", "Secret text");
    const page = await openAs(system, await system.newUser(), `/support/${ticket.id}`);
    for (const path of [`/support/${ticket.id}`, "/support/none"]) {
      await page.goto(path);
      await page.getByText("There is no such ticket among yours.").waitFor();
      expect(await page.locator("main").textContent()).not.toContain("Secret");
    }
  });
});

describe("the console", () => {
  it("CON-29 r enters the reply, and the row of the ticket that was answered keeps its words whole", async () => {
    const user = await system.newUser();
    const [first, second] = [await openTicket(user, "Where is my payment?", "Why?"), await openTicket(user, "Another one", "Why?")];
    const page = await openAsStaff(system, await system.admin(), "/admin/support", { viewport: { width: 1440, height: 900 } });
    const row = ({ id }: Ticket) => page.locator(`li[data-id="${id}"]`);
    await row(first).getByRole("link").click();
    await page.getByRole("heading", { level: 1, name: "Where is my payment?" }).waitFor();
    await page.keyboard.press("r");
    await page.keyboard.type("It is there.");
    expect(await page.getByLabel("Your reply").inputValue()).toBe("It is there.");
    await button(page, "Send reply").click();
    await row(first).locator(".gone").waitFor();
    const heights = await Promise.all([first, second].map(async (ticket) => (await row(ticket).boundingBox())?.height ?? 0));
    expect(heights[0]).toBeLessThanOrEqual((heights[1] ?? 0) + 32);
    expect(await row(second).isVisible()).toBe(true);
  });
});

/** A user with a ticket in each state; one has a long subject and texts in two directions. */
async function userWithTickets(): Promise<{ readonly user: Person; readonly paths: readonly string[] }> {
  const user = await system.newUser();
  const long = await openTicket(user, `Unbreakable${"x".repeat(150)}`, "لماذا فشل الدفع؟");
  await answer(long, `See https://example.org/${"y".repeat(200)}`);
  const closed = await openTicket(user, "שאלה", "Which card?");
  await close(closed);
  const { id } = await openTicket(user, "Top-up", "Where is it?");
  return { user, paths: ["/support", `/support?topup=${uuid()}`, ...[long.id, closed.id, id, "none"].map((each) => `/support/${each}`)] };
}

describe("these pages", () => {
  it.each(LOOKS)("A11-01 A11-04 axe finds nothing, and nothing scrolls sideways ($colorScheme, $width px, $lang)", async (look) => {
    const { user, paths } = await userWithTickets();
    const { colorScheme, width, lang } = look;
    const page = await openAs(system, user, "/following", { colorScheme, viewport: { width, height: 800 } });
    const found = new Map<string, readonly string[]>();
    for (const path of checkedIn(look, paths)) {
      await page.goto(`${path}${path.includes("?") ? "&" : "?"}lang=${lang}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await eventually(async () => expect(await page.locator(".skeleton").count()).toBe(0));
      const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      const problems = [...(await accessibilityProblems(page)), ...(isWide ? ["scrolls sideways"] : []), ...problemsOf(page)];
      if (problems.length > 0) found.set(path, problems);
    }
    expect([...found]).toEqual([]);
  });
});
