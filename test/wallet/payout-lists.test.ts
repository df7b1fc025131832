import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { findObject } from "#libs/contracts/staff-reads.ts";
import {
  approvePayout,
  createPayoutMethod,
  failPayout,
  getEarnings,
  getPayout,
  listAdminPayouts,
  listPayoutMethods,
  listPayouts,
  removePayoutMethod,
  requestPayout,
} from "#libs/contracts/wallet/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type Api, type EarningCreator, type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
const finance = uuid();

beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());

const request = ({ userId, methodId }: EarningCreator, amount: string) =>
  world.as(userId)(requestPayout, { amount, methodId, idempotencyKey: uuid() });
const admin: Api = (contract, params) => world.as(finance, ["FINANCE"])(contract, params);
const earningsOf = ({ userId, creatorId }: EarningCreator) => world.as(userId)(getEarnings, { creatorId });

describe("payout lists and earnings", () => {
  it("PAY-04 lists own payouts newest first and answers not found for payouts and methods of others", async () => {
    const [creator, other] = [await world.newCreator("90.00"), await world.newCreator("20.00")];
    const first = await request(creator, "20.00");
    world.runtime.clock.advance(1_000);
    const second = await request(creator, "30.00");
    const own = await world.as(creator.userId)(listPayouts, { limit: 1 });
    expect([own.items.map(({ payoutId }) => payoutId), own.total, own.totalPages]).toEqual([[second.payoutId], 2, 2]);
    const { items } = await admin(listAdminPayouts, { status: "REQUESTED" });
    const row = { payoutId: second.payoutId, userId: creator.userId, creatorId: creator.creatorId, decidedBy: null, amount: "30.00" };
    expect(items).toContainEqual(expect.objectContaining(row));
    const foreign = world.as(other.userId);
    expect((await foreign(listPayouts, {})).items).toEqual([]);
    await expect(foreign(getPayout, first)).rejects.toMatchObject({ key: "payout.error.not_found" });
    await expect(foreign(removePayoutMethod, creator)).rejects.toMatchObject({ key: "payout.error.method_not_found" });
    await expect(request({ ...other, methodId: creator.methodId }, "20.00")).rejects.toMatchObject({
      key: "payout.error.method_not_found",
    });
  });

  it("CNS-13 the parts of a table have each payout once, whatever joins or leaves the list between them", async () => {
    const creator = await world.newCreator("200.00");
    const { userId } = creator;
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) ids.unshift((await request(creator, "20.00")).payoutId);
    ids.sort().reverse();
    const partAfter = async (after?: string) => {
      const { items } = await admin(listAdminPayouts, { userId, status: "REQUESTED", format: "csv", limit: 2, after });
      return items.map(({ payoutId }) => payoutId);
    };
    const first = await partAfter();
    for (const payoutId of first) await admin(failPayout, { payoutId, reason: "A test of the list" });
    await request(creator, "20.00");
    const second = await partAfter(first[1]);
    expect([...first, ...second, ...(await partAfter(second[1]))]).toEqual(ids);
    await expect(partAfter(uuid())).rejects.toMatchObject({ key: "error.conflict" });
  });

  it("CON-18 payouts of all creators are found by id, user and status, newest first or oldest first", async () => {
    const [creator, other] = [await world.newCreator("90.00"), await world.newCreator("20.00")];
    const first = await request(creator, "20.00");
    world.runtime.clock.advance(1_000);
    const second = await request(creator, "30.00");
    await request(other, "20.00");
    const { userId } = creator;
    const listed = async (params: object) => (await admin(listAdminPayouts, params)).items.map(({ payoutId }) => payoutId);
    expect(await listed({ userId })).toEqual([second.payoutId, first.payoutId]);
    expect(await listed({ userId, sort: "oldest" })).toEqual([first.payoutId, second.payoutId]);
    expect(await listed({ userId, status: "WAITING", sort: "oldest", page: 2, limit: 1 })).toEqual([second.payoutId]);
    expect(await listed({ id: first.payoutId })).toEqual([first.payoutId]);
    expect(await listed({ id: first.payoutId, userId, status: "REQUESTED" })).toEqual([first.payoutId]);
    expect(await listed({ userId, status: "PAID" })).toEqual([]);
    expect(await listed({ id: first.payoutId, userId: other.userId })).toEqual([]);
    expect(await listed({ userId: creator.creatorId })).toEqual([]);
    for (const name of ["id", "userId"]) await expect(listed({ [name]: "" })).rejects.toMatchObject({ key: "error.validation_failed" });
  });

  it("PAY-05 a paid payout has the number of the ledger transaction that settled it, for its creator and for staff", async () => {
    const creator = await world.newCreator("80.00");
    const [paid, refused, open] = [await request(creator, "20.00"), await request(creator, "20.00"), await request(creator, "20.00")];
    await admin(approvePayout, { payoutId: paid.payoutId });
    await admin(failPayout, { payoutId: refused.payoutId, reason: "no" });
    const [settled = {}] = await world.documents("ledger_transactions", { kind: "PAYOUT_SETTLEMENT", "reference.id": paid.payoutId });
    const day = (settled.createdAt as Date).toISOString().slice(0, 10).replaceAll("-", "");
    const number = `P-${day}-${String(settled._id).slice(-8)}`;
    const numbersOf = (items: readonly { readonly payoutId: string; readonly number: string | null }[]) =>
      Object.fromEntries(items.map((item) => [item.payoutId, item.number]));
    const expected = { [paid.payoutId]: number, [refused.payoutId]: null, [open.payoutId]: null };
    const own = world.as(creator.userId);
    expect(numbersOf((await own(listPayouts, {})).items)).toEqual(expected);
    expect(numbersOf((await admin(listAdminPayouts, { userId: creator.userId })).items)).toEqual(expected);
    expect((await own(getPayout, { payoutId: paid.payoutId })).number).toBe(number);
  });

  it("PAY-04 refuses the same idempotency key with another method", async () => {
    const creator = await world.newCreator("60.00");
    const own = world.as(creator.userId);
    const { methodId } = await own(createPayoutMethod, { kind: "PAYPAL", label: "another" });
    world.runtime.clock.advance(3 * DAY);
    const params = { amount: "30.00", idempotencyKey: uuid() };
    await own(requestPayout, { ...params, methodId: creator.methodId });
    await expect(own(requestPayout, { ...params, methodId })).rejects.toMatchObject({ key: "idempotency.error.key_reused" });
  });

  it("PAY-04 lists methods oldest first, limits them to ten, and keeps a removed method in its payouts", async () => {
    const creator = await world.newCreator("50.00");
    const own = world.as(creator.userId);
    const { payoutId } = await request(creator, "50.00");
    await own(removePayoutMethod, { methodId: creator.methodId });
    expect(await own(listPayoutMethods, {})).toEqual([]);
    expect(await own(getPayout, { payoutId })).toMatchObject({ methodId: creator.methodId, methodLabel: "my bank" });
    for (let index = 0; index < 7; index += 1) await own(createPayoutMethod, { kind: "PAYPAL", label: `number ${index}` });
    const last = Array.from({ length: 6 }, () => outcomeOf(own(createPayoutMethod, { kind: "PAYPAL", label: "one more" })));
    expect((await Promise.all(last)).sort()).toEqual(["ok", "ok", "ok", ...Array(3).fill("payout.error.too_many_methods")]);
    const listed = await own(listPayoutMethods, {});
    expect(listed).toHaveLength(10);
    await own(removePayoutMethod, { methodId: listed[4]?.methodId ?? "" });
    expect(await outcomeOf(own(createPayoutMethod, { kind: "PAYPAL", label: "a replacement" }))).toBe("ok");
    expect((await own(listPayoutMethods, {})).map(({ label }) => label)[0]).toBe("number 0");
  });

  it("PAY-04 shows the net of the open escrows as pending, to the owner only", async () => {
    const creator = await world.newCreator("10.00");
    const fan = await world.newFan("100.00");
    const hold = (price: string, commissionRate: number) => world.hold(fan, price, { creatorUserId: creator.userId, commissionRate });
    const [first] = [await hold("5.03", 0.2), await hold("5.03", 0.2), await hold("7.00", 0.1)];
    const net = (price: bigint, rate: number) => price - BigInt(Math.round(Number(price) * rate));
    const pending = net(503n, 0.2) * 2n + net(700n, 0.1);
    expect(await earningsOf(creator)).toMatchObject({ pending: formatMoney(pending), available: "10.00", lifetime: "10.00" });
    await world.transaction((tx) => world.desk.release(tx, first));
    const released = { pending: formatMoney(pending - net(503n, 0.2)), available: "14.02", lifetime: "14.02" };
    expect(await earningsOf(creator)).toMatchObject(released);
    for (const userId of [fan, (await world.newCreator("0")).userId]) {
      const foreign = world.as(userId)(getEarnings, { creatorId: creator.creatorId });
      await expect(foreign).rejects.toMatchObject({ key: "creator.error.not_owner" });
    }
  });
});

