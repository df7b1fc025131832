import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  approvePayout,
  closeMoney,
  createPayoutMethod,
  failPayout,
  removePayoutMethod,
  requestPayout,
} from "#libs/contracts/wallet/index.ts";
import { DAY } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { auditLedger } from "#services/messaging/wallet/ledger/audit-ledger.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());
afterEach(async () => expect(await auditLedger(world.deps.database)).toEqual([]));

const close = (userId: string, requestId = uuid()) => world.as("account")(closeMoney, { userId, requestId });
const sweep = () => world.runtime.jobs.runNow("wallet.sweep-closed-wallets");
const walletOf = async (userId: string, kind = "FAN") => (await world.documents("wallets", { userId, kind }))[0];
const rowsOf = (userId: string) => world.documents("unclaimed", { userId });
const staff = () => world.as(uuid(), ["FINANCE"]);

describe("the earnings of a creator who leaves", () => {
  it("LVR-06 what is available becomes a last payout without a minimum, which staff can approve after the profile is gone", async () => {
    const { userId } = await world.newCreator("3.00");
    const requestId = uuid();
    for (const _ of [1, 2]) expect(await close(userId, requestId)).toMatchObject({ paidOut: "3.00", unclaimed: "0.00" });
    const [payout] = await world.documents("payouts", { userId });
    expect(payout).toMatchObject({ amount: 300n, status: "REQUESTED", methodLabel: "my bank", leaving: true });
    world.setStanding(userId, null);
    expect(await staff()(approvePayout, { payoutId: String(payout?._id) })).toMatchObject({ status: "PAID" });
    expect(await walletOf(userId, "CREATOR")).toMatchObject({ balance: 0n });
  });

  it.each(["where the last one went", "to the oldest method where there was none"])("LVR-06 a last payout goes %s", async (where) => {
    const { userId, methodId } = await world.newCreator("50.00");
    const by = world.as(userId);
    const second = await by(createPayoutMethod, { kind: "BANK_ACCOUNT", label: "second bank" });
    const isPaid = where === "where the last one went";
    if (isPaid) {
      world.configure({ "payment.payout_cooling_hours": 0 });
      const { payoutId } = await by(requestPayout, { amount: "30.00", methodId: second.methodId, idempotencyKey: uuid() });
      await staff()(approvePayout, { payoutId });
    }
    await by(createPayoutMethod, { kind: "BANK_ACCOUNT", label: "third bank" });
    expect(await close(userId)).toMatchObject({ paidOut: isPaid ? "20.00" : "50.00" });
    const [last] = await world.documents("payouts", { userId, leaving: true });
    expect(last?.methodId).toBe(isPaid ? second.methodId : methodId);
  });

  it("LVR-06 a last payout that fails is unclaimed; so is what another one gives back", async () => {
    const { userId, methodId } = await world.newCreator("50.00");
    await world.as(userId)(requestPayout, { amount: "30.00", methodId, idempotencyKey: uuid() });
    expect(await close(userId)).toMatchObject({ paidOut: "20.00" });
    for (const { _id } of await world.documents("payouts", { userId })) {
      await staff()(failPayout, { payoutId: String(_id), reason: "no such account" });
    }
    await sweep();
    expect(await rowsOf(userId)).toMatchObject([{ amount: 5000n, status: "OPEN" }]);
  });

  it.each([
    ["without an approved identity", { kycStatus: "IN_REVIEW" }],
    ["who is banned", { creatorStatus: "BANNED" }],
    ["whose account is suspended", { userStatus: "SUSPENDED" }],
  ] as const)("LVR-06 LVR-08 of one %s they are unclaimed", async (_title, standing) => {
    const { userId } = await world.newCreator("8.00", standing);
    expect(await close(userId)).toMatchObject({ paidOut: "0.00", unclaimed: "8.00" });
    expect(await world.documents("payouts", { userId })).toEqual([]);
  });

  it("LVR-06 what is still in hold is unclaimed when its day has come, and so are earnings without a method", async () => {
    world.configure({ "payment.payout_hold_days": 7 });
    const { userId } = await world.newCreator("8.00");
    world.configure({ "payment.payout_hold_days": 0 });
    expect(await close(userId)).toMatchObject({ paidOut: "0.00", unclaimed: "8.00" });
    await sweep();
    expect(await rowsOf(userId)).toEqual([]);
    world.runtime.clock.advance(7 * DAY);
    await sweep();
    expect(await rowsOf(userId)).toMatchObject([{ amount: 800n, status: "OPEN" }]);
    const other = await world.newCreator("6.00");
    await world.as(other.userId)(removePayoutMethod, { methodId: other.methodId });
    expect(await close(other.userId)).toMatchObject({ paidOut: "0.00", unclaimed: "6.00" });
  });
});
