import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { setRoles } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person } from "../support/test-system.ts";
import { accessibilityProblems, type BrowserSystem, button, openAsStaff, problemsOf, startBrowserSystem } from "./fixture.ts";
import { hasFocus, tabTo } from "./focus.ts";
import { auditOf, callsOf, decide, dialog, facts, newModerator, opened, READS_TEXT, row } from "./moderation-steps.ts";
import { type PaidMessage, paidMessage } from "./paid-messages.ts";

let system: BrowserSystem;
let max: Person;
let eda: Person;
let ruleId: string;
beforeAll(async () => {
  system = await startBrowserSystem();
  [max, eda] = await Promise.all([newModerator(system, "Max"), newModerator(system, "Eda")]);
  ruleId = await newRule({ name: "Shops", kind: "WORD", pattern: "buy now", category: "SPAM" });
});
afterEach(() => system.closeWindows());
afterAll(() => system?.stop());

async function newRule(rule: object): Promise<string> {
  return dataOf<{ id: string }>(await max.send("POST", "/admin/moderation/rules", rule), 201).id;
}

const held = (): Promise<PaidMessage> => paidMessage(system, `Please BUY NOW, buy nowhere ${uuid()}`);
const twoHeld = async () => [(await held()).messageId, (await held()).messageId];
const list = async <T>(path: string) => dataOf<{ items: T[]; total: number }>(await max.send("GET", `/admin/moderation/${path}`), 200);
const waiting = async () => (await list<{ messageId: string }>("queue?limit=50")).items.map(({ messageId }) => messageId);
/** Ends what earlier tests have left in the queue. */
const clear = async () => {
  for (const id of await waiting())
    dataOf(await max.send("POST", `/admin/moderation/messages/${id}/decide`, { decision: "APPROVE", reason: "test" }), 200);
};

const actionsOn = async (target: string) => (await auditOf(system, target)).map(({ action }) => String(action));

