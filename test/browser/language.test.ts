import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { type BrowserSystem, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterAll(() => system.stop());
afterEach(() => system.closeWindows());

const localeOf = async (person: Person) => dataOf<{ locale: string }>(await person.send("GET", "/auth/me"), 200).locale;

describe("the language of an account", () => {
  it("EAS-04 set in the profile it is that of the page at once, after a reload, elsewhere, and of the notices", async () => {
    const creator = await system.newCreator();
    const fan = await system.newUser();
    dataOf(await fan.send("POST", "/messages", { receiverId: creator.userId, content: "Hello", dmType: "FREE" }), 201);
    const page = await openAs(system, creator, "/settings/profile");
    await page.locator("[name=locale]").selectOption("fr");
    await page.locator("form button[type=submit].primary").click();
    await page.locator("html[lang=fr]").waitFor();
    await page.goto("/settings/profile");
    await page.locator("html[lang=fr] [name=locale]").waitFor();
    expect(await localeOf(creator)).toBe("fr");
    const other = await openAs(system, creator, "/notifications");
    await other.locator("html[lang=fr]").waitFor();
    await other.getByText("Nouveau message").first().waitFor();
    expect([...problemsOf(page), ...problemsOf(other)]).toEqual([]);
  });

  it("EAS-04 chosen in the footer by a signed-in user it is kept in the account; an address may still name another", async () => {
    const fan = await system.newUser();
    const page = await openAs(system, fan, "/wallet");
    await page.locator(".language select").selectOption("de");
    await page.locator("html[lang=de]").waitFor();
    await eventually(async () => expect(await localeOf(fan)).toBe("de"));
    await page.goto("/wallet?lang=ar");
    await page.locator("html[lang=ar] main h1").waitFor();
    expect(await localeOf(fan)).toBe("de");
    await page.goto("/wallet");
    await page.locator("html[lang=de] main h1").waitFor();
  });

  it("EAS-04 chosen in the footer by a visitor it changes the page alone", async () => {
    const page = await system.open("/login");
    await page.locator(".language select").selectOption("de");
    await page.locator("html[lang=de]").waitFor();
    await page.goto("/login");
    await page.locator("html[lang=de]").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });
});
