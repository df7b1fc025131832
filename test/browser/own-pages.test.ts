import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { dataOf } from "../support/test-system.ts";
import {
  accessibilityProblems,
  type BrowserSystem,
  button,
  checkedIn,
  fillSignIn,
  LOOKS,
  openAs,
  problemsOf,
  startBrowserSystem,
} from "./fixture.ts";
import { paidMessage } from "./paid-messages.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const paidCreator = () => system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });

describe("everybody's own pages", () => {
  it("message settings without a price report that at its field", async () => {
    const page = await openAs(system, await paidCreator(), "/settings/messages");
    await page.getByLabel("Price").fill("");
    await button(page, "Save").click();
    await page.locator("[name=price]:focus[aria-invalid=true]").waitFor();
    await page.getByLabel("Price").fill("7.50");
    await button(page, "Save").click();
    await page.getByText("Saved").waitFor();
  });

  it("a notification is marked as read though its link leads to another document at once", async () => {
    const { creator, fan, messageId } = await paidMessage(system);
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "A 35 mm." }), 201);
    const page = await openAs(system, fan, "/notifications");
    const notifications = system.runtime.database("notification").connection.collection("notifications");
    await notifications.updateMany({ userId: fan.userId }, { $set: { "data.deepLink": "/help" } });
    await page.reload();
    await page.route("**/read", async (route) => {
      await page.waitForURL("**/help");
      await route.continue();
    });
    await page.getByRole("link", { name: "replied to your message" }).click();
    await eventually(async () => {
      const { items } = dataOf<{ items: readonly { read: boolean }[] }>(await fan.send("GET", "/notifications"), 200);
      expect(items.map(({ read }) => read)).toContain(true);
    });
  });

  it("APP-10 a block is undone, a copy asked for, and a deletion shows the balance and is cancelled after signing in", async () => {
    const [fan, creator, other] = [await system.newFan("12.00"), await paidCreator(), await paidCreator()];
    dataOf(await creator.send("PATCH", "/auth/me", { displayName: "Wren" }), 200);
    dataOf(
      await fan.send("POST", "/messages", { receiverId: creator.userId, dmType: "PER_MESSAGE", price: "5.00", content: "Which?" }),
      201,
    );
    for (const { userId } of [creator, other]) await fan.send("PUT", `/blocks/${userId}`);
    const page = await openAs(system, fan, "/settings/privacy");
    const blocked = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await blocked("Somebody").getByRole("button", { name: "Unblock" }).click();
    await blocked("Somebody").waitFor({ state: "detached" });
    await blocked("Wren").waitFor();
    await button(page, "Unblock").click();
    await page.getByText("You have not blocked anybody.").waitFor();
    expect(await button(page, "Check again").count()).toBe(0);
    await button(page, "Ask for a copy").click();
    await eventually(async () => {
      await button(page, "Check again").click();
      expect(await button(page, "Download").count()).toBe(1);
    });
    const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
    expect(JSON.parse(readFileSync(await file.path(), "utf8"))).toMatchObject({ userId: fan.userId });
    await button(page, "Delete account").click();
    await page.getByRole("dialog").getByText("€7.00").waitFor();
    const day = await page.getByRole("dialog").locator("time").textContent();
    await page.getByLabel("Current password").fill(fan.password);
    await page.getByRole("dialog").getByRole("button", { name: "Delete account" }).click();
    await page.waitForURL((url) => url.pathname === "/farewell");
    await page.goto("/login?next=/settings/privacy");
    await fillSignIn(page, fan);
    await page.getByRole("heading", { name: `Your account will be deleted on ${day}` }).waitFor();
    await button(page, "Keep my account").click();
    await button(page, "Delete account").waitFor();
  });

  it("the profile shows the address that signs in, whether it is confirmed, and the name of the own page", async () => {
    const creator = await system.newCreator();
    const page = await openAs(system, creator, "/settings/profile");
    const facts = page.locator("dl.facts");
    await facts.getByText(creator.email).waitFor();
    await facts.getByText("Confirmed", { exact: true }).waitFor();
    await facts.getByRole("link", { name: `@${creator.username}` }).waitFor();
    const unconfirmed = await system.newUser({ verified: false });
    const other = await openAs(system, unconfirmed, "/settings/profile");
    await other.locator("dl.facts").getByRole("link", { name: "Confirm address" }).waitFor();
    expect(await other.locator("dl.facts").getByText("@", { exact: false }).count()).toBe(1);
    expect(await accessibilityProblems(other)).toEqual([]);
  });

  it("APP-11 a fan is told why the settings of creators are missing", async () => {
    const page = await openAs(system, await system.newUser(), "/settings/messages");
    await page.getByText("This is for creators.").waitFor();
    await page.locator("main").getByRole("link", { name: "Become a creator" }).waitFor();
  });

  const paths = [
    ...["/wallet", "/messages", "/notifications", "/following", "/become-creator"],
    ...["messages", "vacation", "notifications", "privacy"].map((name) => `/settings/${name}`),
  ];
  it.each(LOOKS)("A11-01 axe finds nothing on them ($colorScheme, $width px, $lang)", async (look) => {
    const { colorScheme, width, lang } = look;
    const [creator, fan] = [await paidCreator(), await system.newFan("20.00")];
    await fan.send("POST", "/messages", { receiverId: creator.userId, dmType: "PER_MESSAGE", price: "5.00", content: "Which lens?" });
    const page = await openAs(system, creator, "/messages", { colorScheme, viewport: { width, height: 800 } });
    const found = new Map<string, readonly string[]>();
    for (const path of checkedIn(look, [...paths, `/${(await paidCreator()).username}/message`])) {
      await page.goto(`${path}?lang=${lang}`);
      await eventually(async () => expect(await page.locator(".skeleton").count()).toBe(0));
      const problems = await accessibilityProblems(page);
      const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
      if (problems.length > 0 || isWide) found.set(path, [...problems, ...(isWide ? ["scrolls sideways"] : [])]);
    }
    expect([...found]).toEqual([]);
    expect(problemsOf(page)).toEqual([]);
  });
});