describe("messages that are held back", () => {
  it("CON-04 asks for a text on Show text alone, which is recorded once and marks what the rule matches", async () => {
    await clear();
    const [first, second] = [await held(), await held()];
    const page = await openAsStaff(system, max, "/admin/moderation");
    const reads = callsOf(page, READS_TEXT);
    await row(page, first.messageId).hover();
    for (const key of ["j", "k", "Enter"]) await page.keyboard.press(key);
    await page.getByRole("heading", { level: 1, name: new RegExp(`to .*@${first.creator.username}`) }).waitFor();
    await facts(page).getByRole("link", { name: "Shops" }).waitFor();
    expect(await facts(page).textContent()).toMatch(/CategorySpam.*7\.50.*Ends by itself/);
    await hasFocus(page, "Show text");
    expect(reads).toEqual([]);
    await page.keyboard.press("Enter");
    await page.locator("mark").waitFor();
    expect(await page.locator("mark").allTextContents()).toEqual(["BUY NOW"]);
    expect(reads).toEqual([`GET /moderation/messages/${first.messageId}`]);
    expect(await actionsOn(first.messageId)).toEqual(["moderation.read_message"]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await row(page, second.messageId).click();
    await opened(page, second.messageId);
    await hasFocus(page, "Show text");
    expect(await page.getByText("BUY NOW").count()).toBe(0);
    expect(reads).toHaveLength(1);
    expect(problemsOf(page)).toEqual([]);
  });

  it("CON-04 CNS-08 an analyst sees the queue without a way to texts or decisions", async () => {
    const { messageId } = await held();
    const analyst = await system.newUser();
    await setRoles(system, analyst.userId, ["ANALYST"]);
    const page = await openAsStaff(system, analyst, `/admin/moderation/messages/${messageId}`);
    await facts(page).getByRole("link", { name: "Shops" }).waitFor();
    expect(await page.locator("#main button").allTextContents()).toEqual(["Find"]);
    await page.goto(`/admin/moderation/messages/${uuid()}`);
    await page.getByText("This message is not held back.").waitFor();
  });

  it("CNS-08 refuses with the price back, and the refusal is reversed by another moderator only", async () => {
    await clear();
    const [{ fan, messageId }, next] = [await held(), await held()];
    const page = await openAsStaff(system, max, `/admin/moderation/messages/${messageId}`);
    await button(page, "Refuse").click();
    await dialog(page)
      .getByText(/7\.50 goes back to .*, who can appeal\./)
      .waitFor();
    await dialog(page).getByText("reads the reason.").waitFor();
    await page.keyboard.press("Escape");
    await decide(page, "Refuse", "An advertisement");
    // The next case follows.
    await opened(page, next.messageId);
    await row(page, messageId).getByText("Rejected").waitFor();
    expect(dataOf<{ balance: string }>(await fan.send("GET", "/wallet"), 200).balance).toBe("12.34");
    const appeal = await fan.send("POST", `/messages/${messageId}/appeal`, { reason: "It is no advertisement" });
    const { appealId } = dataOf<{ appealId: string }>(appeal, 201);

    await page.goto("/admin/moderation/appeals");
    await row(page, appealId).click();
    await page.getByText("You made the contested decision. Only another moderator can decide this appeal.").waitFor();
    expect(await page.locator("#main button").allTextContents()).toEqual(["Show text"]);
    expect(await accessibilityProblems(page)).toEqual([]);

    const other = await openAsStaff(system, eda, `/admin/moderation/appeals/${appealId}`);
    await facts(other).getByText("It is no advertisement").waitFor();
    await button(other, "Reverse").click();
    await dialog(other)
      .getByText(/^The reversal is recorded, .* its refund stays\. This is final\.$/)
      .waitFor();
    await page.keyboard.press("Escape");
    await dialog(other).getByLabel("Reason", { exact: true }).fill("It is a question");
    await dialog(other).getByRole("button", { name: "Reverse" }).click();
    await dialog(other).waitFor({ state: "detached" });
    await facts(other).getByText("Taken back").waitFor();
    expect(dataOf(await fan.send("GET", `/messages/${messageId}/statement`), 200)).toMatchObject({ appealStatus: "REVERSED" });
    expect(await actionsOn(appealId)).toEqual(["moderation.decide_appeal"]);
  });

  it("CNS-08 an appeal against the rule delivers a message that is held back", async () => {
    const { fan, creator, messageId } = await held();
    const appeal = await fan.send("POST", `/messages/${messageId}/appeal`, { reason: "A question" });
    const { appealId } = dataOf<{ appealId: string }>(appeal, 201);
    const page = await openAsStaff(system, max, `/admin/moderation/appeals/${appealId}`);
    await facts(page).getByText("An automated check").waitFor();
    await button(page, "Reverse").click();
    await dialog(page)
      .getByText(new RegExp(`^The message is delivered to .*@${creator.username}, and the time to reply starts again\\.$`))
      .waitFor();
    await page.keyboard.press("Escape");
    await decide(page, "Reverse", "It is a question");
    await eventually(async () =>
      expect(dataOf(await creator.send("GET", `/messages/${messageId}`), 200)).toMatchObject({ status: "ESCROWED" }),
    );
    expect(await waiting()).not.toContain(messageId);
  });

  it("CNS-08 keeps the reason when a colleague has decided meanwhile", async () => {
    const { messageId } = await held();
    const page = await openAsStaff(system, max, `/admin/moderation/messages/${messageId}`);
    await button(page, "Approve").click();
    dataOf(await eda.send("POST", `/admin/moderation/messages/${messageId}/decide`, { decision: "APPROVE", reason: "fine" }), 200);
    // An open dialog says it before anything is sent.
    await dialog(page).getByText("Changed by Eda").waitFor();
    await page.getByLabel("Reason", { exact: true }).fill("A question");
    await dialog(page).getByRole("button", { name: "Approve" }).click();
    await dialog(page).getByText("Decided meanwhile: No longer held back · Eda").waitFor();
    expect(await page.getByRole("textbox", { name: "Reason" }).inputValue()).toBe("A question");
  });

  it("CON-05 sender, receiver and reporter read why they cannot decide, and have no button", async () => {
    const { fan, creator, messageId } = await held();
    await setRoles(system, fan.userId, ["USER", "MODERATOR"]);
    await setRoles(system, creator.userId, ["USER", "CREATOR", "MODERATOR"]);
    for (const party of [fan, creator]) {
      const page = await openAsStaff(system, party, `/admin/moderation/messages/${messageId}`);
      await page.getByText("This case is about you. Only a colleague can decide it.").waitFor();
      expect(await page.locator("#main button").allTextContents()).toEqual(["Find"]);
    }
    const delivered = await paidMessage(system);
    const report = await delivered.creator.send("POST", `/messages/${delivered.messageId}/report`, { category: "SCAM" });
    const { reportId } = dataOf<{ reportId: string }>(report, 201);
    await setRoles(system, delivered.creator.userId, ["USER", "CREATOR", "MODERATOR"]);
    const page = await openAsStaff(system, delivered.creator, `/admin/moderation/reports/${reportId}`);
    await page.getByText("This case is about you. Only a colleague can decide it.").waitFor();
    expect(await page.locator("#main button").count()).toBe(0);
  });

  it("CON-03 ten cases are decided by keys alone, and the focus is never lost", async () => {
    await clear();
    const [fans, creators] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => system.newFan("12.00"))),
      Promise.all([1, 2].map(() => system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" }))),
    ]);
    for (const { userId: receiverId } of creators)
      for (const fan of fans) {
        const body = { receiverId, dmType: "PER_MESSAGE", price: "5.00", content: `buy now ${uuid()}` };
        dataOf(await fan.send("POST", "/messages", body), 201);
      }
    const ids = await waiting();
    expect(ids).toHaveLength(10);
    const page = await openAsStaff(system, max, "/admin/moderation");
    await row(page, ids[0] ?? "").waitFor();
    for (const key of ["j", "Enter"]) await page.keyboard.press(key);
    for (const [index, id] of ids.entries()) {
      await opened(page, id);
      await hasFocus(page, "Show text");
      const [key, verb] = index % 2 === 0 ? ["x", "Refuse"] : ["a", "Approve"];
      await page.keyboard.press(key);
      await dialog(page).waitFor();
      await page.keyboard.type(`Reason ${index}`);
      await tabTo(page, verb);
      await page.keyboard.press("Enter");
      await dialog(page).waitFor({ state: "detached" });
      await hasFocus(page, false, "on === document.body");
    }
    await page.waitForURL("**/admin/moderation");
    await page.getByText("0 in all").waitFor();
    await hasFocus(page, expect.stringMatching(/Delivered$/));
    // Each row says what was decided.
    for (const mark of ["Rejected", "Delivered"]) expect(await page.locator("li .gone", { hasText: mark }).count()).toBe(5);
    expect(await waiting()).toEqual([]);
    for (const id of ids) expect(await actionsOn(id)).toEqual(["moderation.decide"]);
  });
});

