import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";
import { servedRoutes } from "./served-routes.ts";

type Row = Record<string, unknown>;

let system: TestSystem;
let fan: Person;
let stranger: Person;
let creator: CreatorPerson;
let staff: Person;
let messageIds: string[];
let heldIds: string[];

beforeAll(async () => {
  system = await startTestSystem();
  [fan, stranger, creator, staff] = await Promise.all([
    system.newFan("100.00"),
    system.newFan("100.00"),
    system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }),
    newAdmin(system, "SUPER_ADMIN"),
  ]);
  messageIds = [await send(fan, "a question", "ESCROWED"), await send(stranger, "another question", "ESCROWED")];
  dataOf(await staff.send("POST", "/admin/moderation/rules", { name: "shops", pattern: "buy-now", category: "SPAM" }), 201);
  const other = await system.newFan("100.00");
  heldIds = [await send(other, "please buy-now", "PENDING"), await send(await system.newFan("100.00"), "do buy-now", "PENDING")];
});
afterAll(() => system.stop());

/** Sends a message, once creator and rules are known everywhere. */
function send(from: Person, text: string, as: string): Promise<string> {
  return eventually(async () => {
    const body = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: `${text} ${uuid()}` };
    const { messageId, status } = dataOf<{ messageId: string; status: string }>(await from.send("POST", "/messages", body), 201);
    if (status !== as) throw new Error(`sent as ${status}`);
    return messageId;
  });
}

async function list(path: string, query: Row): Promise<{ items: Row[]; total: number }> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string])).toString();
  return dataOf(await staff.send("GET", `/admin/${path}?${text}`), 200);
}

/** The named field of the rows that a filter leaves. */
const listed = async (path: string, field: string, query: Row) => (await list(path, query)).items.map((row) => row[field]);

/** What each filter leaves of a list: all the rows that have its value, in the order of the list, alone and together. */
async function expectFilters(
  path: string,
  field: string,
  filters: Readonly<Record<string, (row: Row, value: unknown) => boolean>>,
  wanted: Row,
) {
  const all = await list(path, { limit: 50 });
  expect(all.total).toBeGreaterThan(1);
  const names = Object.keys(wanted);
  for (const name of names) {
    const fits = all.items.filter((row) => filters[name]?.(row, wanted[name]));
    expect([name, await listed(path, field, { [name]: wanted[name] })]).toEqual([name, fits.map((row) => row[field])]);
    expect(fits.length).toBeGreaterThan(0);
    expect(fits.length).toBeLessThan(all.total);
    expect(await list(path, { ...wanted, [name]: uuid() })).toMatchObject({ total: 0 });
    expect(refusalOf(await staff.send("GET", `/admin/${path}?${name}=`))).toBe(INVALID);
  }
  const together = all.items.filter((row) => names.every((name) => filters[name]?.(row, wanted[name])));
  expect(await listed(path, field, wanted)).toEqual(together.map((row) => row[field]));
  expect(together).not.toEqual([]);
}

const same = (field: string) => (row: Row, value: unknown) => row[field] === value;
const either =
  (...fields: string[]) =>
  (row: Row, value: unknown) =>
    fields.some((field) => row[field] === value);

