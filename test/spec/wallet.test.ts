import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { parseMoney } from "#libs/kernel/money.ts";
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

interface Movement {
  readonly kind: string;
  readonly amount: string;
  readonly balanceAfter: string;
  readonly createdAt: string;
}

const wallet = async (owner: Person) => dataOf<Record<string, unknown>>(await owner.send("GET", "/wallet"), 200);
const topUp = (owner: Person, amount: unknown, key: string | null = uuid()) =>
  owner.send("POST", "/wallet/topups", { amount }, { headers: key === null ? {} : { "idempotency-key": key } });
const confirm = (owner: Person, id: string) => owner.send("POST", `/wallet/topups/${id}/confirm`, {});
const idOf = (reply: Awaited<ReturnType<typeof topUp>>) => dataOf<{ topupId: string }>(reply, 201).topupId;
const pay = (from: Person, fields: object = {}) =>
  from.send("POST", "/messages", { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: uuid(), ...fields });

/** Minor units of a signed amount. */
const minorUnits = (amount: string) => (amount.startsWith("-") ? -parseMoney(amount.slice(1)) : parseMoney(amount));

describe("a fan wallet", () => {
  it("PAY-01 a fan wallet exists for a new user: kind FAN, decimal balance, currency, not frozen", async () => {
    const user = await system.newUser();
    expect(await wallet(user)).toEqual({
      walletId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: "FAN",
      currency: "EUR",
      balance: "0.00",
      held: "0.00",
      frozen: false,
      refundable: "0.00",
      disputed: false,
    });
  });

  it("PAY-02 a fan wallet lists its movements newest first, with a running balance", async () => {
    const fan = await system.newFan("20.00");
    const { messageId } = dataOf<{ messageId: string }>(await pay(fan, { price: "7.35" }), 201);
    await creator.send("POST", `/messages/${messageId}/reject`, {});
    dataOf(await pay(fan), 201);
    const { items, total } = dataOf<{ items: Movement[]; total: number }>(await fan.send("GET", "/wallet/transactions"), 200);
    expect([total, items.map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter])]).toEqual([
      4,
      [
        ["HOLD", "-5.00", "15.00"],
        ["REFUND", "7.35", "20.00"],
        ["HOLD", "-7.35", "12.65"],
        ["TOPUP", "20.00", "20.00"],
      ],
    ]);
    const sum = items.reduce((balance, { amount }) => balance + minorUnits(amount), 0n);
    expect(sum).toBe(parseMoney(String((await wallet(fan)).balance)));
    const page = dataOf<{ items: Movement[] }>(await fan.send("GET", "/wallet/transactions?page=2&limit=3"), 200);
    expect(page.items.map(({ kind }) => kind)).toEqual(["TOPUP"]);
  });

  it("PAY-03 IDM-06 a top-up without an idempotency key or with an invalid amount is refused", async () => {
    const user = await system.newUser();
    expect(refusalOf(await topUp(user, "5.00", null))).toBe("400 idempotency.error.key_required");
    expect(refusalOf(await topUp(user, "5.00", "x".repeat(256)))).toBe("400 idempotency.error.key_invalid");
    for (const amount of ["-1", "1e3", "5,00", "5.001", "", " 5", 5, null, "99999999999999999999"]) {
      expect([amount, refusalOf(await topUp(user, amount))]).toEqual([amount, INVALID]);
    }
    for (const amount of ["0", "0.00", "0.99", "10000.01"]) {
      const reply = await topUp(user, amount);
      expect([amount, refusalOf(reply)]).toEqual([amount, "400 payment.topup.amount_out_of_range"]);
      expect(reply.body.error.i18nVars).toEqual({ minimum: "1.00", maximum: "10000.00", currency: "EUR" });
    }
    expect((await wallet(user)).balance).toBe("0.00");
  });

  it("PAY-03 a top-up is credited once when twenty confirmations race", async () => {
    const user = await system.newUser();
    const key = uuid();
    const created = await Promise.all(Array.from({ length: 5 }, () => topUp(user, "30.00", key)));
    const ids = created.filter(({ status }) => status === 201).map(idOf);
    expect([ids.length > 0, new Set(ids).size]).toEqual([true, 1]);
    expect((await wallet(user)).balance).toBe("0.00");
    const confirmed = await Promise.all(Array.from({ length: 20 }, () => confirm(user, String(ids[0]))));
    expect(new Set(confirmed.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await wallet(user)).balance).toBe("30.00");
    expect(dataOf(await topUp(user, "30.00", `"${key}"`), 201)).toMatchObject({ topupId: ids[0] });
    expect((await wallet(user)).balance).toBe("30.00");
  });

  it("PAY-03 an unknown top-up and one of another user are not found", async () => {
    const [owner, other] = await Promise.all([system.newUser(), system.newUser()]);
    const id = idOf(await topUp(owner, "5.00"));
    for (const unknown of [id, uuid(), "abc"]) expect(refusalOf(await confirm(other, unknown))).toBe("404 payment.topup.not_found");
    expect([(await wallet(owner)).balance, (await wallet(other)).balance]).toEqual(["0.00", "0.00"]);
  });

  it("MSG-38 one of two concurrent payments is accepted when the balance covers one", async () => {
    const [fan, other] = [await system.newFan("5.00"), await system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })];
    const outcomes = await Promise.all([pay(fan), pay(fan, { receiverId: other.userId })]);
    expect(outcomes.map(refusalOf).sort()).toEqual(["201", "400 payment.escrow.insufficient_balance"]);
    expect(await wallet(fan)).toMatchObject({ balance: "0.00", held: "5.00" });
  });

  it("PAY-07 MSG-36 a fan wallet pays nothing while frozen but receives refunds, pays again afterwards, and both changes are audited", async () => {
    const fan = await system.newFan("20.00");
    const { messageId } = dataOf<{ messageId: string }>(await pay(fan), 201);
    const freeze = (frozen: boolean) => admin.send("PATCH", `/admin/wallets/${fan.userId}`, { frozen, reason: "a check" });
    expect((await freeze(true)).body).toEqual({ success: true });
    expect((await wallet(fan)).frozen).toBe(true);
    await creator.send("POST", `/messages/${messageId}/reject`, {});
    expect(await wallet(fan)).toMatchObject({ balance: "20.00", held: "0.00" });
    expect(refusalOf(await pay(fan))).toBe("400 payment.escrow.wallet_unavailable");
    await freeze(false);
    expect((await pay(fan)).status).toBe(201);
    const lines = await system.runtime.database("messaging").connection.collection("audit_log").find({ target: fan.userId }).toArray();
    expect(lines.map(({ action }) => action).sort()).toEqual(["wallet.freeze", "wallet.unfreeze"]);
    expect(lines.every(({ actor }) => actor === admin.userId)).toBe(true);
    expect(refusalOf(await admin.send("PATCH", `/admin/wallets/${uuid()}`, { frozen: true, reason: "x" }))).toBe(
      "404 payment.wallet.not_found",
    );
  });
});

describe("the trial balance", () => {
  it("PAY-06 REP-15 the trial balance sums to zero after all movements above, with the open escrows in the escrow account", async () => {
    const { accounts, total } = dataOf<{ accounts: { account: string; debit: string; credit: string; balance: string }[]; total: string }>(
      await admin.send("GET", "/admin/ledger/trial-balance"),
      200,
    );
    expect(total).toBe("0.00");
    expect(accounts.reduce((sum, { balance }) => sum + minorUnits(balance), 0n)).toBe(0n);
    for (const { account, debit, credit, balance } of accounts) {
      expect([account, minorUnits(credit) - minorUnits(debit)]).toEqual([account, minorUnits(balance)]);
      if (account.endsWith(":wallet")) expect([account, minorUnits(balance) >= 0n]).toEqual([account, true]);
    }
    const held = dataOf<{ items: { amount: string }[]; total: number }>(
      await admin.send("GET", "/admin/escrows?status=HELD&limit=50"),
      200,
    );
    const open = held.items.reduce((sum, { amount }) => sum + parseMoney(amount), 0n);
    expect([held.total, open]).toEqual([
      held.items.length,
      minorUnits(accounts.find(({ account }) => account === "escrow")?.balance ?? "0.00"),
    ]);
  });
});
