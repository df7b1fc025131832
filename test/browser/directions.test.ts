import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { translate } from "#libs/platform/i18n/translate.ts";
import { dataOf } from "../support/test-system.ts";
import { type BrowserSystem, button, openAs, startBrowserSystem } from "./fixture.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const QUESTION = "ما العدسة 35 التي تستعملها؟";
const REPLY = "A 35 mm, always.";
const CREATOR = "דנה לוי";
const FAN = "נועם 7";

/** A question in Arabic to a creator with a Hebrew name, by a fan with another one. */
async function question() {
  const [creator, fan] = [await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" }), await system.newFan("20.00")];
  dataOf(await creator.send("PATCH", "/auth/me", { displayName: CREATOR }), 200);
  dataOf(await fan.send("PATCH", "/auth/me", { displayName: FAN }), 200);
  const body = { receiverId: creator.userId, dmType: "PER_MESSAGE", price: "5.00", content: QUESTION };
  const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", body), 201);
  const { sessionId } = dataOf<{ sessionId: string }>(await fan.send("GET", `/messages/${messageId}`), 200);
  return { creator, fan, messageId, path: `/messages/${sessionId}` };
}

const directionsOf = (page: Page, selector: string) =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((element) => getComputedStyle(element).direction)`);

/** Parts of the text of an element, in the order in which they stand on the screen from left to right. */
const orderOf = (page: Page, selector: string, parts: readonly string[]) =>
  page.evaluate(`(() => {
    const leftOf = (part) => {
      const walker = document.createTreeWalker(document.querySelector(${JSON.stringify(selector)}), NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const start = node.data.indexOf(part);
        if (start < 0) continue;
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + part.length);
        return range.getBoundingClientRect().left;
      }
      throw new Error(part + " is not there");
    };
    return ${JSON.stringify(parts)}.toSorted((a, b) => leftOf(a) - leftOf(b));
  })()`);

/** Distance of an element's text from the start of its parent element, in px. */
const indentOf = (page: Page, selector: string) =>
  page.evaluate(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const text = document.createRange();
    text.selectNodeContents(element);
    const [own, around] = [text, element.parentElement].map((each) => each.getBoundingClientRect());
    return Math.round(document.dir === "rtl" ? around.right - own.right : own.left - around.left);
  })()`);

describe("what the interface refuses", () => {
  it("an error is shown in the language chosen on the page, at its field, which gets the focus", async () => {
    const page = await system.open("/register?lang=ar");
    await page.waitForLoadState("networkidle");
    await page.locator("[name=email]").fill("layla@example.org");
    await page.locator("[name=password]").fill("password");
    await page.locator("[name=terms]").check();
    await page.locator("main button[type=submit]").click();
    await page.locator("[name=password]:focus[aria-invalid=true]").waitFor();
    expect(await page.locator(".problem").textContent()).toBe(translate("ar", "auth.password.too_common"));
    await page.locator("[name=email]").fill("layla@host");
    await page.locator("[name=password]").fill("a password of one user");
    await page.locator("main button[type=submit]").click();
    await page.locator("[name=email]:focus[aria-invalid=true]").waitFor();
    expect(await page.locator(".problem").textContent()).toBe(translate("ar", "page.register.emailProblem"));
  });
});

describe("texts of different directions", () => {
  it("A11-11 texts keep their own direction in a conversation, and a name keeps the order of its sentence", async () => {
    const { creator, fan, messageId, path } = await question();
    const page = await openAs(system, creator, path);
    await button(page, "Decline and refund").click();
    const sentence = "dialog p:not(.actions)";
    await page.locator(sentence).first().waitFor();
    expect(await orderOf(page, sentence, ["goes back to", FAN])).toEqual(["goes back to", FAN]);
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: REPLY }), 201);
    const own = await openAs(system, fan, path);
    await own.locator(".thread").getByText(REPLY).waitFor();
    expect(await directionsOf(own, ".thread .written")).toEqual(["rtl", "ltr"]);
    await own.getByText("More").click();
    await button(own, "Block").click();
    await own.locator(sentence).first().waitFor();
    const parts = [CREATOR, "can then send you", "more messages"];
    expect(await orderOf(own, sentence, parts)).toEqual(parts);
    await own.goto(`${path}?lang=ar`);
    await own.locator(".thread").getByText(REPLY).waitFor();
    expect(await directionsOf(own, ".thread .written")).toEqual(["rtl", "ltr"]);
  });

  it("A11-11 texts keep their own direction in the inbox, where a name stays at the start of its row", async () => {
    const { creator, fan, messageId } = await question();
    const page = await openAs(system, creator, "/messages");
    for (const path of ["/messages", "/messages?show=all"]) {
      await page.goto(path);
      await page.getByText(FAN).waitFor();
      expect([path, await directionsOf(page, ".item .preview")]).toEqual([path, ["rtl"]]);
      expect([path, await indentOf(page, ".item bdi")]).toEqual([path, 0]);
    }
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: REPLY }), 201);
    const own = await openAs(system, fan, "/messages");
    await own.getByText(CREATOR).waitFor();
    expect(await indentOf(own, ".item bdi")).toBe(0);
    await own.goto("/messages?lang=ar");
    await own.getByText(CREATOR).waitFor();
    expect(await indentOf(own, ".item bdi")).toBe(0);
  });

  it("A11-11 a notification that begins with a name has the order of its own language, not that of the page", async () => {
    const { creator, fan, messageId } = await question();
    dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: REPLY }), 201);
    const page = await openAs(system, fan, "/notifications");
    for (const lang of ["en", "ar"]) {
      await page.goto(`/notifications?lang=${lang}`);
      await page.getByText("replied to your message.").waitFor();
      const line = ".item .text > span";
      expect([lang, await orderOf(page, line, [CREATOR, "replied to", "."])]).toEqual([lang, [CREATOR, "replied to", "."]]);
    }
  });

  it("A11-11 a heading among links stands at the start of the page, for headings of either direction", async () => {
    const creator = await system.newCreator();
    const heading = { kind: "HEADING", title: CREATOR };
    dataOf(await creator.send("POST", `/creators/${creator.creatorId}/links`, heading), 201);
    for (const lang of ["en", "ar"]) {
      const page = await system.open(`/${creator.username}?lang=${lang}`);
      expect([lang, await indentOf(page, ".links .heading h2")]).toEqual([lang, 0]);
    }
  });

  it("A11-11 an address keeps its order where nothing follows its last slash, and a path begins with its own slash", async () => {
    const page = await openAs(system, await system.newUser(), "/become-creator?lang=ar");
    const address = page.locator(".hint bdi");
    await address.waitFor();
    expect(await address.textContent()).toMatch(/\/…$/);
    expect(await orderOf(page, ".hint bdi", [new URL(system.base).host, "/…"])).toEqual([new URL(system.base).host, "/…"]);
    await page.goto("/no/such/page?lang=ar");
    expect(await orderOf(page, "main code", ["/no", "such"])).toEqual(["/no", "such"]);
  });
});
