import { walletToppedUp } from "#libs/contracts/wallet/index.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import type { Deps } from "../deps.ts";
import { accountOf, movementOf, PROVIDER_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { type TopUp, type TopUpOutcome, topUpMoves } from "../domain/top-up.ts";

type SettleDeps = Pick<Deps, "transaction" | "topUps" | "wallets" | "ledger" | "outbox" | "faults">;

/** Ends a top-up that is open: the wallet is credited once. Resolves to what has become of it, also when another call was faster. */
export async function settleTopUp(deps: SettleDeps, topUp: TopUp, outcome: TopUpOutcome): Promise<TopUp> {
  if (outcome === "SUCCEEDED") await credit(deps, topUp);
  else await deps.transaction((tx) => deps.topUps.move(tx, topUp._id, topUpMoves[outcome === "FAILED" ? "fail" : "cancel"]));
  return (await deps.topUps.findOfUser(topUp._id, topUp.userId)) ?? topUp;
}

function credit({ transaction, topUps, wallets, ledger, outbox, faults }: SettleDeps, topUp: TopUp): Promise<void> {
  const { _id: topupId, userId, amount, currency } = topUp;
  return transaction(async (tx) => {
    if (!(await topUps.move(tx, topupId, topUpMoves.succeed))) return;
    const wallet = await wallets.credit(tx, userId, "FAN", amount);
    await faults.hit("wallet.confirm.credited");
    await ledger.append(tx, {
      kind: "TOPUP",
      reference: { type: "topup", id: topupId },
      entries: transferEntries(amount, PROVIDER_ACCOUNT, accountOf(userId, "FAN")),
      movement: movementOf(wallet, amount),
    });
    await outbox.add(tx, walletToppedUp, { topupId, userId, amount: formatMoney(amount), currency });
  });
}
