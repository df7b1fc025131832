import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

const TEXT = "please buy-now at my shop";

let system: TestSystem;
let fan: Person;
let creator: CreatorPerson;
let first: Person;
let second: Person;

beforeAll(async () => {
  system = await startTestSystem();
  [fan, creator, first, second] = await Promise.all([
    system.newFan("100.00"),
    system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }),
    newAdmin(system, "MODERATOR"),
    newAdmin(system, "MODERATOR"),
  ]);
  dataOf(await first.send("POST", "/admin/moderation/rules", { name: "shops", pattern: "buy-now", category: "SPAM" }), 201);
});

afterAll(() => system.stop());

async function sendHeldMessage(): Promise<string> {
  const body = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: `${TEXT} ${uuid()}` };
  return eventually(async () => {
    const { messageId, status } = dataOf<{ messageId: string; status: string }>(await fan.send("POST", "/messages", body), 201);
    if (status !== "PENDING") throw new Error(`sent as ${status}`);
    return messageId;
  });
}

const decide = (messageId: string, decision: string, by = first) =>
  by.send("POST", `/admin/moderation/messages/${messageId}/decide`, { decision, reason: "looked at it" });
const appeal = (messageId: string, by = fan) => by.send("POST", `/messages/${messageId}/appeal`, { reason: "a joke" });
const decideAppealAs = (appealId: string, decision: string, by = second) =>
  by.send("POST", `/admin/moderation/appeals/${appealId}/decide`, { decision, reason: "looked again" });
const balance = async () => (await fan.send("GET", "/wallet")).body.data as { balance: string; held: string };

describe("moderation", () => {
  it("MSG-55 REP-14 pending earnings include a held message only after it is approved", async () => {
    const pending = async () => {
      const reply = await creator.send("GET", `/creators/${creator.creatorId}/earnings`);
      return dataOf<{ pending: string }>(reply, 200).pending;
    };
    const messageId = await sendHeldMessage();
    expect([await pending(), (await balance()).held]).toEqual(["0.00", "5.00"]);
    dataOf(await decide(messageId, "APPROVE"), 200);
    expect(await pending()).toBe("4.00");
    dataOf(await creator.send("POST", `/messages/${messageId}/reject`, {}), 200);
    expect(await pending()).toBe("0.00");
  });

  it("MOD-01 MOD-02 MOD-03 REP-14 a flagged message is queued, read, rejected, appealed against and decided", async () => {
    const messageId = await sendHeldMessage();
    const { items } = dataOf<{ items: Record<string, unknown>[] }>(await first.send("GET", "/admin/moderation/queue"), 200);
    expect(items).toContainEqual({
      messageId,
      senderId: fan.userId,
      receiverId: creator.userId,
      rules: [{ id: expect.any(String), name: "shops" }],
      category: "SPAM",
      flaggedAt: expect.any(String),
      sentAt: expect.any(String),
      expiresAt: expect.any(String),
      dmType: "SINGLE_PAY",
      price: "5.00",
    });
    const text = dataOf<{ content: string }>(await first.send("GET", `/admin/moderation/messages/${messageId}`), 200);
    expect(text).toMatchObject({ content: expect.stringContaining(TEXT), ground: "QUARANTINE" });
    expect(dataOf(await decide(messageId, "REJECT"), 200)).toMatchObject({ status: "REJECTED" });
    expect(dataOf(await fan.send("GET", `/messages/${messageId}/statement`), 200)).toMatchObject({
      decision: "REJECTED",
      appealStatus: null,
    });
    for (const other of [creator, first]) {
      expect(refusalOf(await other.send("GET", `/messages/${messageId}/statement`))).toBe("404 moderation.error.statement_not_found");
      expect(refusalOf(await appeal(messageId, other))).toBe("404 moderation.error.statement_not_found");
    }
    const appeals = await Promise.all(Array.from({ length: 5 }, () => appeal(messageId)));
    expect(appeals.map(refusalOf).sort()).toEqual(["201", ...Array.from({ length: 4 }, () => "409 moderation.error.already_appealed")]);
    const { appealId } = dataOf<{ appealId: string }>(appeals.find(({ status }) => status === 201) ?? (appeals[0] as never), 201);
    expect(refusalOf(await decideAppealAs(appealId, "REVERSED", first))).toBe("403 moderation.error.same_moderator");
    expect(dataOf(await decideAppealAs(appealId, "REVERSED"), 200)).toEqual({
      appealId,
      status: "REVERSED",
      messageId,
      messageStatus: "REJECTED",
    });
    expect(refusalOf(await decideAppealAs(appealId, "UPHELD"))).toBe("409 moderation.error.appeal_decided");
    expect(refusalOf(await first.send("GET", `/admin/moderation/messages/${messageId}`))).toBe("404 moderation.error.content_unavailable");
  });

  it("MOD-02 REP-14 REP-15 an appeal about a held message: REVERSED delivers it, UPHELD refunds it", async () => {
    const before = await balance();
    const one = await sendHeldMessage();
    const { appealId } = dataOf<{ appealId: string }>(await appeal(one), 201);
    expect(dataOf(await decideAppealAs(appealId, "REVERSED"), 200)).toMatchObject({ messageStatus: "ESCROWED" });
    expect((await creator.send("GET", `/messages/${one}`)).status).toBe(200);
    dataOf(await creator.send("POST", `/messages/${one}/reply`, { content: "thanks" }), 201);
    const two = await sendHeldMessage();
    const other = dataOf<{ appealId: string }>(await appeal(two), 201);
    expect(dataOf(await decideAppealAs(other.appealId, "UPHELD"), 200)).toMatchObject({ messageStatus: "REJECTED" });
    const after = await balance();
    expect([Number(before.balance) - Number(after.balance), after.held]).toEqual([5, "0.00"]);
  });

  it("MOD-03 only moderators read and decide, and they cannot read an ordinary message", async () => {
    const analyst = await newAdmin(system, "ANALYST");
    const finance = await newAdmin(system, "FINANCE");
    expect((await analyst.send("GET", "/admin/moderation/queue")).status).toBe(200);
    expect(refusalOf(await analyst.send("GET", `/admin/moderation/messages/${uuid()}`))).toBe("403 error.forbidden");
    expect(refusalOf(await decideAppealAs(uuid(), "UPHELD", analyst))).toBe("403 error.forbidden");
    expect(refusalOf(await finance.send("GET", "/admin/moderation/appeals"))).toBe("403 error.forbidden");
    const body = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "an ordinary text" };
    const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", body), 201);
    expect(refusalOf(await first.send("GET", `/admin/moderation/messages/${messageId}`))).toBe("404 moderation.error.content_unavailable");
    expect(refusalOf(await decideAppealAs(uuid(), "UPHELD"))).toBe("404 moderation.error.appeal_not_found");
    expect(refusalOf(await decideAppealAs(uuid(), "MAYBE"))).toBe(INVALID);
    expect(refusalOf(await appeal(messageId))).toBe("404 moderation.error.statement_not_found");
    dataOf(await creator.send("POST", `/messages/${messageId}/reject`, {}), 200);
  });
});

