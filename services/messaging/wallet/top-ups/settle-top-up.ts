import { walletToppedUp } from "#libs/contracts/wallet/index.ts";
import { formatMoney } from "#libs/kernel/money.ts";
import { bookEarlyChargebacks } from "../chargebacks/record-dispute.ts";
import { walletOf } from "../data/wallet.store.ts";
import type { Deps } from "../deps.ts";
import { accountOf, PROVIDER_ACCOUNT, transferEntries } from "../domain/ledger.ts";
import { type TopUp, type TopUpOutcome, topUpMoves } from "../domain/top-up.ts";
import { credit } from "../domain/wallet.ts";
import { bookCredit } from "../ledger/book.ts";

type SettleDeps = Pick<Deps, "transaction" | "inTransaction" | "topUps" | "wallets" | "ledger" | "outbox" | "clock" | "chargebacks">;

/** Ends an open top-up; the wallet is credited once. Resolves to its final state, even if another call was faster. */
export async function settleTopUp(deps: SettleDeps, topUp: TopUp, outcome: TopUpOutcome): Promise<TopUp> {
  if (outcome === "SUCCEEDED") await creditWallet(deps, topUp);
  else await deps.transaction((tx) => deps.topUps.move(tx, topUp._id, topUpMoves[outcome === "FAILED" ? "fail" : "cancel"]));
  return (await deps.topUps.findOfUser(topUp._id, topUp.userId)) ?? topUp;
}

function creditWallet(deps: SettleDeps, topUp: TopUp): Promise<void> {
  const { _id: topupId, userId, amount, currency } = topUp;
  return deps.inTransaction(async (set) => {
    if (!(await deps.topUps.move(set.tx, topupId, topUpMoves.succeed))) return;
    await set.load([walletOf(userId, "FAN")]);
    const entries = transferEntries(amount, PROVIDER_ACCOUNT, accountOf(userId, "FAN"));
    const booking = { kind: "TOPUP", reference: { type: "topup", id: topupId }, entries, wallet: { userId, kind: "FAN" } } as const;
    bookCredit(deps, set, booking, (wallet) => credit(wallet, amount));
    set.hit("wallet.confirm.credited");
    await bookEarlyChargebacks(deps, set, topUp);
    deps.outbox.record(set, walletToppedUp, { topupId, userId, amount: formatMoney(amount), currency });
  });
}
