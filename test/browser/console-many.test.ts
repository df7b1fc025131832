import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { uuid } from "#libs/kernel/ids.ts";
import { setRoles } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus } from "./focus.ts";
import { decide, dialog, newModerator, row } from "./moderation-steps.ts";
import { type PaidMessage, paidMessage } from "./paid-messages.ts";

let system: BrowserSystem;
let max: Person;
let eda: Person;
beforeAll(async () => {
  system = await startBrowserSystem();
  [max, eda] = await Promise.all([newModerator(system, "Max"), newModerator(system, "Eda")]);
  for (const rule of [
    { name: "Shops", kind: "WORD", pattern: "buy now", category: "SPAM" },
    { name: "Insults", kind: "WORD", pattern: "you fool", category: "HARASSMENT" },
  ])
    dataOf(await max.send("POST", "/admin/moderation/rules", rule), 201);
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

const held = (words = "buy now"): Promise<PaidMessage> => paidMessage(system, `${words} ${uuid()}`);
const box = (page: Page, id: string) => page.locator(`li[data-id="${id}"] input[type=checkbox]`);
const bar = (page: Page) => page.locator("#main .actions", { hasText: "Selected:" });
const decideAs = async (staff: Person, id: string, decision: string) =>
  dataOf(await staff.send("POST", `/admin/moderation/messages/${id}/decide`, { decision, reason: "fine" }), 200);
const auditOf = (target: string) =>
  system.runtime.database("messaging").connection.collection("audit_log").find({ target, action: "moderation.decide" }).toArray();
const heldNow = async () =>
  dataOf<{ items: { messageId: string }[] }>(await max.send("GET", "/admin/moderation/queue?limit=50"), 200).items;
const balanceOf = async ({ fan }: PaidMessage) => dataOf<{ balance: string }>(await fan.send("GET", "/wallet"), 200).balance;

/** The keys with which a page decides each message. */
function keysOf(page: Page): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  page.on("request", (request) => {
    const [, id] = /messages\/([^/]+)\/decide$/.exec(request.url()) ?? [];
    if (id !== undefined) keys.set(id, [...(keys.get(id) ?? []), request.headers()["idempotency-key"] ?? ""]);
  });
  return keys;
}

it("CON-03 no decided case opens again while the list is slow to answer", async () => {
  const ids = [(await held()).messageId, (await held()).messageId];
  const page = await openAsStaff(system, max, `/admin/moderation/messages/${ids[0]}`);
  for (const id of ids) await row(page, id).waitFor();
  await page.route("**/moderation/queue**", () => undefined);
  for (const id of ids) {
    await page.waitForURL(`**/admin/moderation/messages/${id}`);
    await decide(page, "Approve", "Harmless");
  }
  await page.waitForURL("**/admin/moderation");
});

it("CNS-12 refuses three messages of one rule by one dialog, and the row of one that was decided meanwhile says so", async () => {
  const [first, second, third, other] = [await held(), await held(), await held(), await held("you fool")];
  const page = await openAsStaff(system, max, "/admin/moderation");
  const keys = keysOf(page);
  await row(page, first.messageId).focus();
  await page.keyboard.press("s");
  await bar(page).getByText("Selected: 1").waitFor();
  await page.keyboard.press("s");
  await bar(page).waitFor({ state: "detached" });
  await page.keyboard.press("s");
  for (const { messageId } of [second, third]) {
    await page.keyboard.press("j");
    await page.keyboard.press("s");
    await eventually(async () => expect(await box(page, messageId).isChecked()).toBe(true));
  }
  await box(page, other.messageId).click();
  await page.getByText("Only messages of the same rule and category are decided together.").waitFor();
  expect(await box(page, other.messageId).isChecked()).toBe(false);
  await bar(page).getByText("Selected: 3").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.keyboard.press("x");
  await dialog(page).getByRole("heading", { name: "Refuse messages: 3" }).waitFor();
  const said = await dialog(page).textContent();
  expect(said).toMatch(/RuleShops.*CategorySpam.*Sum of the prices€22\.50/);
  expect(said).toContain("€22.50 in all goes back to the senders, who can appeal.");
  expect(said).toContain("Each sender reads the reason.");
  for (const { creator } of [first, second, third]) expect(said).toContain(`@${creator.username}`);
  expect(await accessibilityProblems(page)).toEqual([]);
  await decideAs(eda, second.messageId, "APPROVE");
  await page.getByLabel("Reason", { exact: true }).fill("Advertisements");
  await dialog(page).getByRole("button", { name: "Refuse", exact: true }).click();
  await dialog(page).waitFor({ state: "detached" });
  await page.getByText("Decided: 2 of 3").waitFor();
  for (const { messageId } of [first, third]) await row(page, messageId).getByText("Rejected").waitFor();
  await row(page, second.messageId).getByText("Decided meanwhile: This message is not in quarantine.").waitFor();
  await bar(page).waitFor({ state: "detached" });
  await box(page, first.messageId).waitFor({ state: "detached" });

  expect([await balanceOf(first), await balanceOf(second), await balanceOf(third)]).toEqual(["12.34", "4.84", "12.34"]);
  const lines = await Promise.all([first, second, third].map(({ messageId }) => auditOf(messageId)));
  expect(lines.map(([line, ...more]) => [line?.actor, more.length])).toEqual([
    [max.userId, 0],
    [eda.userId, 0],
    [max.userId, 0],
  ]);
  expect(new Set([...keys.values()].flat()).size).toBe(3);
  expect(problemsOf(page).filter((problem) => !problem.includes("409"))).toEqual([]);
});

it("CNS-12 what is lost on the way is sent again with its key, and nothing is decided twice", async () => {
  const messages = [await held(), await held(), await held(), await held(), await held()];
  const page = await openAsStaff(system, max, "/admin/moderation");
  const keys = keysOf(page);
  const lost = messages[2]?.messageId;
  let running = 0;
  let most = 0;
  await page.route("**/decide", async (route) => {
    most = Math.max(most, ++running);
    const answer = await route.fetch();
    running -= 1;
    const isLost = route.request().url().includes(`${lost}/`) && keys.get(lost ?? "")?.length === 1;
    await (isLost ? route.abort() : route.fulfill({ response: answer }));
  });
  for (const { messageId } of messages) await box(page, messageId).click();
  await bar(page).getByRole("button", { name: "Refuse messages: 5" }).click();
  await page.getByLabel("Reason", { exact: true }).fill("Advertisements");
  const send = dialog(page).getByRole("button", { name: "Refuse", exact: true });
  await send.click();
  await dialog(page).locator("[data-refused]").waitFor();
  expect(await page.getByRole("textbox", { name: "Reason" }).inputValue()).toBe("Advertisements");
  await send.click();
  await dialog(page).waitFor({ state: "detached" });
  await page.getByText("Decided: 5 of 5").waitFor();
  expect(most).toBeLessThanOrEqual(3);
  expect(keys.get(lost ?? "")).toEqual([expect.any(String), keys.get(lost ?? "")?.[0]]);
  for (const message of messages) {
    expect(await balanceOf(message)).toBe("12.34");
    expect(await auditOf(message.messageId)).toHaveLength(1);
  }
});

it("CNS-12 a selected message that a colleague decides is selected no longer, and one's own case cannot be selected", async () => {
  const [first, second] = [await held(), await held()];
  const own = await held();
  await setRoles(system, own.fan.userId, ["USER", "MODERATOR"]);
  const party = await openAsStaff(system, own.fan, "/admin/moderation");
  await box(party, first.messageId).waitFor();
  expect(await box(party, own.messageId).count()).toBe(0);
  const page = await openAsStaff(system, max, "/admin/moderation");
  for (const { messageId } of [first, second]) await box(page, messageId).click();
  await decideAs(eda, first.messageId, "REJECT");
  await row(page, first.messageId).getByText("Changed by").waitFor();
  await bar(page).getByText("Selected: 1").waitFor();
  await bar(page).getByRole("button", { name: "Approve" }).click();
  await dialog(page).getByRole("heading", { name: "Approve messages: 1" }).waitFor();
  await dialog(page).getByText("Each message is delivered to its receiver").waitFor();
  await page.getByLabel("Reason", { exact: true }).fill("Harmless");
  await dialog(page).getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByText("Decided: 1 of 1").waitFor();
  await row(page, second.messageId).getByText("Delivered").waitFor();
});

it("CNS-12 all that fit are selected by one press, the bar stays in view, and the dialog shows its title and its button", async () => {
  for (const { messageId } of await heldNow()) await decideAs(eda, messageId, "APPROVE");
  const messages = await Promise.all(Array.from({ length: 10 }, () => held()));
  const other = await held("you fool");
  const page = await openAsStaff(system, max, "/admin/moderation", { viewport: { width: 1280, height: 800 } });
  const [first, last] = [messages[0]?.messageId ?? "", other.messageId];
  await box(page, first).click();
  await bar(page).getByRole("button", { name: "Select all that fit" }).click();
  await bar(page).getByText("Selected: 10").waitFor();
  await row(page, last).focus();
  await page.keyboard.press("s");
  await page.getByText("Only messages of the same rule and category are decided together.").waitFor();
  const isInView = "(element => { const { top, bottom } = element.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; })";
  const inView = (selector: string) => page.evaluate<boolean>(`${isInView}(document.querySelector(${JSON.stringify(selector)}))`);
  expect(await inView("#main .selected")).toBe(true);
  expect(await page.getByRole("checkbox", { name: new RegExp(`@${messages[0]?.creator.username}`) }).count()).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("x");
  await dialog(page).getByRole("heading", { name: "Refuse messages: 10" }).waitFor();
  await hasFocus(page, "reason", "on.name");
  expect([await inView("dialog h2"), await inView("dialog button[type=submit]")]).toEqual([true, true]);
  expect(await accessibilityProblems(page)).toEqual([]);
});

it("CNS-12 an analyst has nothing to select with", async () => {
  const { messageId } = await held();
  const analyst = await system.newUser();
  await setRoles(system, analyst.userId, ["ANALYST"]);
  const page = await openAsStaff(system, analyst, "/admin/moderation");
  await row(page, messageId).waitFor();
  expect(await page.locator("#main input[type=checkbox]").count()).toBe(0);
});
