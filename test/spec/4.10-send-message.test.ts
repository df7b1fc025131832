import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

let system: TestSystem;
let fan: Person;
let free: CreatorPerson;
let single: CreatorPerson;
let perMessage: CreatorPerson;

beforeAll(async () => {
  system = await startTestSystem();
  [fan, free, single, perMessage] = await Promise.all([
    system.newFan("100.00"),
    system.newCreator(),
    system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }),
    system.newCreator({ dmType: "PER_MESSAGE", price: "2.00" }),
  ]);
  await system.setConfig("dm.free_daily_limit", 1000);
  await system.setConfig("dm.free_per_creator_daily", 1000);
});

afterAll(() => system.stop());

interface Sent {
  readonly messageId: string;
  readonly status: string;
}

const toFree = (fields: object = {}) => ({ receiverId: free.userId, dmType: "FREE", content: `text ${uuid()}`, ...fields });
const toSingle = (fields: object = {}) => ({
  receiverId: single.userId,
  dmType: "SINGLE_PAY",
  price: "5.00",
  content: `text ${uuid()}`,
  ...fields,
});
const send = (body: unknown, from = fan, headers = {}) => from.send("POST", "/messages", body, { headers });
const outcome = async (body: unknown, from = fan) => refusalOf(await send(body, from));
const rule = (name: string) => `400 message.send.error.${name}`;
const detail = async (id: string, of = fan) => dataOf<Record<string, unknown>>(await of.send("GET", `/messages/${id}`), 200);
const wallet = async (of: Person) => dataOf<{ balance: string; held: string }>(await of.send("GET", "/wallet"), 200);
const end = (messageId: string, creator: Person) => creator.send("POST", `/messages/${messageId}/reject`, {});

