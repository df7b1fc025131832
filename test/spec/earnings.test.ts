import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { parseMoney } from "#libs/kernel/money.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { type CreatorPerson, dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";
import { newEarningCreator } from "./tour-payouts.ts";

let system: TestSystem;
let creator: CreatorPerson;
beforeAll(async () => {
  system = await startTestSystem();
  creator = await system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" });
});
afterAll(() => system.stop());

const thisMonth = () => system.runtime.clock.now().toISOString().slice(0, 7);
const pathOf = (month: string, more = "") => `/payouts/statements/${month}/entries?${more}`;

interface Entry {
  readonly messageId: string;
  readonly status: string;
  readonly fanName: string | null;
  readonly heldUntil: string | null;
  readonly gross: string;
  readonly commission: string;
  readonly net: string;
}
interface List {
  readonly items: readonly Entry[];
  readonly total: number;
  readonly nextCursor: string | null;
}
const list = async (month = thisMonth(), more = "") => dataOf<List>(await creator.send("GET", pathOf(month, more)), 200);

async function send(price: string, displayName: string): Promise<string> {
  const fan = await system.newFan(price);
  dataOf(await fan.send("PATCH", "/auth/me", { displayName }), 200);
  const body = { receiverId: creator.userId, dmType: "PER_MESSAGE", price, content: `Hello ${displayName}` };
  return dataOf<{ messageId: string }>(await fan.send("POST", "/messages", body), 201).messageId;
}
const answer = async (messageId: string) => dataOf(await creator.send("POST", `/messages/${messageId}/reply`, { content: "Hi" }), 201);
const refuse = async (messageId: string) => dataOf(await creator.send("POST", `/messages/${messageId}/reject`, {}), 200);
const ledger = () => system.runtime.database("messaging").connection.collection("ledger_transactions");
const escrows = () => system.runtime.database("messaging").connection.collection("escrows");

