import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

let system: TestSystem;
let admin: Person;
let creator: CreatorPerson;

beforeAll(async () => {
  system = await startTestSystem();
  [admin, creator] = await Promise.all([system.admin(), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
});

afterAll(() => system.stop());

const INVALID_STATUS = "409 message.reply.error.invalid_status";

interface Detail {
  readonly status: string;
  readonly content: string;
  readonly reply: { readonly content: string } | null;
  readonly statusLog: readonly { readonly from: string | null; readonly to: string; readonly at: string }[];
}

async function sendPaid(from: Person, fields: object = {}): Promise<string> {
  const body = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: `text ${uuid()}`, ...fields };
  return dataOf<{ messageId: string }>(await from.send("POST", "/messages", body), 201).messageId;
}

const reply = (id: string, from: Person = creator, content = "an answer") => from.send("POST", `/messages/${id}/reply`, { content });
const reject = (id: string, from: Person = creator) => from.send("POST", `/messages/${id}/reject`, { reason: "no time" });
const detail = async (id: string, of: Person) => dataOf<Detail>(await of.send("GET", `/messages/${id}`), 200);
const wallet = async (of: Person) => dataOf<{ balance: string; held: string }>(await of.send("GET", "/wallet"), 200);
const total = async () => dataOf<{ total: string }>(await admin.send("GET", "/admin/ledger/trial-balance"), 200).total;

async function earned(): Promise<{ earnings: string | undefined; fees: string | undefined }> {
  const { accounts } = dataOf<{ accounts: { account: string; balance: string }[] }>(
    await admin.send("GET", "/admin/ledger/trial-balance"),
    200,
  );
  const of = (account: string) => accounts.find((row) => row.account === account)?.balance;
  return { earnings: of(`user:${creator.userId}:earnings`), fees: of("platform:fees") };
}

async function keysOf(person: Person): Promise<string[]> {
  return dataOf<{ items: { eventKey: string }[] }>(await person.send("GET", "/notifications"), 200).items.map(({ eventKey }) => eventKey);
}

describe("spec 3.4: replies", () => {
  it("REP-01 REP-07 REP-08 REP-16 NOT-13 PAY-06 completes a paid message, splits its price to the cent and notifies the fan", async () => {
    const fan = await system.newFan("5.55");
    const id = await sendPaid(fan, { price: "5.55" });
    expect(dataOf(await reply(id), 201)).toMatchObject({ messageId: id, status: "COMPLETED" });
    const { status, reply: answer, statusLog } = await detail(id, fan);
    expect([status, answer?.content]).toEqual(["COMPLETED", "an answer"]);
    expect(statusLog.map(({ from, to }) => [from, to])).toEqual([
      [null, "ESCROWED"],
      ["ESCROWED", "REPLIED"],
      ["REPLIED", "COMPLETED"],
    ]);
    expect(await wallet(fan)).toMatchObject({ balance: "0.00", held: "0.00" });
    // 20 % of 5.55 is 1.11.
    expect(await earned()).toEqual({ earnings: "4.44", fees: "1.11" });
    expect(await total()).toBe("0.00");
    await eventually(async () => expect(await keysOf(fan)).toEqual(["message_replied_fan"]));
  });

  it("REP-02 completes a free message without an escrow", async () => {
    const [fan, free] = await Promise.all([system.newFan("0"), system.newCreator()]);
    const body = { receiverId: free.userId, dmType: "FREE", content: "free?" };
    const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", body), 201);
    expect((await reply(messageId, free)).status).toBe(201);
    const escrows = dataOf<{ items: { messageId: string }[] }>(await admin.send("GET", "/admin/escrows?limit=50"), 200).items;
    expect(escrows.map((escrow) => escrow.messageId)).not.toContain(messageId);
  });

  it("REP-03 REP-19 only the creator can reply and only the parties can read; an unknown id is 404", async () => {
    const [fan, stranger] = await Promise.all([system.newFan("5.00"), system.newUser()]);
    const id = await sendPaid(fan);
    for (const person of [fan, stranger]) {
      expect(refusalOf(await reply(id, person))).toBe("403 message.reply.error.not_creator");
      expect(refusalOf(await reject(id, person))).toBe("403 message.reject.error.not_creator");
    }
    expect(refusalOf(await stranger.send("GET", `/messages/${id}`))).toBe("403 message.error.not_party");
    for (const unknown of [uuid(), "abc", "%7B%7D"]) {
      expect([unknown, refusalOf(await stranger.send("GET", `/messages/${unknown}`))]).toEqual([unknown, "404 message.error.not_found"]);
      expect(refusalOf(await reply(unknown))).toBe("404 message.error.not_found");
    }
    expect((await detail(id, fan)).status).toBe("ESCROWED");
    for (const content of ["", undefined, 7, "x".repeat(2001)]) {
      expect(refusalOf(await creator.send("POST", `/messages/${id}/reply`, { content }))).toBe(INVALID);
    }
    expect(refusalOf(await reply(id, creator, "  \n"))).toBe("400 message.reply.error.empty_content");
  });

  it("REP-05 accepts exactly one of ten concurrent replies, and releases the money once", async () => {
    const fan = await system.newFan("5.00");
    const before = await earned();
    const id = await sendPaid(fan);
    const outcomes = (await Promise.all(Array.from({ length: 10 }, (_, index) => reply(id, creator, `answer ${index}`)))).map(refusalOf);
    expect(outcomes.sort()).toEqual(["201", ...Array.from({ length: 9 }, () => INVALID_STATUS)]);
    expect(Number((await earned()).earnings) - Number(before.earnings)).toBeCloseTo(4);
    expect(await total()).toBe("0.00");
  });

  it("REP-06 a failed release leaves the message ESCROWED without a reply; a retry succeeds", async () => {
    const fan = await system.newFan("5.00");
    const id = await sendPaid(fan);
    system.runtime.faults.arm({ point: "messaging.reply.release", mode: "error", times: 1 });
    expect(refusalOf(await reply(id))).toBe("503 message.reply.error.release_failed");
    expect(await detail(id, fan)).toMatchObject({ status: "ESCROWED", reply: null });
    expect(await wallet(fan)).toMatchObject({ held: "5.00" });
    expect((await reply(id)).status).toBe(201);
  });

  it("REP-04 refuses a completed or rejected message with 409", async () => {
    const fan = await system.newFan("10.00");
    const done = await sendPaid(fan);
    await reply(done);
    const declined = await sendPaid(fan);
    await reject(declined);
    for (const id of [done, declined]) {
      expect(refusalOf(await reply(id))).toBe(INVALID_STATUS);
      expect(refusalOf(await reject(id))).toBe("409 message.reject.error.invalid_status");
    }
  });
});

describe("spec 3.4: rejection and expiry", () => {
  it("REP-13 NOT-15 a rejection refunds the full price and notifies the fan", async () => {
    const fan = await system.newFan("5.00");
    const id = await sendPaid(fan);
    expect(dataOf(await reject(id), 200)).toEqual({ messageId: id, status: "REJECTED" });
    expect(await wallet(fan)).toMatchObject({ balance: "5.00", held: "0.00" });
    await eventually(async () => expect(await keysOf(fan)).toEqual(["message_rejected_refunded"]));
  });

  it("REP-09 REP-10 REP-12 refuses a reply after the deadline; the job then refunds the price and both parties are notified", async () => {
    const fan = await system.newFan("5.00");
    await system.setConfig("dm.timeout_unit_seconds", 60);
    const id = await sendPaid(fan, { timeoutHours: 1 });
    await system.setConfig("dm.timeout_unit_seconds", 3600);
    system.runtime.clock.advance(61_000);
    expect(refusalOf(await reply(id))).toBe(INVALID_STATUS);
    await system.runtime.jobs.runNow("messaging.expire-messages");
    system.runtime.clock.reset();
    expect((await detail(id, fan)).status).toBe("EXPIRED");
    expect(await wallet(fan)).toMatchObject({ balance: "5.00", held: "0.00" });
    await eventually(async () => {
      expect(await keysOf(fan)).toEqual(["message_expired"]);
      expect(await keysOf(creator)).toContain("message_expired");
    });
  });

  it("REP-11 exactly one of concurrent replies and rejections wins, and the money moves once", async () => {
    const fan = await system.newFan("5.00");
    for (const _round of [1, 2, 3]) {
      const before = await earned();
      const id = await sendPaid(fan);
      const outcomes = await Promise.all([reply(id), reject(id), reply(id), reject(id)]);
      expect(outcomes.filter(({ status }) => status < 300)).toHaveLength(1);
      const { status } = await detail(id, fan);
      const paid = Number((await earned()).earnings) - Number(before.earnings);
      expect([status, (await wallet(fan)).balance, Math.round(paid)]).toEqual(
        status === "COMPLETED" ? ["COMPLETED", "0.00", 4] : ["REJECTED", "5.00", 0],
      );
      expect(await total()).toBe("0.00");
      if (status === "COMPLETED") break;
    }
  });
});

describe("spec 3.4: quarantine", () => {
  it("MSG-52 MSG-54 MSG-55 REP-14 MOD-01 a flagged message is PENDING, invisible to its creator, and decided once", async () => {
    const rule = { name: "r", kind: "WORD", pattern: "casino", category: "SCAM" };
    dataOf(await admin.send("POST", "/admin/moderation/rules", rule), 201);
    const fan = await system.newFan("10.00");
    const body = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "best Casino here" };
    const sent = dataOf<{ messageId: string; status: string }>(await fan.send("POST", "/messages", body), 201);
    const id = sent.messageId;
    expect(sent.status).toBe("PENDING");
    expect(await wallet(fan)).toMatchObject({ balance: "5.00", held: "5.00" });
    expect((await detail(id, fan)).status).toBe("PENDING");
    expect(refusalOf(await creator.send("GET", `/messages/${id}`))).toBe("404 message.error.not_found");
    const inbox = dataOf<{ items: { id: string }[] }>(await creator.send("GET", "/messages?limit=50"), 200).items;
    expect(inbox.map((message) => message.id)).not.toContain(id);
    expect((await reply(id)).status).toBeGreaterThanOrEqual(404);
    expect(dataOf(await fan.send("GET", `/messages/${id}/statement`), 200)).toMatchObject({
      messageId: id,
      category: "SCAM",
      automated: true,
    });
    expect((await creator.send("GET", `/messages/${id}/statement`)).status).toBe(404);
    const decide = (decision: string) =>
      admin.send("POST", `/admin/moderation/messages/${id}/decide`, { decision, reason: "looked at it" });
    const outcomes = await Promise.all([decide("APPROVE"), decide("APPROVE"), decide("APPROVE")]);
    expect(outcomes.map(refusalOf).sort()).toEqual(["200", "409 moderation.error.invalid_status", "409 moderation.error.invalid_status"]);
    expect((await detail(id, creator)).content).toBe("best Casino here");
    expect((await reply(id)).status).toBe(201);
    expect(await total()).toBe("0.00");
  });
});