describe("a ban", () => {
  it("REP-15 of a user refunds the open messages of a banned fan and those to a banned creator", async () => {
    const admin = await system.admin();
    const [bannedFan, otherFan, banned] = await Promise.all([
      system.newFan("20.00"),
      system.newFan("20.00"),
      system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }),
    ]);
    const pay = (from: Person, to: CreatorPerson) =>
      from.send("POST", "/messages", { receiverId: to.userId, dmType: "SINGLE_PAY", price: "5.00", content: uuid() });
    for (const sent of [await pay(bannedFan, creator), await pay(otherFan, banned)]) expect(sent.status).toBe(201);
    for (const { userId } of [bannedFan, banned]) {
      dataOf(await admin.send("PATCH", `/admin/users/${userId}/status`, { status: "BANNED", reason: "fraud" }), 200);
    }
    await eventually(async () => {
      for (const { userId } of [bannedFan, otherFan]) {
        const { wallets } = dataOf<{ wallets: unknown[] }>(await admin.send("GET", `/admin/wallets/${userId}`), 200);
        expect(wallets).toMatchObject([{ balance: "20.00", held: "0.00" }]);
      }
    });
  });
});

describe("reports", () => {
  it("RPT-01 reports come from the parties only, one open report each, and are resolved once", async () => {
    const body = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "a rude text" };
    const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", body), 201);
    const report = (by: Person, fields: object = {}) =>
      by.send("POST", `/messages/${messageId}/report`, { category: "HARASSMENT", ...fields });
    const stranger = await system.newUser();
    expect(refusalOf(await report(stranger))).toBe("403 message.error.not_party");
    expect(refusalOf(await report(creator, { category: "RUDE" }))).toBe(INVALID);
    const { reportId, status } = dataOf<{ reportId: string; status: string }>(await report(creator, { comment: "rude" }), 201);
    expect(status).toBe("OPEN");
    expect(refusalOf(await report(creator, { category: "SPAM" }))).toBe("409 message.report.error.already_open");
    expect((await report(fan)).status).toBe(201);
    const list = dataOf<{ items: Record<string, unknown>[] }>(await first.send("GET", "/admin/moderation/reports?status=OPEN"), 200);
    expect(list.items).toContainEqual(
      expect.objectContaining({ reportId, category: "HARASSMENT", dsaCategory: "STATEMENT_CATEGORY_CYBER_VIOLENCE", comment: "rude" }),
    );
    const resolve = () =>
      first.send("POST", `/admin/moderation/reports/${reportId}/resolve`, { resolution: "ACTION_TAKEN", reason: "talked to" });
    expect(dataOf(await resolve(), 200)).toEqual({ reportId, status: "RESOLVED" });
    expect(refusalOf(await resolve())).toBe("409 moderation.error.report_resolved");
    const line = await system.runtime.database("messaging").connection.collection("audit_log").findOne({ target: reportId });
    expect(line).toMatchObject({ actor: first.userId, action: "moderation.resolve_report" });
    expect((await report(creator)).status).toBe(201);
  });
});
