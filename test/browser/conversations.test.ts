import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { DAY } from "#libs/kernel/clock.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, LOOKS, openAs, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";

let system: BrowserSystem;
beforeAll(async () => {
  system = await startBrowserSystem();
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const WIDE = { viewport: { width: 1280, height: 800 } };
const NARROW = { viewport: { width: 1000, height: 800 } };
const rowsOf = (page: Page) => page.locator(".list li");

async function write(fan: Person, { userId }: CreatorPerson, content: string): Promise<string> {
  const body = { receiverId: userId, dmType: "PER_MESSAGE", price: "5.00", content };
  const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", body), 201);
  return dataOf<{ sessionId: string }>(await fan.send("GET", `/messages/${messageId}`), 200).sessionId;
}

async function creatorWithMessages(...texts: readonly string[]): Promise<CreatorPerson> {
  const creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
  for (const text of texts) await write(await system.newFan("5.00"), creator, text);
  return creator;
}

interface Inbox {
  readonly data: { readonly items: readonly { readonly id: string }[] };
}

/** Adds pages of answered messages, `daysAgo` days old, to the list of received messages. Returns the pages that were requested. */
async function addOlderMessages(page: Page, daysAgo: number): Promise<ReadonlySet<string>> {
  const asked = new Set<string>();
  const older = { status: "COMPLETED", sentAt: new Date(Date.now() - daysAgo * DAY).toISOString() };
  await page.route("**/api/v1/messages?role=receiver*", async (route) => {
    const url = new URL(route.request().url());
    const number = url.searchParams.get("page") ?? "";
    asked.add(number);
    url.searchParams.set("page", "1");
    const response = await route.fetch({ url: url.href });
    const { data, ...envelope } = (await response.json()) as Inbox;
    const items = number === "1" ? data.items : data.items.map((item) => ({ ...item, ...older, id: `${item.id} ${number}` }));
    await route.fulfill({ response, json: { ...envelope, data: { ...data, items, totalPages: 9 } } });
  });
  return asked;
}

describe("the inbox of a creator", () => {
  it("the inbox begins with the address of the creator's page, to copy and as a QR code", async () => {
    const { username, ...creator } = await system.newCreator();
    const options = { ...NARROW, permissions: ["clipboard-read", "clipboard-write"] };
    const page = await openAs(system, creator, "/messages", options);
    const empty = page.locator(".empty").filter({ hasText: "Nobody has written to you yet." });
    expect(await empty.getByRole("link").getAttribute("href")).toBe(`/${username}`);
    await empty.getByRole("button", { name: "Copy" }).click();
    await empty.getByText("Address copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${system.base}/${username}`);
    const width = `document.querySelector("img[alt='QR code of this page']").naturalWidth`;
    await eventually(async () => expect(await page.evaluate(width)).toBeGreaterThan(0));
    expect(problemsOf(page)).toEqual([]);
  });

  it("the inbox leads to the numbers once all messages are answered", async () => {
    const creator = await creatorWithMessages("Which lens?");
    const { items } = dataOf<Inbox["data"]>(await creator.send("GET", "/messages?role=receiver"), 200);
    dataOf(await creator.send("POST", `/messages/${items[0]?.id}/reply`, { content: "A 35 mm." }), 201);
    const page = await openAs(system, creator, "/messages", NARROW);
    const empty = page.locator(".empty").filter({ hasText: "All answered." });
    expect(await empty.getByRole("link", { name: "Numbers" }).getAttribute("href")).toBe("/dashboard");
  });

  it("the inbox sums up all open messages, and requests no page that is older than every reply window", async () => {
    const page = await openAs(system, await creatorWithMessages("Which lens?"), "/settings/profile", NARROW);
    const asked = await addOlderMessages(page, 90);
    await page.goto("/messages");
    await page.getByText("1 open").waitFor();
    expect([...asked]).toEqual(["1", "2"]);
    expect(await button(page, "Show more").count()).toBe(0);
  });

  it("the beginning of a text stands on one line", async () => {
    const creator = await creatorWithMessages("Which lens would you take to a wedding in a dark church?");
    const page = await openAs(system, creator, "/messages");
    await page.locator(".item .preview").first().waitFor();
    const lines = `(text => Math.round(text.offsetHeight / parseFloat(getComputedStyle(text).lineHeight)))(document.querySelector(".item .preview"))`;
    expect(await page.evaluate(lines)).toBe(1);
  });

  it("a fan without a name is called the same in the inbox and in the conversation, and the focus frames no more than the name", async () => {
    const creator = await system.newCreator();
    const body = { receiverId: creator.userId, dmType: "FREE", content: "Which lens?" };
    dataOf(await (await system.newUser({ displayName: undefined })).send("POST", "/messages", body), 201);
    const page = await openAs(system, creator, "/messages");
    const row = rowsOf(page).filter({ hasText: "Which lens?" });
    await row.getByText("Somebody", { exact: true }).click();
    const heading = page.getByRole("heading", { name: "Somebody" });
    await heading.waitFor();
    const [frame, name] = [await heading.boundingBox(), await heading.locator("bdi").boundingBox()];
    expect(frame?.width).toBeCloseTo(name?.width ?? 0, 0);
  });

  it("the inbox shows no sum while more messages may be open than it shows", async () => {
    const page = await openAs(system, await creatorWithMessages("Which lens?"), "/settings/profile", NARROW);
    const asked = await addOlderMessages(page, 10);
    await page.goto("/messages");
    await button(page, "Show more").waitFor();
    expect([...asked]).toEqual(["1", "2", "3", "4", "5"]);
    expect(await rowsOf(page).count()).toBe(1);
    expect(await page.getByText("1 open").count()).toBe(0);
  });
});

describe("conversations", () => {
  it("conversations stand beside the open one on a wide screen, and the list follows its changes", async () => {
    const page = await openAs(system, await creatorWithMessages("Which lens?", "Which camera?"), "/messages", WIDE);
    await page.getByText("Choose a conversation to read it here.").waitFor();
    const first = rowsOf(page).filter({ hasText: "Which lens?" });
    await first.getByRole("link").click();
    await page.getByRole("article").getByText("Which lens?").waitFor();
    expect(await rowsOf(page).count()).toBe(2);
    expect(await first.getByRole("link").getAttribute("aria-current")).toBe("page");
    expect(await page.getByRole("heading", { level: 1 }).allTextContents()).toEqual(["Finn"]);
    expect(await page.getByRole("link", { name: "Back to all messages" }).count()).toBe(0);
    await page.getByLabel("Your reply").fill("A 35 mm.");
    await button(page, "Send reply").click();
    await page.getByText("1 open").waitFor();
    await eventually(async () => expect(await rowsOf(page).count()).toBe(1));
    expect(problemsOf(page)).toEqual([]);
  });

  it("the account button keeps its picture while conversations are read", async () => {
    const fan = await system.newFan("5.00");
    await write(fan, await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" }), "Which lens?");
    const page = await openAs(system, fan, "/messages", WIDE);
    const face = page.locator("[data-face] .face");
    await face.waitFor();
    const asked = page.waitForResponse("**/api/v1/wallet");
    await rowsOf(page).getByRole("link").click();
    await asked;
    await page.getByRole("article").getByText("Which lens?").waitFor();
    await eventually(async () => expect(await face.isVisible()).toBe(true));
  });

  it("a narrow screen shows list and conversation as two pages, and the way back leads to the same part of the list", async () => {
    const page = await openAs(system, await creatorWithMessages("Which lens?"), "/messages", NARROW);
    // The list shows hours, the unit in which creators choose the reply window.
    await rowsOf(page).getByText("48 h left").waitFor();
    await page.getByRole("link", { name: "All", exact: true }).click();
    await rowsOf(page).getByRole("link").click();
    await page.getByRole("article").getByText("Which lens?").waitFor();
    expect(await rowsOf(page).count()).toBe(0);
    await page.getByRole("link", { name: "Back to all messages" }).click();
    await rowsOf(page).first().waitFor();
    expect(new URL(page.url()).search).toBe("?show=all");
    await page.setViewportSize(WIDE.viewport);
    await page.getByText("Choose a conversation to read it here.").waitFor();
  });

  it("a button shows more conversations, and the keyboard focus moves to the first of them", async () => {
    const fan = await system.newFan("15.00");
    for (const text of ["One.", "Two.", "Three."])
      await write(fan, await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" }), text);
    const page = await openAs(system, fan, "/settings/profile", NARROW);
    await page.route("**/messages/sessions?*", (route) => route.continue({ url: route.request().url().replace("limit=25", "limit=2") }));
    await page.goto("/messages");
    await rowsOf(page).first().waitFor();
    expect(await rowsOf(page).count()).toBe(2);
    await button(page, "Show more").press("Enter");
    await eventually(async () => expect(await rowsOf(page).count()).toBe(3));
    await hasFocus(page, 2, "[...document.querySelectorAll('.list a')].indexOf(on)");
    expect(await button(page, "Show more").count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.getByRole("article").getByText("One.").waitFor();
    await page.getByRole("link", { name: "Back to all messages" }).click();
    await eventually(async () => expect(await rowsOf(page).count()).toBe(3));
  });

  it("a conversation in which the other side has only replied is reported by the message with that reply", async () => {
    const [creator, fan] = [await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" }), await system.newFan("5.00")];
    const sessionId = await write(fan, creator, "Which lens?");
    const page = await openAs(system, fan, `/messages/${sessionId}`, NARROW);
    const more = page.locator(".menu").getByText("More", { exact: true });
    await more.click();
    await button(page, "Block").waitFor();
    expect(await button(page, "Report").count()).toBe(0);
    const { items } = dataOf<Inbox["data"]>(await creator.send("GET", "/messages?role=receiver"), 200);
    dataOf(await creator.send("POST", `/messages/${items[0]?.id}/reply`, { content: "None of your business." }), 201);
    await button(page, "Report").click();
    await page.getByLabel("What is wrong?").selectOption("Harassment or hate");
    await page.getByRole("dialog").getByRole("button", { name: "Report" }).click();
    await page.getByText("Thank you. We look at it").waitFor();
    const reports = await (await system.admin()).send("GET", "/admin/moderation/reports?status=OPEN");
    expect(dataOf(reports, 200)).toMatchObject({ items: [{ messageId: items[0]?.id, reportedId: creator.userId }] });
  });

  it.each(LOOKS)("A11-01 A11-04 axe finds nothing in them ($colorScheme, $width px, $lang)", async ({ colorScheme, width, lang }) => {
    const creator = await creatorWithMessages("Which lens?", "ما العدسة؟ ".repeat(30));
    const page = await openAs(system, creator, "/messages", { colorScheme, viewport: { width, height: 800 } });
    await page.goto(`/messages?lang=${lang}`);
    await rowsOf(page).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await rowsOf(page).first().getByRole("link").click();
    await page.getByRole("article").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  });
});
