import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { approveAdjustment, closeMoney, proposeAdjustment } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type WalletWorld, walletWorld } from "./wallet-fixture.ts";

let world: WalletWorld;
beforeAll(async () => {
  world = await walletWorld();
});
afterAll(() => world.stop());

const staff = () => world.as(uuid(), ["FINANCE"]);
const sweep = () => world.runtime.jobs.runNow("wallet.sweep-closed-wallets");

it("LVR-05 late money is unclaimed also behind a thousand closed wallets whose earnings are in hold", async () => {
  const userId = uuid();
  await world.deps.transaction((tx) => world.deps.wallets.findOrCreate(userId, "FAN", tx));
  await world.as("account")(closeMoney, { userId, requestId: uuid() });
  const waiting = Array.from({ length: 1_000 }, () => {
    const { _id, ...empty } = world.deps.wallets.newWallet(uuid(), "CREATOR");
    return { ...empty, _id: _id as never, balance: 1n, inHold: { "2999-01-01": 1n }, closedFor: uuid() };
  });
  await world.connection.collection("wallets").insertMany(waiting);
  const { adjustmentId } = await staff()(proposeAdjustment, { userId, kind: "FAN", amount: "5.00", reason: "late" });
  await staff()(approveAdjustment, { adjustmentId });
  await sweep();
  expect(await world.documents("unclaimed", { userId })).toMatchObject([{ amount: 500n }]);
  expect(await world.documents("wallets", { userId })).toMatchObject([{ balance: 0n }]);
  expect(await world.documents("wallets", { balance: 1n })).toHaveLength(1_000);
});
