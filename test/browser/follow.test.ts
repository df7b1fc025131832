import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, openAs, problemsOf, signIn, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const link = (page: Page, name: string) => page.locator("main").getByRole("link", { name, exact: true });

describe("following a creator", () => {
  it("a follow that is requested signed out is done after signing in, shown after a reload, and undone on the list", async () => {
    const [creator, fan] = [await system.newCreator(), await system.newUser()];
    const page = await system.open(`/${creator.username}`);
    await link(page, "Follow").first().click();
    await signIn(page, fan);
    await page.waitForURL((url) => url.pathname === `/${creator.username}`);
    await link(page, "Follow").first().click();
    await link(page, "Following").first().waitFor();
    expect(dataOf(await fan.send("GET", "/follows"), 200)).toMatchObject({ total: 1 });
    await page.reload();
    await link(page, "Following").first().waitFor();
    expect(await link(page, "Follow").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await link(page, "Following").first().click();
    await page.getByRole("button", { name: "Unfollow" }).click();
    await page.getByText("You do not follow anybody yet.").waitFor();
    await Promise.all([page.waitForResponse(/\/follow$/), page.goto(`/${creator.username}`)]);
    await link(page, "Follow").first().waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("the page shows a follow although the user has followed hundreds of others since", async () => {
    const [creator, fan] = [await system.newCreator(), await system.newUser()];
    dataOf(await fan.send("PUT", `/creators/${creator.creatorId}/follow`), 200);
    const later = Array.from({ length: 205 }, () => ({ _id: uuid(), creatorId: uuid(), userId: fan.userId, createdAt: new Date() }));
    await system.runtime.database("creator").connection.collection<(typeof later)[number]>("follows").insertMany(later);
    const page = await openAs(system, fan, `/${creator.username}`);
    await link(page, "Following").first().waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("neither following nor a message is offered on one's own page, which leads to its form instead, and to others as before", async () => {
    const [creator, other] = await Promise.all([system.newCreator({ dmType: "FREE" }), system.newCreator({ dmType: "FREE" })]);
    const page = await openAs(system, creator, "/page");
    await page.getByRole("navigation").getByRole("link", { name: "Earnings" }).waitFor();
    await page.goto(`/${creator.username}`);
    await page.locator("a[data-follow]").first().waitFor({ state: "hidden" });
    expect(await link(page, "Follow").count()).toBe(0);
    expect(await link(page, "Send a message").count()).toBe(0);
    await page.goto(`/${other.username}`);
    await link(page, "Send a message").first().waitFor();
    await page.goto(`/${creator.username}`);
    await link(page, "Edit").first().click();
    await page.waitForURL("**/page");
    expect(problemsOf(page)).toEqual([]);
  });
});