describe("rules", () => {
  it("CON-07 refuses a bad pattern at its field, and makes a rule that holds from then on", async () => {
    const page = await openAsStaff(system, max, "/admin/moderation/rules");
    await page.getByRole("link", { name: "New rule" }).click();
    await page.getByLabel("Kind").selectOption("REGEX");
    await page.getByLabel("Name").fill("Numbers");
    await page.getByLabel("Pattern").fill("(");
    await button(page, "Save").click();
    await page.locator(".problem", { hasText: "The pattern of the rule is not valid." }).waitFor();
    await hasFocus(page, "pattern", "on.name");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel("Pattern").fill("[0-9]{9}");
    await button(page, "Save").click();
    await page.getByRole("heading", { level: 1, name: "Numbers" }).waitFor();
    const { messageId } = await paidMessage(system, "Call 123456789");
    expect(await waiting()).toContain(messageId);
    await page.goto(`/admin/moderation/messages/${messageId}`);
    await facts(page).getByRole("link", { name: "Numbers" }).waitFor();
  });

  it("CON-07 is switched off and undone with its held messages and two lines of audit", async () => {
    await clear();
    const ids = await twoHeld();
    const page = await openAsStaff(system, max, `/admin/moderation/rules/${ruleId}`);
    await facts(page).getByRole("link", { name: "2" }).waitFor();
    await button(page, "Switch off").click();
    await page.getByText("The rule is off.").waitFor();
    await facts(page).getByText("Off").waitFor();
    await page.getByText("What it holds back already stays held back until it is decided.").waitFor();
    const through = await held();
    await button(page, "Undo").click();
    await facts(page).getByText("On", { exact: true }).waitFor();
    await facts(page).getByRole("link", { name: "2" }).click();
    await page.waitForURL(`**/admin/moderation?ruleId=${ruleId}`);
    await page.getByText("Only of Shops").waitFor();
    const rows = () => page.locator("li[data-id]").evaluateAll((all) => all.map((each) => each.getAttribute("data-id")));
    await eventually(async () => expect(await rows()).toEqual(ids));
    expect(await waiting()).not.toContain(through.messageId);
    const updates = (await auditOf(system, ruleId)).filter(({ action }) => action === "moderation.rule_updated");
    expect(updates.map(({ details }) => details as object)).toEqual([{ active: false }, { active: true }]);
  });

  it("CON-18 narrow the held messages to a category, which is chosen or followed from a case", async () => {
    await clear();
    const ids = await twoHeld();
    const page = await openAsStaff(system, max, "/admin/moderation");
    await page.getByLabel("Category").selectOption("Fraud");
    await button(page, "Find").click();
    await page.waitForURL("**/admin/moderation?category=SCAM");
    await eventually(async () => expect(await page.locator("li[data-id]").count()).toBe(0));
    await page.goto(`/admin/moderation/messages/${ids[0]}`);
    await facts(page).getByRole("link", { name: "Spam" }).click();
    await page.waitForURL("**/admin/moderation?category=SPAM");
    await eventually(async () => expect(await page.locator("li[data-id]").count()).toBe(2));
    await page.goto("/admin/moderation?category=Gold%20%26%20silver");
    await eventually(async () => expect(await page.getByLabel("Category").inputValue()).toBe("Gold & silver"));
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it("CON-07 is edited, and shows a change of a colleague instead of overwriting it", async () => {
    const id = await newRule({ name: "Words", pattern: "old", category: "OTHER" });
    const page = await openAsStaff(system, max, `/admin/moderation/rules/${id}`);
    await button(page, "Edit").click();
    await page.getByLabel("Pattern").fill("mine");
    dataOf(await eda.send("PATCH", `/admin/moderation/rules/${id}`, { pattern: "theirs" }), 200);
    const writes = callsOf(page, new RegExp(`/rules/${id}$`));
    await button(page, "Save").click();
    await page.getByRole("alert").getByText("theirs").waitFor();
    expect(writes).toEqual([]);
    expect(await page.getByLabel("Pattern").inputValue()).toBe("mine");
    await button(page, "Save").click();
    await facts(page).getByText("mine").waitFor();
    expect(writes).toEqual([`PATCH /moderation/rules/${id}`]);
  });
});