describe("spec 4.10: sending a message over HTTP", () => {
  it("MSG-01 MSG-12 a free message is DELIVERED, and its price is ignored", async () => {
    const { messageId, status } = dataOf<Sent>(await send(toFree({ price: "9.99" })), 201);
    expect(messageId).toMatch(/^[0-9a-f-]{36}$/);
    expect(status).toBe("DELIVERED");
    expect(await detail(messageId)).toMatchObject({ price: null, status: "DELIVERED" });
    expect(await wallet(fan)).toMatchObject({ held: "0.00" });
  });

  it("MSG-12 ignores a malformed price of a free message", async () => {
    for (const price of ["", "abc", "5.001", null]) {
      const { status } = dataOf<Sent>(await send(toFree({ price })), 201);
      expect([price, status]).toEqual([price, "DELIVERED"]);
    }
  });

  it("ENV-06 MSG-10 reports a missing price together with the other errors, but not with an unknown dmType", async () => {
    const details = async (body: object) =>
      (await send(body)).body.error.details?.map(({ message }: { message: string }) => message).sort();
    const body = { receiverId: single.userId, content: "", dmType: "SINGLE_PAY", timeoutHours: 0 };
    const others = ["content must have at least 1 characters", "timeoutHours must be at least 1"];
    expect(await details(body)).toEqual([others[0], "price is required", others[1]]);
    expect(await details({ ...body, price: null })).toEqual([others[0], "price is required", others[1]]);
    expect(await details({ ...body, dmType: "FREE" })).toEqual(others);
    expect(await details({ ...body, dmType: "PAID" })).not.toContain("price is required");
    expect(await details({ ...body, dmType: undefined })).not.toContain("price is required");
  });

  it("MSG-03 MSG-44 PER_MESSAGE is ESCROWED at the offered price, which later changes do not affect", async () => {
    const body = { receiverId: perMessage.userId, dmType: "PER_MESSAGE", price: "2.5", content: "one" };
    const { messageId, status } = dataOf<Sent>(await send(body), 201);
    expect(status).toBe("ESCROWED");
    await perMessage.send("PATCH", `/creators/${perMessage.creatorId}/dm-settings`, { price: "7.00" });
    expect(await detail(messageId)).toMatchObject({ price: "2.50", status: "ESCROWED" });
    await end(messageId, perMessage);
  });

  it("MSG-04 refuses a request without a token with 401", async () => {
    expect((await system.send("POST", "/messages", { body: toFree() })).status).toBe(401);
  });

  it("MSG-05 MSG-06 MSG-09 MSG-10 MSG-11 MSG-13 validates the format of each field", async () => {
    const refused: object[] = [
      ...[undefined, null, 7, ["x"], { $ne: null }].map((receiverId) => toFree({ receiverId })),
      ...[undefined, null, "", 7, "x".repeat(2001), ["x"]].map((content) => toFree({ content })),
      ...[undefined, null, "free", "PAID", 1].map((dmType) => toFree({ dmType })),
      ...[undefined, null, "5.", ".5", "5.001", "-5", "1e3", "5,00", " 5", "5 ", "+5", "", 5, "٥"].map((price) => toSingle({ price })),
      ...[0, 721, -1, 1.5, "x", "24", true].map((timeoutHours) => toFree({ timeoutHours })),
    ];
    for (const body of refused) expect([body, await outcome(body)]).toEqual([body, INVALID]);
    for (const receiverId of ["", "abc", "x".repeat(300)]) {
      expect(await outcome(toFree({ receiverId }))).toBe(rule("creator_unavailable"));
    }
  });

  it("MSG-11 MSG-13 accepts well-formed prices and timeouts", async () => {
    for (const price of ["5", "5.0", "5.00", "05.00"]) {
      const { messageId } = dataOf<Sent>(await send(toSingle({ price })), 201);
      expect(await detail(messageId)).toMatchObject({ price: "5.00" });
      await end(messageId, single);
    }
    for (const timeoutHours of [1, 720]) {
      const { messageId } = dataOf<Sent>(await send(toFree({ timeoutHours })), 201);
      const { sentAt, expiresAt } = (await detail(messageId)) as { sentAt: string; expiresAt: string };
      expect(Date.parse(expiresAt) - Date.parse(sentAt)).toBe(timeoutHours * 3_600_000);
    }
    expect(await outcome(toSingle({ price: "0.99" }))).toBe(rule("price_below_minimum"));
  });

  it("MSG-07 MSG-65 MSG-66 returns 2000 UTF-16 units unchanged, with markup, newlines and emoji at the limit", async () => {
    const texts = [
      "x".repeat(2000),
      `${"e".repeat(1998)}😀`,
      `${"s".repeat(499)}😀${"y".repeat(100)} ${uuid()}`,
      `<script>alert("&amp;")</script>\r\n\t‮ é é \u0000 ${uuid()}`,
    ];
    for (const content of texts) {
      const { messageId } = dataOf<Sent>(await send(toFree({ content })), 201);
      expect((await detail(messageId)).content).toBe(content);
      expect((await detail(messageId, free)).content).toBe(content);
    }
    expect(await outcome(toFree({ content: `${"x".repeat(1999)}😀` }))).toBe(INVALID);
  });

  it("MSG-08 MSG-14 MSG-15 MSG-16 MSG-18 MSG-20 refuses with the error of the violated rule", async () => {
    const [unverified, stranger, suspended] = await Promise.all([
      system.newUser({ verified: false }),
      system.newUser(),
      system.newCreator(),
    ]);
    const admin = await system.admin();
    await admin.send("PATCH", `/admin/users/${suspended.userId}/status`, { status: "SUSPENDED", reason: "test" });
    expect(await outcome(toFree({ content: "   \n" }))).toBe(rule("empty_content"));
    expect(await outcome(toFree({ receiverId: fan.userId }))).toBe(rule("self_message"));
    expect(await outcome(toFree(), unverified)).toBe("403 message.send.error.email_not_verified");
    expect(await outcome(toFree({ receiverId: suspended.userId }))).toBe(rule("creator_unavailable"));
    expect(await outcome(toFree({ receiverId: stranger.userId }))).toBe(rule("dm_disabled"));
    expect(await outcome(toSingle({ dmType: "FREE" }))).toBe(rule("dm_type_mismatch"));
    expect(await outcome(toFree({ dmType: "SINGLE_PAY", price: "5.00" }))).toBe(rule("dm_type_mismatch"));
    expect(await outcome(toSingle({ dmType: "PER_MESSAGE" }))).toBe(rule("dm_type_mismatch"));
  });

  it.each(["SUSPENDED", "BANNED", "DEACTIVATED"])(
    "MSG-63 VAC-27 a creator who is %s is unavailable, also on vacation",
    async (creatorStatus) => {
      const creator = await system.newCreator();
      await creator.send("PATCH", `/creators/${creator.creatorId}/vacation`, { enabled: true });
      const admin = await system.admin();
      await admin.send("PATCH", `/admin/creators/${creator.creatorId}/status`, { creatorStatus, reason: "test" });
      expect(await outcome(toFree({ receiverId: creator.userId }))).toBe(rule("creator_unavailable"));
    },
  );

  it("MSG-21 MSG-22 the same first 500 characters within the window are a duplicate", async () => {
    const head = uuid().padEnd(500, "h");
    dataOf(await send(toFree({ content: `${head}one` })), 201);
    expect(await outcome(toFree({ content: `${head}one` }))).toBe(rule("duplicate"));
    expect(await outcome(toFree({ content: `${head}two` }))).toBe(rule("duplicate"));
    expect(await outcome(toFree({ content: `${head.slice(0, 499)}X` }))).toBe("201");
    expect(await outcome(toFree({ content: `${head}one` }), await system.newUser())).toBe("201");
    system.runtime.clock.advance(61_000);
    expect(await outcome(toFree({ content: `${head}one` }))).toBe("201");
    system.runtime.clock.reset();
  });

  it("MSG-32 MSG-33 MSG-37 MSG-67 compares prices as numbers, and names the minimum", async () => {
    const creator = await system.newCreator({ dmType: "SINGLE_PAY", price: "9.50" });
    const poor = await system.newFan("10.00");
    const pay = (price: string) => send(toSingle({ receiverId: creator.userId, price }), poor);
    for (const price of ["9.49", "0", "0.00", "9.4"]) {
      const reply = await pay(price);
      expect([price, refusalOf(reply), reply.body.error.i18nVars]).toEqual([
        price,
        rule("price_below_minimum"),
        { minimum: "9.50", currency: "EUR" },
      ]);
    }
    expect(refusalOf(await pay("10.01"))).toBe("400 payment.escrow.insufficient_balance");
    expect(refusalOf(await pay("10.00"))).toBe("201");
    expect(await wallet(poor)).toMatchObject({ balance: "0.00", held: "10.00" });
  });

  it("MSG-34 MSG-35 accepts one of ten concurrent paid messages to a creator, and another after its end", async () => {
    const rich = await system.newFan("100.00");
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => send(toSingle(), rich)));
    expect(outcomes.map(refusalOf).sort()).toEqual(["201", ...Array.from({ length: 9 }, () => rule("pending_paid_exists"))]);
    expect(await wallet(rich)).toMatchObject({ balance: "95.00", held: "5.00" });
    const winners = outcomes.filter(({ status }) => status === 201).map((reply) => dataOf<Sent>(reply, 201));
    for (const { messageId } of winners) await end(messageId, single);
    expect(await outcome(toSingle(), rich)).toBe("201");
  });

  it("MSG-60 counts a send in messages_sent_total by type and status", async () => {
    const count = async () => {
      const text = await (await fetch(`${system.base}/metrics`)).text();
      return Number(/^messages_sent_total\{dm_type="FREE",status="DELIVERED"\} (\d+)/m.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    dataOf(await send(toFree()), 201);
    expect(await outcome(toFree({ receiverId: fan.userId }))).toBe(rule("self_message"));
    expect(await count()).toBe(before + 1);
  });

  it("MSG-64 IDM-01 IDM-02 a retry with the same key and body gets the same response, and the price is held once", async () => {
    const payer = await system.newFan("20.00");
    const [body, headers] = [toSingle(), { "idempotency-key": uuid() }];
    const first = await send(body, payer, headers);
    const again = await send(body, payer, headers);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect([first.headers.get("idempotency-replayed"), again.headers.get("idempotency-replayed")]).toEqual([null, "true"]);
    expect(await wallet(payer)).toMatchObject({ balance: "15.00", held: "5.00" });
    expect(refusalOf(await send({ ...body, price: "6.00" }, payer, headers))).toBe("422 idempotency.error.key_reused");
  });

  it("MSG-59 sends while the notification service is down; the notification follows its recovery", async () => {
    const creator = await system.newCreator();
    const service = system.broker.getLocalService("notification");
    const { schema } = service;
    await system.broker.destroyService(service);
    const { messageId } = dataOf<Sent>(await send(toFree({ receiverId: creator.userId })), 201);
    system.broker.createService(schema);
    await eventually(async () => {
      const { items } = dataOf<{ items: { data: { messageId: string } }[] }>(await creator.send("GET", "/notifications"), 200);
      expect(items.map(({ data }) => data.messageId)).toEqual([messageId]);
    });
  });
});

