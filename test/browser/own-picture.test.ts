import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { eventually } from "../support/eventually.ts";
import { dataOf } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, LOOKS, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const PATH = "/settings/profile";
const pictureOf = (background: string) =>
  sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
const choose = (page: Page, buffer: Buffer, name = "me.jpg") =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "image/jpeg", buffer });

describe("CRW-22 the picture in the settings", () => {
  it("CRW-22 is chosen, looked at, saved, replaced and removed; the header and other people see it at once", async () => {
    const [creator, fan] = [await system.newCreator(), await system.newFan("0")];
    const message = { receiverId: creator.userId, dmType: "FREE", content: "Hello there." };
    dataOf(await fan.send("POST", "/messages", message), 201);
    dataOf(await creator.send("PATCH", `/creators/${creator.creatorId}/bio`, { embedEnabled: true }), 200);
    const page = await openAs(system, creator, PATH);
    await page.locator(`.own-picture > span.face`).waitFor();
    expect(await button(page, "Remove").count()).toBe(0);

    await choose(page, await pictureOf("teal"));
    await page.locator(`.own-picture > canvas.face`).waitFor();
    await button(page, "Cancel").click();
    await page.locator(`.own-picture > span.face`).waitFor();

    await choose(page, await pictureOf("teal"));
    await button(page, "Save").first().click();
    await page.locator(`.own-picture > img.face`).waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    const small = await page.locator("[data-face] img.face").getAttribute("src");
    expect(small).toMatch(/\/128\.webp$/);
    const shown = "document.querySelector('.own-picture img.face').naturalWidth > 0";
    await eventually(async () => expect(await page.evaluate(shown)).toBe(true));

    const others = await openAs(system, fan, "/messages");
    await eventually(async () => {
      await others.goto("/messages");
      await others.locator(`main img.face[src="${small}"]`).waitFor({ timeout: 1_000 });
      await others.goto(`/${creator.username}`);
      await others.locator(`main img.face[src="${small}"]`).waitFor({ timeout: 1_000 });
      await others.goto(`/${creator.username}/embed`);
      await others.locator(`img.face[src="${small}"]`).waitFor({ timeout: 1_000 });
    });

    await choose(page, await pictureOf("gold"));
    await button(page, "Save").first().click();
    await eventually(async () => expect(await page.locator(`.own-picture > img.face`).getAttribute("src")).not.toBe(small));
    await button(page, "Remove").click();
    await page.locator(`.own-picture > span.face`).waitFor();
    await page.getByText("Removed", { exact: true }).waitFor();
    await page.locator("[data-face] span.face").waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  it("CRW-24 says at the field why a file is refused, and the next one is accepted", async () => {
    const person = await system.newUser();
    const page = await openAs(system, person, PATH);
    await page.locator(".own-picture > .face").waitFor();
    await choose(page, Buffer.from("<!doctype html><script>alert(1)</script>"));
    await button(page, "Save").first().click();
    const input = page.locator("input[type=file]");
    await page.locator(".own-picture .problem").getByText("This file is not a picture").waitFor();
    expect(await input.getAttribute("aria-invalid")).toBe("true");
    await hasFocus(page, "file", "on.type");
    await choose(page, await pictureOf("teal"));
    await button(page, "Save").first().click();
    await page.locator(`.own-picture > img.face`).waitFor();
    expect(await page.locator(".own-picture .problem").count()).toBe(0);
    expect(problemsOf(page)).toEqual([]);
  });

  it.each(LOOKS)("A11-01 axe finds nothing on it ($colorScheme, $width px, $lang)", async ({ colorScheme, width, lang }) => {
    const page = await openAs(system, await system.newUser(), `${PATH}?lang=${lang}`, { colorScheme, viewport: { width, height: 800 } });
    await page.locator(".own-picture > .face").waitFor();
    await choose(page, await pictureOf("teal"));
    await page.locator(`.own-picture > canvas.face`).waitFor();
    const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect([...(await accessibilityProblems(page)), isWide, ...problemsOf(page)]).toEqual([false]);
  });
});