describe("EAS-10 what was earned, by message", () => {
  it("EAS-10 lists open, answered and refunded messages with fan, price, fee, net and state, and adds up to the ledger", async () => {
    const open = await send("7.77", "Olga Open");
    const answered = [await send("12.00", "Anna"), await send("9.99", "=HYPERLINK(1)")];
    const refused = await send("5.00", "Rita");
    for (const messageId of answered) await answer(messageId);
    await refuse(refused);
    const { items, total } = await list();
    expect(total).toBe(4);
    expect(items.map(({ messageId }) => messageId)).toEqual([open, refused, ...answered.toReversed()]);
    expect(items[0]).toMatchObject({
      status: "HELD",
      fanName: "Olga Open",
      gross: "7.77",
      commission: "1.55",
      net: "6.22",
      currency: "EUR",
    });
    expect(Date.parse(items[0]?.heldUntil ?? "")).toBeGreaterThan(Date.now());
    expect(items[1]).toMatchObject({ status: "REFUNDED", fanName: "Rita", heldUntil: null });
    expect(items[3]).toMatchObject({ status: "RELEASED", gross: "12.00", commission: "2.40", net: "9.60", heldUntil: null });

    const earned = items.filter(({ status }) => status === "RELEASED");
    const sum = (field: "gross" | "commission" | "net") => earned.reduce((all, entry) => all + parseMoney(entry[field]), 0n);
    const statement = dataOf<Record<string, string>>(await creator.send("GET", `/payouts/statements/${thisMonth()}`), 200);
    expect([sum("gross"), sum("commission"), sum("net")]).toEqual(
      [statement.gross, statement.commission, statement.closing].map((text) => parseMoney(text ?? "")),
    );
    const released = await ledger().find({ kind: "RELEASE" }).toArray();
    expect(released.reduce((all, { movement }) => all + BigInt(String(movement.amount)), 0n)).toBe(sum("net"));
  });

  it("EAS-10 a month has what ended in it; open messages stand in the running month only", async () => {
    const [oldest] = (await list()).items.toReversed();
    const movement = { kind: "RELEASE", "reference.id": oldest?.messageId };
    await ledger().updateOne(movement, { $set: { createdAt: new Date("2026-01-31T23:59:59.999Z") } });
    expect((await list("2026-01")).items).toEqual([
      expect.objectContaining({ messageId: oldest?.messageId, at: "2026-01-31T23:59:59.999Z" }),
    ]);
    expect(await list("2026-02")).toMatchObject({ items: [], total: 0 });
    const pages = await Promise.all([1, 2, 3].map((page) => list(thisMonth(), `limit=1&page=${page}`)));
    expect(pages.map(({ items }) => items[0]?.status)).toEqual(["HELD", "REFUNDED", "RELEASED"]);
    expect((await list(thisMonth(), "limit=2&page=2")).items.map(({ status }) => status)).toEqual(["RELEASED"]);
    expect((await list(thisMonth(), "limit=500&page=9")).items).toEqual([]);
  });

  it("EAS-10 is a table without formulas", async () => {
    const response = await fetch(`${system.base}/api/v1${pathOf(thisMonth(), "format=csv&limit=500")}`, {
      headers: { authorization: `Bearer ${creator.token}` },
    });
    expect(response.headers.get("content-type")).toContain("text/csv");
    expect(response.headers.get("content-disposition")).toContain(`earnings-${thisMonth()}.csv`);
    const [header, ...lines] = (await response.text()).trim().split("\r\n");
    expect(header).toBe("at,kind,messageId,sessionId,fanName,payoutId,status,heldUntil,gross,commission,net,reversed,availableOn,currency");
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain(`,"'=HYPERLINK(1)",,RELEASED,,9.99,2.00,7.99,0.00,`);
  });

  it("CNS-13 the pages of a list have each entry once as it was, whatever is sent, answered and refused between them", async () => {
    const [, ended] = [await send("6.00", "Paula"), await send("7.00", "Quentin")];
    const before = (await list(thisMonth(), "limit=500")).items;
    const pages: List[] = [await list(thisMonth(), "limit=2")];
    const meanwhile = [
      () => answer(ended),
      () => send("8.00", "Ursula"),
      () => refuse(before[1]?.messageId ?? ""),
      () => answer(before[2]?.messageId ?? ""),
    ];
    for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
      await meanwhile.shift()?.();
      pages.push(await list(thisMonth(), `limit=2&cursor=${cursor}`));
    }
    expect(meanwhile.length).toBeLessThan(3);
    const places = ({ messageId, status, net }: Entry) => [messageId, status, net];
    expect(pages.flatMap(({ items }) => items.map(places))).toEqual(before.map(places));
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => before.length));
    for (const cursor of ["", "1", "1.2", "1.2.x", "-1.2.3", `${"9".repeat(16)}.1.1`]) {
      expect(refusalOf(await creator.send("GET", pathOf(thisMonth(), `cursor=${cursor}`)))).toMatch(/^400 /);
    }
  });

  it("CNS-13 held earnings, which are named by their message, are each there once and in order, across the parts", async () => {
    const finance = await newAdmin(system, "FINANCE");
    const held = Array.from({ length: 120 }, (_, number) => ({
      ...{ _id: uuid(), messageId: uuid(), fanId: creator.userId, creatorId: uuid(), amount: 500n, commissionRate: 0.2 },
      ...{ status: "RELEASED", concealed: false, heldAt: new Date(), resolvedAt: new Date(), availableOn: "2026-02-01" },
      review: {
        status: "HELD",
        reasons: ["INSTRUMENT"],
        heldAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(number / 4))),
        dueOn: "2026-01-08",
        decidedBy: null,
        decidedAt: null,
        reason: null,
      },
    }));
    await escrows().insertMany(held as never[]);
    const newestFirst = held.toSorted((a, b) => b.review.heldAt.getTime() - a.review.heldAt.getTime() || (a._id < b._id ? 1 : -1));
    for (const query of ["", `userId=${creator.userId}&`]) {
      const response = await fetch(`${system.base}/api/v1/admin/held-earnings?${query}format=csv`, {
        headers: { authorization: `Bearer ${finance.token}` },
      });
      const [, ...lines] = (await response.text()).trimEnd().split("\r\n");
      expect(lines.map((line) => line.split(",")[0])).toEqual(newestFirst.map(({ messageId }) => messageId));
    }
    await escrows().deleteMany({ _id: { $in: held.map(({ _id }) => _id) } } as never);
  });

  it("EAS-10 hides a message that was held back and rejected, and refuses a fan", async () => {
    const messageId = await send("5.00", "Hidden");
    await escrows().updateOne({ messageId }, { $set: { concealed: true } });
    expect((await list()).items.map((entry) => entry.messageId)).not.toContain(messageId);
    const fan = await system.newFan("5.00");
    expect(refusalOf(await fan.send("GET", pathOf(thisMonth())))).toBe("403 payout.error.not_creator");
    expect(refusalOf(await creator.send("GET", pathOf("2026-13")))).toMatch(/^400 /);
    expect((await system.send("GET", pathOf(thisMonth()))).status).toBe(401);
  });
});

