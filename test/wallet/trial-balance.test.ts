import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getTrialBalance } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());

const admin = uuid();
const read = (page: { readonly limit?: number; readonly cursor?: string }) => world.as(admin, ["FINANCE"])(getTrialBalance, page);
const release = (messageId: string) => world.transaction((tx) => world.desk.release(tx, messageId));
const refund = (messageId: string) => world.transaction((tx) => world.desk.refund(tx, messageId));

describe("the trial balance", () => {
  it("PAY-06 the trial balance names every account by user id, with a sum of zero", async () => {
    const fan = await world.newFan("20.00");
    const creator = uuid();
    await release(await world.hold(fan, "10.00", { creatorUserId: creator }));
    await refund(await world.hold(fan, "4.00"));
    const { accounts, total, currency } = await read({});
    expect([currency, total]).toEqual(["EUR", "0.00"]);
    const byName = new Map(accounts.map((row) => [row.account, row]));
    expect(byName.get(`user:${fan}:wallet`)).toMatchObject({ debit: "14.00", credit: "24.00", balance: "10.00" });
    expect(byName.get(`user:${creator}:earnings`)).toMatchObject({ debit: "0.00", credit: "8.00", balance: "8.00" });
    expect(Number(byName.get("external:provider")?.balance)).toBeLessThan(0);
    expect([...byName.keys()]).toEqual([...byName.keys()].sort());
  });

  it("PAY-06 the trial balance is read by page, with each account once and the totals of all on each page", async () => {
    for (let count = 0; count < 3; count++) await world.newFan("5.00");
    const whole = await read({});
    expect(whole).toMatchObject({ accountCount: whole.accounts.length, hasMore: false, nextCursor: null, totals: { balance: "0.00" } });
    const rows = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: typeof whole = await read({ limit: 2, ...(cursor && { cursor }) });
      expect(page.accounts.length).toBeLessThanOrEqual(2);
      const { total, totals, accountCount } = page;
      expect({ total, totals, accountCount }).toEqual({ total: "0.00", totals: whole.totals, accountCount: whole.accountCount });
      expect(page.hasMore).toBe(page.nextCursor !== null);
      rows.push(...page.accounts);
      cursor = page.nextCursor;
    }
    expect(rows).toEqual(whole.accounts);
  });

  it("PAY-06 the trial balance shows a manipulated ledger entry in its total", async () => {
    const fan = await world.newFan("20.00");
    const total = async () => (await read({})).total;
    const ledger = world.connection.collection("ledger_transactions");
    const credited = { "entries.account": `user:${fan}:wallet` };
    await ledger.updateOne(credited, { $set: { "entries.1.amount": 2_005n } });
    expect(await total()).toBe("0.05");
    await ledger.updateOne(credited, { $set: { "entries.1.amount": 2_000n } });
    expect(await total()).toBe("0.00");
  });
});