describe("the number of a paid payout", () => {
  it("CNS-11 leads to the payout in any case; a number of another day or an odd one leads nowhere", async () => {
    const found = (id: string) => admin(findObject.wallet, { id, kinds: ["PAYOUT"] });
    const creator = await world.newCreator("90.00");
    world.runtime.clock.set(new Date("2027-03-04T12:00:00Z"));
    const { payoutId } = await request(creator, "40.00");
    await admin(approvePayout, { payoutId });
    const { number } = await world.as(creator.userId)(getPayout, { payoutId });
    world.runtime.clock.reset();
    expect(number).toMatch(/^P-20270304-[0-9a-f]{8}$/);
    for (const typed of [`${number}`, `${number}`.toLowerCase()]) expect(await found(typed)).toEqual([{ kind: "PAYOUT", id: payoutId }]);
    for (const odd of [`${number}`.replace("0304", "0305"), "P-20271399-00000000", "P-20270304-0000000"])
      expect(await found(odd)).toEqual([]);
  });
});

describe("the indexes", () => {
  it.each([
    ["payouts", { userId: "u" }, { requestedAt: -1, _id: -1 }, "newest_of_user"],
    ["payouts", { status: "PAID" }, { requestedAt: -1, _id: -1 }, "newest_of_status"],
    ["payouts", { userId: "u", idempotencyKey: "k" }, {}, "one_per_key"],
    ["payouts", { triedAt: { $lte: new Date(0) } }, { triedAt: 1 }, "under_way"],
    ["payout_methods", { userId: "u" }, { createdAt: 1, _id: 1 }, "of_user"],
    ["ledger_adjustments", { status: "PENDING" }, { proposedAt: -1, _id: -1 }, "newest_of_status"],
    ["escrows", { creatorId: "u", status: "HELD", concealed: { $ne: true } }, {}, "shown_to_creator"],
  ] as const)("PAY-04 answer the query of %s by %j", async (collection, filter, order, index) => {
    const plan = await world.connection.collection(collection).find(filter).sort(order).explain("queryPlanner");
    const text = JSON.stringify(plan.queryPlanner.winningPlan);
    expect(text).toContain(index);
    expect(text).not.toContain("COLLSCAN");
  });
});
