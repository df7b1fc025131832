import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

interface Movement {
  readonly id: string;
  readonly kind: string;
  readonly amount: string;
  readonly balanceAfter: string;
  readonly escrow: { readonly status: string } | null;
}
interface Page {
  readonly items: readonly Movement[];
  readonly total: number;
}

let system: TestSystem;
let fan: Person;
let creator: CreatorPerson;
let finance: Person;

beforeAll(async () => {
  system = await startTestSystem();
  [fan, creator, finance] = await Promise.all([
    system.newFan("50.00"),
    system.newCreator({ dmType: "PER_MESSAGE", price: "5.00" }),
    newAdmin(system, "FINANCE"),
  ]);
  const answered = await eventually(() => send());
  dataOf(await creator.send("POST", `/messages/${answered}/reply`, { content: "Hi" }), 201);
  const declined = await send();
  dataOf(await creator.send("POST", `/messages/${declined}/reject`, {}), 200);
});
afterAll(() => system.stop());

async function send(): Promise<string> {
  const body = { receiverId: creator.userId, dmType: "PER_MESSAGE", price: "5.00", content: `A question ${uuid()}` };
  return dataOf<{ messageId: string }>(await fan.send("POST", "/messages", body), 201).messageId;
}

const wallets = (userId: string) => `/admin/wallets/${userId}`;
const list = async ({ userId }: Pick<Person, "userId">, query = "") =>
  dataOf<Page>(await finance.send("GET", `${wallets(userId)}/transactions?${query}`), 200);
const messaging = (name: string) => system.runtime.database("messaging").connection.collection(name);

describe("wallets for staff", () => {
  it("CON-11 the movements of both wallets equal the ledger, newest first, with what became of a message", async () => {
    for (const [{ userId }, wallet, account] of [
      [fan, "FAN", "wallet"],
      [creator, "CREATOR", "earnings"],
    ] as const) {
      const rows = await messaging("ledger_transactions")
        .find({ "movement.account": `user:${userId}:${account}` })
        .sort({ "movement.sequence": -1 })
        .toArray();
      const { items, total } = await list({ userId }, `wallet=${wallet}`);
      expect(items.map(({ id, kind }) => [id, kind])).toEqual(rows.map(({ _id, kind }) => [String(_id), kind]));
      expect(items.map(({ amount }) => Number(amount) * 100)).toEqual(rows.map(({ movement }) => Number(movement.amount)));
      expect(total).toBe(rows.length);
      const { wallets: listed } = dataOf<{ wallets: { kind: string; balance: string }[] }>(await finance.send("GET", wallets(userId)), 200);
      expect(items[0]?.balanceAfter).toBe(listed.find(({ kind }) => kind === wallet)?.balance);
    }
    const own = dataOf<Page>(await fan.send("GET", "/wallet/transactions"), 200);
    expect(await list(fan)).toEqual(own);
    expect(own.items.map(({ kind, escrow }) => [kind, escrow?.status])).toEqual([
      ["REFUND", "REFUNDED"],
      ["HOLD", "REFUNDED"],
      ["HOLD", "RELEASED"],
      ["TOPUP", undefined],
    ]);
  });

  it("CON-11 movements are narrowed to a kind and read by pages; a stranger has none", async () => {
    expect((await list(fan, "kind=HOLD")).items.map(({ amount }) => amount)).toEqual(["-5.00", "-5.00"]);
    expect(await list(fan, "kind=PAYOUT")).toMatchObject({ items: [], total: 0 });
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list(fan, `limit=1&page=${page}`)));
    expect(pages.flatMap(({ items }) => items)).toEqual((await list(fan)).items);
    expect(await list({ userId: uuid() })).toMatchObject({ items: [], total: 0 });
    expect(await list(fan, "wallet=CREATOR")).toMatchObject({ items: [], total: 0 });
    for (const query of ["wallet=", "wallet=ALL", "kind=", "kind=GIFT"]) {
      expect([query, refusalOf(await finance.send("GET", `${wallets(fan.userId)}/transactions?${query}`))]).toEqual([query, INVALID]);
    }
    for (const role of ["SUPPORT", "MODERATOR"] as const) {
      const colleague = await newAdmin(system, role);
      expect(refusalOf(await colleague.send("GET", `${wallets(fan.userId)}/transactions`))).toBe("403 error.forbidden");
    }
  });

  it("CON-11 a frozen wallet sends nothing, an unfrozen one does; each look at movements is in the audit log", async () => {
    const setFrozen = async (frozen: boolean) =>
      dataOf(await finance.send("PATCH", wallets(fan.userId), { kind: "FAN", frozen, reason: "A chargeback" }), 200);
    await setFrozen(true);
    const body = { receiverId: creator.userId, dmType: "PER_MESSAGE", price: "5.00", content: "Once more" };
    expect(refusalOf(await fan.send("POST", "/messages", body))).toBe("400 payment.escrow.wallet_unavailable");
    await setFrozen(false);
    await send();
    expect((await list(fan)).items[0]).toMatchObject({ kind: "HOLD", amount: "-5.00", escrow: { status: "HELD" } });
    const lines = () => messaging("audit_log").countDocuments({ action: "wallet.listAdminTransactions", target: fan.userId });
    const before = await lines();
    await list(fan, "wallet=CREATOR&limit=1");
    expect(await lines()).toBe(before + 1);
    const [line] = await messaging("audit_log").find({ action: "wallet.listAdminTransactions" }).sort({ at: -1 }).limit(1).toArray();
    expect(line).toMatchObject({ actor: finance.userId, target: fan.userId, details: { wallet: "CREATOR" } });
  });
});