describe("filters of the lists for staff", () => {
  it("CON-18 escrows are found by message, and by fan or creator, a page at a time", async () => {
    const filters = { userId: either("fanId", "creatorId"), messageId: same("messageId") };
    await expectFilters("escrows", "id", filters, { userId: fan.userId, messageId: messageIds[0] });
    const ofCreator = await listed("escrows", "id", { userId: creator.userId });
    expect(ofCreator.length).toBeGreaterThan(3);
    const pages = await Promise.all([1, 2, 3].map((page) => listed("escrows", "id", { userId: creator.userId, page, limit: 1 })));
    expect(pages.flat()).toEqual(ofCreator.slice(0, 3));
    expect(await list("escrows", { userId: creator.userId, page: 50 })).toMatchObject({ items: [], total: ofCreator.length });
    expect(await listed("escrows", "messageId", { userId: creator.userId, status: "HELD", messageId: messageIds[1] })).toEqual([
      messageIds[1],
    ]);
  });

  it("CON-18 reports are found by id, and by reporter or reported user", async () => {
    const report = async (by: Person, messageId: string | undefined) =>
      dataOf<{ reportId: string }>(await by.send("POST", `/messages/${messageId}/report`, { category: "SPAM" }), 201).reportId;
    const own = await report(fan, messageIds[0]);
    const about = await report(creator, messageIds[0]);
    await report(stranger, messageIds[1]);
    const filters = { id: same("reportId"), userId: either("reporterId", "reportedId") };
    await expectFilters("moderation/reports", "reportId", filters, { id: own, userId: fan.userId });
    expect(await listed("moderation/reports", "reportId", { userId: fan.userId, status: "OPEN" })).toEqual([about, own]);
  });

  it("CON-18 the queue is narrowed to the messages that a rule holds back", async () => {
    const rule = { name: "lists", pattern: "sign up here", category: "SPAM" };
    const { id: ruleId } = dataOf<{ id: string }>(await staff.send("POST", "/admin/moderation/rules", rule), 201);
    const both = await send(await system.newFan("100.00"), "buy-now, sign up here", "PENDING");
    await eventually(async () => expect(await listed("moderation/queue", "messageId", { ruleId })).toEqual([both]));
    const holds = (row: Row, value: unknown) => (row.rules as Row[]).some(({ id }) => id === value);
    await expectFilters("moderation/queue", "messageId", { messageId: same("messageId"), ruleId: holds }, { messageId: both, ruleId });
  });

  it("CON-18 the queue is narrowed to a category, which stays that of the time of sending", async () => {
    const category = "Gold & silver 💰";
    const rule = { name: "metals", pattern: "pure gold", category };
    const { id: ruleId } = dataOf<{ id: string }>(await staff.send("POST", "/admin/moderation/rules", rule), 201);
    const gold = await send(await system.newFan("100.00"), "pure gold", "PENDING");
    const filters = { messageId: same("messageId"), category: same("category") };
    await expectFilters("moderation/queue", "messageId", filters, { messageId: gold, category });
    expect(await listed("moderation/queue", "messageId", { ruleId, category })).toEqual([gold]);
    dataOf(await staff.send("PATCH", `/admin/moderation/rules/${ruleId}`, { category: "SPAM" }), 200);
    expect(await listed("moderation/queue", "messageId", { category })).toEqual([gold]);
    expect(await list("moderation/queue", { ruleId, category: "SPAM" })).toMatchObject({ items: [], total: 0 });
    expect(refusalOf(await staff.send("GET", `/admin/moderation/queue?category=${"x".repeat(61)}`))).toBe(INVALID);
    dataOf(await staff.send("POST", `/admin/moderation/messages/${gold}/decide`, { decision: "APPROVE", reason: "fine" }), 200);
    expect(await list("moderation/queue", { category })).toMatchObject({ items: [], total: 0 });
  });

  it("CON-18 the queue is narrowed to a message, and says when it was sent and when it ends", async () => {
    await expectFilters("moderation/queue", "messageId", { messageId: same("messageId") }, { messageId: heldIds[1] });
    const [row] = (await list("moderation/queue", { messageId: heldIds[0] })).items;
    const message = await system.runtime
      .database("messaging")
      .connection.collection("messages")
      .findOne({ _id: heldIds[0] as never });
    expect(row).toMatchObject({ sentAt: message?.sentAt.toISOString(), expiresAt: message?.expiresAt.toISOString() });
    expect(await list("moderation/queue", { messageId: messageIds[0] })).toMatchObject({ items: [], total: 0 });
  });

  it("CON-18 corrections and tickets are found by id and user", async () => {
    for (const person of [fan, stranger]) {
      const adjustment = { userId: person.userId, kind: "FAN", amount: "1.00", reason: "a gift" };
      dataOf(await staff.send("POST", "/admin/ledger/adjustments", adjustment), 201);
      dataOf(await person.send("POST", "/support/tickets", { subject: "Money", message: "Where is it?" }), 201);
    }
    const [adjustment] = (await list("ledger/adjustments", { userId: fan.userId })).items;
    const byAdjustment = { id: same("adjustmentId"), userId: same("userId") };
    await expectFilters("ledger/adjustments", "adjustmentId", byAdjustment, { id: adjustment?.adjustmentId, userId: fan.userId });
    expect(await list("ledger/adjustments", { userId: fan.userId, status: "APPROVED" })).toMatchObject({ total: 0 });
    const [ticket] = (await list("support/tickets", { userId: fan.userId, status: "OPEN" })).items;
    const byTicket = { id: same("id"), userId: same("userId") };
    await expectFilters("support/tickets", "id", byTicket, { id: ticket?.id, userId: fan.userId });
  });

  it("CON-18 requests for privacy are found by id and user", async () => {
    for (const person of [fan, stranger]) dataOf(await person.send("POST", "/gdpr/export"), 202);
    const [request] = (await list("gdpr/requests", { userId: fan.userId, type: "EXPORT" })).items;
    await expectFilters("gdpr/requests", "id", { id: same("id"), userId: same("userId") }, { id: request?.id, userId: fan.userId });
  });

  it("CON-18 requests for privacy are narrowed to a status, alone and with type and user, newest first", async () => {
    const leaver = await system.newUser();
    dataOf(await leaver.send("POST", "/gdpr/delete"), 201);
    dataOf(await leaver.send("DELETE", "/gdpr/delete"), 200);
    dataOf(await leaver.send("POST", "/gdpr/delete"), 201);
    const all = (await list("gdpr/requests", { limit: 50 })).items;
    const fitting = (wanted: Row) => all.filter((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
    for (const wanted of [
      { status: "CANCELLED" },
      { status: "CANCELLED", type: "DELETION" },
      { status: "PENDING", type: "DELETION", userId: leaver.userId },
      { status: "CANCELLED", type: "EXPORT" },
    ])
      expect(await listed("gdpr/requests", "id", wanted)).toEqual(fitting(wanted).map(({ id }) => id));
    expect(fitting({ status: "CANCELLED", type: "DELETION" })).not.toEqual([]);
    expect(refusalOf(await staff.send("GET", "/admin/gdpr/requests?status=DONE"))).toBe(INVALID);
  });

  it("STO-25 each list answers for every choice of its filters, alone and for one user, so that its queries are known", async () => {
    // The export is no list: it wants a month, and its format changes no query.
    const lists = servedRoutes.filter(({ http }) => http.method === "GET" && /^\/admin\/(?!ledger\/export)[^{]+$/.test(http.path));
    const asked: string[] = [];
    for (const { http, params } of lists) {
      const rules = Object.entries(params as Readonly<Record<string, { readonly type?: string; readonly values?: readonly unknown[] }>>);
      const choices = rules.flatMap(([name, { type, values = [] }]) => (type === "enum" ? values.map((value) => `${name}=${value}`) : []));
      const users = rules.some(([name]) => name === "userId") ? ["", `&userId=${fan.userId}`] : [""];
      const orders = rules.some(([name]) => name === "sort") ? ["", "&sort=oldest"] : [""];
      const others = choices.filter((choice) => !choice.startsWith("sort="));
      const parts = orders.flatMap((order) => users.flatMap((user) => ["", ...others].map((choice) => `${choice}${user}${order}`)));
      asked.push(...parts.filter(Boolean).map((part) => `${http.path}?${part.replace(/^&/, "")}`));
    }
    expect(asked.length).toBeGreaterThan(100);
    const refused: string[] = [];
    for (const path of asked) {
      const reply = await staff.send("GET", path);
      if (reply.status !== 200) refused.push(`${path} ${refusalOf(reply)}`);
    }
    expect(refused).toEqual([]);
  });
});