describe("PYO-10 the entries of a month", () => {
  it("PYO-10 have corrections and paid payouts too, as list and as table, and equal the month; a fan is refused with 403", async () => {
    const earner = await newEarningCreator({ system });
    const [one, other] = [await newAdmin(system, "FINANCE"), await newAdmin(system, "FINANCE")];
    const method = { kind: "BANK_ACCOUNT", label: "my bank" };
    const { methodId } = dataOf<{ methodId: string }>(await earner.send("POST", "/payouts/methods", method), 201);
    const headers = { "idempotency-key": uuid() };
    const asked = await earner.send("POST", "/payouts", { amount: "20.00", methodId }, { headers });
    const { payoutId } = dataOf<{ payoutId: string }>(asked, 201);
    dataOf(await one.send("POST", `/admin/payouts/${payoutId}/approve`), 200);
    const correction = { userId: earner.userId, kind: "CREATOR", amount: "2.50", reason: "a gift" };
    const proposed = await one.send("POST", "/admin/ledger/adjustments", correction);
    const { adjustmentId } = dataOf<{ adjustmentId: string }>(proposed, 201);
    dataOf(await other.send("POST", `/admin/ledger/adjustments/${adjustmentId}/approve`), 200);

    const { items, total } = dataOf<List>(await earner.send("GET", pathOf(thisMonth())), 200);
    expect(total).toBe(3);
    expect(items).toMatchObject([
      { kind: "ADJUSTMENT", messageId: null, fanName: null, payoutId: null, net: "2.50" },
      { kind: "PAYOUT_SETTLEMENT", messageId: null, payoutId, net: "-20.00" },
      { kind: "RELEASE", fanName: "Finn", payoutId: null, gross: "100.00", commission: "20.00", net: "80.00", reversed: "0.00" },
    ]);
    const month = dataOf<Record<string, string>>(await earner.send("GET", `/payouts/statements/${thisMonth()}`), 200);
    expect(month).toMatchObject({ gross: "100.00", commission: "20.00", adjusted: "2.50", paidOut: "20.00", closing: "62.50" });
    const table = await fetch(`${system.base}/api/v1${pathOf(thisMonth(), "format=csv")}`, {
      headers: { authorization: `Bearer ${earner.token}` },
    });
    const lines = (await table.text()).trim().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[1])).toEqual(["ADJUSTMENT", "PAYOUT_SETTLEMENT", "RELEASE"]);
    expect(lines[1]).toContain(`,PAYOUT_SETTLEMENT,,,,${payoutId},,,0.00,0.00,-20.00,0.00,,EUR`);
    const fan = await system.newFan("5.00");
    for (const path of [pathOf(thisMonth()), `/payouts/statements/${thisMonth()}`])
      expect(refusalOf(await fan.send("GET", path))).toBe("403 payout.error.not_creator");
  });
});