describe("spec 4.10: free messages of a day", () => {
  it("MSG-24 MSG-25 MSG-26 MSG-67 free messages are refused beyond the limits, with the limit and the time of the reset", async () => {
    await system.setConfig("dm.free_daily_limit", 5);
    await system.setConfig("dm.free_per_creator_daily", 1);
    const [sender, ...creators] = await Promise.all([system.newUser(), ...Array.from({ length: 6 }, () => system.newCreator())]);
    const to = (index: number) => send(toFree({ receiverId: creators[index]?.userId }), sender);
    dataOf(await to(0), 201);
    const second = await to(0);
    expect([refusalOf(second), second.body.error.i18nVars]).toMatchObject([rule("free_dm_per_creator_limit"), { limit: 1 }]);
    for (const index of [1, 2, 3, 4]) dataOf(await to(index), 201);
    const sixth = await to(5);
    expect([refusalOf(sixth), sixth.body.error.i18nVars]).toMatchObject([rule("free_dm_daily_limit"), { limit: 5 }]);
    expect(String(sixth.body.error.i18nVars?.resetsAt)).toMatch(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/);
    expect(refusalOf(await to(0))).toBe(rule("free_dm_daily_limit"));
  });

  it("MSG-31 free messages are accepted up to a limit of five when ten are sent at once", async () => {
    const [sender, ...creators] = await Promise.all([system.newUser(), ...Array.from({ length: 10 }, () => system.newCreator())]);
    const outcomes = await Promise.all(creators.map(({ userId }) => outcome(toFree({ receiverId: userId }), sender)));
    expect(outcomes.filter((text) => text === "201")).toHaveLength(5);
    expect(outcomes.filter((text) => text === rule("free_dm_daily_limit"))).toHaveLength(5);
  });
});
